/* A function behind a pointer uses a variable of the file that no clause names. */
#include <stdio.h>
static double a[16];
static int steps;
static void count(int k) {
    if (k == 3)
        steps += 1; //~ reads steps
}
int main(void) {
    void (*told)(int) = count;
#pragma hp5 region
    {
#pragma hp5 task
        steps += 5;
#pragma hp5 task inout(a)
        for (int i = 0; i < 16; i++) {
            a[i] += i;
            told(i);
        }
    }
    printf("%d %g\n", steps, a[5]);
    return 0;
}
