/* Functions whose parameters are not `const`, as in code of Numerical Recipes and of f2c: what they only read. */
#include <stdio.h>
typedef float number;
static double kept;
static double *last;
static void scale(double c[], double u[], int n)
{
    int j;
    for (j = 0; j < n; j++)
        u[j] *= c[j];
}
static void alias(double *c, double *u, int n)
{
    double *p = c;
    p[n] += 1;
    u[0] += c[n];
}
static void keep(double *c, double *u)
{
    last = c;
    u[1] += c[0];
}
static void walk(double *c, double *u, int n)
{
    while (n-- > 0)
        *u++ += *c++;
}
static void on(double *c, double *u, int n)
{
    scale(u, c, n);
    u[2] += c[2];
}
static double top(number *c, int *n) { return c[*n]; }
static void all(double u[32][32], double *c, double *d, number *f)
{
    int i, two = 2;
#pragma hp5 region begin
#pragma hp5 array_tile dimtile(32) dim(32) arrvar(c, d)
    for (int t = 0; t < 3; t++) {
#pragma hp5 do tasktile(8)
        for (i = 0; i < 32; i++)
            scale(c, u[i], 32);
#pragma hp5 do tasktile(8)
        for (i = 0; i < 32; i++)
            alias(d, u[i], 5); // in order
#pragma hp5 do tasktile(8)
        for (i = 0; i < 32; i++)
            keep(c, u[i]); // in order
#pragma hp5 do tasktile(8)
        for (i = 0; i < 32; i++)
            walk(d, u[i], 32); // in order
#pragma hp5 do tasktile(8)
        for (i = 0; i < 32; i++)
            on(d, u[i], 4); // in order
#pragma hp5 do tasktile(8)
        for (i = 0; i < 32; i++)
            u[i][3] += top(f, &two);
    }
#pragma hp5 region end
    kept += last[0];
}
int main(void)
{
    static double u[32][32], c[32], d[32];
    static number f[8] = {1, 2, 3};
    double s = 0;
    for (int i = 0; i < 32; i++) {
        c[i] = 1 + i / 64.;
        d[i] = i % 3 / 4.;
        for (int j = 0; j < 32; j++)
            u[i][j] = i + j;
    }
    all(u, c, d, f);
    for (int i = 0; i < 32; i++)
        for (int j = 0; j < 32; j++)
            s += u[i][j] / (1 + i + d[j]);
    printf("%.17g %.17g\n", s, kept);
    return 0;
}
