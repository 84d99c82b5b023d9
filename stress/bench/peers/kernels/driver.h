/* What a peer brings (struct peer) and what it is given (struct problem). driver.c has main():
 * it fills a problem, lets the peer warm up on it, fills it again, times one run from the first
 * task registered to the last one done, and prints one line of JSON with a sum over the result. */
#ifndef HP5_BENCH_DRIVER_H
#define HP5_BENCH_DRIVER_H

#include "kern.h"

#ifdef __cplusplus
extern "C" {
#endif

struct problem {
    long n, tile, nt, sweeps;
    double *a, *b;      /* matrix in tiles (a), or the two grids */
    uint8_t *rows, *columns;
    int *borders;       /* Smith-Waterman: nt * nt tiles of `words` ints */
    long words;
};

typedef void run_function(struct problem *);

struct peer {
    const char *name;
    /* Starts the workers; called once. */
    void (*start)(int threads);
    /* What a program does once for its data (may be NULL), outside the timed part. */
    void (*prepare)(struct problem *, const char *kernel);
    run_function *cholesky, *lu, *jacobi, *sw;
    /* Jacobi with a graph built beforehand (may be NULL), one per variant. */
    void (*build_replay)(struct problem *, const char *variant);
    run_function *jacobi_replay;
    void (*stop)(struct problem *);
};

extern const struct peer peer;

/* Tile (i, j) of the matrix. */
static inline double *tile_at(const struct problem *p, long i, long j) {
    return p->a + (i * p->nt + j) * p->tile * p->tile;
}

/* Borders of tile (i, j), NULL outside. */
static inline int *borders_at(const struct problem *p, long i, long j) {
    return i < 0 || j < 0 ? 0 : p->borders + (i * p->nt + j) * p->words;
}

static inline void sw_tile(const struct problem *p, long i, long j) {
    kern_sw(p->tile, p->rows + i * p->tile, p->columns + j * p->tile, borders_at(p, i - 1, j),
            borders_at(p, i, j - 1), borders_at(p, i, j));
}

/* The grid that sweep s reads, and the one that it writes. */
static inline double *grid_from(const struct problem *p, long s) { return s % 2 ? p->b : p->a; }
static inline double *grid_to(const struct problem *p, long s) { return s % 2 ? p->a : p->b; }

/* To be called when the last task is registered, by systems in which that can be told. */
void registered(void);

#ifdef __cplusplus
}
#endif
#endif
