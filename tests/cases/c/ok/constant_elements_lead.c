/* Functions that get pointers to constant structs, and write what the pointers of these lead to: of an element by its
   index, by a pointer that moves, by a copy, through `void *`. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct mesh { double *x, *v; int n; };
struct both { struct mesh in; const char *name; };

static void busy(void) { for (volatile int i = 0; i < 2000; i++) {} }

static void by_index(const struct mesh *m, int k) { busy(); m[k % 2].x[k % 3] += k; }
static void by_first(const struct mesh *m, int k) { busy(); *m[1].x += k; }
static void in_turn(const struct mesh *m, int k) {
    for (const struct mesh *o = m; o < m + 2; o++) { busy(); o->x[k % 3] += k; }
}
static void by_name(const struct mesh m[2], int k) { busy(); double *x = m[k % 2].x; x[k % 3] += k; }
static void by_copy(const struct mesh *m, int k) { busy(); const struct mesh c = m[k % 2]; c.x[k % 3] += k; }
static void by_memcpy(const struct mesh *m, int k) { struct mesh c; busy(); memcpy(&c, m + k % 2, sizeof c); c.x[k % 3] += k; }
static void by_pointer(const struct mesh *m, int k) {
    double *x;
    busy();
    memcpy(&x, &m[k % 2].x, sizeof x);
    x[k % 3] += k;
}
static void add(double *x, int k) { busy(); x[k % 3] += k; }
static void handed_on(const struct mesh *m, int k) { add(m[k % 2].x, k); }
static void twice(const struct mesh *m, int k) { by_index(m + k % 2 - k % 2, k); handed_on(m, k + 1); }
static void by_sum(struct mesh const *m, int k) { busy(); (m + k % 2)->x[k % 3] += k; }
static void by_void(const void *v, int k) { const struct mesh *m = v; busy(); m[k % 2].x[k % 3] += k; }
static void by_cast(const void *v, int k) { busy(); ((const struct mesh *)v)[k % 2].x[k % 3] += k; }
static void by_value(const struct mesh m, int k) { busy(); m.x[k % 3] += k; }
static double *place(const struct mesh *m, int k) { return m[k % 2].x; }
static void by_place(const struct mesh *m, int k) { busy(); place(m, k)[k % 3] += k; }
static void later(const struct mesh *m, int k) { const struct mesh *o; o = &m[k % 2]; busy(); o->x[k % 3] += k; }
static void inside(const struct both *b, int k) { busy(); b[k % 2].in.x[k % 3] += k; }

/* Nothing is written by these. */
static double sum(const struct mesh *m, int k) {
    const struct mesh *o = &m[k % 2];
    double s = 0;
    for (int i = 0; i < o->n; i++) s += o->x[i] * o->v[i];
    return s;
}

