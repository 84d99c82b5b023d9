#include <complex.h>
#include <stdio.h>
/* Functions that are called through pointers use more of the arrays than the loops show: their clauses say
   what, and the turns of the loops wait for one another where these meet. */
#define N 40
#define M 60
static double a[N][M];
struct block { double *at; };
static struct block blocks[N];

static double before(int i, int j) { return a[i - 1][j - 1] * 0.25 + a[i - 1][j] * 0.125; }
static double over_rows(int i, int j) { return a[i - 1][(j * 7) % M] * 0.25; }
static double all_over(int i, int j) { return a[(i * 5) % N][j] * 0.125; }
static double row(int i, int j) { return a[i][j - 1] * 0.5; }
static double (*const ways[])(int, int) = {before, over_rows, all_over, row};

static void sweep(double (*const *way)(int, int)) {
#pragma hp5 region
    {
#pragma hp5 task_tile(i = 4, j = 4) inout(a[i:1][j:1]) in(a[i - 1:2][j - 1:2])
        for (int i = 1; i < N; i++)
            for (int j = 1; j < M; j++) a[i][j] = 0.5 * a[i][j] + way[0](i, j);
#pragma hp5 task_tile(i = 4) inout(a[i:1][1:M - 1]) in(a[i - 1:2][0:M])
        for (int i = 1; i < N; i++)
            for (int j = 1; j < M; j++) a[i][j] = 0.5 * a[i][j] + way[1](i, j);
#pragma hp5 task_tile(i = 4) inout(a[i:1][1:M - 1]) in(a[0:N][0:M])
        for (int i = 1; i < N; i++)
            for (int j = 1; j < M; j++) a[i][j] = 0.5 * a[i][j] + way[2](i, j);
        /* Rows by themselves. */
#pragma hp5 task_tile(i = 4) inout(a[i:1][1:M - 1]) in(a[i:1][0:M])
        for (int i = 1; i < N; i++)
            for (int j = 1; j < M; j++) a[i][j] = 0.5 * a[i][j] + way[3](i, j);
    }
}

/* What the pointers of an element lead to is not shown either. */
static void chain(void) {
#pragma hp5 region
    {
#pragma hp5 task_tile(k = 1) inout(blocks[k:1]) in(blocks[k - 1:1])
        for (int k = 1; k < N; k++) {
            const double *left = blocks[k].at - M;
            for (int i = 0; i < M; i++) blocks[k].at[i] = 0.5 * blocks[k].at[i] + left[i] * cabs(0.25 * I);
        }
    }
}

int main(void) {
    for (int i = 0; i < N; i++) {
        blocks[i].at = a[i];
        for (int j = 0; j < M; j++) a[i][j] = i * 3 + j * 0.5;
    }
    for (int t = 0; t < 4; t++) {
        sweep(ways);
        chain();
    }
    double s = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++) s = s * 0.999 + a[i][j];
    printf("%.17g\n", s);
    return 0;
}
