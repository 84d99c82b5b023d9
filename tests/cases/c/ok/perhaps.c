// What functions of tasks look at only where there is something: trees and lists that end, a mask that may be
// missing. Registering a task looks no further than its code does.
#include <stdio.h>
typedef struct node {
    struct node *left, *right, *next;
    double v;
} node;
typedef struct {
    int n;
    double *d, w;
} vector;
static node n[3] = {{0, &n[1], &n[1], 1}, {0, &n[2], 0, 2}, {0, 0, 0, 3}};
static double walk(node *t, int d) {
    return t ? (t->v += d) + walk(t->left, d + 1) + walk(t->right, d + 1) : 0;
}
static double sum(const node *t) {
    double s = 0;
    while (t) {
        s += t->v;
        t = t->next;
    }
    return s;
}
static double weighted(const node *t, int d) {
    return t == 0 ? 0 : t->v * d + weighted(t->next, d + 1);
}
static void scale(vector *x, const vector *mask, double f) {
    if (mask == NULL) {
        for (int i = 0; i < x->n; i++) x->d[i] += f;
        return;
    }
    for (int i = 0; i < x->n; i++) x->d[i] += f * mask->d[i] * mask->w;
}
int main(void) {
    static double data[4], other[4] = {1, 2, 3, 4};
    vector v = {4, data, 2}, m = {4, other, 0.5}, *none = NULL, *some = &m;
    node *root = &n[0], *nothing = NULL, *last = &n[2];
    double x = 0, y = 0, z = 0, u = 0, w = 0;
#pragma hp5 region begin
#pragma hp5 task
    x = walk(root->left, 1);
#pragma hp5 task
    y = walk(root->right, 1);
#pragma hp5 task
    z = sum(last->next);
#pragma hp5 task
    u = sum(root->next);
#pragma hp5 task
    w = weighted(nothing, 1) + weighted(root, 2);
#pragma hp5 task
    scale(&v, none, 2);
#pragma hp5 task
    scale(&v, some, 3);
#pragma hp5 region end
    printf("%g %g %g %g %g %g\n", x, y, z, u, w, data[2]);
    return 0;
}
