// Places behind pointers that may be NULL, where the serial program goes through them under a condition
// alone, are not gone through where tasks are registered.
#include <stdio.h>

struct link {
    int n;
    double v;
    struct link *next;
    double *p;
};
static void links(double **q, struct link *ps, double *a)
{
#pragma hp5 region
    {
#pragma hp5 task
        {
            if (q)
                **q = 3;
        }
#pragma hp5 task
        {
            if (ps->next && ps->next->n)
                ps->next->v = a[1];
        }
#pragma hp5 task
        {
            a[2] = ps->next ? ps->next->p[0] : a[1];
        }
        for (int i = 0; i < 4; i++) {
#pragma hp5 task
            {
                if (ps->p != 0 && ps->p[0] > 0)
                    ps->p[i] += a[i];
            }
        }
    }
}

struct leaf {
    double d[4];
};
struct node {
    int kind, k;
    struct leaf *leaf;
    struct node *l, *r;
    double **rows, v;
};
static int is_leaf(struct node *n)
{
    return n->kind == 1;
}
static void nodes(struct node *n, struct node *m, double ***t, double *a)
{
#pragma hp5 region
    {
#pragma hp5 task
        {
            if (n->kind == 1)
                n->leaf->d[1] = 3;
        }
#pragma hp5 task
        {
            if (n->kind == 1)
                for (int j = 0; j < 4; j++)
                    n->leaf->d[j] += n->v;
        }
#pragma hp5 task
        {
            if (is_leaf(n))
                a[3] += n->leaf->d[0];
        }
#pragma hp5 task
        {
            if (m && m->l && m->l->l)
                m->l->l->v += a[3];
        }
#pragma hp5 task
        {
            if (m && m->kind == 3)
                m->l->v += a[3];
        }
#pragma hp5 task
        {
            if (m && m->kind == 3)
                m->rows[1][2] += a[3];
        }
#pragma hp5 task
        {
            if (t && *t && **t)
                ***t = a[3];
        }
        for (int i = 0; i < 4; i++) {
#pragma hp5 task
            {
                if (m && m->kind == 3)
                    m->rows[0][i] += a[m->l->k];
            }
        }
    }
}

int main(void)
{
    double a[8] = {1, 2, 3, 4}, *q = a;
    struct link s = {1, 2.0, 0, a + 2}, t = {2, 3.0, &s, a + 4};
    links(0, &s, a);
    links(&q, &t, a);
    struct leaf le = {{1, 2, 3, 4}};
    double r0[4] = {1}, r1[4] = {2}, *rr[2] = {r0, r1}, **p = rr, *z = 0, **y = &z, **x = 0;
    struct node w = {1, 2, &le, 0, 0, 0, 2.5};
    struct node u = {0, 2, 0, &w, &w, 0, 2.5};
    struct node v = {3, 2, 0, &u, &w, rr, 2.5};
    nodes(&w, 0, 0, a);
    nodes(&u, &w, &x, a);
    nodes(&u, &u, &y, a);
    nodes(&w, &v, &p, a);
    for (int i = 0; i < 8; i++)
        printf("%g\n", a[i]);
    for (int i = 0; i < 4; i++)
        printf("%g %g %g\n", le.d[i], r0[i], r1[i]);
    printf("%g %g %g %g %g\n", w.v, u.v, v.v, s.v, t.v);
    return 0;
}
