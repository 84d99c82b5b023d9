/* Types that are defined where variables of the file are declared. */
#include <stdio.h>
struct ctl { int it, mode; const double *p; } ctl;
static union u { int a; double b; } un;
enum mode { A, B } mode;
static struct grid { int n; double v[4]; } g0, g1;
static int out[8];
int main(void) {
    int s = 0;
#pragma hp5 region begin
    for (int k = 0; k < 8; k++) {
        ctl.it = k; un.a = k; mode = k % 2 ? B : A; g0.n = k; g1.n = 1;
#pragma hp5 task if (g0.n > 2) priority(g0.n)
        out[k] = ctl.it + un.a + (mode == A) + g0.n + g1.n;
#pragma hp5 do tasktile(2)
        for (int j = 0; j < g1.n; j++) out[j] += ctl.it;
    }
#pragma hp5 region end
    for (int k = 0; k < 8; k++) s += out[k] * k;
    printf("%d\n", s);
    return 0;
}
