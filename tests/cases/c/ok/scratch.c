/* Scalars and indices in the style of C89, declared at the head of the function: each task's own where
   it sets them before it reads them and nobody reads what it leaves, whatever way the code takes. */
#include <math.h>
#include <stdio.h>

#define N 96
#define M 20
#define STEPS 4

static double a[N], b[N], c[N], from[N * M], to[N * M];
static int count[N], at[N];

/* The inner loop may have no turn: then `t` is what it was. */
static void turns_or_none(int m) {
    int i, k;
    double t = 5;
#pragma hp5 region begin
#pragma hp5 do tasktile(4)
    for (i = 0; i < N; i++) { // in order
        for (k = 0; k < m; k++)
            t = a[k] + i;
        b[i] += t;
    }
#pragma hp5 do tasktile(4)
    for (i = 0; i < N; i++) { // in order
        for (k = 0; k < count[i]; k++)
            t = a[k] - i;
        c[i] += t;
    }
#pragma hp5 do tasktile(4)
    for (i = 0; i < N; i++) {
        for (k = 0; k < STEPS; k++)
            t = a[(i + k) % N];
        while (1) {
            if (t > 3) {
                k = 2;
                break;
            }
            t += 1;
            k = 3;
            if (t > 9)
                break;
        }
        to[i] = t + k;
    }
#pragma hp5 region end
    printf("%g\n", b[3] + c[5] + to[7]);
}

/* Set in each branch; in a loop that is left; under a condition, and read under it alone. */
static void branches(int n) {
    int i, k, found;
    double delta, rest;
#pragma hp5 region begin
#pragma hp5 do tasktile(5, 4)
    for (i = 0; i < n; i++)
        for (k = 0; k < M; k++) {
            if (i == 0 && k == 0)
                delta = 1;
            else if (i == n - 1 || k == M - 1)
                delta = 2;
            else {
                delta = 3;
            }
            switch (k % 3) {
            case 0:
                rest = 1;
                break;
            case 1:
                delta *= 2; /* FALLTHROUGH */
            default:
                rest = delta + 1;
            }
            to[i * M + k] = from[i * M + k] * delta - rest;
        }
#pragma hp5 do tasktile(7)
    for (i = 0; i < n; i++) {
        found = -1;
        for (k = 0; k < M; k++)
            if (to[i * M + k] > 40) {
                found = k;
                break;
            }
        if (found >= 0)
            for (k = 0; k < M; k++) {
                delta = sqrtf(k + 1.0f);
                if (k >= at[found])
                    from[i * M + k] += delta;
            }
        count[i] = found & 3;
    }
#pragma hp5 region end
}

/* `k` stands for its index; rows of arrays whose indices are looked up are known by `dim`. */
static void indices(int rows, int columns, double *x, double *y) {
    int i, j, k, up;
#pragma hp5 region begin
#pragma hp5 array_tile dimtile(4, 5) dim(rows, columns) arrvar(x, y)
#pragma hp5 do tasktile(4, 5)
    for (i = 1; i < rows; i++)
        for (j = 0; j < columns; j++) {
            k = i * columns + j;
            up = k - columns;
            y[k] = x[k] / 2 + x[up];
            for (k = 0; k < 2; k++)
                y[i * columns + j] += k * 0.5;
        }
#pragma hp5 do tasktile(4)
    for (i = 0; i < rows; i++) {
        j = at[i % M];
        x[i * columns] = y[j];
    }
#pragma hp5 region end
}

/* A loop leaves `i` where it is registered, after the tasks that count with it. */
static int left(int n) {
    int i = 0;
#pragma hp5 region begin
#pragma hp5 task
    for (; i < n; i += 3)
        b[i] += 1;
#pragma hp5 task
    a[0] += i;
#pragma hp5 do tasktile(9)
    for (i = 1; i < n - 1; i++)
        c[i] += 1;
#pragma hp5 task_wait
    b[1] += i;
#pragma hp5 region end
    return i;
}

/* A variable of the file is a task's own where a clause says so. */
static double level = 2;
static void own(int n) {
    int i;
#pragma hp5 region begin
#pragma hp5 do tasktile(2) private(level)
    for (i = 0; i < n; i++) {
        a[i] += level;
        level = i * 3 + a[i];
        b[i] += level / 7;
        level = 2;
    }
#pragma hp5 region end
}

/* What another task leaves is read: it is that task's, and not the scratch of the first. */
static double two_uses(int n) {
    int i;
    double t = 0;
#pragma hp5 region begin
#pragma hp5 do tasktile(8)
    for (i = 0; i < n; i++) {
        t = a[i] * 2;
        b[i] = t * t;
    }
    t = 1;
#pragma hp5 do tasktile(8) reduction(+ : t)
    for (i = 0; i < n; i++)
        t += b[i] > 1;
#pragma hp5 region end
    return t;
}

int main(void) {
    double sum = 0;
    for (int i = 0; i < N; i++) {
        a[i] = i * 37 % 11;
        b[i] = i % 5;
        count[i] = i % 7 == 3 ? 4 : 0;
        at[i] = i * 7 % M;
    }
    for (int k = 0; k < N * M; k++)
        from[k] = k * 13 % 41;
    for (int t = 0; t < 3; t++) {
        turns_or_none(t);
        branches(N - t);
        indices(N, M, from, to);
        own(N);
        printf("%d %g\n", left(N), two_uses(N));
    }
    for (int k = 0; k < N * M; k++)
        sum = sum * 0.75 + from[k] + to[k] + a[k % N] - b[k % N] + c[k % N] * count[k % N];
    printf("%.17g\n", sum);
    return 0;
}
