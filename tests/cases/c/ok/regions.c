/* Regions one after the other, in one block, in blocks of their own, in loops. */
#include <stdio.h>

#define N 100

static double a[N];

int main(void)
{
    int i, turn;
    double sum = 0;
#pragma hp5 region begin
#pragma hp5 do tasktile(7)
    for (i = 0; i < N; i++)
        a[i] = i;
#pragma hp5 region end
    a[3] = 100;
#pragma hp5 region begin
#pragma hp5 do tasktile(9) reduction(max: sum)
    for (i = 0; i < N; i++)
        sum = a[i] > sum ? a[i] : sum;
#pragma hp5 region end
    printf("%g\n", sum);
    for (turn = 0; turn < 6; turn++) {
#pragma hp5 region begin
#pragma hp5 do tasktile(5)
        for (i = 0; i < N; i++)
            a[i] += turn;
#pragma hp5 region end
        a[turn] *= 2;
#pragma hp5 region begin
#pragma hp5 do tasktile(6)
        for (i = 1; i < N; i++)
            a[i] += 0.5 * a[i - 1];
#pragma hp5 region end
    }
    if (a[0] > 1) {
#pragma hp5 region begin
#pragma hp5 do tasktile(8)
        for (i = 0; i < N; i++)
            a[i] -= 1;
#pragma hp5 region end
    }
#pragma hp5 region begin
#pragma hp5 do tasktile(8)
    for (i = 0; i < N; i++)
        a[i] *= 3;
#pragma hp5 region end
    for (i = 0; i < N; i++)
        sum += a[i];
    printf("%g\n", sum);
    return 0;
}
