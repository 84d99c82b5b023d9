// flags: -std=gnu89 -w
/* Definitions of C before 1999: functions and parameters whose type is not said are of type int. */
#include <stdio.h>
static double w[100];
static int calls;

static count(k)
{
    calls += k;
    return calls;
}

twice(v, n)
double *v;
{
    int i;
#pragma hp5 region begin
#pragma hp5 array_tile dim(100) dimtile(10) arrvar(v)
#pragma hp5 do tasktile(10)
    for (i = 0; i < 100; i++)
        v[i] = 2 * v[i] + n;
#pragma hp5 task
    w[3] = count(n) + v[3];
#pragma hp5 task
    w[4] = count(n) + calls;
    count(1);
#pragma hp5 region end
    return 0;
}

main() {
    double v[100];
    int i;
    for (i = 0; i < 100; i++) v[i] = i;
    twice(v, 3);
    printf("%g %g %g %d\n", v[99], w[3], w[4], calls);
    return 0;
}
