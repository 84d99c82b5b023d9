/*
 * Fast Fourier transform by stages, in place (Cooley and Tukey): the elements are put into the order of
 * reversed bits; then each stage combines pairs that lie `m` elements apart, and `m` doubles.
 *
 * Graph: a task has a range of elements in one stage. While pairs lie within ranges, each range goes
 * through the stages by itself, in the cache of one core; a task of a later stage waits for the two ranges
 * that it combines.
 *
 *     fft [log2 of n] [times]       n complex numbers, transformed so many times
 *
 * Prints the greatest magnitude, and a checksum of all bits of the result.
 */
#include <complex.h>
#include <math.h>

#include "example.h"

#define TILE 16384

/* Combines the pairs of `count` elements that are `m` apart; f has the m factors of that stage. */
static void combine(double complex *y, long count, long m, const double complex *f)
{
    long b, j;

    for (b = 0; b < count; b += 2 * m)
        for (j = 0; j < m; j++) {
            const double complex a = y[b + j], c = y[b + j + m];
            const double re = creal(c) * creal(f[j]) - cimag(c) * cimag(f[j]);
            const double im = creal(c) * cimag(f[j]) + cimag(c) * creal(f[j]);
            y[b + j] = CMPLX(creal(a) + re, cimag(a) + im);
            y[b + j + m] = CMPLX(creal(a) - re, cimag(a) - im);
        }
}

/* The transform of the n elements of x, n a power of 2, is y; w has the factors, those of stage log2(m)
 * from w[m] on. */
static void transform(long n, const double complex *x, double complex *y, const double complex *w,
                      const int *reversed)
{
    long k, b, m = 1;

#pragma hp5 region begin
#pragma hp5 array_tile dimtile(TILE) dim(n) arrvar(x, y, w, reversed)
#pragma hp5 do tasktile(TILE) in(x[0:n])
#pragma omp parallel for schedule(runtime)
    for (k = 0; k < n; k++)
        y[k] = x[reversed[k]];
    for (; 2 * m <= TILE && TILE <= n; m *= 2) {
#pragma hp5 do tasktile(1) inout(y[k * TILE:TILE]) in(w[m:m])
#pragma omp parallel for schedule(runtime)
        for (k = 0; k < n / TILE; k++)
            combine(y + k * TILE, TILE, m, w + m);
    }
    for (; m < n; m *= 2)
        for (b = 0; b < n; b += 2 * m) {
#pragma hp5 do tasktile(TILE)
#pragma omp parallel for schedule(runtime)
            for (k = 0; k < m; k++) {
                const double complex a = y[b + k], c = y[b + k + m], f = w[m + k];
                const double re = creal(c) * creal(f) - cimag(c) * cimag(f);
                const double im = creal(c) * cimag(f) + cimag(c) * creal(f);
                y[b + k] = CMPLX(creal(a) + re, cimag(a) + im);
                y[b + k + m] = CMPLX(creal(a) - re, cimag(a) - im);
            }
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
    long k, m;

    no_more(argc, argv, 2);
    x = zeros((size_t)n, sizeof *x);
    y = zeros((size_t)n, sizeof *y);
    w = zeros((size_t)n, sizeof *w);
    reversed = zeros((size_t)n, sizeof *reversed);
    for (m = 1; m < n; m *= 2)
        for (k = 0; k < m; k++)
            w[m + k] = cexp(-M_PI * I * (double)k / (double)m);
    for (k = 1; k < n; k++)
        reversed[k] = reversed[k / 2] / 2 + (int)(k % 2) * (int)(n / 2);
    for (t = 0; t < times; t++) {
        for (k = 0; k < n; k++)
            x[k] = CMPLX((double)((k * 37 + t) % 101), (double)(k % 7) - 3.0);
        start = seconds();
        transform(n, x, y, w, reversed);
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
