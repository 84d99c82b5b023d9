/* Types that are arrays: of parameters, locals and variables of the file, of rows, and arrays of such
   types. */
#include <stdio.h>

#define N 40
#define M 24

typedef double real;
typedef real grid[N][M];
typedef grid board;
typedef double row[M];

static grid now, more;
static board boards[2];

static double last_of(row r) { return r[M - 1]; }

/* Parameters: pointers to rows. */
static void sweep(grid a, board b) {
#pragma hp5 region begin
#pragma hp5 array_tile dimtile(8, 12) arrvar(a, b)
    for (int t = 0; t < 5; t++) {
#pragma hp5 do tasktile(8, 12)
        for (int i = 1; i < N; i++)
            for (int j = 0; j < M; j++)
                b[i][j] = 0.5 * (a[i - 1][j] + a[i][j]) + t;
#pragma hp5 do tasktile(8, 12)
        for (int i = 0; i < N - 1; i++)
            for (int j = 1; j < M; j++)
                a[i][j] = 0.25 * (b[i][j] + b[i + 1][j] + b[i][j - 1]);
    }
#pragma hp5 region end
}

/* A pointer to rows, and arrays of the file. */
static double rows(int n, row *r) {
    double most = 0;
#pragma hp5 region begin
#pragma hp5 array_tile dimtile(8, *) dim(n, M) arrvar(r)
#pragma hp5 array_tile dimtile(1, 8, *) arrvar(boards)
#pragma hp5 do tasktile(8)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < M; j++)
            r[i][j] += boards[1][i][j] - boards[0][n - 1 - i][j];
#pragma hp5 do tasktile(8)
    for (int i = 0; i < n; i++)
        r[i][0] -= last_of(r[i]);
#pragma hp5 do tasktile(8) reduction(max: most)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < M; j++)
            if (r[i][j] > most)
                most = r[i][j];
#pragma hp5 region end
    return most;
}

/* Locals, one of a type of the function's own, which live on. */
static void locals(int steps) {
    typedef int counts[N];
#pragma hp5 region begin
    for (int t = 0; t < steps; t++) {
        grid half;
        counts count;
#pragma hp5 array_tile dimtile(8, *) arrvar(now, half)
#pragma hp5 array_tile dimtile(8) arrvar(count)
#pragma hp5 do tasktile(8)
        for (int i = 0; i < N; i++) {
            row sums;
            for (int j = 0; j < M; j++)
                half[i][j] = sums[j] = now[i][j] / 2;
            count[i] = sums[i % M] > t;
        }
#pragma hp5 do tasktile(8)
        for (int i = 0; i < N; i++)
            for (int j = 0; j < M; j++)
                now[i][j] = half[i][j] + half[N - 1 - i][j] + count[i];
    }
#pragma hp5 region end
}

int main(void) {
    double s = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++) {
            now[i][j] = (i * 37 + j * 11) % 17;
            boards[0][i][j] = (i + j) % 5;
            boards[1][i][j] = i % 3 + j % 7;
        }
    sweep(now, boards[1]);
    locals(6);
    s = rows(N, now) + rows(N / 2, more);
    sweep(boards[0], boards[1]);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            s = s * 0.75 + now[i][j] + more[i][j] + boards[0][i][j] - boards[1][i][j];
    printf("%.17g\n", s);
    return 0;
}
