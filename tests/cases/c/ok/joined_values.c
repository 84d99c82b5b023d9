/* Values that tasks of joined regions write and others read: variables of the file, members, and what a function is
   given the address of; and what code between joined calls sets. */
#include <stdio.h>
struct state {
    int n, m;
    double v[4];
};
static int n = 2, at, on, total;
static struct state g;
static double a[64], out[16];
static void grow(int by)
{
#pragma hp5 region joined
    {
#pragma hp5 task
        n += by;
    }
}
static void move(void)
{
#pragma hp5 region joined
    {
#pragma hp5 task
        {
            at = (at + 3) % 60;
            on = !on;
        }
    }
}
static void add(struct state *p)
{
#pragma hp5 region joined
    {
#pragma hp5 task
        p->n += 3;
    }
}
static void look(const struct state *p, int t)
{
#pragma hp5 region joined
    {
#pragma hp5 task
        out[t] += p->n;
    }
}
static void number(int *p)
{
#pragma hp5 region joined
    {
#pragma hp5 array_tile dimtile(1) dim(1) arrvar(p)
#pragma hp5 task
        p[0] += 3;
    }
}
static void both(int k)
{
#pragma hp5 region joined
    {
        grow(k);
#pragma hp5 task
        a[k] += n;
        if (k > 2)
            grow(1);
    }
}
static void sum(void)
{
#pragma hp5 region joined
    {
#pragma hp5 do tasktile(8) reduction(+: total)
        for (int i = 0; i < 64; i++)
            total += (int)a[i] % 3;
    }
}
static int weight(void) { return g.m + total; }
static void apply(double *u, int m)
{
#pragma hp5 region joined
    {
#pragma hp5 array_tile dimtile(8) dim(m) arrvar(u)
#pragma hp5 do tasktile(8)
        for (int i = 0; i < m; i++)
            u[i] = u[i] * 0.5 + g.m + n % 3;
#pragma hp5 do tasktile(8)
        for (int i = 0; i < m; i++)
            u[i] += weight() % 5;
    }
}
int main(void)
{
    struct state own = {1, 2, {0}}, *p = &own;
    int x = 0;
    double s = 0;
#pragma hp5 region
    {
        for (int t = 0; t < 5; t++) {
            grow(3);
#pragma hp5 do tasktile(2)
            for (int i = 0; i < n % 32; i++)
                a[i] += i + t;
            move();
#pragma hp5 task if(on)
            a[at] += t + 1;
            add(&own);
            look(p, t);
            add(&g);
#pragma hp5 task
            out[t + 8] += own.n + g.n * 100;
            number(&x);
            number(&n);
#pragma hp5 task
            out[t] += x + n;
            both(t);
            sum();
            apply(a, 64);
            g.m = t;
            n++;
            apply(a, 40);
            total = total % 7;
#pragma hp5 task nested
            {
#pragma hp5 task
                out[t + 1] += n;
            }
        }
    }
    for (int i = 0; i < 64; i++)
        s = s * 1.1 + a[i];
    for (int i = 0; i < 16; i++)
        s = s * 1.1 + out[i];
    printf("%.17g %d %d %d %d %d %d\n", s, n, at, on, total, x, own.n + g.n);
    return 0;
}
