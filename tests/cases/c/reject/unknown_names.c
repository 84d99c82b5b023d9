// Names in sizes, bounds and conditions that nothing declares there: the compiler would say so of code that
// nobody wrote.
#include <limits.h>
#include <stdio.h>
#define SIZE 8
enum { HALO = 1 };
struct grid {
    int n;
};
double a[100], b[100];

static int half(int n)
{
    int elsewhere = n / 2;
    return elsewhere;
}

void f(int n, int m, struct grid *g, double c[n][m])
{
#pragma hp5 region begin
#pragma hp5 array_tile dimtile(SIZE, sise) arrvar(c) //~ HP5-E0002
#pragma hp5 array_tile dimtile(later) arrvar(a) //~ HP5-E0002
    int later = 4;
#pragma hp5 array_tile dimtile(later + HALO) arrvar(b)
#pragma hp5 task_tile(i = elsewhere) //~ HP5-E0002
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            c[i][j] += 1.0;
#pragma hp5 do tasktile(half(n)) if(n > big) priority(i + p) //~ HP5-E0002 HP5-E0002
    for (int i = 0; i < 100; i++)
        a[i] += b[i];
#pragma hp5 task inout(a[0:zz]) in(b[HALO:g->n], b[0:g->nn]) //~ HP5-E0002
    a[0] += b[1];
#pragma hp5 task priority(INT_MAX) inout(a[0 : sizeof(double) / sizeof a[0]]) if(n > 'n')
    a[0] += b[1];
#pragma hp5 region end
}
