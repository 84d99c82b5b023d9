/* A parameter that has the name of a function of the file. */
#include <stdio.h>
static double twice(double *p) { return 2 * p[0]; }
static double put(double *p) { p[0] += 1; return p[0]; }
static void run(double *a, double *b, double (*twice)(double *))
{
#pragma hp5 region
    {
        for (int i = 0; i < 50; i++) {
#pragma hp5 task inout(a[0:1], b[0:1])
            b[0] += twice(a);
#pragma hp5 task
            b[1] += a[0];
        }
    }
}
int main(void) { static double a[8], b[8]; run(a, b, put); printf("%g %g %g\n", a[0], b[0], b[1] + twice(a)); return 0; }
