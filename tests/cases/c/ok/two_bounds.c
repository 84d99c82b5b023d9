// Loops that two bounds end: the last block is cut short by the second of them. In tasks, around them, and as the
// loop that tasks are cut of; the bounds in either order, with their ends in or out.
#include <stdio.h>
#include <stdlib.h>
#define N 1003
#define W 37
static double a[N], c[N][W];
static void blocks(double *d, int n, int bs) {
    int i, ii, j, last = 0, inf = 16;
#pragma hp5 region begin
#pragma hp5 array_tile dimtile(64) dim(n) arrvar(a, d)
    for (ii = 0; ii < n; ii += bs) {
#pragma hp5 task
        for (i = ii; i < n && i < ii + bs; i++) a[i] = a[i] * 0.5 + i % 11;
    }
    for (ii = 0; ii < n; ii += bs) {
#pragma hp5 task
        for (i = ii; i <= ii + bs - 1 && n > i; i++) d[i] += a[i] + (i > 0 ? a[i - 1] : 0);
    }
    for (ii = 1; ii + 1 < n && ii < 900; ii += bs) {
#pragma hp5 task
        for (i = ii; i + 1 < n && i < ii + bs; i += 2) d[i] += 0.25 * (a[i - 1] + a[i + 1]);
    }
#pragma hp5 do tasktile(inf)
    for (i = 0; i < n && i <= bs * 9; i++) a[i] += d[i];
#pragma hp5 do tasktile(10)
    for (last = 2; last < 4 * bs && last < n; last += 3) d[last] *= 0.75;
#pragma hp5 do tasktile(8, 8)
    for (i = 0; i < n && i < 50; i++)
        for (j = 0; j < W && j <= bs; j++) c[i][j] += i - j;
#pragma hp5 do tasktile(8)
    for (i = 0; i < n; i++)
        for (j = 0; j <= i && j < W; j++) c[i][j] = c[i][j] * 0.5 + j;
#pragma hp5 region end
    printf("%d %d %d\n", last, i, inf);
}
int main(void) {
    double s = 0, *d = calloc(N, sizeof *d);
    int i, j;
    for (i = 0; i < N; i++) a[i] = i % 13, d[i] = i % 7;
    blocks(d, N, 64);
    blocks(d, N, 50);
    blocks(d, 200, 7);
    for (i = 0; i < N; i++) s += a[i] * (i % 5) + d[i] * (i % 3);
    for (i = 0; i < N; i++)
        for (j = 0; j < W; j++) s += c[i][j] * ((i + j) % 3);
    printf("%.17g\n", s);
    free(d);
    return 0;
}
