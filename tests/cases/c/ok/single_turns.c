// Chunks of one turn are in the order of the program: what such loops carry may point backwards in those
// inside of them.
#include <stdio.h>
#define N 20
static double a[N + 2][N + 2], w[30][30][4];
int main(void) {
    for (int i = 0; i < N + 2; i++) for (int j = 0; j < N + 2; j++) a[i][j] = i * j % 7;
    for (int t = 0; t < 3; t++) {
#pragma hp5 region begin
#pragma hp5 task_tile(i = 1, j = 4)
    for (int i = 1; i <= N; i++) for (int j = 1; j <= N; j++)
      a[i][j] = 0.25 * (a[i - 1][j + 1] + a[i + 1][j - 1] + a[i][j]);
#pragma hp5 task_tile(i = 1, j = 1, k = 2)
    for (int i = 1; i < 29; i++) for (int j = 1; j < 29; j++) for (int k = 0; k < 4; k++)
      w[i][j][k] += w[i - 1][j + 1][3 - k] * 0.5 + w[i][j - 1][(k + 1) % 4] + a[i % N][j % N];
#pragma hp5 region end
    }
    double s = 0; for (int i = 0; i < N + 2; i++) for (int j = 0; j < N + 2; j++) s += a[i][j] * (i + 3 * j) + w[i][j][i % 4] * 1e-9;
    printf("%.17g\n", s);
}
