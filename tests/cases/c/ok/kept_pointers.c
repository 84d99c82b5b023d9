/* Pointers that tasks keep in variables and others reach something through, and pointers in literals. */
#include <stdio.h>

#define N 64

static int a[N], b[N];
static int *saved;
static struct { int *p; int k; } in;

struct way { int *p; };

static void keep(int *p) {
    saved = p;
}

static void use(int v) {
    for (volatile int k = 0; k < 100000; k++) {}
    *saved += v;
}

static void keep_in(int *p) {
    in.p = p;
}

static void use_in(int v) {
    for (volatile int k = 0; k < 100000; k++) {}
    *in.p += v;
}

static void kept(int n) {
#pragma hp5 region
    {
#pragma hp5 task
        keep(&a[9]);
#pragma hp5 task
        use(4);
#pragma hp5 do tasktile(4)
        for (int i = 0; i < n; i++)
            b[i] = a[i] * 3;
#pragma hp5 task
        keep_in(&a[12]);
#pragma hp5 task
        use_in(5);
        for (int k = 0; k < 3; k++)
#pragma hp5 task
            use_in(k);
#pragma hp5 do tasktile(4)
        for (int i = 0; i < n; i++)
            b[i] += a[i] * 3;
    }
}

static void literals(int n) {
    int found = 0;
#pragma hp5 region
    {
#pragma hp5 do tasktile(4)
        for (int i = 0; i < n; i++) {
            for (volatile int k = 0; k < 300; k++) {}
            a[i] = a[i] * 3 % 101 + b[i] % 7;
        }
        found = ((int *[]){a, b})[0][n - 2];
        ((int *[]){a, b})[0][n - 4] = 7;
#pragma hp5 do tasktile(4)
        for (int i = 0; i < n; i++) {
            for (volatile int k = 0; k < 300; k++) {}
            b[i] += a[n - 1 - i] + found;
        }
        found = ((struct way){b}).p[n - 2];
        struct way w = (struct way){b}, *p = &(struct way){a};
        w.p[3] += found;
        p->p[5] += found;
        (n > 3 ? a : b)[6] = 2;
    }
}

int main(void) {
    long sum = 0;
    for (int i = 0; i < N; i++)
        a[i] = b[i] = i * 7 % 31;
    for (int k = 0; k < 3; k++) {
        kept(N);
        literals(N);
    }
    for (int i = 0; i < N; i++)
        sum = sum * 3 % 1000003 + a[i] + b[i] % 1009;
    printf("%ld\n", sum);
    return 0;
}
