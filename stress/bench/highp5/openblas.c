/* c = a * b by OpenBLAS. */
#include "common.h"
#include <cblas.h>

int main(int argc, char **argv) {
    usage(argc, 6, "a.npy b.npy k l q c.npy");
    long of_a[2], of_b[2];
    double *a = read_array(argv[1], 8, 2, of_a), *b = read_array(argv[2], 8, 2, of_b);
    long of_c[2] = {of_a[0], of_b[1]};
    double begun = now();
    double *c = calloc((size_t)(of_c[0] * of_c[1]), 8);
    cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, (int)of_c[0], (int)of_c[1], (int)of_a[1], 1, a,
                (int)of_a[1], b, (int)of_b[1], 0, c, (int)of_c[1]);
    double ended = now();
    write_array(argv[6], "<f8", 8, 2, of_c, c);
    report(begun, ended);
}
