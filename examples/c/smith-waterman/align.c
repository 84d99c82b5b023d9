/*
 * Local alignment of two sequences (Smith and Waterman, affine gaps): a score for every pair of places,
 * from those above, to the left, and above to the left.
 *
 * The table is gone through by diagonals of blocks, as programs do whose blocks of one diagonal are
 * run at once. Graph: one task per block, which waits for the block above and the one to the left
 * (the corner comes through them), not for the whole diagonal before.
 *
 *     align [length] [block]
 *
 * Prints the best score and where it is, and a checksum of all scores.
 */
#include "example.h"

#define MATCH 5
#define MISMATCH (-3)
#define OPEN 8
#define EXTEND 1
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define MIN(a, b) ((a) < (b) ? (a) : (b))

/* Scores of alignments that end at (i, j): in any way, with a gap in one, with a gap in the other. */
typedef struct cell {
    int best, down, right;
} cell;

static void block(cell *table, const char *a, const char *b, int n, int size, int bi, int bj)
{
    const size_t width = (size_t)n + 1;
    const int last_i = MIN(n + 1, (bi + 1) * size), last_j = MIN(n + 1, (bj + 1) * size);
    int i, j;

    for (i = MAX(1, bi * size); i < last_i; i++)
        for (j = MAX(1, bj * size); j < last_j; j++) {
            cell *here = &table[i * width + j];
            const cell *up = here - width, *left = here - 1;
            int score = up[-1].best + (a[i - 1] == b[j - 1] ? MATCH : MISMATCH);
            here->down = MAX(up->best - OPEN, up->down - EXTEND);
            here->right = MAX(left->best - OPEN, left->right - EXTEND);
            score = MAX(score, here->down);
            score = MAX(score, here->right);
            here->best = MAX(score, 0);
        }
}

static void align(cell *table, const char *a, const char *b, int n, int size)
{
    const int blocks = n / size + 1;
    int d, i;

#pragma hp5 region begin
#pragma hp5 array_tile dimtile(size, size) dim(n + 1, n + 1) arrvar(table)
    for (d = 0; d < 2 * blocks - 1; d++) {
        const int first = MAX(0, d - blocks + 1), last = MIN(d, blocks - 1);
#pragma hp5 do tasktile(1) in(a, b) in(table(i * size - 1:i * size + size - 1, (d - i) * size - 1:(d - i) * size + size - 1)) \
                           out(table(i * size:i * size + size - 1, (d - i) * size:(d - i) * size + size - 1))
#pragma omp parallel for schedule(runtime)
        for (i = first; i <= last; i++)
            block(table, a, b, n, size, i, d - i);
    }
#pragma hp5 region end
}

int main(int argc, char **argv)
{
    int n = argument(argc, argv, 1, "length", 6000, 1, 40000);
    int size = argument(argc, argv, 2, "block", 200, 1, 40000), i, j, at_i = 0, at_j = 0, best = 0;
    const size_t width = (size_t)n + 1;
    unsigned mix = 12345;
    double start;
    cell *table;
    char *a, *b;

    no_more(argc, argv, 2);
    table = zeros(width * width, sizeof *table);
    a = zeros((size_t)n, 1);
    b = zeros((size_t)n, 1);
    for (i = 0; i < n; i++) {
        mix = mix * 1103515245u + 12345u;
        a[i] = "ACGT"[mix >> 16 & 3];
        b[i] = mix >> 20 & 7 ? a[i] : "ACGT"[mix >> 24 & 3];
    }
    for (i = 0; i <= n; i++)
        table[i].down = table[i].right = table[i * width].down = table[i * width].right = -1000000;
    start = seconds();
    align(table, a, b, n, size);
    took(start);
    for (i = 1; i <= n; i++)
        for (j = 1; j <= n; j++)
            if (table[i * width + j].best > best) {
                best = table[i * width + j].best;
                at_i = i;
                at_j = j;
            }
    printf("best %d at %d, %d\nchecksum %016llx\n", best, at_i, at_j,
           (unsigned long long)checksum(0, table, sizeof *table * width * width));
    free(table);
    free(a);
    free(b);
    return 0;
}
