/* The inner kernels that every system runs: HP5, OpenMP, StarPU, TBB and the serial program
 * call the same object code on the same tiles, so that only the scheduler differs.
 *
 * Layouts
 *   cholesky, lu   n x n doubles as nt x nt tiles, each tile t x t row-major and contiguous,
 *                  tiles row-major; Cholesky is A = U'U on the upper tiles.
 *   jacobi         two n x n row-major grids; tile (i, j) is rows i*t.. and columns j*t..;
 *                  the outermost points are fixed.
 *   smith-waterman two sequences of n letters and, per tile, what its neighbours need: see
 *                  kern_sw. Affine gaps, score only.
 */
#ifndef HP5_BENCH_KERN_H
#define HP5_BENCH_KERN_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Cholesky, A = U'U: the four tile operations. */
void kern_potrf(long t, double *a);
void kern_trsm_t(long t, const double *u, double *b);                    /* b = u^-T b */
void kern_syrk(long t, const double *a, double *c);                      /* c -= a' a, upper */
void kern_gemm_tn(long t, const double *a, const double *b, double *c);  /* c -= a' b */

/* LU without pivoting: the four tile operations. */
void kern_getrf(long t, double *a);
void kern_trsm_l(long t, const double *l, double *b);                    /* b = l^-1 b, unit */
void kern_trsm_u(long t, const double *u, double *b);                    /* b = b u^-1 */
void kern_gemm_nn(long t, const double *a, const double *b, double *c);  /* c -= a b */

/* One sweep of the 5-point Jacobi iteration over tile (ti, tj). */
void kern_jacobi(long n, long t, long ti, long tj, const double *from, double *to);

/* A tile of Smith-Waterman is kern_sw_words(t) ints:
 *   [0 ..= t]   bottom: H of the last row, led by H of the last row's left neighbour
 *   then t      F (gap down) of the last row
 *   then t + 1  right: H of the last column, led by H of the cell above it
 *   then t      E (gap right) of the last column
 *   then 1      the best score in the tile
 * `up` and `left` are the tiles above and to the left, NULL at the border. */
long kern_sw_words(long t);
void kern_sw(long t, const uint8_t *rows, const uint8_t *columns, const int *up, const int *left,
             int *own);

/* Filling, the same whatever the tile size. */
void kern_fill_matrix(long n, long t, int symmetric, double *a);
void kern_fill_grid(long n, double *a, double *b);
void kern_fill_letters(long n, uint64_t seed, uint8_t *letters);

/* A sum over bit patterns: equal if and (but for chance) only if every bit is equal. */
uint64_t kern_sum(uint64_t words, const uint64_t *data);
uint64_t kern_sum_ints(uint64_t count, const int *data);

#ifdef __cplusplus
}
#endif
#endif
