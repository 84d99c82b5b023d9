/* Arrays that are cut into a number of parts: tasks on parts of their own run at the same time, with ends rounded
   down as in b * n / parts, and with parts of one size, rounded up. */
#include <stdio.h>

enum { N = 103, M = 50 };
static double x[N], y[N], grid[N][M];

static void scale(int n, int parts, double *to, const double *from)
{
#pragma hp5 region
    {
#pragma hp5 array_tile dimtile(parts(parts)) dim(n) arrvar(to, from)
        for (int sweep = 0; sweep < 3; sweep++)
            for (int b = 0; b < parts; b++) {
                int lo = b * n / parts, hi = (b + 1) * n / parts;
#pragma hp5 task inout(to[lo:hi - lo]) in(from[lo:hi - lo])
                for (int i = lo; i < hi; i++)
                    to[i] = to[i] / 2 + from[i];
            }
    }
}

static void loops(int n, int parts, int on)
{
    int size = (n + parts - 1) / parts;
    (void)size, (void)on;
#pragma hp5 region
    {
#pragma hp5 array_tile dimtile(parts(parts, ceil), *) arrvar(grid) if (on)
#pragma hp5 array_tile dimtile(parts(7, floor)) arrvar(x, y)
        for (int t = 0; t < 4; t++) {
#pragma hp5 do tasktile(size)
            for (int i = 0; i < n; i++)
                for (int j = 0; j < M; j++)
                    grid[i][j] += i * t + j;
#pragma hp5 do tasktile(9)
            for (int i = 1; i < n - 1; i++)
                y[i] = x[i - 1] + grid[i][t] + x[i + 1];
#pragma hp5 do tasktile(13)
            for (int i = 0; i < n; i++)
                x[i] = y[i] / 3;
        }
    }
}

int main(void)
{
    for (int i = 0; i < N; i++)
        x[i] = i % 13;
    scale(N, 8, y, x);
    scale(N, 1, y, x);
    scale(5, 9, y, x);
    loops(N, 6, 1);
    loops(N, 200, 0);
    double sum = 0;
    for (int i = 0; i < N; i++)
        sum = sum * 0.9 + x[i] + y[i] + grid[i][i % M];
    printf("%.17g\n", sum);
    return 0;
}
