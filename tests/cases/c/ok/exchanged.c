// Macros that are statements, around tasks: they exchange pointers. Pointers to arrays of a type that the file
// names, which look like calls.
#include <stdint.h>
#include <stdio.h>
#define N 40
#define EXCHANGE(x, y) do { double *kept = (x); (x) = (y); (y) = kept; } while (0)
#define TURN(x, y) { double *kept = (x); (x) = (y); (y) = kept; }
typedef double real;
typedef uint32_t word;
static double a[N], b[N];
static word c[2][8][4];
static real d[8][4], e[8][8];
static void turns(void) {
    double *u = a, *v = b;
    int i, t;
#pragma hp5 region begin
    for (t = 0; t < 6; t++) {
#pragma hp5 do tasktile(8)
        for (i = 1; i < N - 1; i++) v[i] = (u[i - 1] + u[i + 1]) / 2;
        if (t % 3 == 2) {
            TURN(u, v);
        } else
            EXCHANGE(u, v);
    }
#pragma hp5 region end
    printf("%g %g\n", u[3], v[4]);
}
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
    turns();
    named();
    printf("%u %g %g\n", (unsigned)c[0][4][0], d[4][0], e[2][1]);
    return 0;
}
