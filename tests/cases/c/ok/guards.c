// What a task looks at only where there is something: ends of lists and trees, divisors that may be 0. Where
// it is registered, nothing else is looked at.
#include <stdio.h>
#include <stdlib.h>

struct tree { struct tree *left, *right; double *v; int n; double sum; };
static struct tree *grow(int depth) {
    if (!depth) return NULL;
    struct tree *t = calloc(1, sizeof *t);
    t->n = 8 * depth; t->v = calloc(t->n, sizeof *t->v);
    for (int i = 0; i < t->n; i++) t->v[i] = i + depth;
    t->left = grow(depth - 1); t->right = depth % 2 ? NULL : grow(depth - 2 > 0 ? depth - 2 : 0);
    return t;
}
static void scale(double *v, int n) { for (int i = 0; i < n; i++) v[i] *= 2; }
static void visit(struct tree *t) {
    if (!t) return;
#pragma hp5 region begin
#pragma hp5 task
    { if (t->left != NULL) scale(t->left->v, t->left->n); }
#pragma hp5 task
    { if (t->right && t->right->n > 3) for (int i = 0; i < t->right->n; i++) t->right->v[i] += t->v[0]; }
#pragma hp5 task
    { for (int i = 0; i < t->n; i++) t->sum += t->v[i] + (t->left && t->left->n > i ? t->left->v[i] : 0); }
#pragma hp5 region end
    visit(t->left); visit(t->right);
}
static double total(struct tree *t) { if (!t) return 0; double s = t->sum; for (int i = 0; i < t->n; i++) s += t->v[i]; return s + 2 * total(t->left) + 3 * total(t->right); }
struct o { int n; double *u; };
static void work(struct o *o, double *v, int m, int n) {
#pragma hp5 region begin
#pragma hp5 task
    {
        if (!o) ; else for (int i = 0; i < o->n; i++) o->u[i] += 1;
    }
#pragma hp5 task
    { if (m) for (int j = 0; j < n / m; j++) v[j] += 2; }
    if (m) {
#pragma hp5 do tasktile(n / m)
        for (int j = 0; j < n; j++) v[j] *= 3;
    }
#pragma hp5 do tasktile(4)
    for (int j = 0; j < n; j++) v[j] -= 3;
#pragma hp5 region end
}

int main(void) {
    double u[32], v[32];
    for (int i = 0; i < 32; i++) u[i] = i, v[i] = 2 * i;
    struct o o = { 32, u };
    work(&o, v, 4, 32);
    work(NULL, v, 0, 32);
    work(NULL, v, 2, 32);
    for (int i = 0; i < 32; i++) printf("%g %g\n", u[i], v[i]);
    struct tree *t = grow(6);
    visit(t);
    printf("%.17g\n", total(t));
    return 0;
}
