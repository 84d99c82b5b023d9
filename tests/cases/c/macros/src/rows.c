#include <stdio.h>

/* Arrays that macros declare, as PolyBench does; a parameter has the name of another array. */
#define ROWS(name, n, m) name[n][m]
#define LINE(name, n) name[n]
#define COUNT 40

static double sums[COUNT];
static double ROWS(other, COUNT, COUNT);

static double average(int n, double ROWS(a, COUNT, COUNT), double LINE(sums, COUNT)) {
#pragma hp5 region begin
#pragma hp5 do tasktile(8)
    for (int i = 0; i < n; i++) {
        sums[i] = 0;
        for (int j = 0; j < n; j++)
            sums[i] += a[i][j];
    }
#pragma hp5 do tasktile(8)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            other[i][j] = a[i][j] - sums[j] / n;
#pragma hp5 region end
    return sums[1];
}

void rows(void) {
    static double a[COUNT][COUNT], mine[COUNT];
    for (int i = 0; i < COUNT; i++)
        for (int j = 0; j < COUNT; j++)
            a[i][j] = (i * 3 + j * 5) % 11;
    printf("%a %a %a\n", average(COUNT, a, mine), sums[1], other[3][7]);
}
