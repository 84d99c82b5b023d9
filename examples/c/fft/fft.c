/*
 * Fast Fourier transform by stages, of constant geometry (Pease): each stage reads element k of both
 * halves of one array and writes elements 2k and 2k + 1 of the other; only the factors differ. The
 * result comes out in the order of reversed bits, which the last loop undoes.
 *
 * Graph: a task is a range of k in one stage. It waits for the two or three tasks of the stage before
 * that wrote its ranges, so stages overlap.
 *
 *     fft [log2 of n] [times]       n complex numbers, transformed so many times
 *
 * Prints the greatest magnitude, and a checksum of all bits of the result.
 */
#include <complex.h>
#include <math.h>

#include "example.h"

#define TILE 16384

/* Of n = 2^stages elements of `x`; `y` is as long, `w` has the n / 2 factors. The result is in `y`. */
static void transform(int stages, long n, double complex *x, double complex *y, const double complex *w,
                      const int *reversed)
{
    double complex *in = x, *out = y, *tmp;
    const long half = n / 2;
    long k;
    int s;

#pragma hp5 region begin
#pragma hp5 array_tile dimtile(TILE) dim(n) arrvar(x, y, in, out, reversed)
    for (s = 0; s < stages; s++) {
#pragma hp5 do tasktile(TILE) in(w[0:half])
#pragma omp parallel for schedule(runtime)
        for (k = 0; k < half; k++) {
            const double complex a = in[k], b = in[k + half], f = w[(k >> s) << s];
            const double re = creal(a) - creal(b), im = cimag(a) - cimag(b);
            out[2 * k] = a + b;
            out[2 * k + 1] = CMPLX(re * creal(f) - im * cimag(f), re * cimag(f) + im * creal(f));
        }
        tmp = in;
        in = out;
        out = tmp;
    }
#pragma hp5 do tasktile(TILE) in(in[0:n])
#pragma omp parallel for schedule(runtime)
    for (k = 0; k < n; k++)
        out[k] = in[reversed[k]];
    if (out != y) {
#pragma hp5 do tasktile(TILE)
#pragma omp parallel for schedule(runtime)
        for (k = 0; k < n; k++)
            y[k] = x[k];
    }
#pragma hp5 region end
}

int main(int argc, char **argv)
{
    int stages = argument(argc, argv, 1, "log2 of n", 20, 1, 28);
    int times = argument(argc, argv, 2, "times", 4, 1, 1000), t;
    const long n = 1L << stages;
    double complex *x, *y, *w;
    double greatest = 0, start, spent = 0;
    int *reversed;
    unsigned long long sum = 0;
    long k;

    no_more(argc, argv, 2);
    x = zeros((size_t)n, sizeof *x);
    y = zeros((size_t)n, sizeof *y);
    w = zeros((size_t)n / 2, sizeof *w);
    reversed = zeros((size_t)n, sizeof *reversed);
    for (k = 0; k < n / 2; k++)
        w[k] = cexp(-2.0 * M_PI * I * (double)k / (double)n);
    for (k = 1; k < n; k++)
        reversed[k] = reversed[k / 2] / 2 + (int)(k % 2) * (int)(n / 2);
    for (t = 0; t < times; t++) {
        for (k = 0; k < n; k++)
            x[k] = CMPLX((double)((k * 37 + t) % 101), (double)(k % 7) - 3.0);
        start = seconds();
        transform(stages, n, x, y, w, reversed);
        spent += seconds() - start;
        sum = checksum(sum, y, sizeof *y * (size_t)n);
    }
    fprintf(stderr, "seconds %.6f\n", spent);
    for (k = 1; k < n; k++)
        greatest = fmax(greatest, cabs(y[k]));
    printf("greatest %.12g\nchecksum %016llx\n", greatest, sum);
    free(x);
    free(y);
    free(w);
    free(reversed);
    return 0;
}
