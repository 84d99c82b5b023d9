#include <stdio.h>
/* Declarations of several names, of which one points to another: what tasks set in the one is seen by the other. */
#define N 12
#define M 400
struct pair { double v; int n; };
static double given[N], gotten[N * 4];

static double slow(double x) {
    for (int k = 0; k < M; k++) x = x * 0.999 + 0.001 * (x > 1 ? 1 : x);
    return x;
}

/* An array, and a pointer into it that is used behind the tasks. */
static double array(void) {
    double t[4] = {9, 8, 7, 6}, *q = &t[1], first = q[0];
#pragma hp5 region
    for (int i = 0; i < N; i++) {
#pragma hp5 task
        {
            for (int k = 0; k < 4; k++) t[k] = slow(given[i] + k);
            for (int k = 0; k < 4; k++) gotten[4 * i + k] += t[k] + t[3 - k];
        }
    }
    return first + q[-1] * 2 + q[0] * 3 + q[1] * 5;
}

/* A call sees by the pointer what the one before has left. */
static double kept(int n) {
    static double tmp[16], *last = tmp;
    double s = 0;
    for (int k = 0; k < 16; k++) s += last[k] * k;
#pragma hp5 region
    for (int i = 0; i < N; i++) {
#pragma hp5 task
        {
            for (int k = 0; k < 16; k++) tmp[k] = slow(given[i] + k + n);
            for (int k = 0; k < 4; k++) gotten[4 * i + k] += tmp[k] + tmp[15 - k];
        }
    }
    return s;
}

/* Structs and numbers. */
static double values(void) {
    struct pair x = {3, 4}, *px = &x, copy = *px;
    double u = 1, *pu = &u;
#pragma hp5 region
    {
        for (int i = 0; i < N; i++) {
#pragma hp5 task
            {
                x.v = slow(given[i] + 1);
                x.n = i;
                gotten[4 * i] += x.v + x.n;
            }
        }
        for (int i = 0; i < N; i++) {
#pragma hp5 task
            {
                u = slow(given[i] + 2);
                gotten[4 * i + 1] += u;
            }
        }
    }
    return px->v + px->n + *pu + copy.v;
}

/* The array is filled where the next name is declared. */
static double *filled(double *to, int n) {
    for (int k = 0; k < n; k++) to[k] = k * 0.5;
    return to;
}
static double begun(void) {
    double t[4], *same = filled(t, 4), s = 0;
#pragma hp5 region
    for (int i = 0; i < N; i++) {
#pragma hp5 task private(t)
        for (int k = 0; k < 4; k++) gotten[4 * i + k] += t[k];
    }
    for (int k = 0; k < 4; k++) s += same[k];
    return s;
}

int main(void) {
    double s = 0;
    for (int i = 0; i < N; i++) given[i] = i;
    printf("%.17g %.17g %.17g\n", array(), kept(0), kept(1));
    printf("%.17g %.17g\n", values(), begun());
    for (int i = 0; i < 4 * N; i++) s += gotten[i] * (i + 1);
    printf("%.17g\n", s);
    return 0;
}
