/* Clauses that hold all of an array, and code that looks at neighbours where there are some. */
#include <stdio.h>

static void line(int n, double *a)
{
#pragma hp5 region begin
#pragma hp5 task inout(a[0:n])
    for (int i = 0; i < n; i++)
        if (i > 0)
            a[i] += 0.5 * a[i - 1];
#pragma hp5 task inout(a[0:n])
    for (int i = 0; i < n; i++)
        a[i] += (i > 0 ? a[i - 1] : 0) + (i < n - 1 ? a[i + 1] : 1);
#pragma hp5 region end
}

static void plane(double b[8][8])
{
#pragma hp5 region begin
#pragma hp5 task inout(b[0:8][0:8])
    for (int i = 0; i < 8; i++)
        for (int j = 0; j < 8; j++) {
            if (i > 0 && j < 7)
                b[i][j] += b[i - 1][j + 1];
            else if (j > 0)
                b[i][j] -= b[i][j - 1];
        }
#pragma hp5 do tasktile(2) inout(b[i:1][0:8])
    for (int i = 0; i < 8; i++)
        for (int j = 0; j < 8; j++)
            if (j >= 1)
                b[i][j] += 0.25 * b[i][j - 1];
#pragma hp5 region end
}

int main(void)
{
    double a[20], b[8][8];
    for (int i = 0; i < 20; i++)
        a[i] = i;
    for (int i = 0; i < 64; i++)
        b[i / 8][i % 8] = i;
    for (int turn = 0; turn < 3; turn++) {
        line(20, a);
        plane(b);
    }
    for (int i = 0; i < 20; i++)
        printf("%.17g\n", a[i]);
    for (int i = 0; i < 64; i++)
        printf("%.17g\n", b[i / 8][i % 8]);
    return 0;
}
