/* Structs that tasks use by one name and code between tasks, or another task, by another one: what a function returns,
   an inner struct, one behind a pointer of another one. */
#include <stdio.h>
#include <string.h>

typedef struct inner {
    int v;
    double w, x[4];
} inner;

typedef struct outer {
    inner a, b[2];
    inner *c;
    int n;
} outer;

static inner all[4];

static double slow(double v) {
    for (int k = 0; k < 100000; k++)
        v = v * 0.5 + 1;
    return v;
}

static void bump(inner *p) {
    p->v = slow(p->v) + 5;
    p->w += p->v;
}

static void deep(outer *p) {
    p->a.v = slow(p->a.v) + 7;
    p->b[1].w += 3;
    p->c->v += 2;
}

static int get(const inner *p) {
    return p->v;
}

static void put(inner *p, int v) {
    p->v = v;
}

static inner *find(int k) {
    return &all[k];
}

static double returned(void) {
    inner *p = &all[1], *h = p, *f = find(1);
    double u = 0;
#pragma hp5 region begin
#pragma hp5 task
    f->v = slow(f->v) + 5;
    u += h->v;
#pragma hp5 task
    f->v = slow(f->v) + 5;
    u = u * 3 + all[1].v;
#pragma hp5 task
    p->v = slow(p->v) + 5;
    u = u * 3 + find(1)->v;
#pragma hp5 task
    f->v = slow(f->v) + f->w;
    find(1)->w = 4;
#pragma hp5 task
    f->v = slow(f->v) + f->w;
    put(h, 3);
#pragma hp5 task
    f->v = slow(f->v) + f->w;
    inner c;
    memcpy(&c, h, sizeof c);
    u = u * 3 + c.v;
#pragma hp5 task
    bump(p);
#pragma hp5 task
    u += h->v + slow(1);
#pragma hp5 task
    all[1].v = slow(all[1].v) + 1;
#pragma hp5 task
    u += h->v + slow(1);
#pragma hp5 region end
    return u;
}

static double inside(void) {
    inner one = {1, 2, {3}}, *q = &one;
    outer two = {0}, *t = &two;
    two.c = &one;
    inner *f = &t->a;
    double u = 0;
#pragma hp5 region begin
#pragma hp5 task
    deep(t);
    u += q->v + q->w;
#pragma hp5 task
    deep(t);
    q->v = 3;
#pragma hp5 task
    f->v = slow(f->v) + 5;
    outer copy = two;
    u = u * 3 + copy.a.v;
#pragma hp5 task
    f->v = slow(f->v) + 5;
    u = u * 3 + get(&two.a) + get(&t->a);
#pragma hp5 task
    f->v = slow(f->v) + 5;
    put(&t->a, 2);
#pragma hp5 task
    f->v = slow(f->v) + two.n;
    two.n = 4;
#pragma hp5 region end
    return u + two.a.v + one.v + two.b[1].w;
}

int main(void) {
    for (int i = 0; i < 4; i++)
        all[i] = (inner){i, 2 * i, {i}};
    double a = returned();
    printf("%.17g %.17g %d %g\n", a, inside(), all[1].v, all[1].w);
    return 0;
}
