/* Priorities and names of a loop's tasks mention its variable: the part's first turn. */
#include <stdio.h>

#define LAST(k) (n - (k))

static const char *const names[] = {"first", "second", "third", "fourth"};

static void sweeps(int n, double a[n][n])
{
    int i, j;
#pragma hp5 region begin
#pragma hp5 array_tile dimtile(4, 4) arrvar(a)
#pragma hp5 do tasktile(4, 4) priority(n - i)
    for (i = 0; i < n; i++)
        for (j = i; j < n; j++)
            a[i][j] += i + j;
#pragma hp5 do tasktile(4) priority(i)
    for (i = 0; i < n; i++)
        for (j = 0; j < n; j++)
            a[i][j] *= 1 + j;
#pragma hp5 do tasktile(8) name(names[k / 8]) priority(LAST(k))
    for (long k = n - 1; k >= 0; k--)
        a[k][k] += k;
#pragma hp5 region end
}

int main(void)
{
    enum { N = 30 };
    static double a[N][N];
    double sum = 0;
    sweeps(N, a);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            sum += a[i][j] * (1 + i);
    printf("%s %.1f %.1f\n", names[3], sum, a[N - 1][N - 1]);
    return 0;
}
