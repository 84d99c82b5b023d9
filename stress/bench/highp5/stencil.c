/* Five-point stencil, sweep after sweep with a barrier behind each: two plates, bands of rows. */
#include "common.h"

int main(int argc, char **argv) {
    usage(argc, 3, "in.npy iterations out.npy");
    long sizes[2], sweeps = atol(argv[2]);
    double *old = read_array(argv[1], 8, 2, sizes);
    long rows = sizes[0], columns = sizes[1];
    double begun = now();
    double *new = room((size_t)(rows * columns), 8);
#pragma omp parallel
    {
        double *restrict from = old, *restrict to = new;
#pragma omp for schedule(static)
        for (long i = 0; i < rows; i++) memcpy(to + i * columns, from + i * columns, (size_t)columns * 8);
        for (long sweep = 0; sweep < sweeps; sweep++) {
#pragma omp for schedule(static)
            for (long i = 1; i < rows - 1; i++) {
                const double *up = from + (i - 1) * columns, *at = from + i * columns;
                const double *down = from + (i + 1) * columns;
                double *restrict out = to + i * columns;
                for (long j = 1; j < columns - 1; j++)
                    out[j] = 0.25 * (up[j] + down[j] + at[j - 1] + at[j + 1]);
            }
            double *other = from;
            from = to;
            to = other;
        }
    }
    double ended = now();
    write_array(argv[3], "<f8", 8, 2, sizes, sweeps % 2 ? new : old);
    report(begun, ended);
}
