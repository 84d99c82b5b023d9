// Blocks that are named by their corners, whose size is an argument: their loops are registered by one
// call, though what the index is multiplied with is no number. Macros have arguments of the arrays' names:
// nothing waits for that.

#include <stdio.h>

#define N 61
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define MIN(a, b) ((a) < (b) ? (a) : (b))

static int a[N + 1][N + 1];

static void block(int size, int bi, int bj) {
    for (int i = MAX(1, bi * size); i < (bi + 1) * size && i <= N; i++)
        for (int j = MAX(1, bj * size); j < (bj + 1) * size && j <= N; j++)
            a[i][j] = (3 * a[i - 1][j] + 5 * a[i][j - 1] + a[i - 1][j - 1] + i * j) % 1009;
}

/* By diagonals: the columns fall while the rows rise. */
static void wavefront(int size) {
    int blocks = N / size + 1;
#pragma hp5 region begin
#pragma hp5 array_tile dimtile(size, size) arrvar(a)
    for (int d = 0; d < 2 * blocks - 1; d++) {
        int first = MAX(0, d - blocks + 1), last = MIN(d, blocks - 1);
#pragma hp5 do tasktile(1) in(a(i * size - 1:i * size + size - 1, (d - i) * size - 1:(d - i) * size + size - 1)) \
                           out(a(i * size:i * size + size - 1, (d - i) * size:(d - i) * size + size - 1))
        for (int i = first; i <= last; i++)
            block(size, i, d - i);
    }
#pragma hp5 region end
}

static void rows(int size, int sign) {
#pragma hp5 region begin
#pragma hp5 array_tile dimtile(size, *) arrvar(a)
#pragma hp5 do tasktile(1) inout(a[30 + sign * size * b:size][:])
    for (int b = 0; b < 2; b++)
        for (int i = 0; i < size; i++)
            for (int j = 0; j < N; j++)
                a[30 + sign * size * b + i][j] += 7 * b + i;
#pragma hp5 region end
}

int main(void) {
    for (int i = 0; i <= N; i++)
        a[i][0] = a[0][i] = i;
    unsigned sum = 0;
    for (int size = 1; size <= N + 1; size += 6) {
        wavefront(size);
        if (size < 15) {
            rows(size, 1);
            rows(size, -1);
        }
        for (int i = 0; i <= N; i++)
            for (int j = 0; j <= N; j++)
                sum = sum * 31 + (unsigned)a[i][j];
    }
    printf("%u\n", sum);
    return 0;
}
