/* Indices that functions of the file compute: they are what they return. */
#include <stdio.h>

#define M 40

struct grid { int n; double *u; };

static int columns = M;
static double x[M * M], y[M * M], w[M * M];

static inline int at(int i, int j) {
    return i * M + j;
}

static inline size_t from(size_t i, size_t j) { /* rows first */
    return i * columns + j;
}

static int of(const struct grid *g, int i, int j) {
    return i * g->n + j;
}

static int odd(int i) {
    return i % 2 ? i : i + 1;
}

static void cut(void) {
#pragma hp5 region begin
#pragma hp5 array_tile dimtile(8, 8) dim(M, M) arrvar(x, y)
    for (int t = 0; t < 4; t++) {
#pragma hp5 do tasktile(8, 8)
        for (int i = 1; i < M - 1; i++)
            for (int j = 1; j < M - 1; j++)
                y[at(i, j)] = x[at(i - 1, j)] + x[at(i, j + 1)];
#pragma hp5 do tasktile(8, 8)
        for (int i = 1; i < M - 1; i++)
            for (int j = 1; j < M - 1; j++)
                x[at(i, j)] = 0.3 * y[at(i, j - 1)];
    }
#pragma hp5 region end
}

static void others(const struct grid *g) {
#pragma hp5 region begin
    for (int t = 0; t < 3; t++) {
#pragma hp5 do tasktile(8)
        for (int i = 1; i < M - 1; i++)
            for (int j = 1; j < M - 1; j++)
                x[from(i, j)] = 0.25 * (y[from(i - 1, j)] + y[from(i, j - 1)]);
#pragma hp5 do tasktile(8)
        for (int i = 1; i < M - 1; i++)
            for (int j = 1; j < M - 1; j++)
                w[of(g, i, j)] += x[of(g, i - 1, j)];
#pragma hp5 do tasktile(5)
        for (int i = 0; i < M; i++)
            y[at(i, 0)] += w[odd(i)];
    }
#pragma hp5 region end
}

int main(void) {
    struct grid g = {M, w};
    double s = 0;
    for (int i = 0; i < M * M; i++)
        x[i] = i % 7;
    cut();
    others(&g);
    for (int i = 0; i < M * M; i++)
        s = s * .9 + x[i] + y[i] + w[i];
    printf("%.17g\n", s);
    return 0;
}
