/* LU factorisation with partial pivoting by blocks of columns. As in the HighP5 program u and l are
 * stored transposed: u[i] is column i of the matrix. */
#include "common.h"

int main(int argc, char **argv) {
    usage(argc, 5, "a.npy block u.npy l.npy p.npy");
    long sizes[2], b = atol(argv[2]);
    double *a = read_array(argv[1], 8, 2, sizes);
    long n = sizes[0];
    if (sizes[1] != n || b < 1) fail(argv[1], "a square matrix and a block of 1 or more are wanted");
    double begun = now();
    double(*u)[n] = room((size_t)(n * n), 8), (*l)[n] = room((size_t)(n * n), 8);
    int *p = room((size_t)n, 4);
    const long TILE = 64;
#pragma omp parallel
    {
#pragma omp for schedule(static)
        for (long i0 = 0; i0 < n; i0 += TILE)
            for (long j0 = 0; j0 < n; j0 += TILE)
                for (long i = i0; i < MIN(i0 + TILE, n); i++)
                    for (long j = j0; j < MIN(j0 + TILE, n); j++) {
                        u[i][j] = a[j * n + i];
                        l[i][j] = i == j;
                    }
        for (long r = 0; r < n; r += b) {
            long end = MIN(r + b, n);
            for (long k = r; k < end; k++) {
#pragma omp single
                {
                    long pivot = k;
                    for (long j = k; j < n; j++)
                        if (fabs(u[k][j]) > fabs(u[k][pivot])) pivot = j;
                    p[k] = (int)pivot;
                }
                long pivot = p[k];
                if (pivot != k) {
#pragma omp for schedule(static) nowait
                    for (long i = 0; i < k; i++) {
                        double entry = l[i][pivot];
                        l[i][pivot] = l[i][k];
                        l[i][k] = entry;
                    }
#pragma omp for schedule(static)
                    for (long i = 0; i < n; i++) {
                        double entry = u[i][pivot];
                        u[i][pivot] = u[i][k];
                        u[i][k] = entry;
                    }
                }
#pragma omp single
                for (long j = k + 1; j < n; j++) {
                    l[k][j] = u[k][j] / u[k][k];
                    u[k][j] = 0;
                }
#pragma omp for schedule(static) nowait
                for (long i = k + 1; i < end; i++) {
                    double factor = u[i][k];
                    for (long j = k + 1; j < n; j++) u[i][j] -= l[k][j] * factor;
                }
#pragma omp for schedule(static)
                for (long i = end; i < n; i++) {
                    double entry = u[i][k];
                    for (long j = r; j < k; j++) entry -= u[i][j] * l[j][k];
                    u[i][k] = entry;
                }
            }
#pragma omp for collapse(2) schedule(dynamic)
            for (long i0 = end; i0 < n; i0 += b)
                for (long j0 = end; j0 < n; j0 += b)
                    for (long i = i0; i < MIN(i0 + b, n); i++)
                        for (long m = r; m < end; m++) {
                            double factor = u[i][m];
                            for (long j = j0; j < MIN(j0 + b, n); j++) u[i][j] -= factor * l[m][j];
                        }
        }
    }
    double ended = now();
    write_array(argv[3], "<f8", 8, 2, sizes, u);
    write_array(argv[4], "<f8", 8, 2, sizes, l);
    write_array(argv[5], "<i4", 4, 1, &n, p);
    report(begun, ended);
}
