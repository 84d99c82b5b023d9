/* Values that tasks write through pointers, and structs that they use as a whole and by members. */
#include <stdio.h>

#define N 16

struct state {
    int n;
    double x, v[4];
};

struct body {
    int n;
    double *u, *w, a[N], b[N];
};

static double out[N];

static void update(struct body *g) {
    for (int i = 0; i < g->n; i++)
        g->a[i] += g->b[i];
}

static void move(struct state *s, double by) {
    s->x += by;
    s->n++;
}

static double worth(struct state s) { return s.x * s.n + s.v[1]; }

/* A number and a struct whose addresses are known. */
static void addressed(void) {
    int n = 3, *to = &n;
    struct state s = {1, 2, {3, 4, 5, 6}}, *p = &s;
#pragma hp5 region begin
    for (int t = 0; t < 8; t++) {
#pragma hp5 task
        *to += out[t] > 3;
#pragma hp5 task
        out[t] += n;
#pragma hp5 task
        {
            p->x += out[t];
            p->n++;
        }
#pragma hp5 task
        out[t + 8] += s.x + s.n;
    }
#pragma hp5 region end
    printf("%d %d %.17g\n", n, s.n, s.x);
}

/* All of a struct is read, copied, and set, and its members are. */
static void whole(void) {
    struct state s = {1, 2, {3, 4, 5, 6}}, zero = {0};
#pragma hp5 region begin
    for (int t = 0; t < 8; t++) {
#pragma hp5 task
        {
            s.x += out[t];
            s.v[t % 4] += s.x;
        }
#pragma hp5 task
        {
            struct state copy = s;
            out[t + 8] = copy.x + copy.v[1] / 16;
        }
#pragma hp5 task
        out[t] += worth(s) / 64;
#pragma hp5 task
        move(&s, 0.5);
#pragma hp5 task
        if (s.n > 5)
            s = zero;
    }
#pragma hp5 region end
    printf("%d %.17g\n", s.n, s.x);
}

/* A function gets the struct, others use its members. */
static void members(void) {
    static struct body g = {N, 0, 0, {0}, {0}};
    for (int i = 0; i < N; i++) {
        g.a[i] = i * 7 % 5;
        g.b[i] = i * 5 % 7;
    }
#pragma hp5 region begin
    for (int t = 0; t < 6; t++) {
#pragma hp5 task
        update(&g);
#pragma hp5 do tasktile(4)
        for (int i = 0; i < N; i++)
            g.b[i] = g.a[i] * 0.5;
#pragma hp5 task
        for (int i = 1; i < N; i++)
            g.a[i] -= g.a[i - 1] * 0.25;
    }
#pragma hp5 region end
    for (int i = 0; i < N; i++)
        out[i] += g.a[i] + g.b[i];
}

/* Structs without a name, private ones too. */
static void unnamed(void) {
    struct {
        int x, y;
    } s = {3, 4}, r = {1, 2};
#pragma hp5 region begin
#pragma hp5 do tasktile(4) private(s)
    for (int i = 0; i < N; i++) {
        s.y = i;
        out[i] += s.x + s.y + r.x;
    }
#pragma hp5 region end
    printf("%d %d\n", s.x, r.y);
}

int main(void) {
    double sum = 0;
    for (int k = 0; k < N; k++)
        out[k] = k * 37 % 11;
    addressed();
    whole();
    members();
    unnamed();
    for (int k = 0; k < N; k++)
        sum = sum * 0.75 + out[k];
    printf("%.17g\n", sum);
    return 0;
}
