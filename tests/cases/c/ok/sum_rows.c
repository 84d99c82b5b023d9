/* Row lengths that are sums, as written, by a macro, by a name, by an enumerator; some that are others. */
#include <stdio.h>
#include <stdlib.h>

#define N 20
#define LD (N + 2)
#define AT(i, j) ((i) * LD + (j))
enum { P = 18, Q = P + 2 };

static void written(int n, int m, double *u, double *v, int sweeps) {
#pragma hp5 region
    {
#pragma hp5 array_tile dimtile(4, 4) dim(n + 2, m + 2) arrvar(u, v)
        for (int s = 0; s < sweeps; s++) {
#pragma hp5 do tasktile(4, 4)
            for (int i = 1; i <= n; i++)
                for (int j = 1; j <= m; j++)
                    u[i * (m + 2) + j] = v[(i - 1) * (m + 2) + j] + v[i * (m + 2) + j + 1] - v[i * (m + 2) + j + m + 2];
            double *other = u;
            u = v;
            v = other;
        }
#pragma hp5 do tasktile(4)
        for (int i = 1; i <= n; i++)
            u[i * (m + 2)] = v[i * (m + 2) + m + 1] + v[i * (m + 2) + i];
    }
}

static void named(int nx, int ny, double *u, double *v) {
    const int ld = ny + 2, rows = nx + 2;
#pragma hp5 region
    {
#pragma hp5 array_tile dimtile(4, 4) dim(rows, ld) arrvar(u, v)
#pragma hp5 do tasktile(4, 4)
        for (int i = 1; i <= nx; i++)
            for (int j = 1; j <= ny; j++)
                u[i * ld + j] += v[(i - 1) * ld + j] + v[i * ld + j + 1];
#pragma hp5 do tasktile(4, 4)
        for (int i = 1; i < rows - 1; i++)
            for (int j = 1; j < ld - 1; j++)
                v[i * ld + j] = u[(i + 1) * ld + j] - u[i * ld + j - 1];
    }
}

/* `ld` is no longer what it was: rows overlap. */
static void renamed(int n, double *u) {
    int ld = n + 2;
    ld = n - 3;
#pragma hp5 region
    {
#pragma hp5 array_tile dimtile(4, *) dim(n, ld) arrvar(u)
#pragma hp5 do tasktile(4)
        for (int i = 1; i < n - 5; i++)
            for (int j = 1; j <= n; j++)
                u[i * ld + j] = u[(i - 1) * ld + j] * 0.5 + j;
    }
}

static void macros(double *u, double *v, double *w) {
#pragma hp5 region
    {
#pragma hp5 array_tile dimtile(3, 7) dim(LD, LD) arrvar(u, v)
#pragma hp5 do tasktile(3, 7)
        for (int i = 1; i <= N; i++)
            for (int j = 1; j <= N; j++)
                u[AT(i, j)] = v[AT(i - 1, j)] + v[AT(i, j + 1)] - v[AT(j, i)];
#pragma hp5 array_tile dimtile(5, 5) dim(P + 2, Q) arrvar(w)
#pragma hp5 do tasktile(5, 5)
        for (int i = 1; i <= P; i++)
            for (int j = 1; j <= P; j++)
                w[i * Q + j] += u[AT(i, j)];
    }
}

/* A diagonal, `n * i + i`, whose rows are `n`, and rows of `n + 1`. */
static void diagonals(int n, double *a, double *b) {
#pragma hp5 region
    {
#pragma hp5 array_tile dimtile(4, *) dim(n, n) arrvar(a)
#pragma hp5 array_tile dimtile(4, *) dim(n, n + 1) arrvar(b)
#pragma hp5 do tasktile(4)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                a[i * n + j] += b[i * (n + 1) + j + 1];
#pragma hp5 do tasktile(4)
        for (int i = 0; i < n; i++)
            a[i * n + i] += 4;
#pragma hp5 do tasktile(4)
        for (int i = 0; i < n; i++)
            for (int j = 0; j <= i; j++)
                b[i * (n + 1) + j] = a[i * n + i] - a[j * n + j];
    }
}

/* A cube, and one array by two row lengths. */
static void cubes(int n, int m, double *u, double *v, double *w) {
#pragma hp5 region
    {
#pragma hp5 array_tile dimtile(3, 3, *) dim(n + 2, m + 2, n + 2) arrvar(u, v)
        for (int s = 0; s < 3; s++) {
#pragma hp5 do tasktile(3, 3)
            for (int k = 1; k <= n; k++)
                for (int j = 1; j <= m; j++)
                    for (int i = 1; i <= n; i++)
                        u[(k * (m + 2) + j) * (n + 2) + i] = v[((k - 1) * (m + 2) + j) * (n + 2) + i] + v[(k * (m + 2) + j + 1) * (n + 2) + i - 1];
#pragma hp5 do tasktile(3)
            for (int k = 1; k <= n; k++)
                for (int j = 1; j <= m; j++)
                    for (int i = 1; i <= n; i++)
                        v[k * (m + 2) * (n + 2) + j * (n + 2) + i] += 0.25 * u[k * (m + 2) * (n + 2) + j * (n + 2) + i];
        }
#pragma hp5 do tasktile(4)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n + 2; j++)
                w[i * (n + 2) + j] += i - j;
#pragma hp5 do tasktile(4)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n + 3; j++)
                w[i * (n + 3) + j] = w[i * (n + 3) + j] * 0.5 + j;
#pragma hp5 do tasktile(4)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                w[i * n + j] -= 0.25 * j;
    }
}

static double *made(int count) {
    double *all = malloc((size_t)count * sizeof *all);
    for (int k = 0; k < count; k++)
        all[k] = (double)(k * 7 % 17) * 0.25;
    return all;
}

static double sum(const double *all, int count) {
    double s = 0;
    for (int k = 0; k < count; k++)
        s = s * 0.75 + all[k];
    return s;
}

int main(void) {
    enum { ALL = 17 * 14 * 17 };
    double *u = made(ALL), *v = made(ALL), *w = made(ALL);
    written(14, 11, u, v, 3);
    printf("%a %a\n", sum(u, ALL), sum(v, ALL));
    named(13, 12, u, v);
    printf("%a %a\n", sum(u, ALL), sum(v, ALL));
    renamed(24, u);
    printf("%a\n", sum(u, ALL));
    macros(u, v, w);
    printf("%a %a\n", sum(u, ALL), sum(w, ALL));
    diagonals(19, u, v);
    printf("%a %a\n", sum(u, ALL), sum(v, ALL));
    cubes(15, 12, u, v, w);
    printf("%a %a %a\n", sum(u, ALL), sum(v, ALL), sum(w, ALL));
    return 0;
}
