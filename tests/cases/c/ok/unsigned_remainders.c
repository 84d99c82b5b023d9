// Remainders and quotients of numbers without a sign that wrap around below 0.
#include <stddef.h>
#include <stdio.h>

static int a[64], b[64];

static int slow(int x, int turns) {
    for (volatile int n = 0; n < turns * 100; n++) {
    }
    return x;
}

static void casts(void) {
#pragma hp5 region
    {
#pragma hp5 task_tile(i = 4)
        for (int i = 0; i < 60; i++) a[i] += slow(b[(unsigned)(i - 5) % 64u], 60 - i);
#pragma hp5 task_tile(i = 4)
        for (int i = 0; i < 64; i++) b[i] += slow(7, i % 3);
#pragma hp5 task_tile(i = 4)
        for (int i = 0; i < 60; i++) b[(unsigned)(i - 5) % 64u] += slow(i, 60 - i);
#pragma hp5 task_tile(i = 4)
        for (int i = 0; i < 64; i++) a[63 - i] += b[i];
    }
}

static void conversions(unsigned parts, unsigned from) {
#pragma hp5 region
    {
#pragma hp5 task_tile(i = 4)
        for (int i = 0; i < 60; i++) a[i] += slow(b[(i - 5) % parts], 60 - i);
#pragma hp5 task_tile(i = 4)
        for (int i = 0; i < 64; i++) b[i] += slow(7, i % 3);
#pragma hp5 task_tile(k = 4)
        for (unsigned k = 0; k < 60; k++) a[(k - from) / 67108864u] += slow(b[(k - from) % parts], 60 - (int)k);
#pragma hp5 task_tile(i = 4)
        for (int i = 0; i < 64; i++) b[i] += a[63 - i];
    }
}

int main(void) {
    for (int i = 0; i < 64; i++) {
        a[i] = i * 7 % 31;
        b[i] = i * 5 % 17;
    }
    casts();
    conversions(64, 5);
    long sum = 1;
    for (int i = 0; i < 64; i++) sum = (sum * 31 + a[i] * 3 + b[i]) % 1000000007;
    printf("%ld\n", sum);
    return 0;
}
