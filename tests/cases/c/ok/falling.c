/* Loops that count down in the ways in which people write them, and the value that is left; what a task
   calls its function. */
#include <stdio.h>

static double a[40];

static void sweeps(int n) {
    int k, last, before, apart;
    unsigned u;
#pragma hp5 region begin
#pragma hp5 array_tile dimtile(5) arrvar(a)
#pragma hp5 do tasktile(5)
    for (int i = n; i-- > 0;)
        a[i] += i < n - 1 ? a[i + 1] * 0.5 : 1;
#pragma hp5 do tasktile(5)
    for (int i = n - 1; i > 2; i--)
        a[i] -= a[i - 1] * 0.25;
#pragma hp5 do tasktile(7)
    for (u = n; u-- > 0;)
        a[u] += u;
#pragma hp5 do tasktile(5)
    for (k = n; 3 < k; --k)
        a[k - 1] *= 0.5;
#pragma hp5 do tasktile(5)
    for (last = n; last-- > n / 2;)
        a[last] += 0.125;
#pragma hp5 do tasktile(5)
    for (int i = n; --i >= 0;)
        a[i] += i < n - 1 ? a[i + 1] * 0.25 : 2;
#pragma hp5 do tasktile(3)
    for (before = n; --before > 1;)
        a[before] -= 0.5;
#pragma hp5 do tasktile(7)
    for (u = n; 0 != u--;)
        a[u] *= u;
#pragma hp5 do tasktile(5)
    for (apart = n; apart != 0; apart--)
        a[apart - 1] += 0.25;
#pragma hp5 task
    {
        for (size_t i = n; i-- > 1;)
            a[i] += a[i - 1];
        printf("%s %d\n", __func__, (int)sizeof __func__);
    }
#pragma hp5 region end
    printf("%d %d %d %d %u\n", k, last, before, apart, u);
}

int main(void) {
    double s = 0;
    for (int k = 0; k < 40; k++)
        a[k] = k * 37 % 11;
    sweeps(40);
    sweeps(1);
    sweeps(0);
    sweeps(17);
    for (int k = 0; k < 40; k++)
        s = s * 0.75 + a[k];
    printf("%.17g\n", s);
    return 0;
}
