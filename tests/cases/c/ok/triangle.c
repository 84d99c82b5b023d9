#include <stdio.h>
#define N 90
float a[N][N], b[N][N], total[3];
long count;
static int scale(int x) { return x * 2; }
int main(void) {
    int i, j, k;
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++)
            a[i][j] = b[i][j] = (i * 3 + j * 5) % 17 + (i == j) * 50;
    double biggest = -1;
#pragma hp5 region begin
    for (k = 0; k < N - 1; k++) {
#pragma hp5 task_tile(i = 8)
        for (i = k + 1; i < N; i++) {
            float f = a[i][k] / a[k][k];
            for (j = k; j < N; j++)
                a[i][j] -= f * a[k][j];
        }
    }
#pragma hp5 do tasktile(8, 8)
    for (i = 0; i < N; i += 2)
        for (j = 0; j <= i; j++)
            b[i][j] += a[j][i] * 0.5f;
#pragma hp5 do tasktile(7) reduction(max: biggest) reduction(+: count)
    for (i = N - 1; i >= 3; i--) {
        for (j = 0; j < N; j++)
            if (a[i][j] > biggest) biggest = a[i][j];
        count += scale(i);
    }
#pragma hp5 task_wait
    printf("%g %ld\n", biggest, count);
    for (k = 0; k < 3; k++) {
        int z = k + 1;
#pragma hp5 task if(k != 1)
        {
            float t = 0;
            for (i = 0; i < N; i++)
                t += a[i][k * 4] * z;
            total[k] = t;
        }
    }
    printf("%g\n", total[1]);
#pragma hp5 region end
    double s = 0;
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++)
            s += a[i][j] * j + b[i][j] * i;
    printf("%.17g %g %g\n", s, total[0], total[2]);
    return 0;
}
