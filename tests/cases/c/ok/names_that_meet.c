/* Arrays whose names meet others that emitted code has. */
#include <stdio.h>
static struct {
    double x[64];
} p;
static double p_x[64], number[64], info[64];
int main(void) {
#pragma hp5 region
    {
#pragma hp5 do tasktile(4)
        for (int i = 0; i < 64; i++) {
            p.x[i] = i;
            p_x[i] = 2 * i;
        }
#pragma hp5 do tasktile(4)
        for (int i = 0; i < 64; i++) {
            number[i] = p.x[i] + p_x[i];
            info[i] = p_x[63 - i];
        }
    }
    double s = 0;
    for (int i = 0; i < 64; i++)
        s += number[i] * i + info[i];
    printf("%.17g\n", s);
    return 0;
}
