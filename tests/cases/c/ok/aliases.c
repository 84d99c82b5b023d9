/* The same memory under several names, of which nobody says the lengths: what is only read, windows that
   move, parts of arrays, rows and what leads to them. */
#include <stdio.h>

#define N 60

typedef double *vec;
typedef const double *cvec;
typedef struct {
    int n;
    vec d;
} grid;

static double a[N + 8], b[N + 8], square[10][12];
static double *beyond = a + 8, *const all = a;

static void pause_a_little(void) {
    for (volatile int k = 0; k < 2000; k++)
        ;
}

/* `y` is only read, and followed by other names. */
static void followed(vec x, cvec y, grid *g) {
#pragma hp5 region begin
    for (int t = 0; t < 6; t++) {
#pragma hp5 do tasktile(4)
        for (int i = 0; i < N; i++) {
            vec p = x + i;
            cvec q = y + i;
            p[0] += q[1];
        }
#pragma hp5 task
        {
            vec p = g->d;
            for (int i = 0; i < g->n; i++)
                *p++ *= 0.5;
        }
#pragma hp5 task
        for (int i = 1; i < N; i++)
            g->d[i] += x[i - 1];
    }
#pragma hp5 region end
}

static double sum(cvec x, int n) {
    double s = 0;
    for (int i = 0; i < n; i++)
        s += x[i];
    return s;
}

/* Handed on to be read, and written under another name. */
static double handed(int n, cvec y, vec x) {
    double s = 0;
#pragma hp5 region begin
    for (int t = 0; t < 6; t++) {
#pragma hp5 task
        s = s * 0.5 + sum(y, n);
#pragma hp5 task
        for (int i = 0; i < n; i++)
            x[i] = x[i] * 0.5 + t;
    }
#pragma hp5 region end
    return s;
}

/* Windows that move. */
static void windows(void) {
    double *p = a;
#pragma hp5 region begin
    for (int t = 0; t < 5; t++) {
#pragma hp5 task
        {
            pause_a_little();
            for (int i = 0; i < 20; i++)
                p[i] += t + i;
        }
        p += 10;
    }
    p = a + N - 1;
    for (int t = 0; t < 9; t++, p--) {
#pragma hp5 task
        *p *= 0.5;
#pragma hp5 task
        p[-1] += *p;
    }
    for (double *q = a; q < a + 54; q += 9) {
#pragma hp5 task
        {
            double s = 0;
            for (int i = 0; i < 9; i++)
                s += q[i];
            q[0] = s;
        }
#pragma hp5 task
        for (int i = -1; i < 4; i++)
            q[i + 2] -= i;
    }
#pragma hp5 region end
}

/* Parts of one array, one of which may begin in the middle of another one. */
static void parts(int n, double *lo, double *hi, cvec mid) {
#pragma hp5 region begin
    for (int t = 0; t < 8; t++) {
#pragma hp5 task
        for (int i = 0; i < n; i++)
            lo[i] += mid[i] + t;
#pragma hp5 task
        for (int i = 0; i < n; i++)
            hi[i] -= mid[i] * 0.5;
#pragma hp5 do tasktile(3)
        for (int i = 1; i < n; i++)
            lo[i] += lo[i - 1] * 0.25;
    }
#pragma hp5 region end
}

/* Two names in one task, of which each ends in the other one. */
static void crossing(int n, double *lo, double *hi) {
#pragma hp5 region begin
    for (int t = 0; t < 6; t++) {
#pragma hp5 task
        for (int i = 0; i < n; i++)
            lo[i] += hi[i];
#pragma hp5 task
        for (int i = 1; i < n; i++)
            hi[i] -= hi[i - 1] * 0.5;
    }
#pragma hp5 region end
}

