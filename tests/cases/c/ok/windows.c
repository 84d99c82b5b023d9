#include <stdio.h>
/* Rows of pointers that have parts in common: what the graph knows of a row are the elements that tasks use,
   or, where that does not show, nothing. Rows beside one another are apart all the same. */
#define N 48
static double line[8 * N + 16];
static double *rows[N];
static int least = 6;
static void six(double *r, int k) {
    for (int j = 0; j < 6; j++) r[j] = 0.75 * r[j] + 0.1 * k + j;
}
static void many(double *r, int m, int k) {
    for (int j = 0; j < m; j++) r[j] = 0.5 * r[j] + k;
}
/* How far this reaches does not show. */
static void while_small(double *r, int k) {
    int j = 0;
    while (j < least) {
        r[j] = 0.25 * r[j] + k + j;
        j++;
    }
}
static void set(int apart) {
    for (int i = 0; i < N; i++) rows[i] = line + i * apart;
}
static void overlapping(void) {
#pragma hp5 region
    {
        for (int i = 0; i < N; i++) {
#pragma hp5 task
            six(rows[i], i);
        }
    }
}
static void beside(int m) {
#pragma hp5 region
    {
        for (int i = 0; i < N; i++) {
#pragma hp5 task
            many(rows[i], m, i);
        }
        for (int i = N - 1; i >= 0; i--) {
#pragma hp5 task inout(rows[i][0:m])
            rows[i][m - 1] += rows[i][0];
        }
    }
}
static void hidden(void) {
#pragma hp5 region
    {
        for (int i = 0; i < N; i++) {
#pragma hp5 task
            while_small(rows[i], i);
        }
    }
}
/* Blocks, as the clause says. */
static void said(void) {
#pragma hp5 region
    {
        for (int i = 0; i < N; i++) {
#pragma hp5 task inout(rows[i])
            while_small(rows[i], i);
        }
    }
}
static void show(void) {
    double s = 0;
    for (int k = 0; k < 8 * N + 16; k++) s += line[k] * (1 + k % 7);
    printf("%.17g\n", s);
}
int main(void) {
    for (int t = 0; t < 4; t++) {
        set(2);
        overlapping(), show();
        hidden(), show();
        beside(5), show();
        set(8);
        beside(8), show();
        said(), show();
    }
    return 0;
}
