/* Names that a task declares beside others, where the function has them too. */
#include <stdio.h>
static int y[20], z[8], c = 5;
static void run(void)
{
    int i, c = 0;
#pragma hp5 region begin
#pragma hp5 do tasktile(4)
    for (i = 0; i < 20; i++) { int n, c; n = i; c = n; y[i] = c; }
#pragma hp5 do tasktile(4)
    for (i = 0; i < 20; i++) { int (n) = i, *p = &n, c[2] = {1, 2}; y[i] += *p + c[n % 2]; }
#pragma hp5 task
    c++;
#pragma hp5 region end
    y[0] += c;
}
int main(void)
{
    int k = 0;
    run();
#pragma hp5 region begin
#pragma hp5 task
    k++;
#pragma hp5 task
    { int k = 3, m = k; z[1] = m; }
#pragma hp5 task
    { int m = 1, k = m + 2, (*q) = &k; z[2] = *q; }
#pragma hp5 region end
    printf("%d %d %d %d %d %d\n", y[0], y[2], c, k, z[1], z[2]);
    return 0;
}
