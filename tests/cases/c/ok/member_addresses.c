/* Addresses of members that are numbers and structs, of known structs and of those of headers; flexible
   array members. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

struct coef {
    double lo, hi;
};
struct grid {
    int n;
    struct coef c;
    double u[16];
};
struct image {
    int n;
    int px[];
};
static struct {
    int count;
    double sum;
} totals;

static void set(double *x) { *x = 7; }
static void count(int *n) { *n += 3; }
static void scale(double *u, const struct coef *c, int n)
{
    for (int i = 0; i < n; i++)
        u[i] = u[i] * c->hi + c->lo;
}
static void later(time_t *t, long by) { *t += by; }
static int total(const int *p, int n)
{
    int s = 0;
    while (n--)
        s += *p++;
    return s;
}

static void run(struct grid *g, struct grid h, struct image *im, int *sum)
{
    struct timespec when = { 0, 0 };
#pragma hp5 region begin
    for (int turn = 0; turn < 4; turn++) {
#pragma hp5 task
        set(&g->c.hi);
#pragma hp5 task
        set(&h.c.lo);
#pragma hp5 task
        scale(g->u, &g->c, 16);
#pragma hp5 task
        scale(h.u, &h.c, 16);
#pragma hp5 task
        {
            const struct coef *c = &h.c;
            g->u[3] += c->lo;
        }
#pragma hp5 task
        g->c.lo += 0.5;
#pragma hp5 task
        {
            struct coef k = g->c;
            g->u[7] += k.hi + k.lo;
        }
#pragma hp5 task
        count(&totals.count);
#pragma hp5 task
        totals.sum += totals.count;
#pragma hp5 task
        later(&when.tv_sec, turn);
#pragma hp5 task
        *sum += total(im->px, im->n);
#pragma hp5 task
        im->px[turn] += *sum;
    }
#pragma hp5 region end
    g->u[0] += h.u[5] + h.c.lo + (double)when.tv_sec;
}

int main(void)
{
    struct grid g = { 16, { 0.5, 0.25 }, { 1, 2, 3 } };
    struct image *im = calloc(1, sizeof *im + 8 * sizeof(int));
    int sum = 1;
    if (!im)
        return 1;
    im->n = 8;
    for (int i = 0; i < 8; i++)
        im->px[i] = i;
    run(&g, g, im, &sum);
    for (int i = 0; i < 16; i++)
        printf("%.17g\n", g.u[i]);
    printf("%g %g %d %g %d %d\n", g.c.lo, g.c.hi, totals.count, totals.sum, sum, im->px[2]);
    free(im);
    return 0;
}
