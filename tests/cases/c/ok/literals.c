/* Values and arrays that stand in an expression, and live for its block. */
#include <stdio.h>
struct v { double a[3]; double *p; };
static double x[64], y[64];
static double pick(const double *l, int k) { return l[k]; }
int main(void) {
    for (int i = 0; i < 64; i++) x[i] = i;
#pragma hp5 region begin
#pragma hp5 do tasktile(8)
    for (int i = 0; i < 64; i++)
        y[i] = (double[]){x[i], 2, 3}[i % 3] + (struct v){{1, x[i], 3}, 0}.a[1] + pick((double[]){1, x[i]}, 1) + ((int[4]){1, 2, 3, 4})[i & 3];
#pragma hp5 do tasktile(8)
    for (int i = 0; i < 64; i++)
        x[i] += *(double[]){y[i]} + (&(struct v){{y[i], 1, 2}, 0})->a[0] + (struct v){{0}, x}.p[i];
#pragma hp5 region end
    double s = 0;
    for (int i = 0; i < 64; i++) s = s * 1.01 + x[i] + y[i];
    printf("%.17g\n", s);
    return 0;
}
