// A clause names an array without a section, beside elements that the code names and a function that gets it: all
// of it may be used.
#include <stdio.h>
#include <stdlib.h>
void g(double *v, int n);
int main(void) {
    double a[64];
    for (int i = 0; i < 64; i++) a[i] = i;
#pragma hp5 region begin
#pragma hp5 array_tile dimtile(8) arrvar(a)
#pragma hp5 do tasktile(8)
    for (int i = 0; i < 64; i++) { for (int k = 0; k < 3000; k++) a[i] = a[i] * 1.0001 + 1; }
#pragma hp5 task inout(a)
    { a[3] = 1; g(a, 64); }
#pragma hp5 do tasktile(8)
    for (int i = 0; i < 64; i++) a[i] = a[i] * 2;
#pragma hp5 region end
    double s = 0; for (int i = 0; i < 64; i++) s += a[i] * (i + 1);
    printf("%.17g\n", s);
    return 0;
}
void g(double *v, int n) { for (int i = 1; i < n; i++) v[i] += v[i - 1] / 3; }
