/* Addresses that numbers hold: what tasks reach by two of them may be the same. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define N 64

struct held { uintptr_t base; unsigned long other; int n; };
struct pool { uintptr_t at; size_t left; };

static double x[N];

static void slow(double *p, int t) {
    for (int k = 0; k < 20000; k++)
        p[k % 8] = p[k % 8] * 0.5 + t;
}

static double *taken(struct pool *p, size_t n) {
    double *r = (double *)p->at;
    p->at += n * sizeof(double);
    p->left -= n;
    return r;
}

static double numbers(void) {
    struct held h = {(uintptr_t)x, (unsigned long)x, N};
    double s = 0;
#pragma hp5 region begin
    for (int t = 1; t < 6; t++) {
        double *p = (double *)h.base;
        double *q = (double *)h.other + 1;
#pragma hp5 task
        slow(p, t);
#pragma hp5 task
        s += q[2] * t;
#pragma hp5 task
        for (int i = 0; i < h.n; i++)
            x[i] += p[(i + t) % 8];
    }
#pragma hp5 region end
    return s;
}

static double variables(void) {
    uintptr_t base = (uintptr_t)x, further = base + 2 * sizeof(double);
    double s = 0;
#pragma hp5 region begin
    for (int t = 1; t < 6; t++) {
        double *p = (double *)base;
        double *q = (double *)further;
#pragma hp5 task
        slow(p, t);
#pragma hp5 task
        s += q[1] * t;
    }
#pragma hp5 task inout(x[0:8])
    ((double *)base)[1] += 1;
#pragma hp5 task
    s += x[1];
#pragma hp5 region end
    return s;
}

static double aligned(void) {
    void *raw = malloc(4 * N * sizeof(double) + 64);
    uintptr_t a = (uintptr_t)raw;
    a = (a + 63) & ~(uintptr_t)63;
    double *u = (double *)a, s = 0;
    struct pool pool = {(uintptr_t)(u + N), 3 * N};
    double *v = taken(&pool, N), *w = taken(&pool, N);
    for (int i = 0; i < N; i++)
        u[i] = i, v[i] = 2 * i, w[i] = 0;
#pragma hp5 region begin
#pragma hp5 array_tile dimtile(16) dim(N) arrvar(u, v, w)
    for (int t = 0; t < 5; t++) {
#pragma hp5 do tasktile(16)
        for (int i = 0; i < N; i++)
            w[i] += u[i] * v[i] + t;
#pragma hp5 do tasktile(16)
        for (int i = 0; i < N; i++)
            u[i] = 0.5 * w[i];
    }
#pragma hp5 region end
    for (int i = 0; i < N; i++)
        s = s * 0.9 + u[i] + w[i];
    free(raw);
    return s;
}

int main(void) {
    double a = numbers(), b = variables();
    printf("%.17g %.17g %.17g %.17g\n", a, b, aligned(), x[9]);
    return 0;
}
