/* The ways in which a task may name what it writes: `i[a]`, through an array of pointers, a pointer
   whose type has a name, a pointer to an array, structs that are copied, and what functions reach. */
#include <stdio.h>

#define N 60

typedef double *vec;
typedef const double *fixed;
typedef double grid[6][10];
struct part {
    int n;
    double *p;
};

static double a[N], b[N], c[6][10], d[6][10];

static void by_index(int t) {
#pragma hp5 region
    {
#pragma hp5 array_tile dimtile(5) arrvar(a, b)
#pragma hp5 do tasktile(5)
        for (int i = 0; i < N; i++)
            i[a] += b[i] + t;
#pragma hp5 do tasktile(5)
        for (int i = 0; i < N - 1; i++)
            b[i] -= a[i + 1] / 2;
    }
}

static void by_rows(void) {
#pragma hp5 region
    {
#pragma hp5 do tasktile(1)
        for (int i = 1; i < 6; i++) {
            double *rows[2] = {c[i - 1], c[i]};
            for (int j = 0; j < 10; j++)
                rows[1][j] += rows[0][j] / 4 + d[i][j];
        }
#pragma hp5 do tasktile(1)
        for (int i = 1; i < 6; i++) {
            double *rows[2];
            rows[0] = d[i - 1];
            rows[1] = d[i];
            for (int j = 0; j < 10; j++)
                rows[1][j] += rows[0][j] / 4 - c[i][j] / 2;
        }
    }
}

static void by_types(vec x, fixed y) {
#pragma hp5 region
    {
#pragma hp5 do tasktile(5)
        for (int i = 0; i < N - 1; i++) {
            vec p = x + i;
            fixed q = y + i;
            p[0] += q[1] / 8;
        }
#pragma hp5 task
        for (int i = 1; i < N; i++)
            x[i] += x[i - 1] / 4;
    }
}

static void by_arrays(grid *g, grid *h) {
#pragma hp5 region
    {
#pragma hp5 do tasktile(2)
        for (int i = 1; i < 6; i++)
            for (int j = 0; j < 10; j++)
                (*g)[i][j] += (*h)[i - 1][j] / 4;
#pragma hp5 do tasktile(2)
        for (int i = 0; i < 6; i++)
            for (int j = 0; j < 10; j++)
                (*h)[i][j] -= (*g)[i][j] / 8;
    }
}

static void halve(struct part part) {
    for (int i = 0; i < part.n; i++)
        part.p[i] /= 2;
}

static void add(double **both) {
    for (int i = 0; i < N; i++)
        both[1][i] += both[0][i];
}

static void by_structs(void) {
    struct part whole = {N, a};
#pragma hp5 region
    {
#pragma hp5 task
        {
            struct part mine = whole;
            for (int i = 0; i < mine.n; i++)
                mine.p[i] += i;
        }
#pragma hp5 task
        {
            struct part mine = {.n = N, .p = b};
            for (int i = 0; i < mine.n; i++)
                mine.p[i] += a[i] / 16;
        }
#pragma hp5 task
        {
            struct part mine;
            mine.p = a;
            for (int i = 1; i < N; i++)
                mine.p[i] -= b[i - 1] / 16;
        }
#pragma hp5 task
        halve((struct part){N, b});
#pragma hp5 task
        add((double *[]){a, b});
#pragma hp5 task
        halve(whole);
#pragma hp5 task
        for (int i = 1; i < N; i++)
            a[i] += b[i - 1] / 4;
    }
}

struct field {
    int n, m;
    double *at;
};

static void set(const struct field *f, int i, int j, double value) {
    f->at[i * f->m + j] = value;
}

static double get(const struct field *f, int i, int j) {
    return f->at[i * f->m + j];
}

static double *row(const struct field *f, int i) {
    return f->at + i * f->m;
}

static void by_functions(struct field *f, struct field *g) {
#pragma hp5 region
    {
#pragma hp5 do tasktile(1)
        for (int i = 1; i < f->n; i++)
            for (int j = 0; j < 10; j++)
                set(f, i, j, get(g, i - 1, j) / 4 + get(f, i, j));
#pragma hp5 do tasktile(1)
        for (int i = 1; i < 6; i++)
            for (int j = 0; j < 10; j++)
                row(g, i)[j] += f->at[i * f->m + j] / 8;
#pragma hp5 task
        f->at[3] += g->at[40];
    }
}

int main(void) {
    struct field f = {6, 10, &c[0][0]}, g = {6, 10, &d[0][0]};
    double sum = 0;
    for (int k = 0; k < N; k++) {
        a[k] = k * 37 % 101;
        b[k] = k * 11 % 17;
        c[k / 10][k % 10] = k * 7 % 13;
        d[k / 10][k % 10] = k * 5 % 19;
    }
    for (int t = 0; t < 6; t++) {
        by_index(t);
        by_rows();
        by_types(a, b);
        by_arrays(&c, &d);
        by_structs();
        by_functions(&f, &g);
    }
    for (int k = 0; k < N; k++)
        sum = sum * 0.75 + a[k] + b[k] + c[k / 10][k % 10] + d[k / 10][k % 10];
    printf("%.17g\n", sum);
    return 0;
}
