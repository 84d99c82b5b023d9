/* Multigrid: grids, the V-cycle, the problem of the benchmark. */
#ifndef MG_H
#define MG_H

#include <stdint.h>

/* Levels of grids: 1 is the coarsest, of 2 points a side, level l has 2^l. */
#define MAX_LEVELS 12

/* Points of a side of a level's arrays: the grid and a layer of copies around it. */
#define SIDE(level) ((1 << (level)) + 2)

/* The grids of a problem: arrays of SIDE(l)^3 doubles for each level l up to `top`. */
typedef struct {
    int top;
    void *u[MAX_LEVELS]; /* the solution, and below the top corrections of it */
    void *r[MAX_LEVELS]; /* residuals */
    void *v;             /* the right-hand side, of the top level alone */
    double smoother[3];  /* weights of a point and of its neighbours over faces and edges */
} multigrid;

/* Makes the grids, all zero. Returns 0 where memory is short. */
int multigrid_new(multigrid *grids, int top, const double smoother[3]);
void multigrid_free(multigrid *grids);

/* So many V-cycles; the residual is in r[top] afterwards. Returns the root of the mean of its squares. */
double multigrid_solve(multigrid *grids, int cycles);

/* Sets v to the benchmark's: +1 at ten points, -1 at ten others, drawn by its random numbers. */
void charges(multigrid *grids);

/* All bits of the solution and of the residual in one number. */
uint64_t multigrid_bits(const multigrid *grids);

#endif
