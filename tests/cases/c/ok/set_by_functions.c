/* Pointers that functions set, of the file's structs to the file's arrays: by a value, by a copy of its bytes. */
#include <stdio.h>
#include <string.h>

#define N 20
struct lead { double *d; };
static double a[N], b[N], c[N], d[N], e[N], f[N];
static struct lead plain[2], copied[2], built[2];

static void busy(void) { for (volatile int i = 0; i < 2000; i++) {} }
static void assign(struct lead *l, double *p) { l->d = p; }
static void copy(struct lead *l, double *p) { memcpy(&l->d, &p, sizeof p); }
static void build(struct lead *l, double *p) {
    struct lead own = {p};
    __builtin_memmove(l, &own, sizeof own);
}
static void begin(void) {
    assign(&plain[0], a), assign(&plain[1], b);
    copy(&copied[0], c), copy(&copied[1], d);
    build(&built[0], e), build(&built[1], f);
}
static void set(struct lead *l, int k) { busy(); l->d[k] += k; }

/* Names of the file's variables, which mean others here. */
static double others(double *p) {
    double a[2] = {p[0], p[1]};
    struct lead plain;
    assign(&plain, a);
    return plain.d[0] + a[1];
}

int main(void) {
    double r[N], s = 0;
    begin();
#pragma hp5 region
    for (int k = 0; k < N; k++) {
#pragma hp5 task
        set(&plain[k % 2], k);
#pragma hp5 task
        set(&copied[k % 2], k + 1 - 1);
#pragma hp5 task
        set(&built[k % 2], k);
#pragma hp5 task
        r[k] = a[k] + 3 * b[k] + 5 * c[k] + 7 * d[k] + 11 * e[k] + 13 * f[k];
    }
    for (int k = 0; k < N; k++) s = s * 0.9 + r[k];
    printf("%.17g\n", s + others(r));
    return 0;
}
