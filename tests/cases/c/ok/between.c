/* What code between tasks reads and writes in initialisers and lengths, by members of structs that tasks
 * share, and by pointers in structs. */
#include <stdio.h>

#define N 300

struct view {
    double *p;
    int n;
};
struct outer {
    int n;
    struct view in;
};
struct control {
    double dt, t, err;
};

static double w[N], z[N];
static struct control shared = {1, 0, 0};

static double slow(double x)
{
    int k;
    for (k = 0; k < 300; k++)
        x = x * .999 + .001;
    return x;
}

static struct view tail(double *p)
{
    struct view v;
    v.p = p + N - 4;
    v.n = 4;
    return v;
}

static double sum(struct view v)
{
    double s = 0;
    int i;
    for (i = 0; i < v.n; i++)
        s += v.p[i];
    return s;
}

static void halve(struct view *v)
{
    int i;
    for (i = 0; i < v->n; i++)
        v->p[i] /= 2;
}

static struct outer around(double *p)
{
    struct outer o;
    o.n = 1;
    o.in = tail(p);
    return o;
}

static double within(const struct outer *o)
{
    return o->in.p[3] * o->n;
}

static double braces(void)
{
    double h = 0;
    int i, t;
#pragma hp5 region begin
    for (t = 0; t < 4; t++) {
#pragma hp5 do tasktile(15)
        for (i = 0; i < N; i++)
            w[i] = slow(i + t) + 3;
        {
            double last[2] = {w[N - 1], 1};
            struct control c = {.err = w[N - 2], .t = t};
            double both[2][2] = {{w[3], w[4]}, {w[5], slow(w[6])}};
            char room[(int)w[7] + 2];
            h += last[0] + c.err * c.t + both[1][1] + (double)sizeof room;
        }
    }
#pragma hp5 region end
    return h;
}

static double members(struct control c)
{
    int i, k;
#pragma hp5 region begin
    for (k = 0; k < 3; k++) {
#pragma hp5 do tasktile(15)
        for (i = 0; i < N; i++)
            z[i] += slow(i) * c.dt + shared.dt;
#pragma hp5 task
        {
            c.err = 0;
            shared.err = 0;
            for (i = 0; i < N; i++)
                c.err += z[i];
        }
        c.dt *= .5;
        if (k)
            shared.dt += 1;
    }
#pragma hp5 region end
    return c.err;
}

static double views(void)
{
    struct view v = tail(w);
    struct outer o = around(w);
    double h = 0;
    int i, t;
#pragma hp5 region begin
    for (t = 0; t < 4; t++) {
#pragma hp5 do tasktile(15)
        for (i = 0; i < N; i++)
            w[i] = slow(i * t) + w[i];
        h += v.p[t];
        v.p[0] += 1;
        h += sum(v);
#pragma hp5 do tasktile(15)
        for (i = 0; i < N; i++)
            w[i] += slow(t);
        h += within(&o);
#pragma hp5 do tasktile(15)
        for (i = 0; i < N; i++)
            w[i] += slow(t + 1);
        halve(&v);
    }
#pragma hp5 region end
    return h + w[N - 1];
}

int main(void)
{
    struct control c = {1, 0, 0};
    double a = braces(), b = members(c), d = views();
    printf("%.17g %.17g %.17g\n", a, b, d);
    return 0;
}
