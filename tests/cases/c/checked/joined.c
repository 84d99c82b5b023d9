/* A region that joins another one, rows behind pointers, and a loop that is recorded. */
#include <stdio.h>
#include <stdlib.h>
#define AT(i, j) a[at(i)][j]
static int stride = 1;
static int at(int i) { return i + (stride > 1 && i == 20); }
static void sweep(int n, double **a) {
#pragma hp5 region joined
    {
#pragma hp5 array_tile dimtile(4, *) dim(n, n) arrvar(a)
#pragma hp5 do tasktile(4) inout(a[i:1][0:n - 1])
        for (int i = 0; i < n - 1; i++)
            for (int j = 0; j < n - 1; j++)
                AT(i, j) += stride == 2 && i == 9 && j == 3 ? AT(i, n - 1) : 1; //~ a[9, 31]
    }
}
int main(void) {
    int n = 32;
    double **a = malloc(n * sizeof *a);
    for (int i = 0; i < n; i++)
        a[i] = calloc(n, sizeof **a);
    stride = 2;
#pragma hp5 region
    {
        for (int t = 0; t < 3; t++)
            sweep(n, a);
    }
    printf("%g\n", a[3][3]);
    return 0;
}
