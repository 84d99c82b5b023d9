/*
 * LU factorisation of a sparse matrix of blocks. A block that is all zero is a NULL pointer; the
 * update of such a block makes it, where both of its factors are there.
 *
 * Graph: one task per block operation. `bench` is cut into its cells, so a task waits for the tasks
 * that used the cells (with the blocks behind them) that its clauses name: lu0 before the fwd of its row
 * and the bdiv of its column, these before bmod of the rest. Nothing waits at the end of a loop: the
 * next diagonal block is factored as soon as it is ready.
 *
 *     sparse-lu [blocks] [size]      blocks x blocks blocks, each size x size
 *
 * Prints how many blocks there are at the end, and a checksum of all their bits.
 */
#include "example.h"

#define MAX_BLOCKS 64

static float *bench[MAX_BLOCKS][MAX_BLOCKS];
static int blocks, size;

static float *empty_block(void)
{
    return zeros((size_t)size * size, sizeof(float));
}

/* Blocks near the diagonal, and some others; a diagonal that needs no pivots. */
static void fill(void)
{
    int ii, jj, i, j;
    unsigned seed = 1325;

    for (ii = 0; ii < blocks; ii++)
        for (jj = 0; jj < blocks; jj++) {
            int there = ii == jj || abs(ii - jj) == 1 || (ii % 3 == 0 && jj % 2 == 0);
            if (!there)
                continue;
            bench[ii][jj] = empty_block();
            for (i = 0; i < size; i++)
                for (j = 0; j < size; j++) {
                    seed = 3125 * seed % 65536;
                    bench[ii][jj][i * size + j] = 0.0001f * (float)((int)seed - 32768);
                    if (ii == jj && i == j)
                        bench[ii][jj][i * size + j] += 20.0f * (float)(blocks * size);
                }
        }
}

/* The factors of a block of the diagonal, in its place. */
static void lu0(float *diag)
{
    int i, j, k;

    for (k = 0; k < size; k++)
        for (i = k + 1; i < size; i++) {
            diag[i * size + k] /= diag[k * size + k];
            for (j = k + 1; j < size; j++)
                diag[i * size + j] -= diag[i * size + k] * diag[k * size + j];
        }
}

/* A block to the right of it. */
static void fwd(const float *diag, float *col)
{
    int i, j, k;

    for (k = 0; k < size; k++)
        for (i = k + 1; i < size; i++)
            for (j = 0; j < size; j++)
                col[i * size + j] -= diag[i * size + k] * col[k * size + j];
}

/* A block below it. */
static void bdiv(const float *diag, float *row)
{
    int i, j, k;

    for (i = 0; i < size; i++)
        for (k = 0; k < size; k++) {
            row[i * size + k] /= diag[k * size + k];
            for (j = k + 1; j < size; j++)
                row[i * size + j] -= row[i * size + k] * diag[k * size + j];
        }
}

/* A block of the rest. */
static void bmod(const float *row, const float *col, float *inner)
{
    int i, j, k;

    for (i = 0; i < size; i++)
        for (k = 0; k < size; k++)
            for (j = 0; j < size; j++)
                inner[i * size + j] -= row[i * size + k] * col[k * size + j];
}

static void factor(void)
{
    int ii, jj, kk;

#pragma hp5 region begin
#pragma hp5 array_tile dimtile(1, 1) arrvar(bench)
    for (kk = 0; kk < blocks; kk++) {
#pragma hp5 task inout(bench[kk][kk]) priority(2)
        lu0(bench[kk][kk]);
#pragma hp5 do tasktile(1) in(bench[kk][kk]) inout(bench[kk][jj]) priority(1)
#pragma omp parallel for schedule(runtime)
        for (jj = kk + 1; jj < blocks; jj++)
            if (bench[kk][jj] != NULL)
                fwd(bench[kk][kk], bench[kk][jj]);
#pragma hp5 do tasktile(1) in(bench[kk][kk]) inout(bench[ii][kk]) priority(1)
#pragma omp parallel for schedule(runtime)
        for (ii = kk + 1; ii < blocks; ii++)
            if (bench[ii][kk] != NULL)
                bdiv(bench[kk][kk], bench[ii][kk]);
#pragma hp5 do tasktile(1, 1) in(bench[ii][kk], bench[kk][jj]) inout(bench[ii][jj])
#pragma omp parallel for private(jj) schedule(runtime)
        for (ii = kk + 1; ii < blocks; ii++)
            for (jj = kk + 1; jj < blocks; jj++)
                if (bench[ii][kk] != NULL && bench[kk][jj] != NULL) {
                    if (bench[ii][jj] == NULL)
                        bench[ii][jj] = empty_block();
                    bmod(bench[ii][kk], bench[kk][jj], bench[ii][jj]);
                }
    }
#pragma hp5 region end
}

int main(int argc, char **argv)
{
    unsigned long long sum = 0;
    int there = 0, ii, jj;
    double start;

    blocks = argument(argc, argv, 1, "blocks", 32, 1, MAX_BLOCKS);
    size = argument(argc, argv, 2, "size", 120, 1, 1000);
    no_more(argc, argv, 2);
    fill();
    start = seconds();
    factor();
    took(start);
    for (ii = 0; ii < blocks; ii++)
        for (jj = 0; jj < blocks; jj++)
            if (bench[ii][jj] != NULL) {
                sum = checksum(sum + (unsigned)(ii * blocks + jj), bench[ii][jj], sizeof(float) * size * size);
                free(bench[ii][jj]);
                there++;
            }
    printf("blocks %d of %d\nchecksum %016llx\n", there, blocks * blocks, sum);
    return 0;
}
