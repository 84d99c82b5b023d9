/*
 * Shortest paths between all pairs of places (Floyd and Warshall), by blocks.
 *
 * A flat array of distances, reached through a macro, and loops over its blocks: for each k the block
 * of the diagonal, then the others of its row and column, then the rest.
 *
 * Graph: one task per block and k. A block of the rest waits for two blocks, in its row and column, and
 * not for the whole phase, and the next diagonal block begins when its own update is done.
 *
 *     floyd [n] [block]        n places; n is a multiple of block
 *
 * Prints how many pairs have a path and the longest, and a checksum of all bits.
 */
#include <limits.h>

#include "example.h"

#define NONE (INT_MAX / 2)
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define DIST(d, i, j) (d)[(size_t)(i) * n + (j)]

/* Paths of block (i, j) by way of the places of block k. */
static void through(int *d, int n, int b, int bi, int bj, int bk)
{
    int i, j, k;

    for (k = bk * b; k < (bk + 1) * b; k++)
        for (i = bi * b; i < (bi + 1) * b; i++) {
            const int first = DIST(d, i, k);
            for (j = bj * b; j < (bj + 1) * b; j++)
                DIST(d, i, j) = MIN(DIST(d, i, j), first + DIST(d, k, j));
        }
}

static void shortest(int *d, int n, int b)
{
    int blocks = n / b, i, j, k;

#pragma hp5 region begin
#pragma hp5 array_tile dimtile(b, b) dim(n, n) arrvar(d)
    for (k = 0; k < blocks; k++) {
#pragma hp5 task inout(d[k * b:b][k * b:b]) priority(2)
        through(d, n, b, k, k, k);
#pragma hp5 do tasktile(1) in(d[k * b:b][k * b:b]) inout(d[k * b:b][j * b:b]) priority(1)
#pragma omp parallel for schedule(runtime)
        for (j = 0; j < blocks; j++)
            if (j != k)
                through(d, n, b, k, j, k);
#pragma hp5 do tasktile(1) in(d[k * b:b][k * b:b]) inout(d[i * b:b][k * b:b]) priority(1)
#pragma omp parallel for schedule(runtime)
        for (i = 0; i < blocks; i++)
            if (i != k)
                through(d, n, b, i, k, k);
#pragma omp parallel for private(j) schedule(runtime)
        for (i = 0; i < blocks; i++) {
            if (i == k)
                continue;
#pragma hp5 do tasktile(1) in(d[i * b:b][k * b:b], d[k * b:b][j * b:b]) inout(d[i * b:b][j * b:b])
            for (j = 0; j < blocks; j++)
                if (j != k)
                    through(d, n, b, i, j, k);
        }
    }
#pragma hp5 region end
}

int main(int argc, char **argv)
{
    int n = argument(argc, argv, 1, "n", 1536, 1, 20000);
    int b = argument(argc, argv, 2, "block", 192, 1, 20000), i, j;
    int *d, longest = 0;
    long pairs = 0;
    double start;

    no_more(argc, argv, 2);
    if (n % b != 0) {
        fprintf(stderr, "%s: n is a multiple of block, and %d is none of %d\n", argv[0], n, b);
        return 2;
    }
    d = zeros((size_t)n * n, sizeof *d);
    for (i = 0; i < n; i++)
        for (j = 0; j < n; j++) {
            unsigned mix = (unsigned)i * 7919u + (unsigned)j * 104729u + (unsigned)(i ^ j) * 31u;
            DIST(d, i, j) = i == j ? 0 : mix % 13 == 0 ? (int)(mix % 997) + 1 : NONE;
        }
    start = seconds();
    shortest(d, n, b);
    took(start);
    for (i = 0; i < n; i++)
        for (j = 0; j < n; j++)
            if (DIST(d, i, j) < NONE) {
                pairs++;
                longest = DIST(d, i, j) > longest ? DIST(d, i, j) : longest;
            }
    printf("pairs %ld longest %d\nchecksum %016llx\n", pairs, longest,
           (unsigned long long)checksum(0, d, sizeof *d * n * n));
    free(d);
    return 0;
}
