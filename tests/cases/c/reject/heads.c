/* Loops of which nobody knows before they run how often they turn, and directives that do something. */
#include <math.h>

static int v[100];

void sweeps(int n, double x, int *w)
{
#pragma hp5 region begin
#pragma hp5 do tasktile(4)
    for (int i = 1; i < v[0]; i++) { //~ HP5-E0021
        v[i] += 1;
        if (i == 10)
            v[0] = 20;
    }
#pragma hp5 do tasktile(4)
    for (int i = 0; i < n; i++) //~ HP5-E0021
        if (v[i]++ > 60)
            n--;
#pragma hp5 do tasktile(4)
    for (int i = 0; i < n * 0.5; i++) //~ HP5-E0003
        w[i] += 1;
#pragma hp5 do tasktile(4)
    for (int i = 0; i < sqrt(n); i++) //~ HP5-E0003
        w[i] += 1;
#pragma hp5 do tasktile(4)
    for (int i = x; i <= n; i++) //~ HP5-E0003
        w[i] += 1;
#pragma hp5 do tasktile(n++) //~ HP5-E0001
    for (int i = 0; i < 10; i++)
        w[i] += 1;
#pragma hp5 task priority(n = 3) //~ HP5-E0001
    w[0] += 1;
#pragma hp5 region end
}
