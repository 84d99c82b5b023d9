/* What a pointer in an element of an array leads to, and what tasks of their own call it by a name that callers
   hand to the function. */
#include <stdio.h>
#include <stdlib.h>
struct grid {
    int n;
    double *u;
};
static struct grid gs[3];
static void twice(double *u, int n)
{
    for (int j = 0; j < n; j++)
        u[j] *= 2;
}
static void next(double *u, int n)
{
    for (int j = 0; j < n; j++)
        u[j] += 1;
}
static void said(double *all)
{
#pragma hp5 region
    {
        for (int y = 0; y < 8; y++) {
#pragma hp5 task inout(gs[1].u[y * 8:8])
            twice(gs[1].u + y * 8, 8);
        }
        for (int y = 0; y < 8; y++) {
#pragma hp5 task inout(all[y * 8:8])
            next(all + y * 8, 8);
        }
    }
}
static void found(double *all, struct grid *g)
{
#pragma hp5 region
    {
        for (int y = 0; y < 8; y++) {
#pragma hp5 task
            twice(gs[1].u + y * 8, 8);
        }
        for (int y = 0; y < 8; y++) {
#pragma hp5 task
            next(all + y * 8, 8);
        }
#pragma hp5 task
        twice(g->u, g->n);
    }
}
int main(void)
{
    double *all = calloc(64, sizeof *all);
    for (int i = 0; i < 64; i++)
        all[i] = i;
    gs[1].u = all;
    gs[1].n = 64;
    for (int k = 0; k < 3; k++) {
        said(all);
        found(all, &gs[1]);
    }
    for (int i = 0; i < 64; i++)
        printf("%g ", all[i]);
    printf("\n");
    free(all);
    return 0;
}
