/* Joined regions whose functions are given numbers by pointers, as f2c does. */
#include <stdio.h>
static double v[3][50];
static void axp(int n, double *a, double *x, double *y) {
#pragma hp5 region joined
    {
#pragma hp5 array_tile dim(n) dimtile(10) arrvar(x, y)
#pragma hp5 do tasktile(10)
        for (int i = 0; i < n; i++) y[i] += *a * x[i];
    }
}
static void dot(int n, const double *x, double *sum) {
#pragma hp5 region joined
    {
#pragma hp5 array_tile dim(n) dimtile(10) arrvar(x)
#pragma hp5 task
        {
            sum[0] = 0;
            for (int i = 0; i < n; i++) sum[0] += x[i];
        }
    }
}
int main(void) {
    double c = 2, d[2] = {1, 0.5};
    for (int i = 0; i < 50; i++) { v[0][i] = i; v[2][i] = 1; }
#pragma hp5 region begin
    for (int t = 0; t < 5; t++) {
        axp(50, &c, v[0], v[1]);
        dot(50, v[1], &d[1]);
        axp(50, &d[1], v[2], v[1]);
        axp(50, d, v[1], v[2]);
        dot(50, v[2], &c);
#pragma hp5 task
        c /= 1000;
    }
#pragma hp5 region end
    printf("%.17g %.17g %.17g\n", v[1][3], d[1], c);
    return 0;
}
