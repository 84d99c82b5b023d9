// Tile sizes that are expressions: chunks begin where no two tasks write into one tile.

#include <stdio.h>

#define TILE (4 + 4)

static double a[200], b[200];

static void sweeps(int n, int width, int rounds) {
#pragma hp5 region begin
#pragma hp5 array_tile dimtile(TILE) arrvar(a)
#pragma hp5 array_tile dimtile(width) arrvar(b)
    for (int r = 0; r < rounds && width > 0; r++) {
#pragma hp5 do tasktile(TILE)
        for (int i = 0; i < n - 1; i++) b[i + 1] = a[i] * 0.5 + a[i + 1];
#pragma hp5 do tasktile(width) name("back")
        for (int i = n - 4; i >= 0; i--) a[i + 3] += b[i] * 0.25;
#pragma hp5 do tasktile(2 * width) if (rounds > 2)
        for (int i = 3; i < n / 2; i += 2) a[2 * i] = b[2 * i + 1] - b[i];
    }
#pragma hp5 region end
}

int main(void) {
    for (int i = 0; i < 200; i++) {
        a[i] = (i * 7) % 11;
        b[i] = (i * 5) % 13;
    }
    sweeps(200, 8, 4);
    sweeps(131, 5, 2);
    sweeps(90, 300, 3);
    double sum = 0;
    for (int i = 0; i < 200; i++) sum = sum * 0.99 + a[i] - b[i];
    printf("%.17g\n", sum);
    return 0;
}
