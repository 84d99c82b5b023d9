/* Two arrays of known lengths that one task uses, and that have elements in common: no graph is right for both. */
#include <stdio.h>
static double a[64];

static void sums(int n) {
    double *q = a, *r = a + 8;
#pragma hp5 region
    {
#pragma hp5 array_tile dimtile(8) dim(n - 8) arrvar(q, r)
#pragma hp5 do tasktile(8)
        for (int i = 0; i < n - 8; i++)
            r[i] += 7 * i;
#pragma hp5 do tasktile(8) //~ it uses array `q` and another one that overlaps it
        for (int i = 0; i < n - 8; i++)
            q[i] += r[i];
    }
}

int main(void) {
    sums(64);
    printf("%g\n", a[9]);
    return 0;
}
