// Pointers that a task's code declares for a part of an array: rows, places in flat arrays, elements that
// are structs; sums and stars in place of brackets. Where such a pointer may leave its row, or is handed
// on, the loop runs in order, and the program says so.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N 48
#define M 40

typedef double real;

struct particle {
    double x[3], v[3];
    float mass;
    int cell;
};

struct body {
    struct particle at;
    double force[3];
};

static real a[N][M], b[N][M];
static double cube[12][10][8];
static struct particle particles[N];
static struct body bodies[N];

static void flat(double *w, const double *v, int n, int m) {
#pragma hp5 region begin
#pragma hp5 array_tile dimtile(8, *) dim(n, m) arrvar(w, v)
#pragma hp5 do tasktile(8)
    for (int i = 0; i < n; i++) {
        double *row = &w[i * m];
        const double *from = v + i * m, *own = row;
        for (int j = 0; j < m; j++) row[j] += from[j] + 0.25 * own[j];
    }
#pragma hp5 do tasktile(8)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) *(w + i * m + j) *= 2;
#pragma hp5 do tasktile(8)
    for (int i = 1; i < n; i++) {
        double *first = w + i * m;
        *first += *(v + (i - 1) * m);
    }
#pragma hp5 do tasktile(8)
    for (int i = 0; i < n; i++) {
        double *row = w + (m * i), *most = row + 1;
        for (int j = 0; j < m - 1; j++) *(most + j) += row[0];
    }
    // One row up: the tasks follow one another.
#pragma hp5 do tasktile(8)
    for (int i = 1; i < n; i++) { // in order
        double *row = w + i * m;
        const double *up = row - m;
        for (int j = 0; j < m; j++) row[j] += up[j] / 2;
    }
#pragma hp5 region end
}

static void rows(void) {
#pragma hp5 region begin
#pragma hp5 array_tile dimtile(8, *) arrvar(a, b)
#pragma hp5 do tasktile(8)
    for (int i = 1; i < N - 1; i++) {
        real *out = a[i];
        const real *up = b[i - 1], *restrict down = b[i + 1];
        for (int j = 0; j < M; j++) out[j] += up[j] - down[j];
    }
#pragma hp5 do tasktile(8)
    for (int i = 0; i < N; i++) {
        real *const out = *(b + i);
        for (int j = 0; j < M; j++) {
            real *here = out + j;
            *here += *(*(a + i) + j);
        }
    }
    // Into the next row.
#pragma hp5 do tasktile(8)
    for (int i = 0; i < N - 1; i++) { // in order
        real *out = a[i];
        for (int j = 0; j < M; j++) out[j + 3] += 1;
    }
#pragma hp5 region end
}

static void planes(void) {
#pragma hp5 region begin
#pragma hp5 array_tile dimtile(2, *, *) arrvar(cube)
#pragma hp5 do tasktile(2)
    for (int k = 0; k < 12; k++)
        for (int j = 0; j < 10; j++) {
            double *line = cube[k][j], *middle = &cube[k][j][4];
            for (int i = 0; i < 8; i++) line[i] += i + k;
            *middle = middle[1] + line[0];
        }
#pragma hp5 region end
}

static void push(struct particle *p, double by) {
    for (int d = 0; d < 3; d++) p->v[d] += by * p->mass;
    p->cell += 1;
}

static double speed(const struct particle *p) { return p->v[0] + p->v[1] * p->v[2]; }

static void structs(int turns) {
#pragma hp5 region begin
#pragma hp5 array_tile dimtile(6) arrvar(particles, bodies)
    for (int t = 0; t < turns; t++) {
#pragma hp5 do tasktile(6)
        for (int i = 0; i < N; i++) {
            struct particle *p = &particles[i];
            for (int d = 0; d < 3; d++) p->x[d] += 0.5 * p->v[d];
            p->cell = i % 3 + p->cell;
            (*p).mass *= 1.5f;
        }
#pragma hp5 do tasktile(6)
        for (int i = 0; i < N; i++) push(&particles[i], 0.25);
#pragma hp5 do tasktile(6)
        for (int i = 0; i < N; i++) {
            struct particle *p = particles + i;
            struct body *own = &bodies[i];
            push(p, 0.125);
            own->at = *p;
            own->force[i % 3] = speed(p) + own->at.x[1];
        }
#pragma hp5 do tasktile(6)
        for (int i = 0; i < N; i++) {
            struct body *own = bodies + i;
            memcpy(own->force, own->at.x, sizeof own->force);
        }
        // Each looks at the one before.
#pragma hp5 do tasktile(6)
        for (int i = 1; i < N; i++) { // in order
            struct particle *p = &particles[i];
            p->x[0] += p[-1].x[1];
        }
    }
#pragma hp5 region end
}

static double *somewhere(double *p) { return p + 1; }

static void handed_on(double *w, const int *index, int n, int m) {
#pragma hp5 region begin
#pragma hp5 array_tile dimtile(8, *) dim(n, m) arrvar(w)
#pragma hp5 do tasktile(8)
    for (int i = 0; i < n; i++) { // in order
        double *row = w + i * m;
        double *other = somewhere(row);
        other[0] += row[0];
    }
#pragma hp5 do tasktile(8)
    for (int i = 0; i < n; i++) { // in order
        double *row = w + i * m;
        row[index[i]] += 1;
    }
#pragma hp5 do tasktile(8)
    for (int i = 0; i < n; i++) { // in order
        double *row = w + i * m;
        for (int j = 0; j < m; j++) *row++ += j;
    }
#pragma hp5 region end
}

static double sum(const double *v, int n) {
    double total = 0;
    for (int i = 0; i < n; i++) total += v[i] * (i % 11 + 1);
    return total;
}

int main(void) {
    double *w = malloc(N * M * sizeof *w), *v = malloc(N * M * sizeof *v);
    int index[N];
    for (int i = 0; i < N; i++) {
        index[i] = (7 * i) % M - (i == 5 ? M : 0);
        particles[i].mass = 1 + i % 4;
        particles[i].v[i % 3] = i;
        for (int j = 0; j < M; j++) {
            w[i * M + j] = i + 0.5 * j;
            v[i * M + j] = i * j % 17;
            a[i][j] = i - j;
            b[i][j] = i + 2 * j;
        }
    }
    flat(w, v, N, M);
    printf("%.17g\n", sum(w, N * M));
    handed_on(w, index, N, M);
    printf("%.17g\n", sum(w, N * M));
    rows();
    printf("%.17g %.17g\n", sum(a[0], N * M), sum(b[0], N * M));
    planes();
    printf("%.17g\n", sum(cube[0][0], 12 * 10 * 8));
    structs(3);
    for (int i = 0; i < N; i++)
        printf("%.17g %.17g %.9g %d %.17g\n", sum(particles[i].x, 3), sum(particles[i].v, 3), particles[i].mass,
               particles[i].cell, sum(bodies[i].force, 3) + bodies[i].at.x[2]);
    free(w);
    free(v);
    return 0;
}
