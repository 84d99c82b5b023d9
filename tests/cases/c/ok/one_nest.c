/* Nests of which several loops are cut, and whose pointers lead into one array: tiles would run in another order than
   the program's. */
#include <stdio.h>
#define N 24

static double data[4 * N * N];

/* One call registers the tasks. */
static void at_once(int n, double *a, double *b) {
#pragma hp5 region
#pragma hp5 array_tile dimtile(4, 4) dim(n, n) arrvar(a, b)
#pragma hp5 do tasktile(4, 4)
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < n - 1; j++)
            a[i * n + j] = b[i * n + j - 1] + b[(i - 1) * n + j + 1] / 2 + 1;
}

/* A task has a name of its own: they are registered one by one. */
static void named(int n, double *a, double *b) {
    char name[32] = "";
#pragma hp5 region
    {
#pragma hp5 array_tile dimtile(4, 4) dim(n, n) arrvar(a, b)
#pragma hp5 do tasktile(4, 4) name("tile") priority(n - i)
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                a[i * n + j] = b[i * n + j - 1] + b[(i - 1) * n + j + 1] / 2 + 1;
    }
    printf("%s", name);
}

/* With a sum, under a condition. */
static double sums(int n, double *a, double *b, int cut) {
    (void)cut;
    double s = 0;
#pragma hp5 region
    {
#pragma hp5 array_tile dimtile(4, 4) dim(n, n) arrvar(a, b)
#pragma hp5 do tasktile(4, 4) if(cut) reduction(+: s)
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++) {
                a[i * n + j] = b[i * n + j - 1] + b[(i - 1) * n + j + 1];
                s += 1;
            }
    }
    return s;
}

/* Composite tasks. */
static void nested(int n, double *a, double *b) {
#pragma hp5 region
    {
#pragma hp5 array_tile dimtile(4, 4) dim(n, n) arrvar(a, b)
#pragma hp5 do tasktile(8, 8) nested
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++) {
#pragma hp5 task
                a[i * n + j] = b[i * n + j - 1] + b[(i - 1) * n + j + 1] / 2;
            }
    }
}

static void begin(void) {
    for (int k = 0; k < 4 * N * N; k++)
        data[k] = k % 11;
}

static void show(void) {
    double h = 0;
    for (int k = 0; k < 4 * N * N; k++)
        h = h * 0.999 + data[k];
    printf("%.17g\n", h);
}

int main(void) {
    for (int by = 0; by < 3; by++) {
        /* apart; shifted by some; the same */
        double *a = data, *b = data + (by == 0 ? 2 * N * N : by == 1 ? 2 * N + 3 : 0);
        begin();
        at_once(N, a, b), show();
        named(N, a, b), show();
        named(N, b, a), show();
        printf("%g\n", sums(N, a, b, 1)), show();
        printf("%g\n", sums(N, a, b, 0)), show();
        nested(N, a, b), show();
    }
    return 0;
}
