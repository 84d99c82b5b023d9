// Places that pointers do not have yet when a task is registered, and rows that begin before their memory: what
// `--checked` must not take for accesses that no clause covers.
#include <stdio.h>
#include <stdlib.h>
#define N 24
typedef struct block { double *u, *un; } block;
typedef struct { double (*x)[3], (*f)[3]; int n; } set;
static block B[3];
static double m1[3][4], m2[3][4];
static void step(block *b) {
    double *o = b->un;
    for (int j = 0; j < 4; j++) o[j] = 0.5 * b->u[j] + j;
}
static void flip(block *b) {
    double *t = b->u;
    b->u = b->un;
    b->un = t;
}
static void turns(void) {
#pragma hp5 region begin
    for (int t = 0; t < 3; t++) {
        for (int i = 0; i < 3; i++) {
            block *b = B + i;
#pragma hp5 task
            step(b);
        }
#pragma hp5 do tasktile(2)
        for (int i = 0; i < 3; i++) flip(B + i);
    }
#pragma hp5 region end
}
static void locate(const set *s, int i, const double **x, double **f) {
    *x = s->x[i];
    *f = s->f[i];
}
static void pair(set *s, int i, int j) {
    const double *xi, *xj;
    double *fi, *fj;
    locate(s, i, &xi, &fi);
    locate(s, j, &xj, &fj);
    for (int k = 0; k < 3; k++) {
        fi[k] += xi[k] - xj[k];
        fj[k] -= (xi[k] - xj[k]) * 0.5;
    }
}
static void pairs(set *s) {
#pragma hp5 region begin
#pragma hp5 do tasktile(8)
    for (int i = 0; i < s->n - 1; i++) pair(s, i, i + 1);
    for (int i = 0; i < s->n; i += 8) {
#pragma hp5 task
        pair(s, i, s->n - 1 - i);
    }
#pragma hp5 region end
}
// Numbers from 1, as Numerical Recipes has them.
static double **matrix(int n, int m) {
    double **r = malloc((size_t)(n + 1) * sizeof *r);
    r[0] = malloc((size_t)(n * m) * sizeof **r);
    r[1] = r[0] - 1;
    for (int i = 2; i <= n; i++) r[i] = r[i - 1] + m;
    return r;
}
static double from_one(int n, int m) {
    double **r = matrix(n, m), s = 0;
#pragma hp5 region begin
#pragma hp5 array_tile dimtile(4, 8) dim(n + 1, m + 1) arrvar(r)
#pragma hp5 do tasktile(4)
    for (int i = 1; i <= n; i++)
        for (int j = 1; j <= m; j++) r[i][j] = i * 10 + j;
#pragma hp5 do tasktile(4, 8)
    for (int i = 2; i <= n; i++)
        for (int j = 1; j <= m; j++) r[i][j] += 0.5 * r[i - 1][j];
#pragma hp5 region end
    for (int i = 1; i <= n; i++)
        for (int j = 1; j <= m; j++) s += r[i][j] * (i + 2 * j);
    free(r[0]);
    free(r);
    return s;
}
int main(void) {
    set s;
    double sum = 0;
    for (int i = 0; i < 3; i++) B[i].u = m1[i], B[i].un = m2[i], B[i].u[1] = i;
    turns();
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 4; k++) sum += B[i].u[k] * (i + 1);
    s.n = N, s.x = malloc(N * sizeof *s.x), s.f = malloc(N * sizeof *s.f);
    for (int i = 0; i < N; i++)
        for (int k = 0; k < 3; k++) s.x[i][k] = i * (k + 2) % 9, s.f[i][k] = 0;
    pairs(&s);
    for (int i = 0; i < N; i++)
        for (int k = 0; k < 3; k++) sum += s.f[i][k] * (i + k);
    printf("%.17g %.17g\n", sum, from_one(20, 19));
    free(s.x);
    free(s.f);
    return 0;
}
