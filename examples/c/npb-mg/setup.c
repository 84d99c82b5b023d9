/* Grids and the problem: +1 at ten points, -1 at ten others. */
#include "mg.h"

#include "example.h"

#define EXTREMES 10

static size_t points_of(int level)
{
    size_t n = (size_t)SIDE(level);
    return n * n * n;
}

int multigrid_new(multigrid *grids, int top, const double smoother[3])
{
    int whole = 1;
    memset(grids, 0, sizeof *grids);
    grids->top = top;
    memcpy(grids->smoother, smoother, sizeof grids->smoother);
    for (int level = 1; level <= top; level++) {
        size_t bytes = points_of(level) * sizeof(double);
        grids->u[level] = malloc(bytes);
        grids->r[level] = malloc(bytes);
        whole = whole && grids->u[level] && grids->r[level];
    }
    grids->v = malloc(points_of(top) * sizeof(double));
    if (!whole || !grids->v) {
        multigrid_free(grids);
        return 0;
    }
    for (int level = 1; level <= top; level++) {
        memset(grids->u[level], 0, points_of(level) * sizeof(double));
        memset(grids->r[level], 0, points_of(level) * sizeof(double));
    }
    memset(grids->v, 0, points_of(top) * sizeof(double));
    return 1;
}

void multigrid_free(multigrid *grids)
{
    for (int level = 1; level <= grids->top; level++) {
        free(grids->u[level]);
        free(grids->r[level]);
    }
    free(grids->v);
}

/* The next number of the benchmark's generator: x' = 5^13 x mod 2^46. */
static uint64_t next(uint64_t *x)
{
    *x = (*x * 1220703125u) & ((UINT64_C(1) << 46) - 1);
    return *x;
}

/* A number and where it was drawn. */
typedef struct {
    uint64_t value;
    int k, j, i;
} drawn;

/* Takes `one` into the list of the largest, which begins with the least of them. */
static void offer(drawn list[EXTREMES], drawn one)
{
    int at = 0;
    if (one.value <= list[0].value)
        return;
    for (; at + 1 < EXTREMES && list[at + 1].value < one.value; at++)
        list[at] = list[at + 1];
    list[at] = one;
}

void charges(multigrid *grids)
{
    int n = SIDE(grids->top);
    double(*v)[n][n] = grids->v;
    drawn largest[EXTREMES] = {{0, 0, 0, 0}}, smallest[EXTREMES] = {{0, 0, 0, 0}};
    uint64_t x = 314159265;
    for (int k = 1; k < n - 1; k++)
        for (int j = 1; j < n - 1; j++)
            for (int i = 1; i < n - 1; i++) {
                drawn one = {next(&x), k, j, i}, opposite = one;
                offer(largest, one);
                opposite.value = (UINT64_C(1) << 46) - one.value;
                offer(smallest, opposite);
            }
    for (int e = 0; e < EXTREMES; e++) {
        v[largest[e].k][largest[e].j][largest[e].i] = 1.0;
        v[smallest[e].k][smallest[e].j][smallest[e].i] = -1.0;
    }
    /* The grid is periodic; nobody reads copies of v, but they are what they should be. */
    for (int k = 0; k < n; k++)
        for (int j = 0; j < n; j++)
            for (int i = 0; i < n; i++) {
                int wk = (k + n - 3) % (n - 2) + 1, wj = (j + n - 3) % (n - 2) + 1, wi = (i + n - 3) % (n - 2) + 1;
                v[k][j][i] = v[wk][wj][wi];
            }
}

uint64_t multigrid_bits(const multigrid *grids)
{
    size_t bytes = points_of(grids->top) * sizeof(double);
    return checksum(checksum(0, grids->u[grids->top], bytes), grids->r[grids->top], bytes);
}
