/* Bodies for arrays that lie apart, and arrays that do not: what tasks write may be what they read by
   another name, and a compiler that believed otherwise would give other numbers. */
#include <math.h>
#include <stdio.h>

#define N 600
/* The translated text is compiled with less. */
#pragma GCC optimize("O3")

static double all[4 * N], fixed[N], weight = 0.75;

static double doubled(double x) {
    return 2 * x;
}

/* 7 tasks that have two bodies. */
static void two_bodies(int n, double b[n], const double a[n], double *c, const double *factor) {
#pragma hp5 region begin
#pragma hp5 array_tile dimtile(50) arrvar(a, b)
#pragma hp5 array_tile dimtile(50) dim(n) arrvar(c)
#pragma hp5 array_tile dimtile(50) arrvar(fixed)
    for (int t = 0; t < 3; t++) {
#pragma hp5 do tasktile(50)
        for (int i = 0; i < n; i++)
            b[i] = a[i] * 0.5 + 1;
#pragma hp5 do tasktile(50)
        for (int i = 1; i < n - 1; i++) {
            double around = a[i - 1] + a[i + 1];
            b[i] += fabs(around) * M_SQRT1_2;
        }
#pragma hp5 do tasktile(50)
        for (int i = 0; i < n; i++)
            c[i] = *factor * b[i] + c[i];
#pragma hp5 do tasktile(50)
        for (int i = 0; i < n; i++)
            c[i] = weight * c[i] + 0.25;
#pragma hp5 do tasktile(50)
        for (int i = 0; i < n; i++)
            c[i] -= fixed[i] * 0.5;
#pragma hp5 do tasktile(50)
        for (int i = 0; i < n; i++) {
            b[i] = c[i] * 0.5;
            c[i] = a[i] + b[i];
        }
#pragma hp5 task
        for (int i = 0; i < n; i++)
            b[i] = sqrtf((float)(a[i] * a[i])) + b[i];
    }
#pragma hp5 region end
}

struct pair {
    double *first;
};

/* Tasks that have one: nobody knows all memory that they reach, or there is nothing to tell apart. */
static void one_body(int n, double b[n], const double a[n], double *unknown, double **rows, struct pair pair) {
#pragma hp5 region begin
#pragma hp5 array_tile dimtile(50) arrvar(a, b, fixed)
#pragma hp5 do tasktile(50)
    for (int i = 0; i < n; i++)
        b[i] = doubled(a[i]);
#pragma hp5 do tasktile(50)
    for (int i = 0; i < n; i++)
        b[i] += b[i] * 0.5;
#pragma hp5 do tasktile(50)
    for (int i = 0; i < n; i++)
        fixed[i] = fixed[i] * 0.5 + a[i];
#pragma hp5 task
    for (int i = 0; i < n; i++)
        b[i] += unknown[i];
#pragma hp5 task
    for (int i = 0; i < n; i++)
        b[i] += rows[i % 2][i];
#pragma hp5 task
    for (int i = 0; i < n; i++)
        b[i] += pair.first[i];
#pragma hp5 region end
}

static void print(const char *what) {
    double sum = 0;
    for (int i = 0; i < 4 * N; i++)
        sum = sum * 0.999 + all[i] + fixed[i % N];
    printf("%s: %.17g\n", what, sum);
}

static void fill(void) {
    for (int i = 0; i < 4 * N; i++)
        all[i] = i * 37 % 101 * 0.0625;
    for (int i = 0; i < N; i++)
        fixed[i] = i * 53 % 89 * 0.03125;
}

int main(void) {
    double factor = 0.125;
    fill();
    two_bodies(N, all, all + N, all + 2 * N, &factor);
    print("apart");
    fill();
    two_bodies(N, all, all + N, all + 2 * N, &all[2 * N + 320]);
    print("a factor inside");
    fill();
    two_bodies(N, all, all + N, fixed, &factor);
    print("the file's array");
    fill();
    two_bodies(N, all, all, all, &factor);
    print("all the same");
    double *rows[] = {all + N, all + 2 * N};
    struct pair pair = {all + 3 * N};
    fill();
    one_body(N, all, all + N, all + N + 5, rows, pair);
    print("one body");
    return 0;
}
