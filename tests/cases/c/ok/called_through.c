/* Functions that code between tasks calls by other expressions than their plain names. */
#include <stdio.h>
#include <stdlib.h>

#define N 64

static int a[N], b[N];

static int last(int n) {
    return a[n - 1];
}

static int first(int n) {
    return a[n - n];
}

static void put(int k) {
    a[k] += 5;
}

typedef int look(int);

struct table { look *of; look *all[2]; };

static struct table s = {last, {last, first}}, *sp = &s;
static look *global = last;

static look *pick(void) {
    return last;
}

static int apply(look *of, int n) {
    return of(n);
}

static int compare(const void *x, const void *y) {
    a[2] += 1;
    return *(const int *)x - *(const int *)y;
}

/* A name that the file defines is no function of the C library. */
static int clock(int n) {
    return a[n / 2];
}

#define CALL last
#define STAR (*last)
#define WITH(n) last(n)
#define APPLY(f, n) f(n)
#define THROUGH(n) global(n)
#define PICKED pick()


static int one(int n, int which) {
    int found = 0, two[2] = {2, 1};
#pragma hp5 region
    {
        look *local = last;
#pragma hp5 do tasktile(4)
        for (int i = 0; i < n; i++) {
            for (volatile int k = 0; k < 300; k++) {}
            a[i] = a[i] * 3 % 101 + b[i] % 7;
        }
        switch (which) {
        case 0: found = (*last)(n); break;
        case 1: found = (**last)(n); break;
        case 2: found = (&last)(n); break;
        case 3: found = (last)(n); break;
        case 4: found = s.of(n); break;
        case 5: found = sp->of(n); break;
        case 6: found = s.all[n & 1](n); break;
        case 7: found = pick()(n); break;
        case 8: found = ((int (*)(int))last)(n); break;
        case 9: found = global(n); break;
        case 10: found = (*global)(n); break;
        case 11: found = (found++, found--, last)(n); break;
        case 12: found = (n > 3 ? last : first)(n); break;
        case 13: found = CALL(n); break;
        case 14: found = STAR(n); break;
        case 15: found = WITH(n); break;
        case 16: found = APPLY(last, n); break;
        case 17: found = THROUGH(n); break;
        case 18: found = PICKED(n); break;
        case 19: found = abs((*local)(n)); break;
        case 20: found = __extension__({ int v = (*last)(n); v; }); break;
        case 21: found = _Generic(n, int: last, default: first)(n); break;
        case 22: found = ((look *[]){last, first})[0](n); break;
        case 23: found = ((struct table){last, {0}}).of(n); break;
        case 24: found = apply(last, n); break;
        case 25: found = clock(n); break;
        case 26: (*put)(n - 1); break;
        case 27: { void (*set)(int) = put; set(n - 2); break; }
        case 28: qsort(two, 2, sizeof two[0], compare); break;
        case 29: { int v = (*last)(n); found = v; break; }
        default: if ((*first)(n) & 1) found = 1;
        }
#pragma hp5 do tasktile(4)
        for (int i = 0; i < n; i++)
            b[i] += a[n - 1 - i] + found;
    }
    return found;
}

/* What callers hand in may be what functions know by another name. */
static int handed(int *v, int n) {
    int found = 0;
#pragma hp5 region
    {
#pragma hp5 array_tile dimtile(4) dim(n) arrvar(v)
#pragma hp5 do tasktile(4)
        for (int i = 0; i < n; i++) {
            for (volatile int k = 0; k < 300; k++) {}
            v[i] = v[i] * 3 % 101;
        }
        found = last(n);
#pragma hp5 do tasktile(4)
        for (int i = 0; i < n; i++)
            v[i] += found;
        put(3);
    }
    return found;
}

int main(void) {
    long sum = 0;
    for (int i = 0; i < N; i++)
        a[i] = b[i] = i * 7 % 31;
    for (int which = 0; which <= 30; which++)
        sum = sum * 7 % 1000003 + one(N, which);
    sum = sum * 7 + handed(a, N);
    for (int i = 0; i < N; i++)
        sum = sum * 3 % 1000003 + a[i] + b[i] % 1009;
    printf("%ld\n", sum);
    return 0;
}
