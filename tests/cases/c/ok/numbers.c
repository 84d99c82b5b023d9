#include <stdio.h>
#include <stdlib.h>
/* Loops whose turns are shown apart by what numbers are of one another: both halves of a symmetric matrix, and
   stages of a transform by halves. */
#define N 64
#define M 40
static double cov[N][N], d[M][N];
static void both_halves(void) {
#pragma hp5 region
    {
#pragma hp5 do tasktile(4)
        for (int i = 0; i < N; i++)
            for (int j = i; j < N; j++) {
                double s = 0;
                for (int k = 0; k < M; k++)
                    s += d[k][i] * d[k][j];
                cov[i][j] = s;
                cov[j][i] = s;
            }
    }
}
static void by_lines(int n, double *c, double (*e)[n]) {
#pragma hp5 region
    {
#pragma hp5 array_tile dimtile(4, *) dim(n, n) arrvar(c)
#pragma hp5 do tasktile(4)
        for (int i = 0; i < n; i++)
            for (int j = 0; j <= i; j++) {
                c[i * n + j] = 0;
                for (int k = 0; k < M; k++)
                    c[i * n + j] += e[k][i] * e[k][j];
                c[j * n + i] = c[i * n + j];
            }
    }
}
static void stages(int n, double x[n], const double *w) {
#pragma hp5 region
    {
        for (int len = 2; len <= n; len *= 2) {
            int half = len / 2;
#pragma hp5 do tasktile(4)
            for (int b = 0; b < n / len; b++)
                for (int j = 0; j < half; j++) {
                    double u = x[b * len + j], v = x[b * len + j + half] * w[j];
                    x[b * len + j] = u + v;
                    x[b * len + j + half] = u - v;
                }
        }
        for (unsigned len = 2; len <= (unsigned)n; len <<= 1) {
#pragma hp5 do tasktile(4)
            for (unsigned b = 0; b < n / len; b++)
                for (unsigned j = 0; j < len >> 1; j++) {
                    double u = x[b * len + j], v = x[b * len + j + (len >> 1)] * w[j];
                    x[b * len + j] = u + v;
                    x[b * len + j + (len >> 1)] = u - v;
                }
        }
    }
}
/* What a number is of another one holds until one of the two changes. */
static void changed(int n, double x[n]) {
#pragma hp5 region
    {
        for (int len = 8; len <= n; len *= 2) {
            int half = len / 2;
            half += 1;
#pragma hp5 do tasktile(1)
            for (int b = 0; b < n / len - 1; b++) // in order
                for (int j = 0; j < half; j++)
                    x[b * len + j + half] += x[b * len + j];
        }
        for (int len = 9; len > 2; len -= 2) {
            int half = len / 2;
#pragma hp5 do tasktile(1)
            for (int b = 0; b < 9; b++) { // in order
                x[b * len + 1] += 1;
                x[b * len + half + 1] *= 1.5;
            }
        }
    }
}
int main(void) {
    static double x[256], w[256];
    for (int i = 0; i < M; i++)
        for (int j = 0; j < N; j++)
            d[i][j] = i * 3 % 7 + j % 5;
    both_halves();
    double s = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            s += cov[i][j] * (i + 2 * j);
    by_lines(N, &cov[0][0], d);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            s += cov[i][j] * (i + 3 * j);
    printf("%.17g\n", s);
    for (int i = 0; i < 256; i++) {
        x[i] = i % 7;
        w[i] = 1.0 / (1 + i);
    }
    stages(256, x, w);
    changed(256, x);
    s = 0;
    for (int i = 0; i < 256; i++)
        s += x[i] * i;
    printf("%.17g\n", s);
    return 0;
}
