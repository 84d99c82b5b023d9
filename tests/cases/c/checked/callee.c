/* A function writes beside what the clause says. */
#include <stdio.h>
static double a[64];
static void put(double *to, int k, double x) {
    to[k] = x; //~ a[8]
}
int main(void) {
    int n = 64, shift = 1;
#pragma hp5 region
    {
#pragma hp5 array_tile dimtile(8) arrvar(a)
#pragma hp5 do tasktile(8) inout(a[i:1])
        for (int i = 0; i < n - 1; i++)
            put(a, i + (i == 7 ? shift : 0), i);
    }
    printf("%g\n", a[9]);
    return 0;
}
