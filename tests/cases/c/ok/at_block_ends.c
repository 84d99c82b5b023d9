/* Functions that attributes say are called where blocks end: between tasks, in tasks, in what these call. */
#include <stdio.h>

#define N 64
#define AUTO __attribute__((cleanup(other)))

static int a[N], b[N];

static void done(int *v) {
    a[N / 2] += *v;
}

static void other(int *v) {
    a[N - 2] += *v + b[3] % 7;
}

static void helper(int n) {
    int v __attribute__((cleanup(done))) = n;
    b[2] += v;
}

static void all(int n) {
#pragma hp5 region
    {
#pragma hp5 do tasktile(4)
        for (int i = 0; i < n; i++) {
            for (volatile int k = 0; k < 300; k++) {}
            a[i] = a[i] * 3 % 101;
        }
        {
            __attribute__((cleanup(done))) int v = n;
            b[1] += v;
        }
#pragma hp5 do tasktile(4)
        for (int i = 0; i < n; i++) {
            for (volatile int k = 0; k < 300; k++) {}
            b[i] += a[n - 1 - i];
        }
        {
            AUTO int v = 2;
            (void)v;
        }
#pragma hp5 task
        {
            for (volatile int k = 0; k < 30000; k++) {}
            int v __attribute__((__cleanup__(done))) = 4;
            b[4] += v;
        }
#pragma hp5 task
        helper(5);
#pragma hp5 do tasktile(4)
        for (int i = 0; i < n; i++)
            b[i] += a[n - 1 - i];
    }
}

int main(void) {
    long sum = 0;
    for (int i = 0; i < N; i++)
        a[i] = i * 7 % 31;
    for (int k = 0; k < 4; k++)
        all(N);
    for (int i = 0; i < N; i++)
        sum = sum * 3 % 1000003 + a[i] + b[i] % 1009;
    printf("%ld\n", sum);
    return 0;
}
