#include <stdio.h>
#include <string.h>
/* Rows of arrays that functions of the file are given: what these use of them shows in their code. */
#define N 24
#define M 32
static double u[N][M], w[N][M];
static void smooth(double *x, int n) {
    for (int j = 1; j < n; j++)
        x[j] += 0.5 * x[j - 1];
}
/* What it is given goes on to another function. */
static void twice(double *x, int n) {
    double *first = x;
    smooth(first, n);
    smooth(x, n);
}
static void add(double *restrict y, const double *x, int n) {
    for (int j = 1; j < n; j++)
        y[j] += 0.5 * x[j - 1];
}
static double dot(const double *a, const double *b, int n) {
    double s = 0;
    for (int j = 0; j < n; j++)
        s += a[j] * b[j];
    return s;
}
static void of_file(void) {
#pragma hp5 region
    {
#pragma hp5 do tasktile(4)
        for (int i = 0; i < N; i++)
            smooth(u[i], M);
    }
}
static void of_parameter(int n, int m, double v[n][m]) {
#pragma hp5 region
    {
#pragma hp5 do tasktile(4)
        for (int i = 0; i < n; i++)
            smooth(v[i], m);
    }
}
static void of_line(int n, int m, double *v) {
#pragma hp5 region
    {
#pragma hp5 array_tile dimtile(4, *) dim(n, m) arrvar(v)
#pragma hp5 do tasktile(4)
        for (int i = 0; i < n; i++)
            smooth(&v[i * m], m);
#pragma hp5 do tasktile(4)
        for (int i = 0; i < n; i++)
            smooth(v + i * m, m - 1);
    }
}
static void of_pointers(int n, int m, double **v) {
#pragma hp5 region
    {
#pragma hp5 array_tile dimtile(4, *) dim(n, m) arrvar(v)
#pragma hp5 do tasktile(4)
        for (int i = 0; i < n; i++)
            smooth(v[i], m);
    }
}
static void of_two(int n, int m, double a[n][m], double b[n][m]) {
#pragma hp5 region
    {
#pragma hp5 do tasktile(4)
        for (int i = 0; i < n; i++)
            add(a[i], b[i], m);
    }
}
/* A triangle: rows of other lengths. */
static void of_triangle(double x[N]) {
#pragma hp5 region
    {
#pragma hp5 do tasktile(4)
        for (int i = 0; i < N; i++)
            x[i] = dot(u[i], w[i], i + 1);
    }
}
/* Each row by a task of its own. */
static void alone(int n, int m, double a[n][m], double **rows) {
#pragma hp5 region
    {
        for (int t = 0; t < 3; t++)
            for (int i = 0; i < n; i++) {
#pragma hp5 task
                smooth(a[i], m);
#pragma hp5 task
                smooth(rows[i], m);
#pragma hp5 task inout(a[i])
                twice(a[i], m);
            }
    }
}
static void windows(int n, int m, double *line) {
#pragma hp5 region
    {
        for (int t = 0; t < 3; t++)
            for (int i = 0; i < n; i++) {
#pragma hp5 task
                smooth(line + i * m, m);
#pragma hp5 task inout(line[i * m:m])
                twice(&line[i * m], m);
            }
        double *at = line;
        for (int i = 0; i < n; i++) {
#pragma hp5 task
            smooth(at, m);
            at += m;
        }
    }
}
/* The rows may lie in the line: of both it is known which elements tasks use. */
static void both(int n, int m, double *line, double **rows) {
#pragma hp5 region
    {
        for (int i = 0; i < n; i++) {
#pragma hp5 task
            smooth(line + i * m + 1, m - 1);
#pragma hp5 task
            smooth(rows[i], m);
        }
    }
}
/* Parts by the length of which the loop counts. */
static void parts(int n, double x[n], int size) {
#pragma hp5 region
    {
        for (int t = 0; t < 3; t++) {
            for (int i = 0; i < n; i += size) {
#pragma hp5 task inout(x[i:size])
                smooth(&x[i], size);
            }
#pragma hp5 task inout(x[0:n])
            smooth(x, n);
        }
    }
}
/* These run over the end of their row: the next task has it too. */
static void over(void) {
#pragma hp5 region
    {
#pragma hp5 do tasktile(1)
        for (int i = 0; i < N - 1; i++)
            smooth(u[i], M + 3); // in order
    }
}
/* A function that hands its part on. */
static void handed_on(int n, int m, double a[n][m]) {
#pragma hp5 region
    {
#pragma hp5 do tasktile(1)
        for (int i = 0; i < n; i++)
            twice(a[i], m);
        for (int i = 0; i < n; i++) {
#pragma hp5 task
            twice(a[i], m);
        }
    }
}
/* Names that mean something else in the function. */
static int k = M;
static void shift(double *x, int n, int m) {
    for (int j = 0; j < n; j++)
        x[j] += m * k;
}
static void names(int m, int n, double a[N][m]) {
#pragma hp5 region
    {
#pragma hp5 do tasktile(2)
        for (int j = 0; j < N; j++)
            shift(a[j], m, n);
    }
}
static void show(const char *what) {
    double s = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            s += u[i][j] * (1 + i % 3) + w[i][j] * (2 + j % 5);
    printf("%s %.17g\n", what, s);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++) {
            u[i][j] = (i * 7 + j * 3) % 11;
            w[i][j] = (i * 5 + j * 2) % 13;
        }
}
int main(void) {
    double *rows[N], *others[N], x[N];
    for (int i = 0; i < N; i++) {
        rows[i] = u[i];
        others[i] = w[N - 1 - i];
    }
    show("0");
    of_file(), show("file");
    of_parameter(N, M, u), show("parameter");
    of_line(N, M, &u[0][0]), show("line");
    of_pointers(N, M, rows), show("pointers");
    of_two(N, M, w, u), show("two");
    of_triangle(x), memcpy(w[0], x, sizeof x), show("triangle");
    static double line[N * M];
    alone(N, M, u, others), show("alone");
    windows(N, M, line), memcpy(w, line, sizeof w), show("windows");
    both(N, M, &u[0][0], rows), show("both");
    parts(N * M, line, 64), memcpy(w, line, sizeof w), show("parts");
    over(), show("over");
    handed_on(N, M, u), show("whole");
    names(M, 3, u), show("names");
    return 0;
}
