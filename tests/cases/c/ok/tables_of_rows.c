// Two tables of rows behind one `double ***`, which lead to the same rows in another order.
#include <stdio.h>
#include <stdlib.h>
#define N 8
#define M 64
static double slow(double x) { volatile double y = x; for (int k = 0; k < 300; k++) y = y * 0.999 + 0.001; return y; }
static double cells[N * M];
static double ***make(void) {
    double ***a = malloc(2 * sizeof *a);
    for (int k = 0; k < 2; k++) { a[k] = malloc(N * sizeof **a);
        for (int i = 0; i < N; i++) a[k][i] = cells + (k ? N - 1 - i : i) * M; }
    return a;
}
static void sweep(double ***all, int t) {
#pragma hp5 region begin
#pragma hp5 task_tile(i = 1)
        for (int i = 0; i < N; i++)
            for (int j = 0; j < M; j++) all[0][i][j] = slow(all[0][i][j] + i * (t + 1));
#pragma hp5 task_tile(i = 1)
        for (int i = 0; i < N; i++)
            for (int j = 0; j < M; j++) all[1][i][j] = slow(all[1][i][j] + i * (t + 1));
#pragma hp5 region end
}
int main(void) {
    double ***all = make();
    for (int i = 0; i < N * M; i++) cells[i] = i;
    for (int t = 0; t < 4; t++) sweep(all, t);
    double s = 0; for (int i = 0; i < N * M; i++) s = s * 1.0001 + cells[i];
    printf("%.17g\n", s);
}
