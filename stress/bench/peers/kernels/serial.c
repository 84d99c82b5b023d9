/* The tile operations one after the other: the answer that every system must give. */
#include "driver.h"

#include <stddef.h>

static void start(int threads) { (void)threads; }

static void cholesky(struct problem *p) {
    for (long k = 0; k < p->nt; k++) {
        kern_potrf(p->tile, tile_at(p, k, k));
        for (long j = k + 1; j < p->nt; j++)
            kern_trsm_t(p->tile, tile_at(p, k, k), tile_at(p, k, j));
        for (long i = k + 1; i < p->nt; i++) {
            kern_syrk(p->tile, tile_at(p, k, i), tile_at(p, i, i));
            for (long j = i + 1; j < p->nt; j++)
                kern_gemm_tn(p->tile, tile_at(p, k, i), tile_at(p, k, j), tile_at(p, i, j));
        }
    }
}

static void lu(struct problem *p) {
    for (long k = 0; k < p->nt; k++) {
        kern_getrf(p->tile, tile_at(p, k, k));
        for (long j = k + 1; j < p->nt; j++)
            kern_trsm_l(p->tile, tile_at(p, k, k), tile_at(p, k, j));
        for (long i = k + 1; i < p->nt; i++)
            kern_trsm_u(p->tile, tile_at(p, k, k), tile_at(p, i, k));
        for (long i = k + 1; i < p->nt; i++)
            for (long j = k + 1; j < p->nt; j++)
                kern_gemm_nn(p->tile, tile_at(p, i, k), tile_at(p, k, j), tile_at(p, i, j));
    }
}

static void jacobi(struct problem *p) {
    for (long s = 0; s < p->sweeps; s++)
        for (long i = 0; i < p->nt; i++)
            for (long j = 0; j < p->nt; j++)
                kern_jacobi(p->n, p->tile, i, j, grid_from(p, s), grid_to(p, s));
}

static void sw(struct problem *p) {
    for (long i = 0; i < p->nt; i++)
        for (long j = 0; j < p->nt; j++) sw_tile(p, i, j);
}

const struct peer peer = {"serial", start, NULL, cholesky, lu, jacobi, sw, NULL, NULL, NULL};
