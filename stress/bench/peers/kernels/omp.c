/* OpenMP tasks with depend clauses; built twice, for libgomp and for LLVM's runtime. The key of
 * a tile is its first element. */
#include "driver.h"

#include <omp.h>
#include <stddef.h>

static void start(int threads) {
    omp_set_dynamic(0);
    omp_set_num_threads(threads);
#pragma omp parallel
    {
    }
}

static void cholesky(struct problem *p) {
    const long nt = p->nt, t = p->tile;
#pragma omp parallel
#pragma omp single
    {
        for (long k = 0; k < nt; k++) {
            double *kk = tile_at(p, k, k);
#pragma omp task depend(inout : kk[0]) firstprivate(kk, t) priority(2)
            kern_potrf(t, kk);
            for (long j = k + 1; j < nt; j++) {
                double *kj = tile_at(p, k, j);
#pragma omp task depend(in : kk[0]) depend(inout : kj[0]) firstprivate(kk, kj, t) priority(1)
                kern_trsm_t(t, kk, kj);
            }
            for (long i = k + 1; i < nt; i++) {
                double *ki = tile_at(p, k, i), *ii = tile_at(p, i, i);
#pragma omp task depend(in : ki[0]) depend(inout : ii[0]) firstprivate(ki, ii, t)
                kern_syrk(t, ki, ii);
                for (long j = i + 1; j < nt; j++) {
                    double *kj = tile_at(p, k, j), *ij = tile_at(p, i, j);
#pragma omp task depend(in : ki[0], kj[0]) depend(inout : ij[0]) firstprivate(ki, kj, ij, t)
                    kern_gemm_tn(t, ki, kj, ij);
                }
            }
        }
        registered();
    }
}

static void lu(struct problem *p) {
    const long nt = p->nt, t = p->tile;
#pragma omp parallel
#pragma omp single
    {
        for (long k = 0; k < nt; k++) {
            double *kk = tile_at(p, k, k);
#pragma omp task depend(inout : kk[0]) firstprivate(kk, t) priority(2)
            kern_getrf(t, kk);
            for (long j = k + 1; j < nt; j++) {
                double *kj = tile_at(p, k, j);
#pragma omp task depend(in : kk[0]) depend(inout : kj[0]) firstprivate(kk, kj, t) priority(1)
                kern_trsm_l(t, kk, kj);
            }
            for (long i = k + 1; i < nt; i++) {
                double *ik = tile_at(p, i, k);
#pragma omp task depend(in : kk[0]) depend(inout : ik[0]) firstprivate(kk, ik, t) priority(1)
                kern_trsm_u(t, kk, ik);
            }
            for (long i = k + 1; i < nt; i++) {
                double *ik = tile_at(p, i, k);
                for (long j = k + 1; j < nt; j++) {
                    double *kj = tile_at(p, k, j), *ij = tile_at(p, i, j);
#pragma omp task depend(in : ik[0], kj[0]) depend(inout : ij[0]) firstprivate(ik, kj, ij, t)
                    kern_gemm_nn(t, ik, kj, ij);
                }
            }
        }
        registered();
    }
}

static void jacobi(struct problem *p) {
    const long nt = p->nt, t = p->tile, n = p->n;
#pragma omp parallel
#pragma omp single
    {
        for (long s = 0; s < p->sweeps; s++) {
            double *from = grid_from(p, s), *to = grid_to(p, s);
            for (long i = 0; i < nt; i++)
                for (long j = 0; j < nt; j++) {
                    /* beyond the border the tile itself stands in: a clause has fixed length */
                    double *own = from + i * t * n + j * t;
                    double *up = i > 0 ? own - t * n : own, *down = i + 1 < nt ? own + t * n : own;
                    double *left = j > 0 ? own - t : own, *right = j + 1 < nt ? own + t : own;
                    double *out = to + i * t * n + j * t;
#pragma omp task depend(in : own[0], up[0], down[0], left[0], right[0]) depend(out : out[0]) \
    firstprivate(n, t, i, j, from, to)
                    kern_jacobi(n, t, i, j, from, to);
                }
        }
        registered();
    }
}

static void sw(struct problem *p) {
    const long nt = p->nt;
#pragma omp parallel
#pragma omp single
    {
        for (long i = 0; i < nt; i++)
            for (long j = 0; j < nt; j++) {
                int *own = borders_at(p, i, j);
                int *up = i > 0 ? borders_at(p, i - 1, j) : own;
                int *left = j > 0 ? borders_at(p, i, j - 1) : own;
                if (i > 0 && j > 0) {
#pragma omp task depend(in : up[0], left[0]) depend(inout : own[0]) firstprivate(p, i, j)
                    sw_tile(p, i, j);
                } else if (i > 0) {
#pragma omp task depend(in : up[0]) depend(inout : own[0]) firstprivate(p, i, j)
                    sw_tile(p, i, j);
                } else if (j > 0) {
#pragma omp task depend(in : left[0]) depend(inout : own[0]) firstprivate(p, i, j)
                    sw_tile(p, i, j);
                } else {
#pragma omp task depend(inout : own[0]) firstprivate(p, i, j)
                    sw_tile(p, i, j);
                }
            }
        registered();
    }
}

const struct peer peer = {PEER_NAME, start, NULL, cholesky, lu, jacobi, sw, NULL, NULL, NULL};
