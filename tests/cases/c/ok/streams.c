/* Tasks that may report errors: streams are no data of theirs. Behind the preprocessor they are variables. */
#include <stdio.h>
#include <stdlib.h>

#define N 12

static double a[N][N];

static double looked_at(double x)
{
    if (x < 0) {
        fprintf(stderr, "%g is negative\n", x);
        fflush(stderr);
        exit(1);
    }
    return x + 1;
}

int main(void)
{
    double sum = 0;
#pragma hp5 region begin
#pragma hp5 array_tile dimtile(2, 3) arrvar(a)
#pragma hp5 do tasktile(2, 3)
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            a[i][j] = looked_at(i * j);
            if (a[i][j] < 0)
                fputs("negative\n", stderr);
        }
#pragma hp5 region end
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            sum += a[i][j] * (i + 2 * j);
    printf("%g\n", sum);
    return 0;
}
