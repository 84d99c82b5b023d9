// Loops that count by a variable: chunks begin at indices that the loop has. Cyclic reduction, blocks of a
// length that is known at run time, a nest of both.
#include <stdio.h>
#include <stdlib.h>
#define N 1000
#define M 48
static double a[N], b[N], c[M][M];
static double *d;
static double late(double s) {
    for (int k = 0; k < 30; k++) s = s * 1.0001 + k;
    return s * 1e-4;
}
static void levels(int n) {
    for (int h = 1; h < 64; h *= 2) {
#pragma hp5 region begin
#pragma hp5 task_tile(i = 16)
        for (int i = 0; i < n; i += h) a[i] = a[i] * 0.5 + b[i] + late(i);
#pragma hp5 task_tile(i = 40)
        for (int i = h; i + h < n; i = i + 2 * h) b[i] += a[i - h] + a[i + h];
#pragma hp5 task_tile(i = 8)
        for (int i = h; i < n; i += h) a[i] += a[i - h] * 0.25;
#pragma hp5 region end
    }
}
static void blocks(int n, int bs, size_t step) {
    int ii, jj, last = 0;
#pragma hp5 region begin
#pragma hp5 do tasktile(1)
    for (ii = 0; ii < n; ii += bs)
        for (int i = ii; i < n && i < ii + bs; i++) d[i] += i % 7;
#pragma hp5 do tasktile(bs, 8)
    for (ii = 0; ii < M; ii += bs)
        for (jj = 0; jj + 1 < M; jj++) c[ii][jj] = c[ii][jj + 1] * 0.5 + ii - jj;
#pragma hp5 do tasktile(30)
    for (size_t k = step; k < (size_t)n; k = step + k) d[k] += d[k - step] * 0.5;
#pragma hp5 do tasktile(9)
    for (last = 3; last <= n; last += bs)
        if (last < n) d[last] *= 0.75;
#pragma hp5 region end
    printf("%d\n", last);
}
int main(void) {
    double s = 0;
    d = calloc(N, sizeof *d);
    for (int i = 0; i < N; i++) a[i] = i % 13, b[i] = i % 7;
    levels(N);
    blocks(N, 7, 3);
    blocks(N, 16, 5);
    for (int i = 0; i < N; i++) s += a[i] * (i % 5) + b[i] + d[i] * (i % 3);
    for (int i = 0; i < M; i++)
        for (int j = 0; j < M; j++) s += c[i][j] * (i + 2 * j);
    printf("%.17g\n", s);
    return 0;
}
