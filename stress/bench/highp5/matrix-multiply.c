/* c = a * b by the blocks of the HighP5 program: a block of c per LPU, its terms in pieces. */
#include "common.h"

static void block(double *restrict c, const double *restrict a, const double *restrict b, long inner,
                  long columns, long i0, long i1, long j0, long j1, long k0, long k1) {
    for (long i = i0; i < i1; i++)
        for (long k = k0; k < k1; k++) {
            double factor = a[i * inner + k];
            for (long j = j0; j < j1; j++) c[i * columns + j] += factor * b[k * columns + j];
        }
}

int main(int argc, char **argv) {
    usage(argc, 6, "a.npy b.npy k l q c.npy");
    long of_a[2], of_b[2], k = atol(argv[3]), l = atol(argv[4]), q = atol(argv[5]);
    double *a = read_array(argv[1], 8, 2, of_a), *b = read_array(argv[2], 8, 2, of_b);
    long of_c[2] = {of_a[0], of_b[1]}, inner = of_a[1];
    double begun = now();
    double *c = calloc((size_t)(of_c[0] * of_c[1]), 8);
#pragma omp parallel for collapse(2) schedule(dynamic)
    for (long i = 0; i < of_c[0]; i += k)
        for (long j = 0; j < of_c[1]; j += l)
            for (long m = 0; m < inner; m += q)
                block(c, a, b, inner, of_c[1], i, MIN(i + k, of_c[0]), j, MIN(j + l, of_c[1]), m,
                      MIN(m + q, inner));
    double ended = now();
    write_array(argv[6], "<f8", 8, 2, of_c, c);
    report(begun, ended);
}
