/* Functions of the file that tasks call use elements of the file's arrays, and elements behind pointers that are
   members of structs: which ones shows by what they are given. */
#include <stdio.h>
#include <stdlib.h>

#define N 96

typedef struct { int n; double *x; } line;
typedef struct { double *restrict v; long n; } vec;
typedef struct { int n, m; double *d; } matrix;

static double a[N], b[N], grid[N][8], other[N];
static int shift = 1, places[N];
static double *way = other;
static line held;

static void fourth(int i) { b[i] += i; }
static void deeper(int k) { fourth(k); a[k] = b[k] + 1; }
static void twice(int k) { fourth(k); fourth(k + 48); }
static void row(int i) { for (int j = 0; j < 8; j++) grid[i][j] += i + j; }
static void shifted(int i) { a[i + shift] += i; }
static void moved(int i) { shift = i % 2; a[i + shift] += i; }
static void down(int i) { a[i] += 1; if (i > 0) down(i - 1); }
static void by_place(int i) { b[places[i]] += i; }
static void counted(int i) { i += 1; b[i % N] += i; }
static void by_way(int i) { way[i] += 2; }
static void other_way(int i) { way = i % 2 ? other : a; way[i] += 2; }
static void by_held(int i) { held.x[i] += i; }
static void reads_near(int i) { a[i] += b[i] + b[i + 1]; }
static double sum(const double *p, int n) { double s = 0; while (n-- > 0) s += *p++; return s; }
static void summed(int i) { b[i] = sum(b, N) / N; }

static void inc(line *s, int i) { s->x[i] += 1; }
static void inc_deeper(line *s, int i) { inc(s, i); }
static void last(line *s, int i) { s->x[s->n - 1 - i] *= 0.5; }
static void replaced(line *s, line *t, int i) { s->x = t->x; s->x[i] += 1; }
static void next(line *s, int i) { s++; s->x[i] += 1; }
static void axpy(double c, vec x, vec y, long i) { y.v[i] += c * x.v[i]; }
static double kept(vec x, long i) { vec y = x; y.v[0] += 1; return x.v[i]; }
static double get(const matrix *m, int i, int j) { return m->d[i * m->m + j]; }

static double in_order(void) {
    double out[N] = {0}, s = 0;
    vec x = {calloc(N, sizeof(double)), N};
    line pair[2] = {{N, calloc(N, sizeof(double))}, {N, calloc(N, sizeof(double))}};
    for (int i = 0; i < N; i++)
        x.v[i] = i % 7;
#pragma hp5 region
    {
#pragma hp5 do tasktile(4)
        for (int i = 0; i < N - 1; i++) // in order
            fourth(i / 2);
#pragma hp5 do tasktile(4)
        for (int i = 0; i < N - 1; i++) // in order
            moved(i);
#pragma hp5 do tasktile(4)
        for (int i = 0; i < N - 1; i++) // in order
            down(i);
#pragma hp5 do tasktile(4)
        for (int i = 0; i < N - 1; i++) // in order
            by_place(i);
#pragma hp5 do tasktile(4)
        for (int i = 0; i < N - 1; i++) // in order
            counted(i);
#pragma hp5 do tasktile(4)
        for (int i = 0; i < N - 1; i++) // in order
            summed(i);
#pragma hp5 do tasktile(4)
        for (long i = 0; i < N; i++) // in order
            out[i] += kept(x, i);
    }
#pragma hp5 region
    {
#pragma hp5 task
        replaced(&pair[0], &pair[1], 5);
#pragma hp5 task
        other_way(3); // in order
#pragma hp5 task
        next(pair, 2); // in order
    }
    for (int i = 0; i < N; i++)
        s += out[i] * (i + 1) + pair[1].x[i] * i + pair[0].x[i] + shift;
    return s;
}

int main(void) {
    line v = {N, calloc(N, sizeof(double))};
    vec x = {calloc(N, sizeof(double)), N}, y = {calloc(N, sizeof(double)), N};
    matrix A = {12, 8, calloc(N, sizeof(double))};
    double out[N] = {0};
    held.x = calloc(N, sizeof(double));
    for (int i = 0; i < N; i++) {
        places[i] = i * 7 % 5;
        x.v[i] = i % 7;
        A.d[i] = i % 11;
    }
#pragma hp5 region
    {
#pragma hp5 do tasktile(4)
        for (int i = 0; i < N; i++)
            fourth(i);
#pragma hp5 do tasktile(4)
        for (int i = 0; i < N; i++)
            deeper(N - 1 - i);
#pragma hp5 do tasktile(4)
        for (int i = 0; i < 48; i++)
            twice(i);
#pragma hp5 do tasktile(4)
        for (int i = 0; i < N; i++)
            row(i);
#pragma hp5 do tasktile(4)
        for (int i = 0; i < N - 1; i++)
            shifted(i);
#pragma hp5 do tasktile(4)
        for (int i = 0; i < N; i++)
            by_way(i);
#pragma hp5 do tasktile(4)
        for (int i = 0; i < N; i++)
            by_held(i);
#pragma hp5 do tasktile(4)
        for (int i = 0; i < N - 1; i++)
            reads_near(i);
#pragma hp5 do tasktile(4)
        for (int i = 0; i < N; i++)
            inc(&v, i);
#pragma hp5 do tasktile(4)
        for (int i = 0; i < N; i++)
            inc_deeper(&v, i);
#pragma hp5 do tasktile(4)
        for (int i = 0; i < v.n; i++)
            last(&v, i);
#pragma hp5 do tasktile(4)
        for (long i = 0; i < N; i++)
            axpy(0.5, x, y, i);
#pragma hp5 do tasktile(2)
        for (int i = 0; i < A.n; i++)
            for (int j = 0; j < A.m; j++)
                out[i * A.m + j] = get(&A, i, j) * 2;
    }
    double s = 0;
    for (int i = 0; i < N; i++)
        s += a[i] + b[i] * 2 + grid[i][3] + other[i] * 3 + held.x[i] + v.x[i] * (i + 1) + y.v[i] + out[i] * i
            + x.v[i];
    printf("%.17g %.17g\n", s, in_order());
    return 0;
}
