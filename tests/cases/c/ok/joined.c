/* Sweeps in functions of their own, whose tasks are one graph: joined regions. */
#include <stdio.h>
#include <stdlib.h>

#define N 120
#define M 90
#define COLUMNS (M + 0)

static double weights[3] = {0.25, 0.5, 0.25};
static double peak;
static int rounds;

/* A sweep; `p` and `q` may be any two of the caller's arrays. */
static void blur(int n, double p[n][M], double q[n][M])
{
    int last = n - 1;
#pragma hp5 region joined
    {
#pragma hp5 array_tile dimtile(8, 16) arrvar(p, q)
#pragma hp5 do tasktile(8, 16)
        for (int i = 1; i < last; i++)
            for (int j = 1; j < COLUMNS - 1; j++)
                q[i][j] = weights[1] * p[i][j] + weights[0] * (p[i - 1][j] + p[i][j - 1])
                          + weights[2] * (p[i + 1][j] + p[i][j + 1]) * 0.5;
    }
}

/* Joins what calls it, and is joined. */
static void twice(int n, double p[n][M], double q[n][M])
{
#pragma hp5 region joined
    {
        blur(n, p, q);
        blur(n, q, p);
    }
}

/* Reads what tasks of the caller write: waits for them. */
static void damp(int n, double p[n][M], int row)
{
#pragma hp5 region joined
    {
        double most = p[row][M / 2] > 2.0 ? 0.5 : 0.75;
#pragma hp5 array_tile dimtile(8, 16) arrvar(p)
#pragma hp5 do tasktile(8, 16)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < M; j++)
                p[i][j] *= most;
    }
}

/* Columns by factors of the caller. */
static void by_columns(int n, double p[n][M], const double *factors, const double *more)
{
#pragma hp5 region joined
    {
#pragma hp5 array_tile dim(4) dimtile(*) arrvar(factors)
#pragma hp5 do tasktile(8)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < M; j++)
                p[i][j] = p[i][j] * factors[j % 4] + *more;
    }
}

/* What lies in a block lives as long as tasks use it. */
static void scaled(int n, double p[n][M])
{
#pragma hp5 region begin
    for (int t = 0; t < 3; t++) {
        double factors[4] = {0.5, 0.25 * t, 0.75, 1.0 - t}, more = 0.5 * t;
        by_columns(n, p, factors, &more);
    }
    {
        double other[4] = {9.0, 9.0, 9.0, 9.0};
        (void)other;
#pragma hp5 do tasktile(8)
        for (int i = 0; i < n; i++)
            p[i][0] += 1.0;
    }
#pragma hp5 region end
}

/* Its tasks use a variable of its own, and one of the file. */
static void measure(int n, double p[n][M])
{
    double sum = 0.0;
#pragma hp5 region joined
    {
#pragma hp5 array_tile dimtile(8, 16) arrvar(p)
#pragma hp5 task_tile(i = 8) reduction(max: sum)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < M; j++)
                sum = p[i][j] > sum ? p[i][j] : sum;
#pragma hp5 task
        {
            peak = peak * 0.5 + sum;
            rounds++;
        }
    }
}

/* What the tasks of `measure` set decides. */
static void scale(int n, double p[n][M])
{
#pragma hp5 region joined
    {
        if (peak > 4.0)
            damp(n, p, n / 3);
    }
}

static double *level[3];

int main(int argc, char **argv)
{
    int steps = argc > 1 ? atoi(argv[1]) : 9;
    double (*a)[M] = malloc(sizeof(double[N][M])), (*b)[M] = malloc(sizeof(double[N][M])), shown = 0.0;
    double(*c)[M] = malloc(sizeof(double[N][M])), sum = 0.0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++) {
            a[i][j] = (i * 37 + j * 11) % 17;
            b[i][j] = c[i][j] = (i + 2 * j) % 5;
        }
    level[0] = &a[0][0];
    scaled(N, c);
#pragma hp5 region begin
    for (int t = 0; t < steps; t++) {
        blur(N, a, b);
        twice(N, b, c);
        measure(N, b);
        scale(N, b);
#pragma hp5 array_tile dimtile(8, 16) dim(N, M) arrvar(a, b)
#pragma hp5 do tasktile(8, 16)
        for (int i = 0; i < N; i++)
            for (int j = 0; j < M; j++)
                a[i][j] = 0.5 * (a[i][j] + b[i][j]);
        if (t == 4)
            shown = b[N / 2][M / 2] + level[0][M];
        if (t % 2)
            blur(rounds > 3 ? N : N / 2, b, c);
    }
#pragma hp5 region end
    blur(N, c, b); /* a region of its own */
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            sum += a[i][j] * (i % 7) + b[i][j] * (j % 5) + c[i][j];
    printf("%.17g %.17g %.17g %d\n", sum, shown, peak, rounds);
    free(a);
    free(b);
    free(c);
    return 0;
}
