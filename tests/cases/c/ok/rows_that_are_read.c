#include <stddef.h>
#include <stdio.h>
/* Rows that tasks only read by pointers of an array, and write by the name of the memory behind them. */
#define N 11
#define M 8
struct data { double *a; };
static double cells[N * M];
static double *rows[N];

static double slow(double x) {
    for (int k = 0; k < 2000; k++) x = x * 0.999 + 0.001 * (x > 1 ? 1 : x);
    return x;
}
/* Nobody sees here what it sets. */
static void put(void *at, const void *pointer) {
    char *to = at;
    for (size_t k = 0; k < sizeof pointer; k++) to[k] = ((const char *)&pointer)[k];
}
static void upwards(struct data *d) {
#pragma hp5 region
    {
#pragma hp5 array_tile dimtile(*, *) dim(N, M) arrvar(d->a)
#pragma hp5 task_tile(i = 8)
        for (int i = 1; i < N - 1; i++)
            for (int j = 1; j < M - 1; j++) {
                double *row = d->a + i * M;
                row[j] = slow(row[j] + 0.5 * rows[i + 1][j] + 0.03125);
            }
    }
}
int main(void) {
    struct data data = {cells}, *d = &data;
    for (int i = 0; i < N; i++) {
        put(&rows[i], d->a + i * M);
        for (int j = 0; j < M; j++) cells[i * M + j] = i * 0.25 + j;
    }
    for (int t = 0; t < 5; t++) upwards(d);
    double s = 0;
    for (int k = 0; k < N * M; k++) s = s * 0.75 + cells[k];
    printf("%.17g\n", s);
    return 0;
}
