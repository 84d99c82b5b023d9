#include <stdio.h>
/* Rows of a line: where it is not known how far a task goes in one, it may be in others. */
#define N 40
#define M 6
static double u[N * M], v[N];
static int m = M;
static void grown(double *r, int length) {
    length += 3;
    for (int j = 0; j < length; j++) r[j] = 0.5 * r[j] + j;
}
static void chosen(double *r, int length) {
    int end = length;
    if (r[0] > 2) end = length + 4;
    for (int j = 0; j < end; j++) r[j] = 0.5 * r[j] + j;
}
static void by_functions(void) {
    int i;
#pragma hp5 region begin
#pragma hp5 do tasktile(3)
    for (i = 0; i < N - 3; i++)
        grown(&u[i * M], m);
#pragma hp5 do tasktile(3)
    for (i = 0; i < N - 3; i++)
        chosen(&u[i * M], m);
#pragma hp5 region end
}
static void by_itself(void) {
    int i, j;
#pragma hp5 region begin
#pragma hp5 do tasktile(3)
    for (i = 0; i < N - 3; i++) {
        int end = m;
        if (u[i * M] > 2) end = m + 4;
        for (j = 0; j < end; j++) u[i * M + j] = 0.5 * u[i * M + j] + j;
    }
    /* What is read lies in rows that the loop before may write, and the one behind writes. */
#pragma hp5 do tasktile(4)
    for (i = 0; i < N - 3; i++) {
        int end = m;
        if (i % 3 == 0) end = m + 7;
        for (j = 0; j < end; j++) v[i] += u[i * M + j];
    }
#pragma hp5 do tasktile(3)
    for (i = 0; i < N; i++)
        for (j = 0; j < M; j++) u[i * M + j] = 0.75 * u[i * M + j] + 0.125 * i;
#pragma hp5 region end
}
/* Every other element, from one of two: within the rows. */
static void red_black(void) {
    int c, i, j;
#pragma hp5 region begin
    for (c = 0; c < 2; c++) {
#pragma hp5 do tasktile(5)
        for (i = 1; i < N - 1; i++)
            for (j = 1 + (i + c) % 2; j < M - 1; j += 2)
                u[i * M + j] = 0.25 * (u[(i - 1) * M + j] + u[(i + 1) * M + j] + u[i * M + j - 1] + u[i * M + j + 1]);
    }
#pragma hp5 region end
}
int main(void) {
    double s = 0;
    for (int k = 0; k < N * M; k++) u[k] = k % 11;
    for (int t = 0; t < 6; t++) {
        by_functions();
        by_itself();
        red_black();
    }
    for (int k = 0; k < N * M; k++) s += u[k] * (k % 7 + 1);
    for (int k = 0; k < N; k++) s += v[k] * (k % 5 + 1);
    printf("%.17g\n", s);
    return 0;
}
