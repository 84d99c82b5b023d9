#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
/* Views of constant structs: by what functions give, others are written. */
enum { N = 4, M = 64 };
typedef struct { double *p; int n; } Row;
typedef struct { Row *r; int n; } Grid;
static double *row(const Row *x, int i) { return x[i].p; }
static const Row *one(const Grid *g, int i) { return g->r + i; }
static Row val(const Grid *g, int i) { return g->r[i]; }
static const Row *get(const Row *x, int i) { return &x[i]; }
static double at(const Row *x, int i, int k) { return x[i].p[k]; }
int main(void) {
    Row rows[N];
    double *all = calloc(N * M, sizeof *all);
    for (int i = 0; i < N; i++) rows[i] = (Row){all + i * M, M};
    Grid g = {rows, N};
#pragma hp5 region
    {
    for (int t = 0; t < 40; t++) {
        int i = t % 2;
#pragma hp5 task
        { usleep(t % 3 * 300); for (int k = 0; k < M; k++) row(rows, i)[k] = row(rows, i)[k] * .3 + k + t; }
    }
    }
#pragma hp5 region
    {
    for (int t = 0; t < 40; t++) {
        int i = t % 2;
#pragma hp5 task
        { usleep(t % 3 * 300); for (int k = 0; k < M; k++) get(rows, i)->p[k] = row(rows, i)[k] * .3 + k + t; }
    }
    }
#pragma hp5 region
    {
    for (int t = 0; t < 40; t++) {
        int i = t % 2;
#pragma hp5 task
        { usleep(t % 3 * 300); for (int k = 0; k < M; k++) one(&g, i)->p[k] = row(rows, i)[k] * .3 + k + t; }
    }
    }
#pragma hp5 region
    {
    for (int t = 0; t < 40; t++) {
        int i = t % 2;
#pragma hp5 task
        { usleep(t % 3 * 300); for (int k = 0; k < M; k++) val(&g, i).p[k] = at(rows, i, k) * .3 + k + t; }
    }
    }
    double s = 0;
    for (int i = 0; i < N * M; i++) s = s * 1.0001 + all[i];
    printf("%.17g\n", s);
    free(all);
    return 0;
}
