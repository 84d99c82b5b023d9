/* Steepest conjugate gradients on a matrix in compressed rows; `rows` has the place of the last
 * entry of each row, as in the HighP5 program. */
#include "common.h"

static void multiply(long n, const int *rows, const int *columns, const double *values, const double *v,
                     double *w) {
#pragma omp for schedule(static)
    for (long i = 0; i < n; i++) {
        double sum = 0;
        for (long at = i ? rows[i - 1] + 1 : 0; at <= rows[i]; at++) sum += values[at] * v[columns[at]];
        w[i] = sum;
    }
}

int main(int argc, char **argv) {
    usage(argc, 8, "columns.npy rows.npy values.npy b.npy x.npy iterations precision out.npy");
    long n, entries, again;
    int *columns = read_array(argv[1], 4, 1, &entries), *rows = read_array(argv[2], 4, 1, &n);
    double *values = read_array(argv[3], 8, 1, &again), *b = read_array(argv[4], 8, 1, &again);
    double *x = read_array(argv[5], 8, 1, &again), precision = atof(argv[7]);
    long iterations = atol(argv[6]);
    double begun = now();
    double *product = room((size_t)n, 8), *residual = room((size_t)n, 8), norm = 0, energy = 0;
    int done = 0;
#pragma omp parallel
    for (long iteration = 0; !done;) {
        multiply(n, rows, columns, values, x, product);
#pragma omp single
        norm = energy = 0;
#pragma omp for schedule(static) reduction(+ : norm)
        for (long i = 0; i < n; i++) {
            residual[i] = b[i] - product[i];
            norm += residual[i] * residual[i];
        }
        multiply(n, rows, columns, values, residual, product);
#pragma omp for schedule(static) reduction(+ : energy)
        for (long i = 0; i < n; i++) energy += residual[i] * product[i];
        double step = energy > 0 ? norm / energy : 0;
        iteration++;
#pragma omp for schedule(static)
        for (long i = 0; i < n; i++) x[i] += step * residual[i];
#pragma omp single
        done = !(iteration < iterations && norm > precision);
    }
    double ended = now();
    write_array(argv[8], "<f8", 8, 1, &n, x);
    report(begun, ended);
}
