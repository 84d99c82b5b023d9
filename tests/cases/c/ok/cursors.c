/* Numbers that are members stand in what pointers are set from: how many, how far, and which of two by a
   cursor. They are no pointers themselves, and neither are the names in an index or in a size. */
#include <stdio.h>
#include <stdlib.h>

#define N 32

struct field {
    int n;
    double *data;
};
struct sim {
    struct field eta[2];
    double u[2][N];
    double *w[2];
    int cur;
};
struct mesh {
    int *corner, *start, count;
    size_t off;
};
struct vec {
    int n;
    int *perm;
    double *v;
};
static struct {
    int n, *list;
} g;
static struct mesh mesh;
static double x[N], y[N], p0[N], p1[N];
static int idx[N], f[N];

/* The array of structs and the cursor are members of what a function gets. */
static void by_structs(struct sim *s) {
    struct field *e = &s->eta[s->cur], *n = &s->eta[s->cur ^ 1];
#pragma hp5 region begin
#pragma hp5 array_tile dimtile(4) dim(N) arrvar(n->data, e->data)
#pragma hp5 do tasktile(4)
    for (int i = 0; i < N; i++)
        n->data[i] = e->data[idx[i]] + 1;
#pragma hp5 region end
}

static void by_rows(struct sim *s) {
    double *e = s->u[s->cur], *n = s->u[s->cur ^ 1];
    double *from = s->w[s->cur], *to = s->w[s->cur ^ 1];
#pragma hp5 region begin
#pragma hp5 array_tile dimtile(4) dim(N) arrvar(n, e)
#pragma hp5 do tasktile(4)
    for (int i = 0; i < N; i++)
        n[i] = e[idx[i]] + 1;
#pragma hp5 do tasktile(4) in(from[0:N])
    for (int i = 0; i < N; i++)
        to[i] = from[idx[i]] * 0.5 + n[i];
#pragma hp5 region end
}

/* Lengths and offsets are members. */
static double by_lengths(struct mesh *h, struct vec *a, struct vec *b) {
    double *buf = calloc((size_t)(h->count * 2), sizeof(double)), s = 0;
    double *p = buf + h->off, *q = malloc((size_t)b->n * sizeof *q);
    double *r = h->count > 4 ? p : q;
    if (buf == NULL || q == NULL)
        exit(1);
    a->v = calloc((size_t)a->n, sizeof *a->v);
    b->v = calloc((size_t)b->n, sizeof(double));
#pragma hp5 region begin
#pragma hp5 do tasktile(4)
    for (int i = 0; i < 16; i++)
        q[i] = p[idx[i] % 16] + i;
#pragma hp5 task
    for (int i = 0; i < 16; i++)
        r[idx[i] % 16] += q[i];
#pragma hp5 do tasktile(8)
    for (int i = 0; i < N; i++)
        b->v[i] = a->v[a->perm[i]] + i;
#pragma hp5 do tasktile(8)
    for (int i = 0; i < N; i++)
        a->v[i] = b->v[b->perm[i]] * 0.5;
#pragma hp5 region end
    for (int i = 0; i < 16; i++)
        s += q[i] + p[i] * i + a->v[i];
    free(buf);
    free(q);
    free(a->v);
    free(b->v);
    return s;
}

/* Members of variables of the file, and a pointer of the task that begins at an index. */
static int by_starts(void) {
    int s = 0;
    g.n = N;
    g.list = calloc((size_t)g.n, sizeof(int));
    mesh.count = 2 * N;
    mesh.corner = calloc(sizeof(int), (size_t)mesh.count);
    mesh.start = &mesh.corner[mesh.off];
    if (g.list == NULL || mesh.corner == NULL)
        exit(1);
    for (int i = 0; i < N; i++)
        mesh.corner[i] = i * 3 % 7, g.list[i] = i % 5;
#pragma hp5 region begin
#pragma hp5 task
    for (int i = 0; i < N; i++)
        f[i] = g.list[idx[i]];
#pragma hp5 do tasktile(4) in(mesh.corner[0:2 * N], mesh.start[0:N])
    for (int i = 0; i < N; i++) {
        int *c = &mesh.corner[idx[i]];
        f[i] += c[0] + c[1] + mesh.start[idx[i]];
    }
#pragma hp5 region end
    for (int i = 0; i < N; i++)
        s += f[i] * i;
    free(g.list);
    free(mesh.corner);
    return s;
}

int main(void) {
    static struct sim sim = {{{N, x}, {N, y}}, {{0}}, {p0, p1}, 0};
    struct sim *s = &sim;
    int perm[N];
    struct vec a = {N, perm, NULL}, b = a;
    double t = 0;
    mesh.count = N;
    mesh.off = 4;
    for (int i = 0; i < N; i++) {
        idx[i] = i * 5 % N;
        perm[i] = i * 7 % N;
    }
    for (int k = 0; k < 5; k++) {
        by_structs(s);
        by_rows(s);
        s->cur ^= 1;
    }
    for (int i = 0; i < N; i++)
        t += x[i] * i + y[i] + sim.u[0][i] * i + sim.u[1][i] + p0[i] + p1[i] * i;
    t += by_lengths(&mesh, &a, &b);
    printf("%.17g %d\n", t, by_starts());
    return 0;
}
