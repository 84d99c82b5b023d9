/* Rows that tasks hand to functions of the library, which say how long they are. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define N 24
#define M 16
typedef float number;
static double u[N][M], v[N][M], cube[N][4][M];
static char text[N][M];
static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}
static void rows(int n, int m, double *a, double *b, number *f)
{
    int i;
#pragma hp5 region begin
#pragma hp5 array_tile dimtile(4, *) dim(n, m) arrvar(a, b, f)
    for (int t = 0; t < 3; t++) {
#pragma hp5 do tasktile(4)
        for (i = 0; i < n; i++)
            memcpy(&b[i * m], a + i * m, m * sizeof(double));
#pragma hp5 do tasktile(4)
        for (i = 0; i < n; i++) {
            b[i * m] = -i;
            qsort(&b[i * m], m, sizeof *b, by_value);
        }
#pragma hp5 do tasktile(4)
        for (i = 0; i < N; i++) {
            memset(v[i], 0, sizeof v[i]);
            memmove(&v[i][1], u[i], sizeof(double) * (M - 1));
            memset(text[i] + 1, 'a' + i % 8, M - 1);
        }
#pragma hp5 do tasktile(4)
        for (i = 0; i < n; i++) {
            double *row = &a[i * m];
            memcpy(row + 1, b + i * m + 1, sizeof(*row) * (m - 2));
            memset(f + i * m, 0, m * sizeof(number));
        }
#pragma hp5 do tasktile(4)
        for (i = 0; i < N; i++)
            memcpy(u[i], v[i], M * sizeof **v);
#pragma hp5 do tasktile(4)
        for (i = 0; i < N; i++)
            for (int j = 0; j < 4; j++)
                memcpy(cube[i][j], u[i], sizeof cube[i][j]);
#pragma hp5 do tasktile(4)
        for (i = 1; i < N; i++)
            memcpy(u[i], u[i - 1], sizeof u[i]); // in order
#pragma hp5 do tasktile(4)
        for (i = 0; i < N - 1; i++)
            memset(v[i], 0, (i * i % M) * sizeof v[i][0]); // in order
    }
#pragma hp5 region end
}
int main(void)
{
    static double a[N * M], b[N * M];
    static number f[N * M];
    double s = 0;
    for (int i = 0; i < N * M; i++) {
        a[i] = i * 7 % 13;
        f[i] = i;
        u[i / M][i % M] = i % 5;
    }
    rows(N, M, a, b, f);
    for (int i = 0; i < N * M; i++)
        s = s * 0.75 + a[i] + b[i] + f[i] + u[i / M][i % M] + v[i / M][i % M] + cube[i / M][1][i % M] + text[i / M][i % M];
    printf("%.17g\n", s);
    return 0;
}
