// Rows and the memory that they lie in under two names: what sets the pointers does not show that they
// lead there (functions, other functions' parameters, pointers that walk, copies of tables, swapped rows).
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define N 40
struct mat { int n; double **row; double *data; };
static struct mat *make(int n) {
    struct mat *m = malloc(sizeof *m);
    double *all = malloc(sizeof(double) * n * n);
    double **r = malloc(sizeof(double *) * n);
    for (int i = 0; i < n; i++) r[i] = all + i * n;
    for (int k = 0; k < n * n; k++) all[k] = k % 11;
    m->n = n; m->data = all; m->row = r;
    return m;
}
static double late(double s) {
    for (int k = 0; k < 40; k++) s = s * 1.0001 + k;
    return s;
}
static void members(struct mat *m, int n) {
#pragma hp5 region begin
#pragma hp5 array_tile dimtile(4, n) dim(n, n) arrvar(m->row)
#pragma hp5 task_tile(i = 4)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) m->row[i][j] = late(i + j);
#pragma hp5 task_tile(k = 16)
    for (int k = 0; k < n * n; k++) m->data[k] = m->data[k] * 2 + k;
#pragma hp5 task_tile(i = 4)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) m->row[i][j] += 1.0 / (1 + m->row[i][j]);
#pragma hp5 task
    m->data[5] += m->row[n - 1][n - 1];
#pragma hp5 task
    m->row[1][2] += m->data[5] + m->data[n * n - 1];
#pragma hp5 region end
}
static double U[N * N];
static double *rows[N];
static double *row(int i) { return U + i * N; }
static void of_file(void) {
#pragma hp5 region begin
#pragma hp5 task_tile(i = 4)
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) rows[i][j] += late(j);
#pragma hp5 task_tile(k = 16)
    for (int k = 0; k < N * N; k++) U[k] = U[k] * 0.5 + k;
#pragma hp5 region end
}
struct ctx { double *u; double *r[N]; };
static double V[N * N];
static struct ctx cx;
static void set(double **r, double *p) { *r = p; }
static void given(int n, double *u, double **r) {
#pragma hp5 region begin
#pragma hp5 task_tile(k = 16)
    for (int k = 0; k < n * n; k++) u[k] = u[k] * 0.5 + late(k);
#pragma hp5 task_tile(i = 4)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) r[i][j] += i;
#pragma hp5 task_tile(i = 4)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) cx.r[i][j] *= 0.5;
#pragma hp5 region end
}
struct grid { double *all, **a, **b; };
static double **table(double *pool, int n, int m) {
    double **t = malloc(n * sizeof *t), **q = t;
    for (int i = 0; i < n; i++) *q++ = pool + i * m;
    return t;
}
static void swapped(struct grid *g, int n) {
#pragma hp5 region begin
#pragma hp5 task_tile(i = 1)
    for (int i = 0; i < n; i++) {
        double s = late(i);
        for (int j = 0; j < n; j++) g->a[i][j] += s + j;
    }
#pragma hp5 task_tile(i = 1)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) g->b[i][j] = g->b[i][j] * 0.5 + i;
#pragma hp5 task
    g->all[3] += g->all[n * n - 1];
#pragma hp5 region end
}
static double ***cube(double *pool, int a, int b, int c) {
    double ***t = malloc(a * sizeof *t);
    for (int i = 0; i < a; i++) {
        t[i] = malloc(b * sizeof **t);
        for (int j = 0; j < b; j++) t[i][j] = pool + (i * b + j) * c;
    }
    return t;
}
static void levels(double ***t, double *pool, int a, int b, int c) {
#pragma hp5 region begin
#pragma hp5 task_tile(i = 1)
    for (int i = 0; i < a; i++)
        for (int j = 0; j < b; j++)
            for (int k = 0; k < c; k++) t[i][j][k] += late(i * j + k);
#pragma hp5 task_tile(k = 64)
    for (int k = 0; k < a * b * c; k++) pool[k] = pool[k] * 0.75 + k % 5;
#pragma hp5 task_tile(i = 1)
    for (int i = 0; i < a; i++)
        for (int j = 0; j < b; j++)
            for (int k = 0; k < c; k++) t[i][j][k] *= 1.0 / (1 + t[i][j][k]);
#pragma hp5 region end
}
static double sum(const double *u, int n) {
    double s = 0;
    for (int k = 0; k < n; k++) s += u[k] * (k % 7);
    return s;
}
int main(void) {
    struct mat *m = make(N);
    struct grid g;
    double *pool = calloc(10 * 12 * 16, sizeof *pool), ***t = cube(pool, 10, 12, 16);
    g.all = calloc(N * N, sizeof(double));
    g.a = table(g.all, N, N);
    g.b = malloc(N * sizeof *g.b);
    memcpy(g.b, g.a, N * sizeof *g.b);
    for (int i = 0; i < N / 2; i++) {
        double *r = g.b[i];
        g.b[i] = g.b[N - 1 - i];
        g.b[N - 1 - i] = r;
    }
    cx.u = V;
    for (int i = 0; i < N; i++) {
        rows[i] = row(i);
        set(&cx.r[i], V + i * N);
    }
    for (int s = 0; s < 3; s++) {
        members(m, N);
        of_file();
        given(N, cx.u, cx.r);
        swapped(&g, N);
        levels(t, pool, 10, 12, 16);
    }
    printf("%.17g %.17g %.17g %.17g %.17g\n", sum(m->data, N * N), sum(U, N * N), sum(V, N * N),
           sum(g.all, N * N), sum(pool, 10 * 12 * 16));
    return 0;
}
