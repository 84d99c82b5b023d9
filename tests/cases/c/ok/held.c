/* Pointers that structs hold: windows of one array, set here, in functions that get the struct, and in
   functions that are called before; functions that only use what they lead to, and functions that set them. */
#include <stdio.h>

#define N 64

struct window {
    double *d;
    int n;
};

static double all[N], other[N], third[N];
static struct window global_lo, global_hi;
static double *lo_of_file, *hi_of_file;

static void scale(struct window *v, double by) {
    for (int i = 0; i < v->n; i++)
        v->d[i] *= by;
}

static void smooth(struct window *v, double by) {
    for (int i = 1; i < v->n; i++)
        v->d[i] += v->d[i - 1] * by;
}

static void add_up(double *p, int n) {
    for (int i = 1; i < n; i++)
        p[i] += p[i - 1] * 0.5;
}

static void init(struct window *v, double *d, int n) {
    v->d = d;
    v->n = n;
}

static struct window make(double *d, int n) {
    struct window v = {d, n};
    return v;
}

static void set_up(double *memory) {
    global_lo.d = memory;
    global_lo.n = 40;
    global_hi.d = memory + 10;
    global_hi.n = 40;
    lo_of_file = memory;
    hi_of_file = memory + 5;
}

static void shift(struct window *v) {
    v->d++;
}

static void swap(struct window *v, struct window *w) {
    double *t = v->d;
    v->d = w->d;
    w->d = t;
}

static void declared(void) {
    struct window v = {all + 4, 20}, w = {.d = all + 10, .n = 20};
#pragma hp5 region begin
    for (int t = 0; t < 8; t++) {
#pragma hp5 task
        scale(&v, 0.5);
#pragma hp5 task
        for (int i = 0; i < w.n; i++)
            w.d[i] += t;
#pragma hp5 task
        for (int i = 0; i < v.n; i++)
            v.d[i] -= w.d[i];
    }
#pragma hp5 region end
}

static void handed(double *a) {
    struct window v, w = make(a + 10, 20);
    init(&v, a + 4, 20);
#pragma hp5 region begin
    for (int t = 0; t < 8; t++) {
#pragma hp5 task
        scale(&v, 0.5);
#pragma hp5 task
        for (int i = 0; i < w.n; i++)
            w.d[i] += t;
#pragma hp5 task
        smooth(&w, 0.25);
    }
#pragma hp5 region end
}

static void of_file(void) {
#pragma hp5 region begin
    for (int t = 0; t < 8; t++) {
#pragma hp5 task
        scale(&global_lo, 0.5);
#pragma hp5 task
        smooth(&global_hi, 0.25);
#pragma hp5 task
        add_up(lo_of_file, 30);
#pragma hp5 task
        add_up(hi_of_file, 30);
    }
#pragma hp5 region end
}

static void copied(double *a) {
    struct window x = {a, 20}, w = x, *p = &w;
    w.d += 5;
#pragma hp5 region begin
    for (int t = 0; t < 8; t++) {
#pragma hp5 task
        scale(&x, 0.5);
#pragma hp5 task
        smooth(p, 0.25);
    }
#pragma hp5 region end
}

static void from_member(struct window *v, struct window *w) {
    double *base = v->d;
    w->d = base + 7;
    w->n = 9;
#pragma hp5 region begin
    for (int t = 0; t < 8; t++) {
#pragma hp5 task
        scale(v, 0.5);
#pragma hp5 task
        smooth(w, 0.25);
    }
#pragma hp5 region end
}

/* How far one task reaches is not known: that of the others does not help. */
static void known_beside(double *a, int n) {
    double *p = a + 4, *q = a + 10;
#pragma hp5 region begin
    for (int t = 0; t < 8; t++) {
#pragma hp5 task
        add_up(p, 20);
#pragma hp5 task
        for (int i = 0; i < n; i++)
            q[i] -= 0.25 * t;
    }
#pragma hp5 region end
}

/* Where tasks set the pointers, later ones are registered when these are set. */
static void replaced(struct window *v, struct window *w, double *a) {
    struct window x = {a, 20};
#pragma hp5 region begin
    for (int t = 0; t < 8; t++) {
#pragma hp5 task
        for (int i = 1; i < v->n; i++)
            v->d[i] += w->d[i - 1] + t;
#pragma hp5 task
        swap(v, w);
#pragma hp5 task
        for (int i = 1; i < 20; i++)
            x.d[i] += x.d[i - 1] + t;
#pragma hp5 task
        shift(&x);
    }
#pragma hp5 region end
}

/* Arrays that lie in a struct, which tasks write by their names and functions read by the struct's. */
struct box {
    int n;
    double a[16], b[16];
};

static double sum(const struct box *g) {
    double s = 0;
    for (int i = 0; i < g->n; i++)
        s += (g->a[i] + g->b[i]) * i;
    return s;
}

static void inside(double *out) {
    struct box g = {16, {1, 2, 3}, {0}};
    double s = 0;
#pragma hp5 region begin
    for (int t = 0; t < 8; t++) {
#pragma hp5 do tasktile(4)
        for (int i = 0; i < 16; i++)
            g.b[i] = g.a[i] * 0.5;
#pragma hp5 task
        s += sum(&g);
#pragma hp5 task
        for (int i = 1; i < 16; i++)
            g.a[i] -= g.a[i - 1] * 0.25;
    }
#pragma hp5 region end
    for (int i = 0; i < 16; i++)
        out[i] = g.a[i] + g.b[i] + s;
}

static void show(const char *name, const double *p) {
    double s = 0;
    for (int i = 0; i < N; i++)
        s += p[i] * (i % 7 + 1);
    printf("%s %.17g\n", name, s);
}

int main(void) {
    for (int i = 0; i < N; i++) {
        all[i] = (i * 37 + 11) % 101 / 8.0;
        other[i] = (i * 29 + 5) % 97 / 8.0;
    }
    declared();
    show("declared", all);
    handed(all);
    show("handed", all);
    set_up(all);
    of_file();
    show("of_file", all);
    copied(all);
    show("copied", all);
    struct window v = {all, 20}, w = {other, 20};
    from_member(&v, &w);
    show("from_member", all);
    known_beside(all, 20);
    show("known_beside", all);
    init(&v, all, 20);
    init(&w, other, 20);
    replaced(&v, &w, third);
    show("replaced", all);
    show("others", other);
    inside(third);
    show("inside", third);
    return 0;
}
