#include <complex.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
/* Stages of a radix-2 transform, from one array into the other (Stockham). */
void fft(double complex *x, double complex *y, int n) {
    double complex *in = x, *out = y;
#pragma hp5 region begin
#pragma hp5 array_tile dimtile(64) dim(n) arrvar(in, out)
    for (int half = n / 2, stride = 1; half >= 1; half /= 2, stride *= 2) {
        const double angle = -M_PI / half;
#pragma hp5 task_tile(p = 8) in(in[0:n]) out(out[0:n])
        for (int p = 0; p < half; p++) {
            const double complex wp = cexp(I * (angle * p));
            for (int q = 0; q < stride; q++) {
                const double complex a = in[q + stride * p];
                const double complex b = in[q + stride * (p + half)];
                out[q + stride * 2 * p] = a + b;
                out[q + stride * (2 * p + 1)] = (a - b) * wp;
            }
        }
        double complex *tmp = in;
        in = out;
        out = tmp;
    }
#pragma hp5 region end
    if (in != x)
        for (int i = 0; i < n; i++)
            x[i] = in[i];
}
int main(void) {
    int n = 1 << 11;
    double complex *x = malloc(sizeof *x * n), *y = malloc(sizeof *y * n);
    for (int i = 0; i < n; i++)
        x[i] = (i * 37 % 101) + I * (i % 7);
    fft(x, y, n);
    double s = 0;
    for (int i = 0; i < n; i++)
        s += creal(x[i]) * (i % 11) + cimag(x[i]) * (i % 5);
    printf("%.17g\n", s);
    return 0;
}
