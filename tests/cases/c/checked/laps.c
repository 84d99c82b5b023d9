/* A loop that is recorded: its bodies run again, and are looked at again. */
#include <stdio.h>
static double a[64], b[64];
static int turn;
static double late(const double *p, int k) {
    return p[turn > 20 && k == 17 ? 33 : k]; //~ a[33]
}
static void next(int *t) { ++*t; }
int main(void) {
    int n = 64;
#pragma hp5 region
    {
#pragma hp5 array_tile dimtile(8) arrvar(a, b)
        for (int t = 0; t < 40; t++) {
#pragma hp5 task inout(turn)
            next(&turn);
#pragma hp5 do tasktile(8) in(a[i:1]) out(b[i:1])
            for (int i = 0; i < n; i++)
                b[i] = late(a, i);
#pragma hp5 do tasktile(8)
            for (int i = 0; i < n; i++)
                a[i] += b[i];
        }
    }
    printf("%g\n", a[3]);
    return 0;
}
