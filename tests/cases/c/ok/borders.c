/* Flat arrays with borders: last columns, last rows, corners; red and black points. */
#include <stdio.h>
#include <stdlib.h>


int main(void)
{
    int n = 40, m = 30, i, j, t;
    double *u = malloc((size_t)n * m * sizeof *u), *v = malloc((size_t)n * m * sizeof *v);
    double s = 0;
    for (i = 0; i < n * m; i++)
        u[i] = v[i] = i % 7;
#pragma hp5 region begin
#pragma hp5 array_tile dimtile(8, *) dim(n, m) arrvar(u, v)
    for (t = 0; t < 4; t++) {
#pragma hp5 do tasktile(8)
        for (i = 0; i < n; i++) {
            u[i * m] += 1;
            u[i * m + m - 1] += u[i * m + m - 2];
        }
#pragma hp5 do tasktile(8)
        for (i = 1; i < n - 1; i++)
            for (j = 1; j < m - 1; j++)
                v[i * m + j] = 0.25 * (u[(i - 1) * m + j] + u[(i + 1) * m + j] + u[i * m + j - 1] + u[i * m + j + 1]);
#pragma hp5 do tasktile(8)
        for (j = 0; j < m; j++) {
            u[j] = v[m + j];
            u[(n - 1) * m + j] = v[(n - 2) * m + j];
        }
#pragma hp5 do tasktile(8)
        for (i = 1; i < n - 1; i++)
            for (j = 1; j < m - 1; j++)
                u[i * m + j] = v[i * m + j];
#pragma hp5 do tasktile(8)
        for (i = 1; i < n - 1; i++)
            for (j = 1 + i % 2; j < m - 1; j += 2)
                u[i * m + j] = 0.25 * (u[(i - 1) * m + j] + u[(i + 1) * m + j] + u[i * m + j - 1] + u[i * m + j + 1]);
#pragma hp5 do tasktile(8)
        for (i = 1; i < n - 1; i++)
            for (j = 2 - i % 2; j < m - 1; j += 2)
                u[i * m + j] = 0.25 * (u[(i - 1) * m + j] + u[(i + 1) * m + j] + u[i * m + j - 1] + u[i * m + j + 1]);
    }
#pragma hp5 region end
    for (i = 0; i < n * m; i++)
        s += u[i] * (i % 13);
    printf("%.17g\n", s);
    free(u);
    free(v);
    return 0;
}
