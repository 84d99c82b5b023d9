/*
 * Jacobi relaxation of a plate, both time levels in one array, u[t % 2][i][j].
 *
 * Graph: a task is a band of rows in one sweep. It reads its band and one row on either side at
 * level t % 2 and writes its band at the other level, so it waits for three tasks of the sweep
 * before, and nothing waits for a whole sweep: bands of later sweeps run while others are behind,
 * and rows are used again while they are in the cache.
 *
 *     jacobi [n] [steps]        n x n points, so many sweeps
 *
 * Prints the mean, and a checksum of all bits of the plate.
 */
#include "example.h"

/* Rows of a task: its rows of all levels are about half of a second-level cache. */
#define BAND 8
#define OLD(t) ((t) % 2)
#define NEW(t) (((t) + 1) % 2)

static void relax(int n, int steps, double u[2][n][n])
{
    int t, i, j;

#pragma hp5 region begin
#pragma hp5 array_tile dimtile(1, BAND, *) dim(2, n, n) arrvar(u)
    for (t = 0; t < steps; t++) {
#pragma hp5 task_tile(i = BAND)
#pragma omp parallel for private(j) schedule(runtime)
        for (i = 1; i < n - 1; i++)
            for (j = 1; j < n - 1; j++)
                u[NEW(t)][i][j] = 0.25 * (u[OLD(t)][i - 1][j] + u[OLD(t)][i + 1][j] +
                                          u[OLD(t)][i][j - 1] + u[OLD(t)][i][j + 1]);
    }
#pragma hp5 region end
}

int main(int argc, char **argv)
{
    int n = argument(argc, argv, 1, "n", 4000, 3, 20000);
    int steps = argument(argc, argv, 2, "steps", 60, 0, 1000000);
    double (*u)[n][n] = zeros(2, sizeof *u), sum = 0, start;
    int i, j;

    no_more(argc, argv, 2);
    for (i = 0; i < n; i++)
        for (j = 0; j < n; j++)
            u[0][i][j] = u[1][i][j] = i == 0 ? 100.0 : (i * 31 + j * 17) % 97 / 97.0;
    start = seconds();
    relax(n, steps, u);
    took(start);
    for (i = 0; i < n; i++)
        for (j = 0; j < n; j++)
            sum += u[steps % 2][i][j];
    printf("mean %.12g\nchecksum %016llx\n", sum / ((double)n * n),
           (unsigned long long)checksum(0, u[steps % 2], sizeof u[0]));
    free(u);
    return 0;
}
