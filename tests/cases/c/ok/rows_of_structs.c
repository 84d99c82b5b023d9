// Rows of an array of structs, handed to a function that uses them in ways that are not known: transforms of
// rows, a template of two dimensions, and tasks that use the columns.
#include <stdio.h>
#define N 32
typedef struct {
    double re, im;
} number;
static number g[N][N], h[N][N];
static void scatter(number *x, int n) {
    int i, j, k;
    for (i = 1, j = 0; i < n; i++) {
        for (k = n >> 1; j & k; k >>= 1) j ^= k;
        j ^= k;
        if (i < j) {
            number t = x[i];
            x[i] = x[j];
            x[j] = t;
        }
    }
    for (k = 2; k <= n; k <<= 1)
        for (i = 0; i < n; i += k) x[i].re += x[i + k / 2].im * 0.5;
}
static void columns(number to[N][N], number from[N][N]) {
#pragma hp5 region joined
    {
#pragma hp5 array_tile dimtile(4, *) arrvar(to, from)
#pragma hp5 do tasktile(8, 8)
        for (int i = 0; i < N; i++)
            for (int j = 0; j < N; j++) to[j][i] = from[i][j];
    }
}
int main(void) {
    double s = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) g[i][j].re = i * 3 + j, g[i][j].im = (i ^ j) % 5;
#pragma hp5 region begin
#pragma hp5 array_tile dimtile(4, *) arrvar(g, h)
#pragma hp5 do tasktile(4)
    for (int i = 0; i < N; i++) scatter(g[i], N);
    columns(h, g);
#pragma hp5 do tasktile(4) inout(h[i][0:N])
    for (int i = 0; i < N; i++) scatter(h[i], N);
    columns(g, h);
#pragma hp5 region end
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) s += g[i][j].re * (i + 2 * j) - g[i][j].im * j;
    printf("%.17g\n", s);
    return 0;
}
