/*
 * Successive overrelaxation, red points first, then black ones, until the change is small.
 *
 * Graph: a task is a band of rows of one colour in one sweep. Bands of one colour share rows at their edges only
 * by reading and writing different points, which tiles do not tell apart, so bands go in order; but bands of
 * the next colour and of later sweeps follow close behind (a wavefront over sweeps). After every
 * CHECK sweeps the change is summed by a reduction and the program waits for it, to decide on going on.
 *
 *     sor [n] [sweeps at most] [digits]     n x n points, until the change is below 10^-digits
 *
 * Prints how many sweeps it took, and a checksum of all bits.
 */
#include <math.h>

#include "example.h"

#define CHECK 20
#define BAND 16

/* Sweeps until the greatest change of a point in the last sweep of CHECK is below `limit`; returns how many. */
static int relax(double **u, double **f, int n, int most, double omega, double limit)
{
    int i, j, colour, sweep = 0, still = 0;
    double change;

#pragma hp5 region begin
#pragma hp5 array_tile dimtile(BAND, *) dim(n, n) arrvar(u, f)
    while (sweep < most && !still) {
        int until = sweep + CHECK < most ? sweep + CHECK : most;
        for (; sweep < until; sweep++)
            for (colour = 0; colour < 2; colour++) {
#pragma hp5 do tasktile(BAND)
#pragma omp parallel for private(j) schedule(runtime)
                for (i = 1; i < n - 1; i++)
                    for (j = 1 + (i + colour) % 2; j < n - 1; j += 2)
                        u[i][j] += omega * 0.25 *
                            (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1] - 4.0 * u[i][j] - f[i][j]);
            }
        change = 0.0;
#pragma hp5 do tasktile(BAND) reduction(max: change)
#pragma omp parallel for private(j) reduction(max: change) schedule(runtime)
        for (i = 1; i < n - 1; i++)
            for (j = 1; j < n - 1; j++) {
                double left = fabs(u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1] - 4.0 * u[i][j] - f[i][j]);
                if (left > change)
                    change = left;
            }
#pragma hp5 task_wait
        still = change < limit;
    }
#pragma hp5 region end
    return sweep;
}

/* A matrix as an array of rows. */
static double **matrix(int n)
{
    double **rows = zeros((size_t)n, sizeof *rows);
    int i;

    for (i = 0; i < n; i++)
        rows[i] = zeros((size_t)n, sizeof **rows);
    return rows;
}

int main(int argc, char **argv)
{
    int n = argument(argc, argv, 1, "n", 2000, 3, 20000);
    int most = argument(argc, argv, 2, "sweeps at most", 100, 0, 1000000);
    int digits = argument(argc, argv, 3, "digits", 9, 0, 15), i, j, sweeps;
    double **u, **f, start;
    unsigned long long sum = 0;

    no_more(argc, argv, 3);
    u = matrix(n);
    f = matrix(n);
    for (i = 0; i < n; i++)
        for (j = 0; j < n; j++) {
            u[i][j] = i == 0 || j == 0 ? 1.0 : 0.0;
            f[i][j] = (i * 13 + j * 7) % 11 * 1e-4;
        }
    start = seconds();
    sweeps = relax(u, f, n, most, 1.9, pow(10.0, -digits));
    took(start);
    for (i = 0; i < n; i++)
        sum = checksum(sum, u[i], sizeof **u * n);
    printf("sweeps %d\nchecksum %016llx\n", sweeps, sum);
    for (i = 0; i < n; i++) {
        free(u[i]);
        free(f[i]);
    }
    free(u);
    free(f);
    return 0;
}
