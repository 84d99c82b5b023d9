/* Declarations with parentheses around the name, which a parser takes for calls; an index in front of its brackets. */
#include <stdio.h>
typedef double T;
typedef double real;
typedef double row[4];
static double slow(double v) { for (int k = 0; k < 200000; k++) v = v * 0.5 + 1; return v; }
int main(void) {
    double a[8] = {1}, *p = a, r = 0, q[4] = {0}; int i = 1;
#pragma hp5 region
    {
#pragma hp5 task
        { a[0] = slow(4); a[1] = 7; }
        T (x) = *p;
        a[2] = x;
        real (y), (z);
        y = a[0]; z = 2;
#pragma hp5 task
        { T (w) = 4, *v = a; a[3] = slow(w + v[0]); }
#pragma hp5 task
        { T (v) = *a; r = v; row (*w) = (row *)a; w[1][2] = 5; T (*u)[4] = (T (*)[4])a; u[1][3] = slow(9); }
        a[5] = y + z;
#pragma hp5 task
        q[0] = slow(a[1]);
        i[a] = 4;
        r += i[q] + (i - 1)[q];
    }
    for (i = 0; i < 8; i++) printf("%g ", a[i]);
    printf("%g %g\n", r, q[0]);
}
