/* Lengths of types in tasks, `sizeof(double[n])`, are looked at as other values are; places that functions return are set. */
#include <stdio.h>
static double slow(double v) { for (int k = 0; k < 400000; k++) v = v * 0.5 + 1; return v; }
static double scale = 1, t[4];
static double *at(int k) { return k ? &t[k] : &scale; }
static double half(void) { return scale / 2 + t[1]; }
int main(void) {
    int n = 2; double r[8] = {0}, a[8] = {0, 1, 2, 3, 4};
#pragma hp5 region
    {
#pragma hp5 task
        n = slow(n) + 2;
#pragma hp5 task
        r[0] = sizeof(double[n]);
#pragma hp5 task
        r[1] = ((double (*)[n])a)[1][0];
#pragma hp5 task
        r[2] = sizeof(char[n][2]);
#pragma hp5 task
        r[3] += slow(1) + half();
        *at(0) = 4;
#pragma hp5 task
        r[4] += slow(1) + half();
        at(1)[0] += 5;
    }
    for (int i = 0; i < 8; i++) printf("%g ", r[i]);
    printf("%d\n", n);
    return 0;
}
