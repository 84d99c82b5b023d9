/* Both loops are cut, and the inner one steps from an index that the outer one says: the colours of a
   board, a triangle in threes, residues. Each turn is in one task. */
#include <stdio.h>
#define N 60
static long a[N][N], b[N][N];

static void board(int m) {
    int colour, j;
#pragma hp5 region begin
    for (colour = 0; colour < 2; colour++)
#pragma hp5 do tasktile(7, 6)
        for (int i = 1; i < m - 1; i++)
            for (j = 1 + (i + colour) % 2; j < m - 1; j += 2)
                a[i][j] += a[i - 1][j] + a[i + 1][j] + a[i][j - 1] - a[i][j + 1];
#pragma hp5 do tasktile(7, 5)
    for (int i = 0; i < m; i++)
        for (int k = (i & 1); k < m; k += 2)
            b[i][k] += i + k;
#pragma hp5 region end
}

static void residues(int m, int h) {
#pragma hp5 region begin
#pragma hp5 do tasktile(7, 5)
    for (int i = 0; i < m; i += 2)
        for (int j = i; j < m; j += 3)
            b[i][j] = b[i][j] * 2 + 1;
#pragma hp5 do tasktile(2, 3)
    for (int r = 0; r < h; r++)
        for (int i = r; i < m; i += h)
            for (int j = i; j < m && j < i + 9; j++)
                a[i][j] += r + 1;
#pragma hp5 do tasktile(4, 9) priority(1)
    for (int i = m; i-- > 0;)
        for (int j = i + 1; j <= 2 * i && j < m; j += h)
            b[j][i] -= b[j][i] / 2 + i;
#pragma hp5 region end
}

int main(void) {
    long s = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            a[i][j] = (i * 7 + j * 3) % 13;
    board(N);
    residues(N, 4);
    board(23);
    residues(31, 5);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            s = (s * 31 + a[i][j] * 3 + b[i][j]) % 1000003;
    printf("%ld\n", s);
    return 0;
}
