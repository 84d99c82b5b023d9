/* See kern.h. Plain loops; the compiler does the rest (-O3 -march=native). */
#include "kern.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

/* ---- matrix tiles ---- */

/* Tiles are multiples of B. Blocks of R x B are what the registers hold beside what they are made of. Rows are
   written as vectors of the width that the processor has: left to itself, gcc 12 takes columns for them where these
   have 256 bits and turns them over in each step, and wider vectors than there are it keeps in memory. */
enum { B = 8 };
#ifdef __AVX512F__
enum { R = 8, W = 8 };
#else
enum { R = 4, W = 4 };
#endif
typedef double vector __attribute__((vector_size(W * sizeof(double)), aligned(sizeof(double)), may_alias));

/* c[R][B] -= sum over k of a(i, k) * b[k][j], with a(i, k) at a[i * ai + k * ak]. */
static inline __attribute__((always_inline)) void block(long t, const double *restrict a, long ai,
                                                        long ak, const double *restrict b,
                                                        double *restrict c) {
    vector sum[R][B / W] = {{{0.0}}};
    for (long k = 0; k < t; k++)
        for (long i = 0; i < R; i++)
            for (long j = 0; j < B / W; j++)
                sum[i][j] += a[i * ai + k * ak] * *(const vector *)&b[k * t + j * W];
    for (long i = 0; i < R; i++)
        for (long j = 0; j < B / W; j++) *(vector *)&c[i * t + j * W] -= sum[i][j];
}

/* The blocks of c at and right of the diagonal (upper) or all of them. */
static inline __attribute__((always_inline)) void blocks(long t, int upper,
                                                         const double *restrict a, long ai, long ak,
                                                         const double *restrict b,
                                                         double *restrict c) {
    for (long j = 0; j < t; j += B)
        for (long i = 0; i < (upper ? j + B : t); i += R)
            block(t, a + i * ai, ai, ak, b + j, c + i * t + j);
}

void kern_gemm_tn(long t, const double *a, const double *b, double *c) {
    blocks(t, 0, a, 1, t, b, c);
}

void kern_gemm_nn(long t, const double *a, const double *b, double *c) {
    blocks(t, 0, a, t, 1, b, c);
}

void kern_syrk(long t, const double *a, double *c) {
    blocks(t, 1, a, 1, t, a, c);
}

/* y -= x * row, from..t */
static inline void minus(long from, long t, double x, const double *restrict row,
                         double *restrict y) {
    for (long j = from; j < t; j++) y[j] -= x * row[j];
}

static inline void over(long from, long t, double x, double *restrict y) {
    double inverse = 1.0 / x;
    for (long j = from; j < t; j++) y[j] *= inverse;
}

void kern_potrf(long t, double *a) {
    for (long k = 0; k < t; k++) {
        double *row = a + k * t;
        over(k, t, sqrt(row[k]), row);
        for (long i = k + 1; i < t; i++) minus(i, t, row[i], row, a + i * t);
    }
}

void kern_trsm_t(long t, const double *u, double *b) {
    for (long k = 0; k < t; k++) {
        over(0, t, u[k * t + k], b + k * t);
        for (long i = k + 1; i < t; i++) minus(0, t, u[k * t + i], b + k * t, b + i * t);
    }
}

void kern_getrf(long t, double *a) {
    for (long k = 0; k < t; k++) {
        const double *row = a + k * t;
        double inverse = 1.0 / row[k];
        for (long i = k + 1; i < t; i++) {
            double x = a[i * t + k] *= inverse;
            minus(k + 1, t, x, row, a + i * t);
        }
    }
}

void kern_trsm_l(long t, const double *l, double *b) {
    for (long k = 0; k < t; k++)
        for (long i = k + 1; i < t; i++) minus(0, t, l[i * t + k], b + k * t, b + i * t);
}

void kern_trsm_u(long t, const double *u, double *b) {
    for (long k = 0; k < t; k++) {
        double inverse = 1.0 / u[k * t + k];
        for (long i = 0; i < t; i++) {
            double x = b[i * t + k] *= inverse;
            minus(k + 1, t, x, u + k * t, b + i * t);
        }
    }
}

/* ---- Jacobi ---- */

static inline long least(long a, long b) { return a < b ? a : b; }
static inline long most(long a, long b) { return a > b ? a : b; }

