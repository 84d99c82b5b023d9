/* Tasks in a composite task touch more than that says. */
#include <stdio.h>
static double a[64][16];
static int row(int i) { return i; }
int main(void) {
    int n = 64, beyond = 1;
#pragma hp5 region
    {
#pragma hp5 array_tile dimtile(8, *) arrvar(a)
#pragma hp5 do tasktile(16) nested inout(a[k:1][0:16])
        for (int k = 0; k < n - 1; k++) {
#pragma hp5 task inout(a)
            a[row(k == 15 ? k + beyond : k)][3] += k; //~ a[16, 3]
        }
    }
    printf("%g\n", a[3][3]);
    return 0;
}
