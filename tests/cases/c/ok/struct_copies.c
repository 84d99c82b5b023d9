/* Whole structs and unions that code between tasks, and tasks, copy and set while others use members of them. */
#include <stdio.h>
#include <string.h>

#define N 64

struct grid { int n; int u[N]; };
struct pair { int k; struct grid in; };
union bits { int v; int u[N]; struct { int lo, hi; }; };
typedef struct { int n; int u[N]; } named;

static struct grid g, h, row[3];
static struct pair w, x;
static union bits m, o;
static named t, q;
static struct { int n; struct { int u[N]; }; } f, e;
static int a[N], b[N];
static unsigned long sum;

static void mix(const int *v) {
    for (int i = 0; i < N; i++)
        sum = sum * 31 + (unsigned)v[i];
}

static int slow(int v) {
    for (volatile int k = 0; k < 400; k++)
        v ^= k & 1;
    return v;
}

static struct grid made(int from) {
    struct grid s = {from, {0}};
    for (int i = 0; i < N; i++)
        s.u[i] = from * i;
    return s;
}

static int total(struct grid s) {
    int all = 0;
    for (int i = 0; i < N; i++)
        all += s.u[i];
    return all;
}

/* Code between tasks copies what tasks write, and sets what they read. */
static void between(int n) {
#pragma hp5 region
    {
        struct grid own = g;
#pragma hp5 do tasktile(4)
        for (int i = 0; i < n; i++) own.u[i] += slow(a[i]);
        g = own;
#pragma hp5 do tasktile(4)
        for (int i = 0; i < n; i++) a[i] += slow(g.u[n - 1 - i]);
        g = n > 3 ? h : own;
#pragma hp5 do tasktile(4)
        for (int i = 0; i < n; i++) g.u[i] += slow(a[i]);
        row[1] = (n++, n--, g);
#pragma hp5 do tasktile(4)
        for (int i = 0; i < n; i++) a[i] += slow(row[1].u[n - 1 - i]) + slow(g.u[i]);
        g = made(3);
#pragma hp5 do tasktile(4)
        for (int i = 0; i < n; i++) g.u[i] += slow(a[i]);
        w = (struct pair){.k = 1, .in = g};
        struct pair both = {2, g};
#pragma hp5 do tasktile(4)
        for (int i = 0; i < n; i++) a[i] += slow(w.in.u[n - 1 - i]) + both.in.u[i];
        w.in = h;
#pragma hp5 do tasktile(4)
        for (int i = 0; i < n; i++) w.in.u[i] += slow(a[i]);
        x = w;
        h = w.in;
        b[0] += total(x.in) + total(h);
#pragma hp5 do tasktile(4)
        for (int i = 0; i < n; i++) a[i] += slow(x.in.u[n - 1 - i]) + h.u[i];
        memset(&x, 0, sizeof x);
    }
}

/* Members of unions have their memory in common; types have names, or none. */
static void others(int n) {
#pragma hp5 region
    {
#pragma hp5 do tasktile(4)
        for (int i = 0; i < n; i++) m.u[i] = slow(a[i]);
        b[1] += m.v;
        o = m;
        m.hi = 9;
#pragma hp5 do tasktile(4)
        for (int i = 0; i < n; i++) a[i] += slow(m.u[n - 1 - i]) + o.u[i];
        m.v = 4;
#pragma hp5 do tasktile(4)
        for (int i = 0; i < n; i++) t.u[i] = slow(a[i]) + m.u[i];
        q = t;
#pragma hp5 do tasktile(4)
        for (int i = 0; i < n; i++) f.u[i] = slow(q.u[n - 1 - i]);
        e = f;
        (f) = e;
#pragma hp5 do tasktile(4)
        for (int i = 0; i < n; i++) a[i] += slow(e.u[n - 1 - i]) + f.u[i];
    }
}

/* The same in tasks, and of a struct of the function. */
static void in_tasks(int n) {
    struct grid own = made(2), copy = own;
#pragma hp5 region
    {
#pragma hp5 do tasktile(4)
        for (int i = 0; i < n; i++) g.u[i] = slow(a[i]);
#pragma hp5 task
        {
            struct grid s = g;
            b[2] += s.u[n - 2];
        }
#pragma hp5 task
        row[2] = n > 3 ? g : h;
#pragma hp5 task
        {
            struct pair s = {.k = 1, .in = g};
            b[3] += s.in.u[n - 3];
        }
#pragma hp5 task
        b[4] += total(g);
#pragma hp5 do tasktile(4)
        for (int i = 0; i < n; i++) a[i] += slow(row[2].u[n - 1 - i]);
#pragma hp5 task
        g = made(5);
#pragma hp5 do tasktile(4)
        for (int i = 0; i < n; i++) own.u[i] += slow(g.u[n - 1 - i]);
#pragma hp5 task
        copy = own;
#pragma hp5 task
        {
            struct grid s = own;
            b[6] += s.u[n - 1];
        }
#pragma hp5 do tasktile(4)
        for (int i = 0; i < n; i++) a[i] += slow(copy.u[n - 1 - i]);
#pragma hp5 do tasktile(4)
        for (int i = 0; i < n; i++) m.u[i] = slow(a[i]);
#pragma hp5 task
        b[5] += m.v + m.hi;
#pragma hp5 task
        m.hi = 3;
#pragma hp5 do tasktile(4)
        for (int i = 0; i < n; i++) a[i] += m.u[n - 1 - i];
    }
}

int main(void) {
    for (int i = 0; i < N; i++) {
        a[i] = i * 7 % 31;
        h.u[i] = i * 3 % 17;
    }
    between(N);
    others(N);
    in_tasks(N);
    mix(a), mix(b), mix(g.u), mix(h.u), mix(m.u), mix(row[1].u), mix(row[2].u);
    printf("%lu\n", sum);
    return 0;
}
