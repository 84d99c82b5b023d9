// Templates with conditions, and arrays that are cut anew (remapping).

#include <stdio.h>

static double a[60][40], b[60][40];

static void sweeps(int n, int big, int rounds) {
#pragma hp5 region begin
    for (int r = 0; r < rounds && big < 100 * n; r++) {
#pragma hp5 array_tile dimtile(8, *) arrvar(a, b) if (big > 10 && n > 4)
#pragma hp5 do tasktile(8)
        for (int i = 1; i < 59; i++)
            for (int j = 1; j < 39; j++) b[i][j] = a[i - 1][j] + a[i + 1][j] * 0.5;
#pragma hp5 array_tile dimtile(*, n) arrvar(b)
#pragma hp5 do tasktile(5)
        for (int j = 1; j < 39; j++)
            for (int i = 1; i < 59; i++) b[i][j] = b[i][j] * 0.25 + b[i - 1][j];
#pragma hp5 array_tile dimtile(16, 8) default
#pragma hp5 do tasktile(16) if (big != 3)
        for (int i = 1; i < 59; i++)
            for (int j = 1; j < 39; j++) a[i][j] += b[i][j] * 0.125;
    }
#pragma hp5 region end
}

int main(void) {
    for (int i = 0; i < 60; i++)
        for (int j = 0; j < 40; j++) a[i][j] = (i * 7 + j * 3) % 11;
    sweeps(5, 20, 3);
    sweeps(6, 3, 2);
    double sum = 0;
    for (int i = 0; i < 60; i++)
        for (int j = 0; j < 40; j++) sum = sum * 0.99 + a[i][j] + b[i][j];
    printf("%.17g\n", sum);
    return 0;
}
