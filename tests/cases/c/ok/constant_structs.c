#include <stdio.h>
/* Structs that are constant, and what their pointers lead to, which is not; structs and arrays without a name. */
#define N 12
#define M 8
struct part { double *p; int n; };
struct both { struct part part; double *own[2]; };
static double a[N * M], b[N * M];

static double slow(double x) {
    for (int k = 0; k < 400; k++) x = x * 0.999 + 0.001 * (x > 1 ? 1 : x);
    return x;
}
static double sum(void) {
    double s = 0;
    for (int i = 0; i < N * M; i++) s = s * 0.75 + a[i] + b[i] * 0.5;
    for (int i = 0; i < N * M; i++) a[i] = i, b[i] = -i;
    return s;
}
static void fill(const struct part *h) {
    for (int i = 0; i < h->n; i++) h->p[i] = slow(h->p[i] + i);
}
static void each(double **v, int n) {
    for (int i = 0; i < n; i++) v[i][0] = slow(v[i][1] + v[i][0]);
}
static void deep(struct both *k) {
    fill(&k->part);
    k->own[1][2] = slow(k->own[0][3]);
}
static double first(const struct part *h) {
    const double *u = h->p;
    return slow(u[0]);
}

/* By a pointer to a struct that is constant: in place, by a function, of a literal. */
static double pointers(void) {
    struct part parts[N], one = {b, M};
    for (int i = 0; i < N; i++) parts[i] = (struct part){a + 4 * i, M};
#pragma hp5 region
    {
        for (int i = 0; i < N; i++) {
#pragma hp5 task
            {
                const struct part *q = &parts[i];
                for (int j = 0; j < q->n; j++) q->p[j] = slow(q->p[j] + j);
            }
        }
        for (int i = 0; i < N; i++) {
#pragma hp5 task
            {
                const struct part *q = &one;
                fill(q);
                q->p[i] = i;
            }
        }
        for (int i = 0; i < N; i++) {
#pragma hp5 task
            {
                const struct part *q = &(const struct part){a + i, 6}, *r[2] = {q, &(struct part){b + i, 3}};
                q->p[1] = slow(q->p[2]);
                fill(r[i % 2]);
            }
        }
        /* These only read it. */
        for (int i = 0; i < N; i++) {
#pragma hp5 task
            {
                const struct part *q = &one;
                a[i] = first(q) + q->p[i] * q->n;
            }
        }
    }
    return sum();
}

/* Literals that are handed on. */
static double literals(void) {
#pragma hp5 region
    {
        for (int i = 0; i < N; i++) {
#pragma hp5 task
            fill(&(struct part){a + 2 * i, M});
        }
        for (int i = 0; i < N; i++) {
#pragma hp5 task
            deep(&(struct both){.part = {a + i, 5}, .own = {b, b + i}});
        }
        for (int i = 0; i < N; i++) {
#pragma hp5 task
            each((double *[]){a + i, a + 3 + i, &b[i]}, 3);
        }
        for (int i = 0; i < N; i++) {
#pragma hp5 task
            (&(struct part){a + 2 * i, M})->p[3] = slow(((struct part){a + 2 * i, M}).p[1]);
        }
        for (int i = 0; i < N; i++) {
#pragma hp5 task
            fill(i % 2 ? &(struct part){a + 2 * i, 7} : &(struct part){b + 2 * i, 7});
        }
    }
    return sum();
}

int main(void) {
    sum();
    printf("%.17g %.17g\n", pointers(), literals());
    return 0;
}
