#include <stdio.h>
#include <string.h>

#include "plate.h"

static double first[SIDE][SIDE], second[SIDE][SIDE];

int main(void) {
    plate p = {SIDE, SIDE - 7, first, second};
    for (int i = 0; i < SIDE; i++)
        for (int j = 0; j < SIDE; j++)
            first[i][j] = (i * 37 + j * 11) % 29;
    memcpy(second, first, sizeof first);
    for (int turn = 0; turn < 3; turn++) {
        sweep(&p, 7);
        printf("%.17g\n", norm(&p));
    }
    double sum = 0;
    for (int i = 0; i < SIDE; i++)
        for (int j = 0; j < SIDE; j++)
            sum += p.now[i][j] * (i - j);
    printf("%.17g\n", sum);
    return 0;
}
