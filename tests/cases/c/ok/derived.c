// Pointers that are computed from one that tasks use too, in ways of which nobody knows how far they reach: they
// are ordered with it. Comparing pointers reaches nothing.
#include <stdio.h>
#define N 400
static int idx[N];
static void bump(double *x, int n) {
    while (n-- > 0) *x++ += 1;
}
static void blocks(double *p, int n) {
    double *q;
    int k;
#pragma hp5 region begin
    for (q = p; q < p + n; q += 8) {
#pragma hp5 task
        for (k = 0; k < 8; k++) {
            q[k] *= 1.25;
            if (q > p) q[k] -= q[k - 8];
        }
    }
    for (q = p; q != p + n; q += 8) {
#pragma hp5 task
        for (k = 0; k < 8; k++) q[k] = q[k] * 0.5 + (q > p ? q[k - 8] : 0);
    }
#pragma hp5 region end
}
static void moved(double *p, int n) {
    double *q = p + 8;
    int k;
#pragma hp5 region begin
#pragma hp5 task
    for (k = 0; k < 8; k++) q[k] = q[k] * 2 + 1;
#pragma hp5 task
    {
        double *r = p;
        while (r < p + n) *r++ += 1;
    }
#pragma hp5 task
    for (k = 0; k < 8; k++) q[k] = q[k] * 0.5 + 2;
#pragma hp5 task
    for (int i = 0; i < n; i++) p[idx[i]] += i;
#pragma hp5 task
    for (k = 0; k < 8; k++) q[k] -= 1.5;
#pragma hp5 task
    bump(p, n);
#pragma hp5 task
    for (k = 0; k < 8; k++) q[k] *= 0.25;
#pragma hp5 region end
}
int main(void) {
    static double a[N];
    double s = 0;
    for (int i = 0; i < N; i++) a[i] = i % 17, idx[i] = i * 7 % (N - 20);
    blocks(a, N);
    for (int k = 0; k < 20; k++) moved(a + k, N - 20);
    for (int i = 0; i < N; i++) s += a[i] * (i % 13);
    printf("%.12g\n", s);
    return 0;
}
