/* Functions that write what a parameter points to, by all ways around its name. */
#include <stdio.h>
#include <string.h>
static double u[8][8], c[64], d[64];
struct s { double *p; };
static void f1(double *c, double *u)
{
    ((unsigned char *)c)[12] = 63;
    u[0] += c[0];
}
static void f2(double *c, double *u, int k)
{
    (k ? c : u)[1] += 1;
    u[0] += c[0];
}
static void f3(double *c, double *u)
{
    struct s t = { c };
    t.p[2] += 1;
    u[0] += c[2];
}
static void f4(double *c, double *u)
{
    double **q = &c;
    (*q)[2] += 1;
    u[0] += c[2];
}
static void f5(double *c, double *u)
{
    *(2 + c) += 1;
    u[0] += c[2];
}
static void f6(double *c, double *u)
{
    2[c] += 1;
    u[0] += c[2];
}
static double *f7(double *c, double *u)
{
    u[0] += c[2];
    return c;
}
static void f8(double *c, double *u)
{
    memcpy(c, u, 8);
    u[0] += c[2];
}
static void f9(double *c, double *u)
{
    double *p = u, *q = u;
    if (u[1] > 3) p = c;
    else q = c;
    p[3] += 1;
    q[2] += 1;
    u[0] += c[2];
}
#define SET(a, i) ((a)[i] = 2)
#define PTR c
static void f10(double *c, double *u)
{
    SET(c, 3);
    u[0] += c[2];
}
static void f11(double *c, double *u)
{
    double *x = PTR;
    x[2] = 3;
    u[0] += c[2];
}
static void f12(double *c, double *u)
{
    double (*x)[4] = (double (*)[4])c;
    x[0][2] = 3;
    u[0] += c[2];
}
static void f13(double *c, double *u)
{
    (*(&c[1])) += 1;
    u[0] += c[2];
}
static void f14(double *c, double *u)
{
    for (double *p = c; p < c + 4; p++) *p += 1;
    u[0] += c[2];
}
static void f15(double c[4][2], double *u)
{
    double *p = c[1];
    p[0] += 1;
    u[0] += c[2][0];
}
int main(void)
{
    double s = 0;
#pragma hp5 region begin
#pragma hp5 do tasktile(1)
    for (int i = 0; i < 8; i++)
        f1(c, u[i]); // in order
#pragma hp5 do tasktile(1)
    for (int i = 0; i < 8; i++)
        f2(c, u[i], i); // in order
#pragma hp5 do tasktile(1)
    for (int i = 0; i < 8; i++)
        f3(c, u[i]); // in order
#pragma hp5 do tasktile(1)
    for (int i = 0; i < 8; i++)
        f4(c, u[i]); // in order
#pragma hp5 do tasktile(1)
    for (int i = 0; i < 8; i++)
        f5(c, u[i]); // in order
#pragma hp5 do tasktile(1)
    for (int i = 0; i < 8; i++)
        f6(c, u[i]); // in order
#pragma hp5 do tasktile(1)
    for (int i = 0; i < 8; i++)
        *f7(c, u[i]) += 1; // in order
#pragma hp5 do tasktile(1)
    for (int i = 0; i < 8; i++)
        f8(c, u[i]); // in order
#pragma hp5 do tasktile(1)
    for (int i = 0; i < 8; i++)
        f9(c, u[i]); // in order
#pragma hp5 do tasktile(1)
    for (int i = 0; i < 8; i++)
        f10(c, u[i]); // in order
#pragma hp5 do tasktile(1)
    for (int i = 0; i < 8; i++)
        f11(c, u[i]); // in order
#pragma hp5 do tasktile(1)
    for (int i = 0; i < 8; i++)
        f12(c, u[i]); // in order
#pragma hp5 do tasktile(1)
    for (int i = 0; i < 8; i++)
        f13(c, u[i]); // in order
#pragma hp5 do tasktile(1)
    for (int i = 0; i < 8; i++)
        f14(c, u[i]); // in order
#pragma hp5 do tasktile(1)
    for (int i = 0; i < 8; i++)
        f15((double (*)[2])d, u[i]); // in order
#pragma hp5 region end
    for (int i = 0; i < 64; i++)
        s += c[i] * i + d[i] + u[i / 8][i % 8];
    printf("%.17g\n", s);
    return 0;
}
