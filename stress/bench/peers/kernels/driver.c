/* main() of every peer; see driver.h. */
#define _GNU_SOURCE
#include "driver.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double registered_at;

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

void registered(void) { registered_at = now(); }

static void fail(const char *what) {
    fprintf(stderr,
            "%s: %s\nusage: kernels_%s cholesky|lu|jacobi|smith-waterman N TILE SWEEPS THREADS "
            "[VARIANT]\n",
            peer.name, what, peer.name);
    exit(2);
}

static long number(const char *text, const char *name, long least) {
    char *end, what[128];
    errno = 0;
    long value = strtol(text, &end, 10);
    if (errno || *end || end == text || value < least) {
        snprintf(what, sizeof what, "%s is '%.32s', expected a whole number from %ld", name, text,
                 least);
        fail(what);
    }
    return value;
}

static void *room(size_t bytes) {
    void *at = NULL;
    if (posix_memalign(&at, 4096, bytes ? bytes : 1)) fail("out of memory");
    memset(at, 0, bytes);
    return at;
}

enum kind { CHOLESKY, LU, JACOBI, SW };

static void fill(enum kind kind, struct problem *p) {
    switch (kind) {
    case CHOLESKY:
    case LU: kern_fill_matrix(p->n, p->tile, kind == CHOLESKY, p->a); break;
    case JACOBI: kern_fill_grid(p->n, p->a, p->b); break;
    case SW: memset(p->borders, 0, (size_t)(p->nt * p->nt * p->words) * sizeof(int)); break;
    }
}

static uint64_t sum(enum kind kind, const struct problem *p) {
    switch (kind) {
    case CHOLESKY:
    case LU: return kern_sum((uint64_t)(p->n * p->n), (const uint64_t *)p->a);
    case JACOBI:
        return kern_sum((uint64_t)(p->n * p->n), (const uint64_t *)grid_from(p, p->sweeps));
    case SW: break;
    }
    return kern_sum_ints((uint64_t)(p->nt * p->nt * p->words), p->borders);
}

static long tasks(enum kind kind, const struct problem *p) {
    long m = p->nt;
    switch (kind) {
    case CHOLESKY: return m * (m + 1) * (m + 2) / 6;
    case LU: return m * (m + 1) * (2 * m + 1) / 6;
    case JACOBI: return m * m * p->sweeps;
    case SW: break;
    }
    return m * m;
}

int main(int argc, char **argv) {
    if (argc != 6 && argc != 7) fail("five or six arguments are needed");
    static const char *const names[] = {"cholesky", "lu", "jacobi", "smith-waterman"};
    int kind = 0;
    while (kind < 4 && strcmp(argv[1], names[kind])) kind++;
    if (kind == 4) fail("unknown kernel");
    struct problem p = {.n = number(argv[2], "N", 1), .tile = number(argv[3], "TILE", 1),
                        .sweeps = number(argv[4], "SWEEPS", 1)};
    int threads = (int)number(argv[5], "THREADS", 1);
    if (p.n % p.tile) fail("TILE does not divide N");
    if (kind <= LU && p.tile % 8) fail("TILE is no multiple of 8");
    p.nt = p.n / p.tile;
    size_t grid = (size_t)(p.n * p.n) * sizeof(double);
    if (kind != SW) p.a = room(grid);
    if (kind == JACOBI) p.b = room(grid);
    if (kind == SW) {
        p.words = kern_sw_words(p.tile);
        p.borders = room((size_t)(p.nt * p.nt * p.words) * sizeof(int));
        p.rows = room((size_t)p.n);
        p.columns = room((size_t)p.n);
        kern_fill_letters(p.n, 1, p.rows);
        kern_fill_letters(p.n, 1ULL << 40, p.columns);
    }
    run_function *const runs[] = {peer.cholesky, peer.lu, peer.jacobi, peer.sw};
    run_function *run = runs[kind];
    peer.start(threads);
    if (peer.prepare) peer.prepare(&p, names[kind]);
    if (argc == 7) {
        if (kind != JACOBI || !peer.build_replay) fail("this kernel has no such variant here");
        peer.build_replay(&p, argv[6]);
        run = peer.jacobi_replay;
    }
    fill(kind, &p);
    run(&p);
    fill(kind, &p);
    registered_at = 0;
    double start = now();
    run(&p);
    double end = now();
    printf("{\"system\":\"%s\",\"tasks\":%ld,", peer.name, tasks(kind, &p));
    if (registered_at) printf("\"registered_s\":%.9f,", registered_at - start);
    printf("\"total_s\":%.9f,\"sum\":\"%016llx\"}\n", end - start,
           (unsigned long long)sum(kind, &p));
    fflush(stdout);
    if (peer.stop) peer.stop(&p);
    return 0;
}
