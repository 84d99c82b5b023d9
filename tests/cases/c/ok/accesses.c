/* Places in every form: what instruments accesses must leave them what they are. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 48 };
struct point {
    int x, y;
};
struct cell {
    double v;
    unsigned low : 3, high : 5;
    union {
        float f;
        unsigned u;
    } as;
    struct point at;
    double part[4];
    struct cell *next;
};
static struct cell cells[N];
static double a[N], b[N], plane[N][N];
static int order[N];
static volatile int flags[N];
static double total;
static int counted;
static const double weights[3] = {0.25, 0.5, 0.25};
#define CELL(i) cells[(i)]
#define BOTH(i) (a[i] + a[order[i]])
#define SQUARE(x) ((x) * (x))
#define FIRST cells[0]
#define LENGTH(x) (sizeof(x) / sizeof((x)[0]))

static struct point middle(const struct cell *c) {
    struct point p = c->at;
    p.x++;
    return p;
}
static double sum(const double *p, int n) {
    double s = 0;
    while (n-- > 0)
        s += *p++ * weights[n % 3];
    return s;
}
static void swap(double *x, double *y) {
    double t = *x;
    *x = *y;
    *y = t;
}
static double half(double x) { return x / 2; }
static double (*const halves[2])(double) = {half, half};

static void work(int n, int m, double square[n][m], double **rows) {
#pragma hp5 region begin
#pragma hp5 array_tile dimtile(8) arrvar(a, b, cells, flags)
#pragma hp5 array_tile dimtile(8, *) arrvar(plane, square)
#pragma hp5 array_tile dimtile(8, *) dim(n, m) arrvar(rows)
#pragma hp5 do tasktile(8)
    for (int i = 0; i < n; i++) {
        int k = i;
        a[k++] = i, b[k - 1] = 2.0 * i;
        cells[i].v = weights[i % 3];
        cells[i].low = i;
        CELL(i).high = cells[i].low + 1;
        cells[i].as.f = i;
        cells[i].as.u &= ~1u;
        cells[i].at = (struct point){i, -i};
        memset(cells[i].part, 0, sizeof cells[i].part);
        cells[i].part[i % 4] += LENGTH(plane);
        cells[i].next = &cells[i];
        flags[i] = 1;
        while (!flags[i])
            ;
        plane[i][((void)i, 0)] = sizeof a[i] + "hp5"[i % 3];
        double *row = plane[i];
        for (double *p = row + 1, *end = row + N; p != end;)
            *p++ = (n) * 0.5 + (m) * *row;
    }
#pragma hp5 do tasktile(8)
    for (int i = 0; i < n; i++) {
        a[i]++;
        --a[i];
        a[i] -= BOTH(i) * 0.125, a[i] *= SQUARE(b[i]);
    }
#pragma hp5 do tasktile(8)
    for (int i = 0; i < n; i++) {
        int taken[4] = {0}, at = 0;
        taken[at++] = middle(&cells[i]).x;
        taken[at++] = i[order];
        cells[i].next->v += taken[0] + taken[at - 1] + (*cells[i].next).part[1];
        cells[i].next->low++;
        swap(&a[i], &b[i]);
        for (int j = 0; j < m; j++) {
            square[i][j] = a[i] + b[i] / 2;
            rows[i][j] = *(square[i] + j) > 0 ? square[i][j] : -square[i][j];
            (rows[i])[j] += sum(square[i], m) + sum(&rows[i][j], 1);
        }
    }
#pragma hp5 task
    {
        FIRST.v += cells[1].v;
        for (int i = 0; i < n; i++)
            total += cells[i].v + cells[i].low + cells[i].high + cells[i].as.f + cells[i].at.y + cells[i].part[i % 4];
        counted++;
    }
#pragma hp5 task inout(total) in(a)
    total += halves[n % 2](a[3]) + (*half)(a[4]) + (*halves[1])(a[5]);
#pragma hp5 region end
}

int main(void) {
    static double square[N][5];
    double *rows[N], s = 0;
    for (int i = 0; i < N; i++) {
        order[i] = (i * 7) % N;
        rows[i] = calloc(5, sizeof *rows[i]);
    }
    work(N, 5, square, rows);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < 5; j++)
            s += a[i] + b[i] + plane[i][j] + square[i][j] * rows[i][j];
    printf("%.17g %.17g %d %d\n", s, total, counted, flags[3]);
    return 0;
}
