#include <stdio.h>
#include <stdlib.h>
#define MIN(a, b) ((a) < (b) ? (a) : (b))
int main(int argc, char **argv) {
    int n = argc > 1 ? atoi(argv[1]) : 150;
    int (*d)[n] = malloc(sizeof(int[n][n]));
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            d[i][j] = i == j ? 0 : (i * 7919 + j * 104729) % 997 + 1;
#pragma hp5 region begin
#pragma hp5 array_tile dimtile(16, *) dim(n, n) arrvar(d)
    for (int k = 0; k < n; k++) {
#pragma hp5 do tasktile(16)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                d[i][j] = MIN(d[i][j], d[i][k] + d[k][j]);
    }
#pragma hp5 region end
    long sum = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            sum += (long)d[i][j] * (i + 2 * j);
    printf("%ld\n", sum);
    free(d);
    return 0;
}
