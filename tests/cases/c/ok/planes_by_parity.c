/* Planes of one array that change places by the number of the step: the loops are parallel. */
#include <stdio.h>
#define M 64
static double u[3][M + 2][M];
static void step(int how, int steps) {
    for (int t = 0; t < steps; t++) {
        int src = t & 1, dst = src ^ 1, next = (t + 1) % 2, other = !src;
#pragma hp5 region
        {
#pragma hp5 do tasktile(16)
        for (int i = 1; i <= M; i++) for (int j = 1; j < M - 1; j++) u[dst][i][j] = (u[src][i - 1][j] + u[src][i + 1][j]) / 2;
#pragma hp5 do tasktile(16)
        for (int i = 1; i <= M; i++) for (int j = 1; j < M - 1; j++) u[next][i][j] = (u[t % 2][i - 1][j] + u[t % 2][i + 1][j]) / 2 + how;
#pragma hp5 do tasktile(16)
        for (int i = 1; i <= M; i++) for (int j = 1; j < M - 1; j++) u[other][i][j] = (u[src][i - 1][j] + u[src][i + 1][j]) / 2;
#pragma hp5 do tasktile(16)
        for (int i = 1; i <= M; i++) for (int j = 1; j < M - 1; j++) u[(t + 1) % 3][i][j] = (u[t % 3][i - 1][j] + u[(t + 2) % 3][i + 1][j]) / 2;
#pragma hp5 do tasktile(16)
        for (int i = 1; i <= M; i++) for (int j = 1; j < M - 1; j++) u[1 - src][i][j] = (u[src][i - 1][j] + u[src][i + 1][j]) / 2;
        }
    }
}
int main(void) {
    for (int i = 0; i < M + 2; i++) for (int j = 0; j < M; j++) u[0][i][j] = u[1][i][j] = u[2][i][j] = (i * 7 + j * 3) % 11;
    step(1, 5);
    double s = 0;
    for (int k = 0; k < 3; k++) for (int i = 1; i <= M; i++) for (int j = 0; j < M; j++) s += u[k][i][j] * (i + 3 * j);
    printf("%.12e\n", s);
}
