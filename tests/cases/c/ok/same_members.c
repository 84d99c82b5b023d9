/* Members that tasks write and code between tasks uses by another pointer to the struct, or by the struct itself; a
   list whose pointer goes on waits for nothing. */
#include <stdio.h>
#include <stdlib.h>

typedef struct node {
    struct node *next;
    int v;
    double w, x[2];
} node;

static node all[4];

static double slow(double v) {
    for (int k = 0; k < 100000; k++)
        v = v * 0.5 + 1;
    return v;
}

static node *list(int n) {
    node *h = NULL;
    for (int i = 0; i < n; i++) {
        node *p = malloc(sizeof *p);
        *p = (node){h, i, 1, {i, i}};
        h = p;
    }
    return h;
}

static int walked(node *h) {
    int sum = 0;
#pragma hp5 region begin
    for (node *p = h; p; p = p->next) {
#pragma hp5 task
        p->v = slow(p->v) + p->v * 3;
    }
    for (node *p = h; p != NULL; p = p->next) {
#pragma hp5 task inout(p->v)
        p->v += slow(p->v);
        if (p->next == NULL)
            break;
    }
    node *q = h;
    while (q) {
        node *next = q->next;
#pragma hp5 task
        q->x[1] += slow(q->v);
        q = next;
    }
    sum = h->v;
    if (h->next)
        sum += h->next->v;
#pragma hp5 region end
    while (h) {
        node *next = h->next;
        sum = sum * 3 % 100003 + h->v + (int)h->x[1];
        free(h);
        h = next;
    }
    return sum;
}

static int others(node *p, node *same) {
    node one = {NULL, 1, 2, {0}}, *r = &one;
    int u = 0;
#pragma hp5 region begin
#pragma hp5 task
    p->v = slow(p->v) + 3;
    u += same->v;
#pragma hp5 task
    p->v = slow(p->v) + 3;
    node *q = p;
    u += q->v + (*q).v;
#pragma hp5 task
    p->w = slow(p->v) + 3;
    same->v += 2;
#pragma hp5 task
    r->v = slow(r->v) + 5;
    u += one.v;
#pragma hp5 task
    u += slow(r->w) + r->w;
    one.w = 9;
#pragma hp5 task
    p->w = slow(p->v) + p->v;
    q->v = 12;
#pragma hp5 task
    p->v = slow(p->v) + p->w;
    one = *q;
#pragma hp5 task
    p->v = slow(p->v) + p->w;
    node two = *same;
#pragma hp5 region end
    printf("%d %g %d %g %d %g\n", p->v, p->w, one.v, one.w, two.v, two.w);
    return u;
}

static int elements(void) {
    node *p = &all[1];
    int u = 0;
#pragma hp5 region begin
#pragma hp5 task
    p->v = slow(p->v) + 3;
    u += all[1].v;
#pragma hp5 task
    p->w = slow(p->v) + 3;
    all[1].v += 2;
#pragma hp5 region end
    return u + (int)p->w;
}

int main(void) {
    node one = {NULL, 4, 5, {6, 7}};
    node *same = &one;
    printf("%d ", walked(list(8)));
    printf("%d ", others(&one, same));
    printf("%d\n", elements());
    return 0;
}