void kern_jacobi(long n, long t, long ti, long tj, const double *from, double *to) {
    long top = most(ti * t, 1), bottom = least((ti + 1) * t, n - 1);
    long left = most(tj * t, 1), right = least((tj + 1) * t, n - 1);
    for (long i = top; i < bottom; i++) {
        const double *restrict up = from + (i - 1) * n, *restrict own = from + i * n,
                               *restrict down = from + (i + 1) * n;
        double *restrict out = to + i * n;
        for (long j = left; j < right; j++)
            out[j] = 0.25 * ((up[j] + down[j]) + (own[j - 1] + own[j + 1]));
    }
}

/* ---- Smith-Waterman, affine gaps (Gotoh) ---- */

enum { MATCH = 5, MISMATCH = -4, OPEN = 8, EXTEND = 2, NEVER = -(1 << 28) };

long kern_sw_words(long t) {
    /* a whole number of cache lines, so that no two tiles share one */
    return (4 * t + 3 + 15) / 16 * 16;
}

static inline int max2(int a, int b) { return a > b ? a : b; }

void kern_sw(long t, const uint8_t *rows, const uint8_t *columns, const int *up, const int *left,
             int *own) {
    int *restrict bottom = own, *restrict down = own + t + 1, *restrict right = down + t,
                  *restrict across = right + t + 1;
    const int *up_down = up ? up + t + 1 : NULL;
    const int *left_right = left ? left + 2 * t + 1 : NULL;
    const int *left_across = left ? left_right + t + 1 : NULL;
    if (up) {
        memcpy(bottom, up, (size_t)(t + 1) * sizeof(int));
        memcpy(down, up_down, (size_t)t * sizeof(int));
    } else {
        for (long j = 0; j <= t; j++) bottom[j] = 0;
        for (long j = 0; j < t; j++) down[j] = NEVER;
    }
    right[0] = bottom[t];
    int best = 0;
    for (long i = 0; i < t; i++) {
        int diagonal = bottom[0];
        int before = left ? left_right[i + 1] : 0;
        int e = left ? left_across[i] : NEVER;
        uint8_t letter = rows[i];
        bottom[0] = before;
        for (long j = 0; j < t; j++) {
            int above = bottom[j + 1];
            int f = max2(down[j] - EXTEND, above - OPEN);
            /* no branch: how well it is foreseen would depend on the order of the tiles */
            int same = ((letter ^ columns[j]) - 1) >> 31; /* all ones, or zeros */
            int score = MISMATCH + (same & (MATCH - MISMATCH));
            int h = max2(max2(diagonal + score, f), 0);
            e = max2(e - EXTEND, before - OPEN);
            h = max2(h, e);
            best = max2(best, h);
            down[j] = f;
            bottom[j + 1] = h;
            diagonal = above;
            before = h;
        }
        right[i + 1] = before;
        across[i] = e;
    }
    across[t] = best;
}

/* ---- filling and checking ---- */

static uint64_t mix(uint64_t x) {
    x += 0x9e3779b97f4a7c15ULL;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
    return x ^ (x >> 31);
}

static double unit(uint64_t x) { return (double)(mix(x) >> 11) * 0x1p-53; }

void kern_fill_matrix(long n, long t, int symmetric, double *a) {
    long nt = n / t;
    for (long i = 0; i < n; i++)
        for (long j = 0; j < n; j++) {
            long r = symmetric && j < i ? j : i, c = symmetric && j < i ? i : j;
            double x = unit((uint64_t)r * (uint64_t)n + (uint64_t)c) - 0.5;
            a[((i / t * nt + j / t) * t + i % t) * t + j % t] = i == j ? x + (double)n : x;
        }
}

void kern_fill_grid(long n, double *a, double *b) {
    for (long i = 0; i < n * n; i++) a[i] = b[i] = unit((uint64_t)i);
}

void kern_fill_letters(long n, uint64_t seed, uint8_t *letters) {
    for (long i = 0; i < n; i++) letters[i] = (uint8_t)(mix(seed + (uint64_t)i) & 3);
}

static uint64_t turn(uint64_t sum, uint64_t word) {
    sum = (sum ^ word) * 0x9e3779b97f4a7c15ULL;
    return sum ^ (sum >> 29);
}

uint64_t kern_sum(uint64_t words, const uint64_t *data) {
    uint64_t sum = words;
    for (uint64_t i = 0; i < words; i++) sum = turn(sum, data[i]);
    return sum;
}

uint64_t kern_sum_ints(uint64_t count, const int *data) {
    uint64_t sum = count;
    for (uint64_t i = 0; i < count; i++) sum = turn(sum, (uint64_t)(uint32_t)data[i]);
    return sum;
}
