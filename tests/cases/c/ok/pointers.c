/* Parts of arrays under names of which nobody knows the lengths: pointers into arrays that other
   tasks cut into tiles. */
#include <stdio.h>

#define N 48
#define M 40

static double a[N][M], other[3 * M];

static void halve(double *v, int n) {
    for (int k = 0; k < n; k++)
        v[k] *= 0.5;
}

/* `p`, `q` and `x` may lead to rows and an element of `a`. */
static double sweeps(int n, double *p, double *q, double *x) {
    double last = 0;
#pragma hp5 region begin
#pragma hp5 array_tile dimtile(4, 20) arrvar(a)
    for (int t = 0; t < 6; t++) {
#pragma hp5 do tasktile(4, 20)
        for (int i = 0; i < N; i++)
            for (int j = 0; j < M; j++)
                a[i][j] = a[i][j] * 0.75 + (i - j) % 5 + t;
        /* Written, not read: the rows are written by different tasks. */
#pragma hp5 task
        for (int j = 0; j < n; j++)
            p[j] += j * 0.25;
#pragma hp5 task
        halve(q, n);
#pragma hp5 task
        *x -= p[n - 1];
        /* Some chunk may write what others read. */
#pragma hp5 do tasktile(4)
        for (int i = 0; i < N; i++)
            for (int j = 0; j < M; j++)
                a[i][j] = a[i][j] * 0.5 + p[j] * 0.125;
#pragma hp5 task
        last = last * 0.5 + a[N / 2][M / 2] + q[1];
    }
#pragma hp5 region end
    return last;
}

/* Reads by a pointer what tasks write by the array's name. */
static void read(int n, const double *p) {
#pragma hp5 region begin
#pragma hp5 array_tile dimtile(4, *) arrvar(a)
#pragma hp5 array_tile dimtile(8) arrvar(other)
    for (int t = 0; t < 6; t++) {
#pragma hp5 do tasktile(4)
        for (int i = 0; i < N; i++)
            for (int j = 0; j < M; j++)
                a[i][j] = a[i][j] * 0.75 + t;
#pragma hp5 do tasktile(8)
        for (int k = 0; k < n; k++)
            other[k] = other[k] * 0.5 + p[k];
    }
#pragma hp5 region end
}

/* Programs swap `restrict` pointers: what one led to, the other one does. */
static void swapped(int n, double *restrict u, double *restrict v) {
#pragma hp5 region begin
#pragma hp5 array_tile dimtile(18) dim(n) arrvar(v)
    for (int t = 0; t < 2; t++) {
#pragma hp5 do tasktile(1)
        for (int i = 0; i < 20; i++) {
            for (volatile int k = 0; k < 3000; k++)
                ;
            for (int j = 1; j < n; j++)
                v[j] = 0.5 * v[j - 1] + 0.25 * i + u[j] * 0.125;
        }
        double *left = u;
        u = v;
        v = left;
    }
#pragma hp5 do tasktile(9)
    for (int i = 1; i < 37; i++)
        other[i] += u[(i * 7 + 8) % 32];
#pragma hp5 region end
}

int main(void) {
    double s = 0;
    for (int k = 0; k < N * M; k++)
        a[k / M][k % M] = k * 37 % 101;
    s += sweeps(M, a[5], a[7], &a[9][3]);
    s += sweeps(M, other, other + M, other + 2 * M);
    s += sweeps(M, a[0], other, &a[0][0] + 1);
    read(3 * M, a[11]);
    swapped(32, a[1], a[3]);
    for (int k = 0; k < N * M; k++)
        s = s * 0.75 + a[k / M][k % M] + other[k % (3 * M)];
    printf("%.17g\n", s);
    return 0;
}
