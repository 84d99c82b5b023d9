/* Regions in functions that run before `main` and when the program ends: a thread's own variables of the
   library are gone by then. */
#include <stdio.h>
#include <stdlib.h>

#define N 64

static long a[N];

static long total(void) {
    long sum = 0;
#pragma hp5 region begin
#pragma hp5 do tasktile(4) reduction(+: sum)
    for (int i = 0; i < N; i++)
        sum += a[i];
#pragma hp5 region end
    return sum;
}

static void grow(int from) {
#pragma hp5 region begin
#pragma hp5 do tasktile(8)
    for (int i = from; i < N; i++)
        a[i] += a[i] % 7;
#pragma hp5 do tasktile(5)
    for (int i = from; i < N; i++)
        a[i] = a[i] * 3 + 1;
#pragma hp5 region end
}

static void last(void) {
    for (int k = 0; k < 3; k++)
        grow(k);
    printf("last %ld\n", total());
    fflush(stdout);
}

static void last_but_one(void) {
#pragma hp5 region begin
#pragma hp5 task
    {
        for (int i = 0; i < N; i++)
            a[i] += i;
        grow(N / 2);
    }
#pragma hp5 task_wait
    printf("last but one %ld\n", a[N - 1]);
#pragma hp5 region end
}

__attribute__((constructor)) static void before(void) {
#pragma hp5 region begin
#pragma hp5 do tasktile(4)
    for (int i = 0; i < N; i++)
        a[i] = i;
#pragma hp5 region end
}

int main(void) {
    atexit(last);
    atexit(last_but_one);
#pragma hp5 region begin
#pragma hp5 do tasktile(4)
    for (int i = 0; i < N; i++)
        a[i] *= 2;
#pragma hp5 task_wait
    if (a[3] == 6) {
        printf("leaving\n");
        exit(0);
    }
#pragma hp5 region end
    return 1;
}
