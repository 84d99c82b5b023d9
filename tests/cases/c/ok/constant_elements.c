/* Elements of arrays of constants, as bounds and in indices: numbers. */
#include <stdio.h>

enum { ROWS = 40, COLUMNS = 40 };
static const int start[] = {0, 10, 20, 64}, sizes[3] = {ROWS, COLUMNS, 40};
static const struct {
    int n, m;
} size = {40, 40};
const unsigned char off[2][2] = {{1, 2}, {3, 4}};
static double u[64], w[64], g[40][40], out[40][40];
static const int turned[4] = {[1] = 3};

static void parts(void) {
    const int local[] = {0, 32, 64};
#pragma hp5 region
    {
#pragma hp5 do tasktile(8)
        for (int i = start[1]; i < start[3]; i++)
            u[i] += i;
#pragma hp5 task
        for (int i = start[0]; i < start[1]; i++)
            u[i] += i;
#pragma hp5 task
        for (int i = start[1]; i < start[2]; i++)
            u[i] *= 2;
#pragma hp5 task
        for (int i = local[0]; i < local[1]; i++)
            w[i] += i;
#pragma hp5 task
        for (int i = local[1]; i < local[2]; i++)
            w[i] -= i;
    }
}

static void planes(void) {
#pragma hp5 region
    {
#pragma hp5 do tasktile(4)
        for (int k = 0; k < sizes[2]; k++)
            for (int i = 1; i < sizes[0] - 1; i++)
                g[k][i] = out[k][i - 1] + out[k][i + 1] + w[i + off[1][1]];
#pragma hp5 do tasktile(4)
        for (int k = 1; k < size.n - 1; k++)
            for (int i = 1; i < size.m - 1; i++)
                out[k][i] = g[k - 1][i] / 2 + g[k + off[0][0]][i] / 4;
    }
}

/* What the braces do not show by their order is looked up. */
static void looked_up(void) {
#pragma hp5 region
    {
#pragma hp5 do tasktile(1)
        for (int k = 0; k < 4; k++) // in order
            w[turned[1] + turned[k]] += k;
    }
}

int main(void) {
    for (int t = 0; t < 3; t++) {
        parts();
        planes();
        looked_up();
    }
    double s = 0;
    for (int i = 0; i < 64; i++)
        s += u[i] * i + w[i];
    for (int i = 0; i < 40; i++)
        for (int j = 0; j < 40; j++)
            s = s * 0.999 + out[i][j] + g[i][j];
    printf("%.17g\n", s);
    return 0;
}
