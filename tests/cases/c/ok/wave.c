#include <math.h>
#include <stdio.h>
#include <stdlib.h>
struct field {
    int n, m;
    double **now, **before, **next;
    double c;
};
static double **rows(int n, int m) {
    double **a = malloc(n * sizeof *a);
    for (int i = 0; i < n; i++)
        a[i] = calloc(m, sizeof **a);
    return a;
}
static void steps(struct field *f, int count) {
    int i, j, n = f->n, m = f->m;
    double s;
#pragma hp5 region begin name("waves")
#pragma hp5 array_tile dimtile(10, 20) dim(n, m) arrvar(f->now, f->before, f->next)
    for (int t = 0; t < count; t++) {
        double amplitude = sin(0.1 * t);
#pragma hp5 task inout(f->now)
        f->now[n / 3][m / 2] += amplitude;
#pragma hp5 do tasktile(10, 20)
        for (i = 1; i <= n - 2; ++i) {
            for (j = 1; j < m - 1; j += 1) {
                s = f->now[i - 1][j] + f->now[i + 1][j];
                s += f->now[i][j - 1] + f->now[i][j + 1];
                f->next[i][j] = 2 * f->now[i][j] - f->before[i][j] + f->c * (s - 4 * f->now[i][j]);
            }
        }
        double **tmp = f->before;
        f->before = f->now;
        f->now = f->next;
        f->next = tmp;
    }
#pragma hp5 region end
}
int main(void) {
    struct field f = {61, 83, rows(61, 83), rows(61, 83), rows(61, 83), 0.2};
    steps(&f, 25);
    double sum = 0;
    for (int i = 0; i < f.n; i++)
        for (int j = 0; j < f.m; j++)
            sum += f.now[i][j] * (i + 0.5 * j);
    printf("%.17g\n", sum);
    return 0;
}
