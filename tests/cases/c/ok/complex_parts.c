#include <complex.h>
#include <stdio.h>
/* Parts of complex numbers by the words of GNU C: what sets one of them changes the number, and leaves the other. */
#define N 40
static double _Complex w[N];
static double a[N], out[N];

static double slow(double x) {
    for (int k = 0; k < 400; k++) x = x * 0.999 + 0.001 * (x > 1 ? 1 : x);
    return x;
}
static void put(double _Complex *to, double x) {
    __imag__ *to = x;
    __real__(*to) += slow(x);
}

int main(void) {
    double _Complex z = 0, y = 0, last = 0;
    for (int i = 0; i < N; i++) a[i] = i;
#pragma hp5 region
    {
        for (int i = 0; i < N; i++) {
#pragma hp5 task
            {
                __real__ z = slow(a[i]);
                __imag__ z = slow(a[i] + 1);
                out[i] += __real__ z * __imag__ z;
            }
        }
        for (int i = 0; i < N; i++) {
#pragma hp5 task
            {
                __imag__ y += slow(a[i] + 1);
                if (i % 3 == 0) __real__ y = i;
                out[i] += __real y * __imag__(y);
            }
        }
        last = z + y;
        for (int i = 0; i < N; i++) {
#pragma hp5 task
            put(&w[(i + 1) % 20], i);
        }
#pragma hp5 do tasktile(4)
        for (int i = 0; i < N; i++) __imag__ w[i] = slow(i) + __real__ w[i];
    }
    for (int i = 0; i < N; i++) printf("%.17g %.17g %.17g\n", out[i], creal(w[i]), cimag(w[i]));
    printf("%.17g %.17g %.17g\n", creal(z), cimag(y), creal(last));
    return 0;
}
