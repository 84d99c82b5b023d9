// Local arrays of blocks in which tasks are registered: they live on until the tasks are done, and
// no block waits.

#include <stdio.h>

static void smooth(int n, int m, double a[n][m], int rounds) {
#pragma hp5 region begin
    for (int r = 0; r < rounds; r++) {
        double row[m];
        double old[n][m];
        double edge[2][8];
        if (r == 2)
            continue;
#pragma hp5 do tasktile(4)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < m; j++)
                old[i][j] = a[i][j];
#pragma hp5 task
        for (int j = 0; j < m; j++)
            row[j] = a[n / 2][j] * 0.5 + r;
#pragma hp5 do tasktile(2)
        for (int k = 0; k < 8; k++)
            edge[k % 2][k] = row[k + 1];
#pragma hp5 do tasktile(4)
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < m - 1; j++)
                a[i][j] = old[i - 1][j] * 0.25 + old[i + 1][j] * 0.5 + row[j] * 0.125;
        if (r == 6)
            break;
#pragma hp5 task
        a[0][0] += edge[1][3] + edge[0][2];
    }
#pragma hp5 region end
}

int main(void) {
    static double a[40][30];
    for (int i = 0; i < 40; i++)
        for (int j = 0; j < 30; j++)
            a[i][j] = (i * 13 + j * 7) % 19;
    smooth(40, 30, a, 9);
    double sum = 0;
    for (int i = 0; i < 40; i++)
        for (int j = 0; j < 30; j++)
            sum = sum * 0.995 + a[i][j];
    printf("%.17g %.17g\n", sum, a[0][0]);
    return 0;
}
