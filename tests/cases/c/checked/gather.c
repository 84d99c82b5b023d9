/* Indices that are looked up, and a clause that is too narrow for them. */
#include <stdio.h>
static double a[64], b[64];
static int from[64];
int main(void) {
    for (int i = 0; i < 64; i++)
        a[i] = i, from[i] = i;
    from[20] = 40;
#pragma hp5 region
    {
#pragma hp5 array_tile dimtile(8) arrvar(a, b)
#pragma hp5 do tasktile(8)
        for (int i = 0; i < 64; i++)
            a[i] += 1;
#pragma hp5 do tasktile(8) in(a[i:1])
        for (int i = 0; i < 64; i++)
            b[i] =
                a[from[i]]; //~ a[40]
    }
    printf("%g\n", b[20]);
    return 0;
}
