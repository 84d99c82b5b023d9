/* Indices that are one of two, and variables that are set more than once: the loops are parallel. */
#include <stdio.h>
#define N 64
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define MAX(a, b) ((a) > (b) ? (a) : (b))
static int a[N + 8], b[N + 8], c[N + 8];
static void run(int n, int x, unsigned u) {
#pragma hp5 region
    {
#pragma hp5 do tasktile(4)
        for (int i = 1; i < n; i++) { int w = x == 0 ? i : i - 1; b[i] = a[w]; }
#pragma hp5 do tasktile(4)
        for (int i = 0; i < n; i++) { int lo = MAX(i - 1, 0), hi = MIN(i + 1, n - 1); c[i] = a[lo] + a[hi] - b[i]; }
#pragma hp5 do tasktile(4)
        for (int i = 0; i < n; i++) { int lo = i > 0 ? i - 1 : 0, hi = i == n - 1 ? i : i + 1; a[i] = c[lo] + c[hi]; }
#pragma hp5 do tasktile(4)
        for (int i = 0; i < n; i++) { int w; if (i == 0) w = i; else w = i - 1; b[i] = a[w]; }
#pragma hp5 do tasktile(4)
        for (int i = 0; i < n; i++) { int w = i; if (i > 0 && x) { w = i - 1; } c[i] = b[w]; w = i + 2; c[i] += b[w]; w += 1; c[i] += b[w]; w--; c[i] -= b[w]; }
#pragma hp5 do tasktile(4)
        for (unsigned i = 0; i < u; i++) { unsigned w = i ? i - 1 : 0; a[i] = c[w]; }
#pragma hp5 do tasktile(4)
        for (unsigned i = 0; i < u; i++) { unsigned w = i; if (i >= 2) w -= 2; else if (i >= 1) w -= 1; b[i] = a[w]; }
#pragma hp5 do tasktile(4)
        for (int i = 0; i < n; i++) c[i] = b[i << 0] + b[i];
    }
}
int main(void) {
    long s = 0;
    for (int i = 0; i < N + 8; i++) a[i] = i * 7 % 23, b[i] = i * 5 % 19;
    run(N, 0, N); run(N - 3, 1, N - 1);
    for (int i = 0; i < N + 8; i++) s = (s * 31 + a[i] + 3 * b[i] + 5 * c[i]) % 1000003;
    printf("%ld\n", s);
}
