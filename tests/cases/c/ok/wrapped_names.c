#include <stdint.h>
#include <stdio.h>
/* Numbers without a sign that stand for what they are set to, quotients and remainders of these, and loops of small
   types that begin with what is another number in them. */
#define N 80
static double a[N];

static double slow(double x) {
    for (int k = 0; k < 400; k++) x = x * 0.999 + 0.001 * (x > 1 ? 1 : x);
    return x;
}
static double sum(void) {
    double s = 0;
    for (int i = 0; i < N; i++) s = s * 0.75 + a[i];
    for (int i = 0; i < N; i++) a[i] = i;
    return s;
}
static inline unsigned before(unsigned n, int k) { return (n - k) % 61u; }

/* A difference is below 0 in no such number. */
static double named(unsigned n) {
#pragma hp5 region
    {
#pragma hp5 task_tile(i = 2)
        for (int i = 0; i < N; i++) {
            unsigned k = i - 40;
            a[k % 70] = slow(a[k % 70] + i);
        }
#pragma hp5 task_tile(i = 2)
        for (int i = 0; i < N; i++) {
            const size_t k = i - 40;
            a[(k >> 3) % 70] = slow(a[(k >> 3) % 70] + i);
        }
#pragma hp5 task_tile(i = 2)
        for (int i = 0; i < N; i++) {
            uint32_t k = n - i;
            int at = k / 60000000;
            a[at] = slow(a[at] + i);
        }
#pragma hp5 task_tile(i = 2)
        for (int i = 0; i < N; i++) a[before(n, i)] = slow(a[before(n, i)] + i);
    }
    return sum();
}

/* `250 + 6` is 0 in a byte. */
static double small(int from) {
#pragma hp5 region
    {
#pragma hp5 task_tile(i = 2)
        for (int i = 0; i < N; i++)
            for (unsigned char q = i + from; q < 5; q++) a[q] = slow(a[q] + i);
#pragma hp5 task_tile(i = 2)
        for (int i = 0; i < N; i++)
            for (uint8_t q = from; q != 5; q++) a[q % 16] = slow(a[q % 16] + i);
#pragma hp5 task_tile(i = 2)
        for (int i = 0; i < N; i++)
            for (uint8_t q = 0; q < 3; q++) a[i] = slow(a[i] + q);
    }
    return sum();
}

int main(void) {
    sum();
    printf("%.17g %.17g\n", named(5), small(250));
    return 0;
}
