#include <stdio.h>
#include <stdlib.h>
/* Arrays of structs whose pointers lead into one another, to an array that tasks use by its own name, and to
   what another array of structs leads to; set in place, by functions of the file, by functions that these
   call. */
#define N 12
#define M 1500
struct block { double *u, *left; };
struct cell { double u[M]; struct cell *prev; };
struct view { double *at; int n; };

static struct cell cells[N];
static struct view views[N], later[N];
static double line[N * M], other[N * M];

static double sum(const double *u, int n) {
    double s = 0;
    for (int i = 0; i < n; i++) s = s * 0.999 + u[i];
    return s;
}
static double sum_of(struct block *g) {
    double s = 0;
    for (int k = 0; k < N; k++) s = s * 0.75 + sum(g[k].u, M);
    return s;
}
static void fill(double *u, int n, int k) {
    for (int i = 0; i < n; i++) u[i] = k + i * 0.5;
}

/* A block's neighbour is what another block leads to. */
static double neighbours(void) {
    struct block g[N];
    for (int k = 0; k < N; k++) {
        g[k].u = malloc(M * sizeof(double));
        fill(g[k].u, M, k);
    }
    for (int k = 0; k < N; k++) g[k].left = g[(k + N - 1) % N].u;
    for (int t = 0; t < 3; t++) {
#pragma hp5 region
        {
#pragma hp5 task_tile(k = 1)
            for (int k = 0; k < N; k++)
                for (int i = 0; i < M; i++) g[k].u[i] = 0.5 * g[k].u[i] + 0.25 * g[k].left[M - 1 - i];
#pragma hp5 task_tile(k = 1)
            for (int k = 1; k < N; k++)
                for (int i = 0; i < M; i++) g[k].u[i] += g[k].left[i] * 0.125;
        }
    }
    double s = sum_of(g);
    for (int k = 0; k < N; k++) free(g[k].u);
    return s;
}

/* A struct leads to another one, which has its elements in itself; they are written through it. */
static void sweep(struct cell *g, int n) {
#pragma hp5 region
    {
        for (int k = 1; k < n; k++) {
#pragma hp5 task
            for (int i = 0; i < M; i++) g[k].prev->u[i] = g[k].prev->u[i] * 0.5 + g[k].u[i];
        }
#pragma hp5 task_tile(k = 1)
        for (int k = 1; k < n; k++)
            for (int i = 0; i < M; i++) g[k].u[i] += g[k].prev->u[i] * 0.125;
    }
}
static double chain(void) {
    for (int k = 0; k < N; k++) {
        cells[k].prev = k ? &cells[k - 1] : NULL;
        fill(cells[k].u, M, k);
    }
    for (int t = 0; t < 3; t++) sweep(cells, N);
    double s = 0;
    for (int k = 0; k < N; k++) s = s * 0.75 + sum(cells[k].u, M);
    return s;
}

/* Structs lead into an array that tasks use by its name too. */
static double into_array(void) {
    for (int k = 0; k < N; k++) views[k].at = line + k * M;
    fill(line, N * M, 1);
    for (int t = 0; t < 3; t++) {
#pragma hp5 region
        {
#pragma hp5 task_tile(i = 1000)
            for (int i = 0; i < N * M; i++) line[i] = line[i] * 0.5 + 1;
#pragma hp5 task_tile(k = 1)
            for (int k = 0; k < N; k++)
                for (int i = 0; i < M; i++) views[k].at[i] *= 1.25;
#pragma hp5 task_tile(i = 1000)
            for (int i = 0; i < N * M; i++) line[i] = line[i] * 0.75 + 1;
        }
    }
    return sum(line, N * M);
}

/* The same, where functions set it. */
static void view_of(struct view *v, double *at, int n) {
    v->at = at;
    v->n = n;
}
static void part_of(struct view *v, double *all, int k) {
    double *from = all + k * M;
    view_of(&v[k], from, M);
}
static double by_functions(void) {
    for (int k = 0; k < N; k++) part_of(later, other, k);
    fill(other, N * M, 1);
    for (int t = 0; t < 3; t++) {
#pragma hp5 region
        {
#pragma hp5 task_tile(i = 1000)
            for (int i = 0; i < N * M; i++) other[i] = other[i] * 0.5 + 1;
#pragma hp5 task_tile(k = 1)
            for (int k = 0; k < N; k++)
                for (int i = 0; i < M; i++) later[k].at[i] *= 1.25;
        }
    }
    return sum(other, N * M);
}

/* Two arrays of structs lead to the same. */
static double twice(void) {
    struct view a[N], b[N];
    for (int k = 0; k < N; k++) {
        a[k].at = malloc(M * sizeof(double));
        fill(a[k].at, M, k);
    }
    for (int k = 0; k < N; k++) b[k].at = a[N - 1 - k].at;
    for (int t = 0; t < 3; t++) {
#pragma hp5 region
        {
#pragma hp5 task_tile(k = 1)
            for (int k = 0; k < N; k++)
                for (int i = 0; i < M; i++) a[k].at[i] = a[k].at[i] * 0.5 + 1;
#pragma hp5 task_tile(k = 1)
            for (int k = 0; k < N; k++)
                for (int i = 0; i < M; i++) b[k].at[i] *= 1.25;
        }
    }
    double s = 0;
    for (int k = 0; k < N; k++) {
        s = s * 0.75 + sum(a[k].at, M);
        free(a[k].at);
    }
    return s;
}

/* A neighbour is set two calls away, by its address. */
static void set(double **to, double *from) { *to = from; }
static void link(struct block *to, double *from) {
    double *p = from;
    to->left = p;
}
static void joined(struct block *g, int k) { link(&g[k], g[k - 1].u); }
static double linked(void) {
    struct block *g = calloc(N, sizeof *g);
    for (int k = 0; k < N; k++) {
        double *own = malloc(M * sizeof(double));
        set(&g[k].u, own);
        fill(g[k].u, M, k);
    }
    for (int k = 1; k < N; k++) joined(g, k);
    for (int t = 0; t < 3; t++) {
#pragma hp5 region
        {
#pragma hp5 task_tile(k = 1)
            for (int k = 1; k < N; k++)
                for (int i = 0; i < M; i++) g[k].u[i] = 0.5 * g[k].u[i] + 0.25 * g[k].left[M - 1 - i];
        }
    }
    double s = sum_of(g);
    for (int k = 0; k < N; k++) free(g[k].u);
    free(g);
    return s;
}

int main(void) {
    printf("%.17g %.17g %.17g\n", neighbours(), chain(), into_array());
    printf("%.17g %.17g %.17g\n", by_functions(), twice(), linked());
    return 0;
}
