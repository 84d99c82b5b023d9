// Assembly between tasks and in them: operands are places that are read and written, a barrier touches nothing,
// and what says `memory` waits for all.
#include <stdio.h>
#define N 64
static int a[N], b[N];

static void between(int n) {
#pragma hp5 region
    {
#pragma hp5 do tasktile(4)
        for (int i = 0; i < n; i++) a[i] = a[i] * 3 + b[i];
        __asm__ volatile("" : "+m"(a[50]));
#pragma hp5 do tasktile(4)
        for (int i = 0; i < n; i++) b[i] += a[i] * 3;
        if (n > 3) __asm__("" : "+m"(a[3]));
        else
            __asm__("" : [place] "=m"(a[4]) : "m"(b[4]));
        __asm__ volatile("" ::: "memory");
#pragma hp5 do tasktile(4)
        for (int i = 0; i < n; i++) b[i] ^= a[i];
        __asm__ volatile("nop" ::: "memory");
#pragma hp5 do tasktile(4)
        for (int i = 0; i < n; i++) a[i] += b[i];
        for (int k = 0; k < 2; k++) __asm__ volatile("nop" : : "r"(a) : "memory");
    }
}

static int barred(int x) {
    __asm__("" : "+r"(x));
    return x + 1;
}

static void inside(int n) {
#pragma hp5 region
    {
        int last = 0;
#pragma hp5 do tasktile(4)
        for (int i = 0; i < n; i++) {
            int kept = a[i];
            __asm__("" : "+r"(kept));
            a[i] = barred(kept) + i;
            __asm__ volatile("" ::: "memory");
        }
#pragma hp5 task
        __asm__("" : "=r"(last) : "0"(a[7]));
#pragma hp5 task
        b[2] += last;
#pragma hp5 task in(a[0:64]) inout(b[0:64])
        {
            b[5] += a[5];
            __asm__ volatile("nop" : : "r"(b) : "memory");
        }
    }
}

int main(void) {
    long sum = 0;
    for (int i = 0; i < N; i++) a[i] = i * 7 % 11, b[i] = i * 5 % 13;
    between(N);
    inside(N);
    for (int i = 0; i < N; i++) sum += (a[i] + 3L * b[i]) * (i + 1);
    printf("%ld\n", sum);
}
