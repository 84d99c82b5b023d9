/* Members that are named as imaginary units are. */
#include <stdio.h>
typedef struct { double r, i; } doublecomplex;
struct p { int r, j; };
static doublecomplex x[40];
static struct p ps[30];
int main(void)
{
    int k; double s = 0;
#pragma hp5 region begin
#pragma hp5 do tasktile(4)
    for (k = 0; k < 40; k++) { doublecomplex z__1 = { .r = k, .i = 1. }; z__1.r = x[k].r + 2., z__1.i += x[k].i * 2.; x[k].r = z__1.r; x[k].i = z__1.i; }
#pragma hp5 do tasktile(4)
    for (k = 0; k < 30; k++) ps[k].j += k;
#pragma hp5 region end
    for (k = 0; k < 30; k++) s += x[k].i * k + ps[k].j;
    printf("%g\n", s);
    return 0;
}
