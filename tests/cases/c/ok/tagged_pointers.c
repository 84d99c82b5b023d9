/* Pointers that tasks go through only where a tag says that they lead somewhere; else they are anything. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
enum { LEAF, INNER };
struct leaf { double *p; int n; };
struct node { int kind; union { struct leaf *leaf; double value; } u; };
static double slow(double x) { volatile double y = x; for (int k = 0; k < 300; k++) y = y * 0.999 + 0.001; return y; }
static void work(struct node *m) {
    switch (m->kind) {
    case LEAF: for (int j = 0; j < m->u.leaf->n; j++) m->u.leaf->p[j] = slow(m->u.leaf->p[j]); break;
    default: m->u.value = slow(m->u.value);
    }
}
static void one(struct node *m) { if (m->kind != LEAF) return; m->u.leaf->p[1] = slow(m->u.leaf->p[0]); }
static void sweep(struct node *nodes, int n, struct leaf **all, const int *has, double *sum) {
#pragma hp5 region begin
    for (int i = 0; i < n; i++) {
        struct node *m = &nodes[i];
#pragma hp5 task
        work(m);
#pragma hp5 task
        one(m);
#pragma hp5 task
        { sum[i] += m->kind == LEAF ? slow(m->u.leaf->p[0]) : m->u.value; }
#pragma hp5 task
        { if (has[i]) all[i]->p[2] = slow(all[i]->p[1] + sum[i]); }
#pragma hp5 task
        switch (m->kind) { case LEAF: m->u.leaf->p[0] += sum[i]; break; default: break; }
    }
#pragma hp5 task_tile(i = 2)
    for (int i = 0; i < n; i++) { if (!has[i]) continue; all[i]->p[2] = slow(all[i]->p[1] + sum[i]); }
#pragma hp5 task_tile(i = 2)
    for (int i = 0; i < n; i++) work(&nodes[i]);
#pragma hp5 region end
}
int main(void) {
    struct node nodes[10]; int has[10]; double sum[10] = {0};
    struct leaf **all = malloc(10 * sizeof *all);
    memset(all, 0x5a, 10 * sizeof *all);
    for (int i = 0; i < 10; i++) {
        nodes[i].kind = i % 3 ? INNER : LEAF; has[i] = i % 3 == 0;
        if (nodes[i].kind == LEAF) { nodes[i].u.leaf = malloc(sizeof(struct leaf)); nodes[i].u.leaf->n = 5; nodes[i].u.leaf->p = malloc(40); for (int j = 0; j < 5; j++) nodes[i].u.leaf->p[j] = i + j; all[i] = nodes[i].u.leaf; }
        else nodes[i].u.value = i;
    }
    sweep(nodes, 10, all, has, sum);
    double s = 0;
    for (int i = 0; i < 10; i++) s += sum[i] + (nodes[i].kind == LEAF ? nodes[i].u.leaf->p[0] + nodes[i].u.leaf->p[2] * 3 : nodes[i].u.value);
    printf("%.17g\n", s);
}
