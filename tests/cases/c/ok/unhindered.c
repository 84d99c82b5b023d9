/* Where an array in a struct lies, functions that pointers are set to, numbers that functions only read: nothing of it
   keeps tasks from running at the same time. */
#include <stdio.h>
#define N 64
struct level { int n; double u[N]; };
static struct level levels[4];
static double a[N], b[N];
static double more(double x) { return x + 1; }
static double most(double x) { return x * 3; }
static double (*chosen(int k))(double) { return k ? more : most; }
static double at(double v[], int *k) { return v[*k]; }

int main(void)
{
    int i, k, three = 3;
    double s = 0;
#pragma hp5 region begin
#pragma hp5 array_tile dimtile(8) arrvar(a, b)
    for (k = 0; k < 4; k++) {
        double *u = levels[k].u;
#pragma hp5 array_tile dim(N) dimtile(8) arrvar(u)
#pragma hp5 do tasktile(8)
        for (i = 0; i < N; i++)
            u[i] += i * k;
    }
#pragma hp5 do tasktile(4) inout(b[i]) in(a[i])
    for (i = 0; i < N; i++)
        b[i] += chosen(i & 1)(a[i] + i);
#pragma hp5 do tasktile(4) inout(b[i]) in(a[i])
    for (i = 0; i < N; i++) {
        double (*f)(double) = i & 1 ? more : &most;
        b[i] += f(a[i]) + (*f)(1.0);
    }
#pragma hp5 do tasktile(4) private(i)
    for (i = 0; i < N; i++)
        b[i] += at(a, &three);
#pragma hp5 region end
    for (k = 0; k < N; k++)
        s += b[k] * k + levels[k % 4].u[k];
    printf("%.17g %d\n", s, i);
    return 0;
}
