/* Pointers that are members of structs and unions without a name, and what they are set to. */
#include <stdio.h>

#define N 20
struct part { struct { long *d; }; int n; };
struct either { union { double *p; const char *text; }; };
struct deep { int n; union { struct { double *low, *high; }; struct { double *first, *second; }; }; };

static long a[2], b[2];
static double x[4], y[4];
static struct part parts[2] = {{{a}, 2}, {{b}, 2}}, later[2];
static struct either ways[2] = {{{x}}, {{y}}};
static struct deep deeps[2] = {{1, {{x, y}}}, {2, {{.low = y, .high = x}}}};

static void busy(void) { for (volatile int i = 0; i < 2000; i++) {} }
static void set(struct part *p, int k) { busy(); p->d[k % p->n] += k; }
static void add(struct either *e, int k) { busy(); e->p[k % 4] += k; }
static double *pick(int k) { return ways[k % 2].p; }
static void grow(double *p, int k) { busy(); p[k % 4] = p[k % 4] * 0.9 + k; }
static void second(struct deep *d, int k) { busy(); d->second[k % 4] += k; }
static double low(const struct deep *d, int k) { return d->low[k % 4] + d->n; }

int main(void) {
    long r[N], h = 0;
    double z[N], v[N], s = 0;
    later[0].d = b, later[1].d = a;
#pragma hp5 region
    for (int k = 0; k < N; k++) {
#pragma hp5 task
        set(&parts[k % 2], k);
#pragma hp5 task
        { struct part own = {.d = b, .n = 2}; set(&own, k + 1); }
#pragma hp5 task
        { busy(); later[0].d[0] += k; }
#pragma hp5 task
        r[k] = a[0] + 3 * a[1] + 5 * b[0] + 7 * b[1];
    }
    for (int k = 0; k < N; k++) h = (h * 31 + r[k]) % 100003;
#pragma hp5 region
    for (int k = 0; k < N; k++) {
#pragma hp5 task
        add(&ways[k % 2], k);
#pragma hp5 task
        grow(pick(k), k);
#pragma hp5 task
        second(&deeps[k % 2], k);
#pragma hp5 task
        z[k] = x[0] + 3 * x[1] + 5 * y[2] + 7 * y[3];
#pragma hp5 task
        v[k] = low(&deeps[k % 2], k);
    }
    for (int k = 0; k < N; k++) s = s * 0.9 + z[k] - v[k];
    printf("%ld %.17g\n", h, s);
    return 0;
}
