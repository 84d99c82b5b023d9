#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define N 300
#define AT(i, j) ((i) * m + (j))

static double grid[N][N], other[N][N];

static double sweep_all(int n, int m, double *restrict a, double *restrict b, int sweeps) {
    int i, j;
    double err = 0.0;
#pragma hp5 region begin
#pragma hp5 array_tile dimtile(32, 64) dim(n, m) arrvar(a, b)
    for (int t = 0; t < sweeps; t++) {
#pragma hp5 do tasktile(32, 64)
        for (i = 1; i < n - 1; i++)
            for (j = 1; j < m - 1; j++)
                b[AT(i, j)] = 0.25 * (a[AT(i - 1, j)] + a[AT(i + 1, j)] + a[AT(i, j - 1)] + a[AT(i, j + 1)]);
        double *tmp = a;
        a = b;
        b = tmp;
    }
#pragma hp5 task_tile(i = 16) reduction(+: err)
    for (i = 0; i < n; i++) {
        double row = 0.0;
        for (j = 0; j < m; j++)
            row += fabs(a[AT(i, j)] - b[AT(i, j)]);
        err += row;
    }
#pragma hp5 region end
    return err;
}

static void gauss_seidel(int sweeps) {
#pragma hp5 region
    {
#pragma hp5 array_tile dimtile(16, 16) default
        for (int t = 0; t < sweeps; t++) {
#pragma hp5 do tasktile(16, 16)
            for (int i = 1; i < N - 1; i++)
                for (int j = 1; j < N - 1; j++)
                    grid[i][j] = (grid[i - 1][j] + grid[i][j - 1] + grid[i + 1][j] + grid[i][j + 1]) / 4;
            if (t % 3 == 0)
                printf("%.17g\n", grid[N / 2][N / 2]);
        }
#pragma hp5 do tasktile(16)
        for (int i = N - 1; i >= 0; i--)
            for (int j = 0; j < N; j++)
                other[i][j] = grid[i][N - 1 - j] * 2;
    }
}

int main(void) {
    int n = 200, m = 150;
    double *a = malloc(sizeof *a * n * m), *b = malloc(sizeof *b * n * m), sum = 0.0;
    for (int k = 0; k < n * m; k++)
        a[k] = b[k] = k % 97;
    double err = sweep_all(n, m, a, b, 11);
    for (int k = 0; k < n * m; k++)
        sum += a[k] + 3 * b[k];
    printf("%.17g\n", sum);
    printf("%.10g\n", err);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            grid[i][j] = (i * 31 + j * 7) % 101;
    gauss_seidel(7);
    sum = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            sum += other[i][j] * (i + j % 3);
    printf("%.17g\n", sum);
    return 0;
}
