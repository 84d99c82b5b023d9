/* Reductions of enumerations. What enumerators are, functions may be given: they are no data. */
#include <stdio.h>
enum level { LOW, MID, HIGH };
enum { N = 16, ROWS = 4 };
typedef enum { R, G, B } colour;
static enum level a[64];
static colour c[64];
static double grid[ROWS * N], ends[ROWS], other[ROWS];
static void row(double *d, int n) { for (int j = 0; j < n; j++) d[j] += j; }
static void half(double *d) { enum { HALF = 8, THREE = 3 } k = HALF; row(d + k, THREE); row(d + HALF, THREE); }
/* Outside of the function its enumerators mean nothing. */
static void some(double *d) { enum { SOME = N / 2 }; row(d + SOME, SOME); }
/* Nothing is said of these: their tasks run at the same time. */
static double rows(void) {
    double *first = ends + LOW, *third = other + HIGH, s = 0;
#pragma hp5 region begin
#pragma hp5 do tasktile(1)
    for (int i = 0; i < ROWS; i++) row(&grid[i * N], N);
#pragma hp5 do tasktile(1)
    for (int i = 0; i < ROWS; i++) row(grid + i * N, N - 2);
#pragma hp5 do tasktile(1)
    for (int i = 0; i < ROWS; i++) half(&grid[i * N]);
#pragma hp5 task
    some(grid + N);
#pragma hp5 task
    for (int i = 0; i < HIGH; i++) first[i] += grid[i];
#pragma hp5 task
    for (int i = 0; i < HIGH; i++) third[i] += grid[i + N];
#pragma hp5 do tasktile(1)
    for (int i = 0; i < ROWS; i++) { enum { LAST = 2 } k = LAST; row(grid + i * N + LAST, (int)k); }
#pragma hp5 region end
    for (int i = 0; i < ROWS * N; i++) s += grid[i] * i;
    return s + ends[0] + ends[1] + other[2] + other[3];
}
int main(void) {
    enum level worst = LOW; colour most = R; int k = 0;
    for (int i = 0; i < 64; i++) { a[i] = (enum level)(i * 7 % 3); c[i] = (colour)(i * 5 % 3); }
#pragma hp5 region begin
#pragma hp5 do tasktile(8) reduction(max: worst)
    for (int i = 0; i < 64; i++) if (a[i] > worst) worst = a[i];
#pragma hp5 do tasktile(8) reduction(max: most)
    for (int i = 0; i < 64; i++) if (c[i] > most) most = c[i];
#pragma hp5 do tasktile(8) reduction(+: k)
    for (int i = 0; i < 64; i++) k += c[i];
#pragma hp5 region end
    printf("%d %d %d %.17g\n", (int)worst, (int)most, k, rows());
    return 0;
}
