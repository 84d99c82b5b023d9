/* Faults that random programs found: members in macros, elements that are counted in another row,
   arrays of which one task knows the lengths and another does not, pointers into the middle. */
#include <stdio.h>

#define ROWS 24
#define COLUMNS 20
#define SIZE (ROWS * COLUMNS)
#define FIELD state.field
#define AT(i, j) state.field[(i) * COLUMNS + (j)]

struct state {
    double *field;
    int count;
};
static struct state state;
static double first[SIZE], second[SIZE];

static void fill(double *v, int n, double by) {
    for (int i = 0; i < n; i++)
        v[i] = v[i] * 0.5 + by;
}

static double last(const double *v, int n) { return v[n - 1]; }

/* Tasks look at members when they run: code that sets them waits. */
static void members(int n) {
    state.field = first;
#pragma hp5 region begin
#pragma hp5 do tasktile(40)
    for (int i = 0; i < n; i++)
        FIELD[i] += i;
    state.field = second;
#pragma hp5 do tasktile(40)
    for (int i = 0; i < n; i++)
        FIELD[i] += 2 * first[n - 1 - i];
    state.field = first;
#pragma hp5 do tasktile(8)
    for (int i = 1; i < ROWS; i++)
        for (int j = 0; j < COLUMNS; j++)
            AT(i, j) += AT(i - 1, j) / 2;
#pragma hp5 region end
}

/* `x[i * m + m + 2]` is row i + 1, and `x[i * m - 1]` the end of the row before. */
static void rows(int n, int m, double *x) {
#pragma hp5 region begin
#pragma hp5 array_tile dimtile(4, 8) dim(n, m) arrvar(x)
#pragma hp5 do tasktile(4, 8)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            x[i * m + j] += i - j;
#pragma hp5 do tasktile(4)
    for (int i = 0; i < n - 1; i++)
        x[i * m + m + 2] += 1;
#pragma hp5 do tasktile(4)
    for (int i = 1; i < n; i++)
        x[i * m - 1] *= 0.25;
#pragma hp5 do tasktile(4)
    for (int i = 0; i < n - 1; i++)
        x[(i + 1) * m - 3] += x[i * m];
#pragma hp5 do tasktile(4, 8)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            x[i * m + j] *= 1.5;
#pragma hp5 region end
}

/* A task that hands the array on knows no lengths. */
static double lengths(int n, int m, double *x, double *y) {
    double end = 0;
#pragma hp5 region begin
#pragma hp5 array_tile dimtile(4, *) dim(n, m) arrvar(x)
    for (int t = 0; t < 3; t++) {
#pragma hp5 do tasktile(4)
        for (int i = 1; i < n; i++)
            for (int j = 0; j < m; j++)
                x[i * m + j] += x[(i - 1) * m + j];
#pragma hp5 task
        fill(x, n * m, t);
#pragma hp5 do tasktile(64)
        for (int i = 0; i < n * m; i++)
            y[i] += x[i];
#pragma hp5 task
        end += last(x, n * m) + last(y + m, n * m - m);
    }
#pragma hp5 region end
    return end;
}

/* Rows of 13, which subscripts that count by 14 do not show. */
static double diagonal(double *x) {
    double end = 0;
#pragma hp5 region begin
#pragma hp5 array_tile dimtile(2, 4) dim(13, 13) arrvar(x)
    for (int t = 0; t < 4; t++) {
#pragma hp5 do tasktile(2)
        for (int i = 1; i < 11; i++)
            for (int k = 1; k < 11; k++)
                x[(k + 1) * 13 + k + 1] += i + t;
#pragma hp5 do tasktile(2, 4)
        for (int i = 2; i < 12; i++)
            for (int j = 2; j < 12; j++)
                x[i * 13 + j] *= 1.0 + 0.125 * (i == j);
    }
#pragma hp5 task
    for (int i = 0; i < 169; i++)
        end = end * 0.5 + x[i];
#pragma hp5 region end
    return end;
}

/* A diagonal of planes of 7 x 8: what leaves its row leaves its plane too. */
static double space(double *x) {
    double end = 0;
#pragma hp5 region begin
#pragma hp5 array_tile dimtile(1, 7, 8) dim(8, 7, 8) arrvar(x)
    for (int t = 0; t < 4; t++) {
#pragma hp5 do tasktile(3)
        for (int i = 0; i < 9; i++)
            for (int k = 1; k < 5; k++)
                x[((k + 1) * 7 + k + 2) * 8 + k + 1] += i + t;
#pragma hp5 do tasktile(1)
        for (int i = 0; i < 8; i++)
            for (int j = 0; j < 56; j++)
                x[i * 56 + j] = x[i * 56 + j] * 0.75 + j;
    }
#pragma hp5 task
    for (int i = 0; i < 448; i++)
        end = end * 0.5 + x[i];
#pragma hp5 region end
    return end;
}

int main(void) {
    static double planes[448];
    members(SIZE);
    rows(ROWS, COLUMNS, first);
    double s = lengths(ROWS, COLUMNS, first, second);
    s += diagonal(second);
    s += space(planes);
    for (int i = 0; i < SIZE; i++)
        s = s * 0.75 + first[i] - second[i];
    printf("%.17g\n", s);
    return 0;
}
