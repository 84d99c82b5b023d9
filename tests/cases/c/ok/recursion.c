// Functions with regions that their own tasks call, before anybody declared them; loops in parentheses, as
// macros write them.
#include <stdio.h>

static void fib(int n, int *r) {
    int x, y;
    if (n < 2) {
        *r = n;
        return;
    }
#pragma hp5 region
    {
#pragma hp5 task
        fib(n - 1, &x);
#pragma hp5 task
        fib(n - 2, &y);
#pragma hp5 task
        *r = x + y;
    }
}

void add(double w, long n, double *c) {
#pragma hp5 region begin
#pragma hp5 task inout(c[0:1])
    {
        if (n > 0)
            add(n, n - 1, c);
        else
            *c += w;
    }
#pragma hp5 region end
}

int main(void) {
    double a[100], c = 0;
    int i, r;
    fib(10, &r);
    add(0, 4, &c);
#pragma hp5 region begin
#pragma hp5 do tasktile(10)
    for ((i) = (0); (i) < (100); (i)++) a[i] = i;
#pragma hp5 do tasktile(10)
    for ((i) = 99; (i) >= (0); (i)--) a[i] += 2 * i;
#pragma hp5 region end
    printf("%d %g %g\n", r, c, a[99]);
    return 0;
}
