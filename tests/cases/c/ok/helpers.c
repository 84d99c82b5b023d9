/* Functions of the file that generating code calls: those that only read wait for no task but those that
   write what they read. */
#include <math.h>
#include <stdio.h>

#define N 200
#define M 40

static int strip = 24;
static double peak;
enum { HALO = 1 };
static const int order[4] = {2, 0, 3, 1};

static int ceil_div(int a, int b)
{
    return (a + b - 1) / b;
}

static int strips(int n)
{
    return ceil_div(n - 2 * HALO, strip);
}

/* Where strip s begins. */
static int first(int n, int s)
{
    int at = HALO + s * strip;
    while (at > n - HALO)
        at--;
    return at;
}

static int nth(int s)
{
    return s / 4 * 4 + order[s % 4] < 8 ? s / 4 * 4 + order[s % 4] : s;
}

/* Reads what tasks write. */
static double scale(void)
{
    return peak > 0.0 ? 1.0 / sqrt(peak) : 1.0;
}

static void sweep(int n, double a[n][M], double b[n][M])
{
#pragma hp5 region joined
    {
#pragma hp5 array_tile dimtile(8, *) arrvar(a, b)
        for (int k = 0; k < strips(n); k++) {
            int s = strips(n) == 8 ? nth(k) : k, lo = first(n, s), hi = first(n, s + 1);
#pragma hp5 do tasktile(8)
            for (int i = lo; i < hi; i++)
                for (int j = 1; j < M - 1; j++)
                    b[i][j] = 0.2 * (a[i][j] + a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1]);
        }
    }
}

static double x[N][M], y[N][M];

int main(int argc, char **argv)
{
    int n = argc > 1 && argv[1][0] == '4' ? 40 : N;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < M; j++)
            x[i][j] = y[i][j] = (i * 7 + j * 3) % 11;
#pragma hp5 region begin
    for (int t = 0; t < 6; t++) {
        sweep(n, x, y);
        sweep(n, y, x);
    }
#pragma hp5 task
    {
        peak = 0.0;
        for (int i = 0; i < n; i++)
            peak += x[i][M / 2];
    }
    double by = scale();
#pragma hp5 array_tile dimtile(8, *) arrvar(y)
#pragma hp5 do tasktile(8)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < M; j++)
            y[i][j] *= by;
#pragma hp5 region end
    double sum = 0.0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < M; j++)
            sum += (i + j) * x[i][j] + (i - j) * y[i][j];
    printf("%.17g %.17g\n", sum, peak);
    return 0;
}
