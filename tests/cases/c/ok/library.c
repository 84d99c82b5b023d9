/* What functions of the library do with what they are given: comparators that look at variables of the file, sizes of
   types that are arrays, pointers that are returned, the index in front of the brackets. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define N 20
#define M 16
#define ROW_BYTES (M * sizeof(int))
typedef double vec[3];
static int v[N][M], w[N][M], dir = 1, key[M], calls;
static vec x[N];
static double buf[3 * N], out[N], b[4 * N], a[4 * N];
static uint8_t bytes[4 * N];
static const int first[M] = {5, 4, 3};
static int directed(const void *p, const void *q) { return dir * (*(const int *)p - *(const int *)q); }
static int by_key(const void *p, const void *q) { return key[*(const int *)p] - key[*(const int *)q]; }
static int counted(const void *p, const void *q)
{
    calls++;
    return *(const int *)p - *(const int *)q;
}
static void sorted(int *row, int (*less)(const void *, const void *)) { qsort(row, M, sizeof *row, less); }
static void clear(double *row, int n) { memset(row, 0, n * sizeof *row); }
static void comparators(void)
{
#pragma hp5 region begin
    for (int t = 0; t < 3; t++) {
        dir = t % 2 ? -1 : 1;
#pragma hp5 do tasktile(1)
        for (int i = 0; i < N; i++)
            qsort(v[i], sizeof v[i] / sizeof v[i][0], sizeof(int), directed);
#pragma hp5 do tasktile(1)
        for (int i = 0; i < N; i++)
            v[i][2] += v[i][1];
#pragma hp5 task
        for (int j = 0; j < M; j++)
            key[j] = (key[j] * 5 + t) % 17;
#pragma hp5 do tasktile(1)
        for (int i = 0; i < N; i++)
            qsort(w[i], M, sizeof(int), (int (*)(const void *, const void *)) & by_key);
#pragma hp5 task inout(w[3][0:M])
        sorted(w[3], by_key);
#pragma hp5 task
        qsort(w[4], M, sizeof(int), counted);
#pragma hp5 task
        out[t] += calls > 0;
    }
#pragma hp5 region end
}
static void parts(void)
{
#pragma hp5 region begin
    for (int i = 0; i < N; i++) {
#pragma hp5 task
        memcpy(&buf[3 * i], x[i], sizeof(vec));
    }
    for (int i = 0; i < N; i++) {
#pragma hp5 task
        out[i] += buf[3 * i + 2];
    }
    for (int i = 0; i < N; i++) {
#pragma hp5 task
        {
            double *d = memcpy(&b[4 * i], &a[4 * i], 3 * sizeof *a);
            d[3] = d[0] + 1;
        }
    }
    for (int i = 0; i < N; i++) {
#pragma hp5 task
        out[i] += b[4 * i + 3];
    }
#pragma hp5 do tasktile(1)
    for (int i = 0; i < N; i++) {
        2 [v[i]] = 100;
        if (i == 3)
            memset(&(*x)[1], 0, sizeof(double));
        (4 * i)[a] += 3;
        memset(bytes + 4 * i, i, 4);
        memset(&(4 * i)[b], 0, sizeof(double) * 2);
    }
#pragma hp5 do tasktile(1)
    for (int i = 0; i < N; i++) {
        out[i] += v[i][2] + x[0][1] + a[4 * i] + bytes[4 * i + 3] + b[4 * i + 1];
        memcpy(w[i], first, ROW_BYTES);
    }
#pragma hp5 do tasktile(1)
    for (int i = 0; i < N; i++) {
        out[i] += w[i][1] + (double)strlen("abc");
        clear(&a[4 * i], 2);
    }
#pragma hp5 region end
}
int main(void)
{
    double s = 0;
    for (int i = 0; i < N; i++) {
        x[i][0] = x[i][1] = x[i][2] = i + 1;
        for (int j = 0; j < M; j++)
            v[i][j] = (i * 31 + j * 17) % 23, w[i][j] = (i + j) % M, key[j] = j * 7 % 11;
    }
    for (int i = 0; i < 4 * N; i++)
        a[i] = i;
    comparators();
    parts();
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            s = s * 0.99 + v[i][j] * j + w[i][j] + out[i] + a[4 * i + j % 4];
    printf("%.17g\n", s);
    return 0;
}
