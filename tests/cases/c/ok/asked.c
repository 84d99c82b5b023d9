/* What is asked for where tasks are registered, and what tasks write: bounds, sizes, sections, priorities
   wait; of an index the whole array is taken. */
#include <stdio.h>

#define N 64

static double a[N], b[N], g[8][8];
static int off, first[12], count;

static void next(void) {
    off = (off * 5 + 7) % 50;
}

static void make(int *into, int t) {
    for (int k = 0; k < 12; k++)
        into[k] = (k * 7 + t) % 50;
    count = 3 + t;
}

int main(void) {
    int at = 3, n = 10, *starts = first;
    double sum = 0;
    for (int k = 0; k < N; k++) {
        a[k] = k * 37 % 101;
        b[k] = k * 11 % 17;
    }
#pragma hp5 region begin
#pragma hp5 array_tile dimtile(4) arrvar(a, b)
    for (int t = 0; t < 5; t++) {
#pragma hp5 task
        {
            at = (at * 5 + 1) % 50;
            n = at + 10;
        }
#pragma hp5 task
        a[at] = a[at] / 2 + 1;
#pragma hp5 do tasktile(3) priority(n)
        for (int i = at; i < n; i++)
            b[i] += a[i];
#pragma hp5 do tasktile(at + 1)
        for (int i = 0; i < N; i++)
            a[i] += b[i] / 8;
#pragma hp5 task in(a[at:2]) out(b[at])
        b[at] = a[at] + a[at + 1];
#pragma hp5 task
        {
            next();
            a[off] = a[off] / 3 + 1;
        }
#pragma hp5 task
        make(first, t);
        for (int k = 0; k < 11; k++) {
#pragma hp5 do tasktile(3)
            for (int i = starts[k]; i < starts[k] + count; i++)
                b[i] += i + k;
        }
    }
#pragma hp5 region end
    int i, j;
#pragma hp5 region
    {
    /* A variable that some tasks share and others count with. */
#pragma hp5 do tasktile(3, 2)
    for (i = 1; i < 8; i++)
        for (j = 1; j < 8; j++)
            g[i][j] += g[i - 1][j] / 4 + g[i][j - 1] / 4 + 1;
#pragma hp5 do tasktile(3)
    for (i = 7; i >= 0; i--)
        for (j = i < 5 ? i : 4; j >= 0; j--)
            g[i][j] -= j;
    }
    sum = i + j;
    for (int k = 0; k < N; k++)
        sum = sum * 0.75 + a[k] + b[k] + g[k / 8][k % 8];
    printf("%.17g %d %d\n", sum, at, off);
    return 0;
}
