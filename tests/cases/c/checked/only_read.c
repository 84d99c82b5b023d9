/* What is only `in` is written, by a pointer that came from elsewhere. */
#include <stdio.h>
#include <stdlib.h>
struct grid {
    int n;
    double *u, *v;
};
static void through(const double *p, int k) {
    *((double *)p + k) += 1; //~ g->u[5]
}
static void work(struct grid *g) {
    int n = g->n;
#pragma hp5 region begin
#pragma hp5 array_tile dimtile(8) dim(n) arrvar(g->u, g->v)
#pragma hp5 task in(g->u) out(g->v)
    {
        for (int i = 0; i < n; i++)
            g->v[i] = g->u[i];
        through(g->u, 5);
    }
#pragma hp5 region end
}
int main(void) {
    struct grid g = {32, calloc(32, 8), calloc(32, 8)};
    work(&g);
    printf("%g\n", g.v[5]);
    return 0;
}
