// Places that macros stand for, whose addresses are handed on: &A(i, j), ROW(i), &B(i)[3], P(i).v.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define A(i, j) a[(i) * m + (j)]
#define ROW(i) (a + (i) * m)
#define B(i) b[i]
#define P(i) parts[i]
struct part { double x, v[4]; };
static struct part parts[40];
static double b[40][30];
double first(const double *v);
static void half(double *v, int n) { for (int i = 0; i < n; i++) v[i] /= 2; }
void add(double *v, int n, double by);
void work(double *a, int n, int m) {
#pragma hp5 region begin
    for (int i = 0; i < n; i++) {
        double *p = &A(i, 0);
#pragma hp5 task
        for (int k = 0; k < m; k++) p[k] += k;
    }
    for (int i = 1; i < n; i++) {
#pragma hp5 task
        for (int k = 0; k < m; k++) A(i - 1, k) += A(i, k);
    }
    for (int i = 0; i < n; i++) {
        double *q = ROW(i);
#pragma hp5 task
        half(q, m);
#pragma hp5 task
        add(&ROW(i)[2], m - 2, 0.5);
#pragma hp5 task
        memset(&B(i)[3], 0, 5 * sizeof(double));
#pragma hp5 task
        add(B(i), 30, 1);
#pragma hp5 task
        { add(&P(i).x, 1, 3); add(P(i).v, 4, 2); }
#pragma hp5 task
        { struct part *r = &P(i); r->x += first(r->v) + A(i, 3); double *s = &B(i)[0]; s[2] += r->x; }
    }
    for (int i = 0; i < n - 1; i++) {
#pragma hp5 task
        memcpy(ROW(i), &A(i + 1, 0), m * sizeof(double));
    }
#pragma hp5 region end
}
int main(void) {
    int n = 40, m = 30;
    double *a = malloc(n * m * sizeof *a);
    for (int i = 0; i < n * m; i++) a[i] = i % 17;
    work(a, n, m);
    double s = 0; for (int i = 0; i < n * m; i++) s += a[i] * (i % 5) + b[i / m][i % m] * (i % 3);
    for (int i = 0; i < n; i++) s += parts[i].x * i + parts[i].v[i % 4];
    printf("%.17g\n", s);
    return 0;
}
double first(const double *v) { return v[0]; }
void add(double *v, int n, double by) { for (int i = 0; i < n; i++) v[i] += by * (i + 1); }
