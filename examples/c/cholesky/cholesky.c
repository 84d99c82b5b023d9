/*
 * Cholesky factorisation of a symmetric matrix by blocks, in the lower half of an array of pointers
 * to rows.
 *
 * Graph: one task per block operation, known by the block that it changes: a block below the diagonal
 * waits for the factor of the diagonal block above it, an update for the two blocks of the column that
 * it multiplies. The next column begins when its own updates are done, not when all are.
 *
 *     cholesky [blocks] [size]      blocks x blocks blocks, each size x size
 *
 * Prints the sum of the factor's diagonal, and a checksum of all its bits.
 */
#include <math.h>

#include "example.h"

/* The factor of a block of the diagonal, in its place. */
static void factor(double **a, int from, int size)
{
    int end = from + size, i, j, k;

    for (j = from; j < end; j++) {
        for (k = from; k < j; k++)
            a[j][j] -= a[j][k] * a[j][k];
        a[j][j] = sqrt(a[j][j]);
        for (i = j + 1; i < end; i++) {
            for (k = from; k < j; k++)
                a[i][j] -= a[i][k] * a[j][k];
            a[i][j] /= a[j][j];
        }
    }
}

/* A block below it. */
static void solve(double **a, int row, int from, int size)
{
    int i, j, k;

    for (i = row; i < row + size; i++)
        for (j = from; j < from + size; j++) {
            double sum = a[i][j];
            for (k = from; k < j; k++)
                sum -= a[i][k] * a[j][k];
            a[i][j] = sum / a[j][j];
        }
}

/* A block of the rest, by the blocks of its row and its column: four columns at a time. */
static void update(double **a, int row, int column, int from, int size)
{
    int i, j, k;

    for (i = row; i < row + size; i++) {
        const double *left = a[i] + from;
        for (j = column; j + 3 < column + size; j += 4) {
            const double *p = a[j] + from, *q = a[j + 1] + from, *r = a[j + 2] + from, *s = a[j + 3] + from;
            double sums[4] = {0.0, 0.0, 0.0, 0.0};
            for (k = 0; k < size; k++) {
                sums[0] += left[k] * p[k];
                sums[1] += left[k] * q[k];
                sums[2] += left[k] * r[k];
                sums[3] += left[k] * s[k];
            }
            for (k = 0; k < 4; k++)
                a[i][j + k] -= sums[k];
        }
        for (; j < column + size; j++)
            for (k = 0; k < size; k++)
                a[i][j] -= left[k] * a[j][from + k];
    }
}

static void cholesky(double **a, int blocks, int size)
{
    int i, j, k;

#pragma hp5 region begin
#pragma hp5 array_tile dimtile(size, size) dim(blocks * size, blocks * size) arrvar(a)
    for (k = 0; k < blocks; k++) {
#pragma hp5 task inout(a[k * size:size][k * size:size]) priority(2)
        factor(a, k * size, size);
#pragma hp5 do tasktile(1) in(a[k * size:size][k * size:size]) inout(a[i * size:size][k * size:size]) priority(1)
#pragma omp parallel for schedule(runtime)
        for (i = k + 1; i < blocks; i++)
            solve(a, i * size, k * size, size);
#pragma omp parallel for private(j) schedule(runtime)
        for (i = k + 1; i < blocks; i++) {
#pragma hp5 do tasktile(1) in(a[i * size:size][k * size:size], a[j * size:size][k * size:size]) inout(a[i * size:size][j * size:size])
            for (j = k + 1; j <= i; j++)
                update(a, i * size, j * size, k * size, size);
        }
    }
#pragma hp5 region end
}

int main(int argc, char **argv)
{
    int blocks = argument(argc, argv, 1, "blocks", 16, 1, 200);
    int size = argument(argc, argv, 2, "size", 96, 1, 1000);
    int n = blocks * size, i, j;
    uint64_t sum = 0;
    double trace = 0.0, start;
    double **a;

    no_more(argc, argv, 2);
    a = zeros(n, sizeof *a);
    for (i = 0; i < n; i++) {
        a[i] = zeros(n, sizeof **a);
        for (j = 0; j <= i; j++)
            a[i][j] = i == j ? n : 1.0 / (1 + i - j);
    }
    start = seconds();
    cholesky(a, blocks, size);
    took(start);
    for (i = 0; i < n; i++) {
        trace += a[i][i];
        sum = checksum(sum, a[i], sizeof **a * n);
        free(a[i]);
    }
    free(a);
    printf("%d x %d, sum of the diagonal %.12g\nchecksum %016llx\n", n, n, trace, (unsigned long long)sum);
    return 0;
}
