// Arrays that clauses name and pointers in the task lead into: turns that meet by such a pointer run in order, and
// a task has the pointers of when it was registered, also where the program moves them meanwhile.
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

struct data {
    double *low, *high, *other;
};

static double slow(double x, int turns) {
    for (int n = 0; n < turns; n++) x = x * 0.999 + 0.001;
    return x;
}

static void rows_by_quotient(ptrdiff_t n, ptrdiff_t m, double a[n][m]) {
#pragma hp5 region
    {
#pragma hp5 task_tile(i = 1) inout(a[:][i:2])
        for (ptrdiff_t i = 0; i < m - 2; i++) {
            double *into = &a[4 - i % 5][i + 1];
            const double *row = a[(i * 3 + 7) % 6];
            *into = slow(0.5 * *(row + i) + 0.03125, (int)(9 - i) * 400);
        }
    }
    (void)n;
}

static void row_by_quotient(ptrdiff_t n, ptrdiff_t m, double a[n][m]) {
#pragma hp5 region
    {
#pragma hp5 task_tile(i = 1) inout(a[:][i:2])
        for (ptrdiff_t i = 0; i < m - 2; i++) {
            const double *row = a[i % 3];
            a[(i + 1) % 3][i + 1] += slow(0.5 * row[i], (int)(9 - i) * 400);
        }
    }
    (void)n;
}

static void swapped_members(struct data *d, int m) {
#pragma hp5 region
    {
        for (int t = 0; t < 4; t++) {
#pragma hp5 task nested inout(d->low, d->high, d->other)
            {
#pragma hp5 task_tile(i = 3)
                for (int i = 1; i < m - 2; i++)
                    for (int j = 0; j < 9; j++) {
                        double *into;
                        into = &d->high[m + j];
                        const double *from;
                        from = d->low + (j * 5 + 1) % 4 * m;
                        *into += slow(0.5 * *(from + 8 - j) + 0.03125, 200);
                    }
            }
            {
                double *before = d->low;
                d->low = d->other;
                d->other = before;
            }
        }
    }
}

static void swapped_in_plain_tasks(struct data *d, int m) {
#pragma hp5 region
    {
        for (int t = 0; t < 6; t++) {
#pragma hp5 task inout(d->low, d->other)
            {
                double *into;
                into = d->other + t;
                const double *from;
                from = d->low + m;
                for (int j = 0; j < m; j++) *into += slow(from[j], 300);
            }
            double *before = d->low;
            d->low = d->other;
            d->other = before;
        }
    }
}

static double sum(const double *v, int count) {
    double all = 0;
    for (int n = 0; n < count; n++) all += v[n] * (n % 7 + 1);
    return all;
}

int main(void) {
    enum { N = 6, M = 9 };
    double(*a)[M] = malloc(sizeof(double[N][M]));
    double *v[3];
    for (int n = 0; n < N * M; n++) a[n / M][n % M] = 0.01 * n;
    for (int k = 0; k < 3; k++) {
        v[k] = malloc(N * M * sizeof(double));
        for (int n = 0; n < N * M; n++) v[k][n] = 0.01 * n + k;
    }
    rows_by_quotient(N, M, a);
    printf("%.17g\n", sum(a[0], N * M));
    row_by_quotient(N, M, a);
    printf("%.17g\n", sum(a[0], N * M));
    struct data d = {v[0], v[1], v[2]};
    swapped_members(&d, M);
    for (int k = 0; k < 3; k++) printf("%.17g\n", sum(v[k], N * M));
    swapped_in_plain_tasks(&d, M);
    for (int k = 0; k < 3; k++) printf("%.17g\n", sum(v[k], N * M));
    for (int k = 0; k < 3; k++) free(v[k]);
    free(a);
    return 0;
}
