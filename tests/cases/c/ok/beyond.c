/* Lengths that are no more than what the program says: tasks that use what lies beyond them run in order. */
#include <stdio.h>
#include <stdlib.h>
#define HALF 4
#define TURNS 12

struct hack { int n; double v[1]; };
struct none { int n; double v[0]; };
struct open { int n; double v[]; };
struct rows { int n; double v[1][8]; };

static void constant(double q[8]) {
#pragma hp5 region
    {
        for (int k = 0; k < TURNS; k++) {
#pragma hp5 task
            for (int i = 40; i < 48; i++) q[i] += k + 1;
#pragma hp5 task
            for (int i = 40; i < 48; i++) q[i] *= 1.5;
        }
    }
}

static double behind(int count) {
    struct open *all[3], **first = all;
    for (int k = 0; k < 3; k++) all[k] = calloc(1, sizeof *all[k] + 8 * sizeof(double));
#pragma hp5 region
    {
        for (int t = 0; t < count; t++) {
            for (int k = 0; k < 3; k++) {
#pragma hp5 task
                all[k]->v[7] += 1.5 + k;
            }
#pragma hp5 task
            (*first)->v[7] *= 2;
        }
    }
    double sum = 0;
    for (int k = 0; k < 3; k++) {
        sum += all[k]->v[7];
        free(all[k]);
    }
    return sum;
}

static void half(int n, double q[n / 2]) {
#pragma hp5 region
    {
#pragma hp5 array_tile dimtile(4) arrvar(q)
        for (int k = 0; k < TURNS; k++) {
#pragma hp5 do tasktile(4)
            for (int i = 0; i < n; i++) q[i] += k + i;
#pragma hp5 do tasktile(4)
            for (int i = 0; i < n; i++) q[i] = q[i] * 1.5 + q[n - 1];
        }
    }
}

static void at_least(double q[static 8]) {
#pragma hp5 region
    {
        for (int k = 0; k < TURNS; k++) {
#pragma hp5 task inout(q[40:8])
            for (int i = 40; i < 48; i++) q[i] += k + 1;
#pragma hp5 task inout(q[40:8])
            for (int i = 40; i < 48; i++) q[i] *= 1.5;
        }
    }
}

static void rows(double q[HALF][8]) {
#pragma hp5 region
    {
#pragma hp5 array_tile dimtile(2, 4) arrvar(q)
        for (int k = 0; k < TURNS; k++) {
#pragma hp5 do tasktile(2)
            for (int i = 0; i < 8; i++)
                for (int j = 0; j < 8; j++) q[i][j] += k + i;
#pragma hp5 do tasktile(1)
            for (int i = 0; i < 7; i++)
                for (int j = 0; j < 8; j++) q[i][j] = q[i + 1][j] * 0.5 + q[7 - i][j];
        }
    }
}

static void three(double q[2][2][2]) {
#pragma hp5 region
    {
        for (int k = 0; k < TURNS; k++) {
#pragma hp5 task
            for (int i = 10; i < 16; i++) q[i][1][0] += k + 1;
#pragma hp5 task
            for (int i = 10; i < 16; i++) q[i][1][0] *= 1.5;
        }
    }
}

static void hack(struct hack *s, struct rows *r) {
#pragma hp5 region
    {
        for (int k = 0; k < TURNS; k++) {
#pragma hp5 task
            for (int i = 40; i < 48; i++) s->v[i] += k + 1;
#pragma hp5 task
            for (int i = 40; i < 48; i++) s->v[i] *= 1.5;
#pragma hp5 task
            for (int i = 0; i < 8; i++) r->v[5][i] += k + s->v[i + 40];
#pragma hp5 task
            for (int i = 0; i < 8; i++) r->v[5][i] *= 1.5;
        }
    }
}

static void flat(int m, double q[8], struct none *s, struct open *o) {
#pragma hp5 region
    {
        for (int k = 0; k < TURNS; k++) {
#pragma hp5 task
            for (int i = 2; i < 4; i++)
                for (int j = 0; j < m; j++) q[i * m + j] += k + 1;
#pragma hp5 task
            for (int i = 2; i < 4; i++)
                for (int j = 0; j < m; j++) q[i * m + j] *= 1.5;
#pragma hp5 task
            for (int i = 2; i < 4; i++)
                for (int j = 0; j < m; j++) s->v[i * m + j] += k + 1;
#pragma hp5 task
            for (int i = 2; i < 4; i++)
                for (int j = 0; j < m; j++) s->v[i * m + j] *= 1.5;
#pragma hp5 task
            for (int i = 40; i < 48; i++) o->v[i] += k + 1;
#pragma hp5 task
            for (int i = 40; i < 48; i++) o->v[i] *= 1.5;
        }
    }
}

static void little(int n, double *q) {
#pragma hp5 region
    {
#pragma hp5 array_tile dimtile(8) dim(n / 4) arrvar(q)
        for (int k = 0; k < TURNS; k++) {
#pragma hp5 do tasktile(8)
            for (int i = 0; i < n; i++) q[i] += k + 1;
#pragma hp5 do tasktile(8)
            for (int i = 0; i < n; i++) q[i] *= 1.5;
        }
    }
}

static void below(double *q) {
#pragma hp5 region
    {
#pragma hp5 array_tile dimtile(8) dim(32) arrvar(q)
        for (int k = 0; k < TURNS; k++) {
#pragma hp5 task
            for (int i = -8; i < -4; i++) q[i] += k + 1;
#pragma hp5 task
            for (int i = -8; i < -4; i++) q[i] *= 1.5;
        }
    }
}

static double a[64];

static double sum(const double *v) {
    double s = 0;
    for (int i = 0; i < 64; i++) {
        s += (i + 1) * v[i];
        a[i] = i;
    }
    return s;
}

int main(void) {
    printf("%g\n", behind(5));
    struct hack *s = calloc(1, sizeof *s + 64 * sizeof(double));
    struct rows *r = calloc(1, sizeof *r + 8 * sizeof r->v[0]);
    constant(a);
    printf("%.17g\n", sum(a));
    half(64, a);
    printf("%.17g\n", sum(a));
    at_least(a);
    printf("%.17g\n", sum(a));
    rows((double(*)[8])a);
    printf("%.17g\n", sum(a));
    three((double(*)[2][2])a);
    printf("%.17g\n", sum(a));
    hack(s, r);
    printf("%.17g %.17g\n", s->v[44], r->v[5][4]);
    struct none *z = calloc(1, sizeof *z + 64 * sizeof(double));
    struct open *o = calloc(1, sizeof *o + 64 * sizeof(double));
    flat(16, a, z, o);
    printf("%.17g %.17g %.17g\n", sum(a), z->v[44], o->v[44]);
    free(z);
    free(o);
    little(64, a);
    printf("%.17g\n", sum(a));
    below(a + 16);
    printf("%.17g\n", sum(a));
    free(s);
    free(r);
    return 0;
}
