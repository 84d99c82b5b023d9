/* Static variables of functions that call themselves, and an extern one. */
#include <stdio.h>
static double a[64], b[64];
double t;
static int idx;
static double weight(void) { return 0.5 * idx; }
static double (*fp)(void) = weight;
static double run(int d)
{
    static double t;
    double s = 0;
    t = 0;
    if (d) s = run(d - 1);
    a[0] += t;
#pragma hp5 region
    {
#pragma hp5 task
        { t = a[d] + 1; a[d] = t * t; }
    }
    return s + a[d];
}
static void outer(int n)
{
    extern double t;
#pragma hp5 region
    {
        for (int i = 0; i < n; i++) {
#pragma hp5 task
            { t = a[i]; b[i] = t * t; }
        }
    }
}
int main(void)
{
    double s = run(5);
    outer(64);
    for (int i = 0; i < 64; i++) s += b[i];
    printf("%.17g %.17g %g\n", s, t, fp());
    return 0;
}
