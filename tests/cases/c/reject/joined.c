/* Joined regions of functions that do something beside them. */
#include <stdio.h>

double total[64];

void before(int n, double *a)
{
    double first = a[0]; //~ HP5-E0510
#pragma hp5 region joined
    {
#pragma hp5 array_tile dimtile(8) dim(n) arrvar(a)
#pragma hp5 do tasktile(8)
        for (int i = 0; i < n; i++)
            a[i] += first;
    }
}

double after(int n, double a[n])
{
#pragma hp5 region begin joined
#pragma hp5 do tasktile(8)
    for (int i = 0; i < n; i++)
        a[i] += 1;
#pragma hp5 region end
    return a[0]; //~ HP5-E0510
}
