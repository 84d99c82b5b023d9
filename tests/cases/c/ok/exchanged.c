// Pointers to arrays of a type that the file names, which look like calls.
#include <stdint.h>
#include <stdio.h>
#define N 40
typedef double real;
typedef uint32_t word;
static double a[N];
static word c[2][8][4];
static real d[8][4], e[8][8];
static void named(void) {
    real (*mm)[8] = e;
    int r, t;
#pragma hp5 region begin
    for (t = 0; t < 4; t++) {
        word (*from)[4] = c[t & 1], (*to)[4] = c[(t + 1) & 1];
#pragma hp5 do tasktile(2)
        for (r = 0; r < 8; r++) to[r][0] = from[(r + 1) % 8][0] + 1;
    }
#pragma hp5 do tasktile(2)
    for (r = 0; r < 8; r++) {
        real (*z)[4] = d;
        z[r][0] = r + 1;
    }
#pragma hp5 do tasktile(2)
    for (r = 0; r < 8; r++) mm[r][1] += d[r][0] + 1;
#pragma hp5 region end
}
int main(void) {
    for (int i = 0; i < N; i++) a[i] = i;
    c[0][0][0] = 5;
    named();
    printf("%u %g %g\n", (unsigned)c[0][4][0], d[4][0], e[2][1]);
    return 0;
}
