/* Tiles of two loops, and one array under two names: no order of the tiles is that of the program. Such a nest is one task. */
#include <stdio.h>
static double a[32][32];

static void sums(int n, double (*q)[32], double (*r)[32]) {
#pragma hp5 region
    {
#pragma hp5 array_tile dimtile(8, 8) dim(n, 32) arrvar(q, r)
#pragma hp5 do tasktile(8, 8)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < 32; j++)
                q[i][j] = q[i][j] * 0.5 + r[i][(j + 5) % 32];
    }
}

int main(void) {
    double s = 0;
    for (int i = 0; i < 32; i++)
        for (int j = 0; j < 32; j++) a[i][j] = i + j * 0.5;
    sums(30, a + 1, a);
    for (int i = 0; i < 32; i++)
        for (int j = 0; j < 32; j++) s += a[i][j] * (i + 3 * j);
    printf("%.17g\n", s);
    return 0;
}