/* A pointer to a pointer, rows, and planes. */
static void levels(void) {
    double *p = a, *q = b, **pp = &p, **qq = &q;
    double *rows[10], **planes[2], ***space = planes, *flat = &square[0][0];
    for (int i = 0; i < 10; i++)
        rows[i] = flat + 12 * i;
    for (int i = 0; i < 2; i++)
        planes[i] = rows + 5 * i;
#pragma hp5 region begin
    for (int t = 0; t < 6; t++) {
#pragma hp5 task
        for (int i = 0; i < N; i++)
            (*pp)[i] += (*qq)[i];
#pragma hp5 task
        for (int i = 1; i < N; i++)
            *(*qq + i) -= p[i - 1] * 0.5;
#pragma hp5 task
        **pp += q[3];
    }
    for (int t = 0; t < 4; t++) {
#pragma hp5 task
        for (int i = 0; i < 10; i++)
            for (int j = 1; j < 12; j++)
                rows[i][j] += rows[i][j - 1] * 0.5;
#pragma hp5 task
        for (int k = 0; k < 119; k++)
            flat[k] = flat[k + 1] * 0.25 + flat[k];
#pragma hp5 task
        for (int k = 0; k < 2; k++)
            for (int j = 0; j < 5; j++)
                for (int i = 0; i < 12; i++)
                    space[k][j][i] -= t;
        double *one = rows[t + 2];
#pragma hp5 task
        for (int j = 0; j < 12; j++)
            one[j] *= 0.75;
    }
#pragma hp5 region end
}

static void shift(int k) { beyond[k] += 1; }

static double total(void) {
    double s = 0;
    for (int i = 0; i < N; i++)
        s += a[i];
    return s;
}

/* Variables of the file. */
static double global(void) {
    double s = 0;
#pragma hp5 region begin
    for (int t = 0; t < 9; t++) {
#pragma hp5 task
        for (int i = 0; i < N; i++)
            a[i] = a[i] * 0.5 + t;
#pragma hp5 task
        shift(t);
#pragma hp5 task
        s = s * 0.5 + total();
#pragma hp5 task
        all[t] -= 0.25;
    }
#pragma hp5 region end
    return s;
}

/* A row and the rows, as callers hand them on, and with indices of which no one section is made. */
static void mirrored(int n, double **rows, double *other) {
#pragma hp5 region begin
#pragma hp5 array_tile dimtile(1, *) dim(10, 12) arrvar(rows)
#pragma hp5 array_tile dimtile(*) dim(12) arrvar(other)
    for (int t = 0; t < 5; t++) {
#pragma hp5 do tasktile(1)
        for (int i = 1; i < 9; i++) {
            pause_a_little();
            for (int k = 0; k < n; k++)
                rows[i][k] = rows[i][k] * 0.75 + k;
        }
#pragma hp5 task
        {
            pause_a_little();
            for (int k = 1; k < n; k++)
                other[k] -= other[k - 1] * 0.5;
        }
    }
#pragma hp5 do tasktile(3)
    for (int i = 1; i < 9; i++)
        for (int j = 1; j < 9; j++) {
            for (int k = 0; k < n; k++)
                rows[9 - j][k] += rows[i + 1][k] * 0.25;
            rows[i + 1][j] = rows[j][5] - other[j - 1] * 0.5;
        }
#pragma hp5 region end
}

static void handed_on(double **all, int k) { mirrored(12, all, all[k] + 0); }

int main(void) {
    double s = 0, *rows[10];
    grid g = {N, b};
    for (int k = 0; k < N + 8; k++) {
        a[k] = k * 37 % 101;
        b[k] = k * 11 % 53;
    }
    for (int k = 0; k < 120; k++)
        square[k / 12][k % 12] = k * 5 % 17;
    followed(a, b, &g);
    s += handed(20, a + 4, a + 4);
    windows();
    parts(20, a, a + 15, a + 10);
    parts(20, a + 20, a + 10, a + 12);
    parts(30, a + 1, a, a + 2);
    crossing(20, a, a + 10);
    crossing(20, a + 3, a);
    levels();
    s += global();
    for (int k = 0; k < 10; k++)
        rows[k] = square[k];
    handed_on(rows, 4);
    for (int k = 0; k < N + 8; k++)
        s = s * 0.75 + a[k] + b[k];
    for (int k = 0; k < 120; k++)
        s = s * 0.75 + square[k / 12][k % 12];
    printf("%.17g\n", s);
    return 0;
}
