/* Types that are said by arrays of the function. */
#include <stdio.h>
#include <string.h>
static int a[40];
static void of(int n, int m) {
    int f[4] = {1, 2, 3}, w[2][3] = {{1}}, v[n][m];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) v[i][j] = i * m + j;
#pragma hp5 region begin
#pragma hp5 task
    {
        typeof(f) g;
        for (int i = 0; i < 4; i++) g[i] = f[i] + 1;
        a[0] = g[2] + (int)sizeof(typeof(f));
    }
#pragma hp5 task
    {
        __typeof__(w[0]) r = {0};
        typeof(w) copy;
        memcpy(copy, w, sizeof w);
        r[2] = 5;
        a[1] = r[2] + copy[0][0] + (int)sizeof(copy);
    }
#pragma hp5 task
    {
        typeof(v) y;
        typeof(*f) x = f[1];
        memcpy(y, v, sizeof v);
        a[2] = y[1][2] + (int)sizeof y + x;
    }
#pragma hp5 task_tile(i = 3)
    for (int i = 3; i < 12; i++) {
        typeof(f) g;
        memcpy(g, f, sizeof g);
        a[i] = g[i % 4] * i;
    }
#pragma hp5 region end
}
int main(void) {
    of(3, 4);
    for (int i = 0; i < 40; i++) printf("%d ", a[i]);
    printf("\n");
    return 0;
}
