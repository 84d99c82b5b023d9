/* Templates of arrays that tasks only use as a whole: each is one tile. And clauses that name whole rows. */
#include <stdio.h>

#define N 12

static void work(double *a, int n, double by) {
    for (int i = 0; i < n; i++)
        a[i] = a[i] * 0.5 + by;
}

static void steps(int count, double *a, double b[N][N]) {
#pragma hp5 region begin
#pragma hp5 array_tile dimtile(4, 4) dim(N, N) arrvar(a)
#pragma hp5 array_tile dimtile(4, *) arrvar(b)
    for (int t = 0; t < count; t++) {
#pragma hp5 task
        work(a, N * N, t);
#pragma hp5 task inout(b)
        work((double *)b, N * N, 1);
    }
#pragma hp5 region end
}

static void rows(int m, double (*v)[N * N]) {
#pragma hp5 region
    {
#pragma hp5 do tasktile(1) inout(v[i * m * 2:2 * m - 1][0:N * N])
        for (int i = 0; i < m; i++)
            for (int j = i * m; j < (i + 1) * m; j++)
                v[j * 2][j] += v[j * 2][2 * j + 1] + i;
    }
}

int main(void) {
    static double a[N * N], b[N][N];
    steps(5, a, b);
    for (int i = 0; i < N; i++)
        printf("%a %a\n", a[i * N + i], b[i][N - 1 - i]);
    static double v[20][N * N];
    rows(3, v);
    rows(3, v);
    for (int j = 0; j < 9; j++)
        printf("%a\n", v[j * 2][j]);
}