int main(void) {
    double r[20], z[20], h = 0, *a = calloc(3, 8), *b = calloc(3, 8), *v = calloc(3, 8);
    struct mesh ms[2] = {{a, v, 3}, {b, v, 3}};
    struct both bs[2] = {{{a, v, 3}, "a"}, {{b, v, 3}, "b"}};
    for (int i = 0; i < 3; i++) v[i] = i + 1;
#pragma hp5 region
    for (int k = 0; k < 20; k++) {
#pragma hp5 task
        by_index(ms, k);
#pragma hp5 task
        r[k] = a[1] + 2 * b[2];
    }
    for (int k = 0; k < 20; k++) h = h * 0.9 + r[k];
#pragma hp5 region
    for (int k = 0; k < 20; k++) {
#pragma hp5 task
        by_first(ms, k);
#pragma hp5 task
        r[k] = a[1] + 2 * b[2];
    }
    for (int k = 0; k < 20; k++) h = h * 0.9 + r[k];
#pragma hp5 region
    for (int k = 0; k < 20; k++) {
#pragma hp5 task
        in_turn(ms, k);
#pragma hp5 task
        r[k] = a[1] + 2 * b[2];
    }
    for (int k = 0; k < 20; k++) h = h * 0.9 + r[k];
#pragma hp5 region
    for (int k = 0; k < 20; k++) {
#pragma hp5 task
        by_name(ms, k);
#pragma hp5 task
        r[k] = a[1] + 2 * b[2];
    }
    for (int k = 0; k < 20; k++) h = h * 0.9 + r[k];
#pragma hp5 region
    for (int k = 0; k < 20; k++) {
#pragma hp5 task
        by_copy(ms, k);
#pragma hp5 task
        r[k] = a[1] + 2 * b[2];
    }
    for (int k = 0; k < 20; k++) h = h * 0.9 + r[k];
#pragma hp5 region
    for (int k = 0; k < 20; k++) {
#pragma hp5 task
        by_memcpy(ms, k);
#pragma hp5 task
        r[k] = a[1] + 2 * b[2];
    }
    for (int k = 0; k < 20; k++) h = h * 0.9 + r[k];
#pragma hp5 region
    for (int k = 0; k < 20; k++) {
#pragma hp5 task
        by_pointer(ms, k);
#pragma hp5 task
        r[k] = a[1] + 2 * b[2];
    }
    for (int k = 0; k < 20; k++) h = h * 0.9 + r[k];
#pragma hp5 region
    for (int k = 0; k < 20; k++) {
#pragma hp5 task
        handed_on(ms, k);
#pragma hp5 task
        r[k] = a[1] + 2 * b[2];
    }
    for (int k = 0; k < 20; k++) h = h * 0.9 + r[k];
#pragma hp5 region
    for (int k = 0; k < 20; k++) {
#pragma hp5 task
        twice(ms, k);
#pragma hp5 task
        r[k] = a[1] + 2 * b[2];
    }
    for (int k = 0; k < 20; k++) h = h * 0.9 + r[k];
#pragma hp5 region
    for (int k = 0; k < 20; k++) {
#pragma hp5 task
        by_sum(ms, k);
#pragma hp5 task
        r[k] = a[1] + 2 * b[2];
    }
    for (int k = 0; k < 20; k++) h = h * 0.9 + r[k];
#pragma hp5 region
    for (int k = 0; k < 20; k++) {
#pragma hp5 task
        by_void(ms, k);
#pragma hp5 task
        r[k] = a[1] + 2 * b[2];
    }
    for (int k = 0; k < 20; k++) h = h * 0.9 + r[k];
#pragma hp5 region
    for (int k = 0; k < 20; k++) {
#pragma hp5 task
        by_cast(ms, k);
#pragma hp5 task
        r[k] = a[1] + 2 * b[2];
    }
    for (int k = 0; k < 20; k++) h = h * 0.9 + r[k];
#pragma hp5 region
    for (int k = 0; k < 20; k++) {
#pragma hp5 task
        by_place(ms, k);
#pragma hp5 task
        r[k] = a[1] + 2 * b[2];
    }
    for (int k = 0; k < 20; k++) h = h * 0.9 + r[k];
#pragma hp5 region
    for (int k = 0; k < 20; k++) {
#pragma hp5 task
        later(ms, k);
#pragma hp5 task
        r[k] = a[1] + 2 * b[2];
    }
    for (int k = 0; k < 20; k++) h = h * 0.9 + r[k];
#pragma hp5 region
    for (int k = 0; k < 20; k++) {
#pragma hp5 task
        by_value(ms[k % 2], k);
#pragma hp5 task
        r[k] = a[1] + 2 * b[2];
    }
    for (int k = 0; k < 20; k++) h = h * 0.9 + r[k];
#pragma hp5 region
    for (int k = 0; k < 20; k++) {
#pragma hp5 task
        inside(bs, k);
#pragma hp5 task
        r[k] = a[1] + 2 * b[2];
    }
    for (int k = 0; k < 20; k++) h = h * 0.9 + r[k];
#pragma hp5 region
    for (int k = 0; k < 20; k++) {
#pragma hp5 task
        z[k] = sum(ms, k);
    }
    for (int k = 0; k < 20; k++) h = h * 0.9 + z[k];
    printf("%.17g %s\n", h, bs[1].name);
    return 0;
}
