// Composite tasks: a filter per level whose tasks are rows, one with scalars of its own, one inside another one,
// and members of structs.

#include <stdio.h>
#include <stdlib.h>

#define LEVELS 6
#define IDX(i, j) ((i) * WIDTH + (j))
#define WIDTH m

struct field {
    int rows, columns;
    double *u;
    double *old;
};

static double dt[LEVELS][40][32];

/* Levels are composite tasks; their tasks are rows, cut as the template around says. */
static double filter(int rounds, double weight) {
    double total = 0;
    int r, k, j, i;
#pragma hp5 region begin
#pragma hp5 array_tile dimtile(1, 4, *) arrvar(dt)
    for (r = 0; r < rounds; r++) {
#pragma hp5 do tasktile(2) nested name("levels")
        for (k = 0; k < LEVELS; k++)
#pragma hp5 do tasktile(4)
            for (j = 1; j < 39; j++)
                for (i = 1; i < 31; i++)
                    dt[k][j][i] = dt[k][j][i] * weight + 0.25 * dt[k][j][i - 1];
#pragma hp5 do tasktile(3) nested
        for (k = 0; k < LEVELS; k++) {
            double row[32];
            double most = 0;
#pragma hp5 task
            for (i = 0; i < 32; i++) row[i] = dt[k][20][i];
#pragma hp5 task
            for (i = 0; i < 32; i++)
                if (row[i] > most) most = row[i];
#pragma hp5 do tasktile(8)
            for (j = 0; j < 40; j++)
                for (i = 0; i < 32; i++) dt[k][j][i] += most * 0.001;
        }
    }
#pragma hp5 do tasktile(1) nested reduction(+: total)
    for (k = 0; k < LEVELS; k++) {
#pragma hp5 task
        for (j = 0; j < 40; j++) total += dt[k][j][5];
    }
#pragma hp5 region end
    return total;
}

/* Flat arrays of a struct; a scalar that tasks outside of the composite one write. */
static void step(struct field *f, int n, int m, int sweeps) {
    if (n < 4) return;
    double scale = 1.0;
#pragma hp5 region
    {
#pragma hp5 array_tile dimtile(8, *) dim(n, m) arrvar(f->u, f->old)
        for (int s = 0; s < sweeps; s++) {
#pragma hp5 task
            scale = scale * 0.5 + f->u[IDX(3, 4)] * 0.001;
#pragma hp5 task nested
            {
                int last = f->rows - 1;
#pragma hp5 do tasktile(8)
                for (int i = 1; i < last; i++)
                    for (int j = 1; j < m - 1; j++)
                        f->old[IDX(i, j)] = f->u[IDX(i - 1, j)] + f->u[IDX(i + 1, j)] * scale;
#pragma hp5 task_wait
#pragma hp5 task nested if (n > 3)
                {
#pragma hp5 do tasktile(16) in(f->old[i:1][0:m])
                    for (int i = 1; i < last; i++)
                        for (int j = 1; j < m - 1; j++) f->u[i * m + j] = f->old[i * m + j] * scale;
                }
            }
        }
    }
    printf("%.17g\n", scale);
}

/* A template around composites, in terms of a loop that only the composite has; and one that the
   indices inside do not show. */
static void linear(int levels, int n, int m, double *v, double *w) {
#pragma hp5 region
    {
#pragma hp5 array_tile dimtile(1, 8, *) dim(levels, n, m) arrvar(v, w)
        for (int t = 0; t < 3; t++) {
#pragma hp5 do tasktile(2) nested
            for (int k = 0; k < levels; k++) {
#pragma hp5 do tasktile(8)
                for (int j = 0; j < n; j++)
                    for (int i = 1; i < m; i++)
                        w[(k * n + j) * m + i] = v[(k * n + j) * m + i] * 0.5 + v[(k * n + j) * m + i - 1];
#pragma hp5 do tasktile(8)
                for (int j = 1; j < n; j++)
                    for (int i = 0; i < m; i++)
                        v[(k * n + j) * m + i] = w[(k * n + j - 1) * m + i] * 0.75;
            }
#pragma hp5 task nested
            {
                int size = levels * n * m;
#pragma hp5 do tasktile(64)
                for (int i = 0; i < size; i++) v[i] += w[size - 1 - i] * 0.125;
            }
        }
    }
}

int main(void) {
    for (int k = 0; k < LEVELS; k++)
        for (int j = 0; j < 40; j++)
            for (int i = 0; i < 32; i++) dt[k][j][i] = (k * 31 + j * 17 + i * 7) % 23 * 0.125;
    double total = filter(3, 0.625);
    double sum = 0;
    for (int k = 0; k < LEVELS; k++)
        for (int j = 0; j < 40; j++)
            for (int i = 0; i < 32; i++) sum = sum * 0.999 + dt[k][j][i];
    printf("%.17g %.6f\n", sum, total);
    int n = 50, m = 20;
    struct field f = {n, m, malloc(sizeof(double) * 1000), calloc(1000, sizeof(double))};
    for (int i = 0; i < n * m; i++) f.u[i] = i % 13 * 0.5;
    step(&f, n, m, 5);
    for (int i = 0; i < n * m; i += 37) printf("%.17g ", f.u[i]);
    printf("\n");
    free(f.u);
    free(f.old);
    double *v = malloc(sizeof *v * 5 * 20 * 12), *w = calloc(5 * 20 * 12, sizeof *w);
    for (int i = 0; i < 5 * 20 * 12; i++) v[i] = i % 29 * 0.25;
    linear(5, 20, 12, v, w);
    for (int i = 0; i < 5 * 20 * 12; i += 61) printf("%.17g ", v[i]);
    printf("\n");
    free(v);
    free(w);
    return 0;
}
