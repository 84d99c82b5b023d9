// Directives of OpenMP and of the compiler beside ours.
#include <stdio.h>
#define N 96
static double a[N][N], b[N][N];
static void sweep(int n, double x[N][N], double y[N][N]) {
#pragma omp parallel
#pragma hp5 region
    {
#pragma hp5 do tasktile(16, 32)
#pragma omp parallel for \
    schedule(runtime) collapse(2)
        for (int i = 1; i < n - 1; i++)
#pragma GCC ivdep
            for (int j = 1; j < n - 1; j++)
                y[i][j] = x[i - 1][j] + x[i + 1][j] - x[i][j - 1] * 0.5;
#  pragma omp parallel for schedule(static)
#pragma GCC ivdep

#pragma hp5 do tasktile(8)
        for (int i = 0; i < n; i++) {
            double row = 0;
#pragma omp simd
            for (int j = 0; j < n; j++)
                x[i][j] = y[i][j] * 0.25;
            for (int j = 0; j < n; j++) {
#pragma omp atomic
                row += x[i][j];
            }
            y[i][0] = row;
        }
#pragma omp barrier
    }
}
int main(void) {
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            a[i][j] = (i * 13 + j * 5) % 31;
    for (int t = 0; t < 4; t++)
        sweep(N, a, b);
    double sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            sum += a[i][j] * (i + 2 * j) + b[i][j];
    printf("%.17g\n", sum);
    return 0;
}
