// Old ways to write C: register, functions declared where they are called, errors that jump.
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#define N 100
static int f(register int n) { return n + 1; }
static double total(register double *a, register int n) {
    register double s = 0;
    register int i;
    auto double t = 1;
#pragma hp5 region begin
#pragma hp5 do tasktile(10) reduction(ordered +: s)
    for (i = 0; i < n; i++) s += a[i];
#pragma hp5 task
    { t += 1; }
#pragma hp5 region end
    return s + t;
}
static void checked(jmp_buf *failed, double v) { if (v > 50) longjmp(*failed, 1); }
static double at_most(volatile double v) {
    jmp_buf failed;
    if (setjmp(failed)) return 50;
    checked(&failed, v);
    return v;
}
int main(void) {
    double a[N], b[N];
    double scale(double);
    double *nowhere = NULL;
    extern int counted(void);
    double q = 3;
    register int k;
    for (k = 0; k < N; k++) a[k] = k;
#pragma hp5 region begin
#pragma hp5 do tasktile(10)
    for (int i = 0; i < N; i++) { __typeof__(q) y = a[i] * q; b[i] = scale(y) + f(i); }
#pragma hp5 task
    for (int i = 0; i < N; i++) { a[i] = at_most(a[i]); }
#pragma hp5 task
    { double scale(double); b[3] = scale(b[4]) + counted() + (nowhere == NULL); }
#pragma hp5 region end
    printf("%.17g %.17g\n", total(a, N), total(b, N));
    return 0;
}
double scale(double x) { return 2 * x; }
int counted(void) { return 4; }
