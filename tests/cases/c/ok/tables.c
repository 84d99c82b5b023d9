// Rows that tables of pointers lead to: tables that are arrays of the function, of the file, of parameters,
// of pointers to arrays, behind names of types. Tables that lie next to one another are two.
#include <stdio.h>
#include <stdlib.h>
#define N 16
#define M 24
#define K 6
static double *a3[N][M], *b3[N][M];
static double (*c3[N])[K], (*d3[N])[K];
typedef double *row;
static row ta[N], tb[N];
static void two(double *p[N], double *q[N]) {
#pragma hp5 region begin
#pragma hp5 array_tile dimtile(4, *) dim(N, M) arrvar(p, q)
#pragma hp5 do tasktile(4)
    for (int i = 0; i < N - 1; i++)
        for (int j = 0; j < M; j++) p[i][j] += q[i + 1][j];
#pragma hp5 do tasktile(4)
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++) q[i][j] += p[i][j];
#pragma hp5 region end
}
int main(void) {
    double *p[N], *q[N];
    for (int i = 0; i < N; i++) {
        p[i] = calloc(M, sizeof(double)); q[i] = calloc(M, sizeof(double));
        ta[i] = calloc(M, sizeof(double)); tb[i] = calloc(M, sizeof(double));
        c3[i] = calloc(M * K, sizeof(double)); d3[i] = calloc(M * K, sizeof(double));
        for (int j = 0; j < M; j++) {
            a3[i][j] = calloc(K, sizeof(double)); b3[i][j] = calloc(K, sizeof(double));
            p[i][j] = i * j; q[i][j] = i - j; ta[i][j] = j; tb[i][j] = i;
            for (int k = 0; k < K; k++) a3[i][j][k] = i + j + k, b3[i][j][k] = i - k, c3[i][j][k] = j, d3[i][j][k] = k;
        }
    }
    two(p, q);
#pragma hp5 region begin
#pragma hp5 array_tile dimtile(4, *) dim(N, M) arrvar(p, q, ta, tb)
#pragma hp5 array_tile dimtile(4, *, *) dim(N, M, K) arrvar(a3, b3, c3, d3)
#pragma hp5 do tasktile(4)
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++) p[i][j] += q[i][j] + ta[i][j] - tb[i][j];
#pragma hp5 do tasktile(4)
    for (int i = 1; i < N; i++)
        for (int j = 0; j < M; j++) q[i][j] += p[i - 1][j];
#pragma hp5 do tasktile(4)
    for (int i = 0; i < N; i++) {
        row r = ta[i];
        double *s = tb[i];
        for (int j = 0; j < M; j++) { r[j] += p[i][j]; s[j] = r[j] + q[i][j]; }
    }
#pragma hp5 do tasktile(4)
    for (int i = 1; i < N; i++)
        for (int j = 0; j < M; j++)
            for (int k = 0; k < K; k++) a3[i][j][k] += b3[i - 1][j][k] + c3[i][j][k];
#pragma hp5 do tasktile(4)
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++) {
            double *c = c3[i][j], *d = d3[i][j], *b = b3[i][j];
            for (int k = 0; k < K; k++) { b[k] += a3[i][j][k]; c[k] += d[k]; d[k] = b[k]; }
        }
#pragma hp5 region end
    double s = 0;
    for (int i = 0; i < N; i++) for (int j = 0; j < M; j++) {
        s += (p[i][j] + 2 * q[i][j] + 3 * ta[i][j] + 5 * tb[i][j]) * (i + j);
        for (int k = 0; k < K; k++) s += (a3[i][j][k] + 2 * b3[i][j][k] + 3 * c3[i][j][k] + 5 * d3[i][j][k]) * (i - j + k);
    }
    printf("%.17g\n", s);
    return 0;
}
