/* Indices and bounds with quotients and remainders that no clause says: blocks by parts, rows and columns of a
   counted cell. Where they meet, tasks are in order. */
#include <stdio.h>

#define B 4

static double a[8][8], b[64], c2[67], d[64];

static void cells(int m) {
    int c;
#pragma hp5 region
    {
#pragma hp5 do tasktile(1)
        for (c = 0; c < 64; c++)
            a[c / 8][c % 8] += c;
#pragma hp5 do tasktile(1)
        for (c = 0; c < 64; c++) {
            int i = c / 8, j = c % 8;
            a[i][j] = a[i][j] * 2 + m;
        }
#pragma hp5 do tasktile(4)
        for (c = 0; c < 4; c++)
            for (int i = 0; i < B; i++)
                for (int j = 0; j < B; j++)
                    a[B * (c / 2) + i][B * (c % 2) + j] += i * j;
    }
}

static void rows(int n, int m, double (*q)[m]) {
#pragma hp5 region
    {
#pragma hp5 do tasktile(3)
        for (int c = 0; c < n * m; c++)
            q[c / m][c % m] += c;
    }
}

static void blocks(int n, int parts, double *p) {
#pragma hp5 region
    {
#pragma hp5 do tasktile(1)
        for (int k = 0; k < parts; k++)
            for (int i = k * n / parts; i < (k + 1) * n / parts; i++)
                b[i] += i * 2;
#pragma hp5 do tasktile(1)
        for (int k = 0; k < parts; k++) {
            int lo = k * n / parts, hi = (k + 1) * n / parts;
            for (int i = lo; i < hi; i++)
                p[i] += b[i] * 2;
        }
#pragma hp5 do tasktile(2)
        for (int k = 0; k < parts; k++)
            for (int i = k * n / parts; i < (k + 1) * n / parts; i++)
                c2[i + 1] += p[i] / 8 + b[i];
    }
}

static void meeting(int n) {
#pragma hp5 region
    {
#pragma hp5 do tasktile(1)
        for (int k = 0; k < n; k++) // in order
            d[k / 2] += k;
#pragma hp5 do tasktile(1)
        for (int k = 0; k < n; k++) // in order
            d[k % 8] = d[k % 8] * 2 + k;
#pragma hp5 do tasktile(1)
        for (int k = 1; k < n; k++) // in order
            for (int i = k * n / 8; i <= (k + 1) * n / 8; i++)
                c2[i % 64] += d[k % 8];
#pragma hp5 task
        d[3] += b[5];
    }
}

int main(void) {
    for (int t = 0; t < 3; t++) {
        cells(t);
        rows(8, 8, a);
        rows(0, 0, a);
        blocks(64, 7, d);
        blocks(60, 8, c2);
        blocks(0, 0, d);
        meeting(24);
    }
    double s = 0;
    for (int i = 0; i < 64; i++)
        s = s * 0.9 + b[i] * i + c2[i] + a[i / 8][i % 8] + d[i];
    printf("%.17g\n", s);
    return 0;
}
