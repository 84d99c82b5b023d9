// Tile sizes that name variables of inner blocks: other tasks on the same arrays do not know them.
#include <stdio.h>
#define N 64
static int a[N], b[N], c[N][N];

static void blocks(int n) {
#pragma hp5 region
    {
#pragma hp5 do tasktile(4)
        for (int i = 0; i < n; i++) c[i][0] = i;
        {
            int w = n / 12;
            (void)w;
#pragma hp5 do tasktile(w)
            for (int i = 0; i < n; i++) a[i] = a[i] * 3 + b[i];
        }
#pragma hp5 do tasktile(4)
        for (int i = 0; i < n; i++) b[i] += a[n - 1 - i];
        int late = n / 9;
        (void)late;
#pragma hp5 do tasktile(late, 3)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++) c[i][j] += a[j];
        for (int w = 3; w < 6; w += 2) {
            int v = w + 1;
            (void)v;
#pragma hp5 do tasktile(w)
            for (int i = 0; i < n; i++) a[i] += c[i][i];
#pragma hp5 do tasktile(v)
            for (int i = 0; i < n; i++) b[i] ^= a[i];
        }
#pragma hp5 task
        b[3] += a[5] + c[2][2];
    }
}

int main(void) {
    long sum = 0;
    for (int i = 0; i < N; i++) a[i] = i * 7 % 11, b[i] = i * 5 % 13;
    blocks(N);
    for (int i = 0; i < N; i++) sum += (a[i] + 3L * b[i] + c[i][i / 2]) * (i + 1);
    printf("%ld\n", sum);
}
