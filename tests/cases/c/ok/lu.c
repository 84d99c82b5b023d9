#include <stdio.h>
#include <stdlib.h>
#include <math.h>
#define B 8
static void factor(double *a, int lda) {
    for (int k = 0; k < B; k++)
        for (int i = k + 1; i < B; i++) {
            a[i * lda + k] /= a[k * lda + k];
            for (int j = k + 1; j < B; j++)
                a[i * lda + j] -= a[i * lda + k] * a[k * lda + j];
        }
}
static void solve_row(const double *d, double *a, int lda) {
    for (int k = 0; k < B; k++)
        for (int i = k + 1; i < B; i++)
            for (int j = 0; j < B; j++)
                a[i * lda + j] -= d[i * lda + k] * a[k * lda + j];
}
static void solve_column(const double *d, double *a, int lda) {
    for (int k = 0; k < B; k++)
        for (int i = 0; i < B; i++) {
            a[i * lda + k] /= d[k * lda + k];
            for (int j = k + 1; j < B; j++)
                a[i * lda + j] -= a[i * lda + k] * d[k * lda + j];
        }
}
static void update(const double *l, const double *u, double *a, int lda) {
    for (int i = 0; i < B; i++)
        for (int j = 0; j < B; j++)
            for (int k = 0; k < B; k++)
                a[i * lda + j] -= l[i * lda + k] * u[k * lda + j];
}
void lu(double *a, int blocks) {
    int n = blocks * B;
#pragma hp5 region
    {
#pragma hp5 array_tile dimtile(B, B) dim(n, n) arrvar(a)
        for (int k = 0; k < blocks; k++) {
#pragma hp5 task inout(a[k * B:B][k * B:B]) priority(3) name("factor")
            factor(&a[k * B * n + k * B], n);
            for (int j = k + 1; j < blocks; j++) {
#pragma hp5 task in(a[k * B:B][k * B:B]) inout(a(k * B:k * B + B - 1, j * B:j * B + B - 1:1)) priority(2)
                solve_row(a + k * B * n + k * B, a + k * B * n + j * B, n);
            }
            for (int i = k + 1; i < blocks; i++) {
#pragma acemesh task in(a[k * B:B][k * B:B]), inout(a[i * B:B][k * B:B])
                solve_column(a + k * B * n + k * B, a + i * B * n + k * B, n);
            }
            for (int i = k + 1; i < blocks; i++)
                for (int j = k + 1; j < blocks; j++)
#pragma hp5 task in(a[i * B:B][k * B:B], a[k * B:B][j * B:B]) \
                 inout(a[i * B:B][j * B:B])
                    update(a + i * B * n + k * B, a + k * B * n + j * B, a + i * B * n + j * B, n);
        }
    }
}
int main(void) {
    int blocks = 9, n = blocks * B;
    double *a = malloc(sizeof(double) * n * n), sum = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            a[i * n + j] = 1.0 / (1 + i + j) + (i == j ? n : 0);
    lu(a, blocks);
    for (int i = 0; i < n * n; i++)
        sum += a[i] * (i % 13);
    printf("%.17g\n", sum);
    free(a);
    return 0;
}
