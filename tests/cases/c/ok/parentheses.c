/* Parentheses around names, elements and calls, which a parser may take for casts: around values they are none,
   around types they are. */
#include <stdio.h>

#define N 48
#define ROW 8
#define AT(i, j) ((i) + (j) * ROW)
#define BLOCK(m, k) ((m) + (k) * ROW)
#define LAST total
#define WIDTH (total) - 2 * step

typedef double real;
typedef int number;
enum { FOUR = 4 };

static double total, step = 1, other[16], x[N], y[N];
static int mask = 6, bits = 1;
static struct { double v, w[4]; } st;

static double half(double v) {
    return v / 2;
}

static void set(double *c, double v) {
    for (int i = 0; i < ROW; i++)
        c[i] = v + (i) - 2 * step;
}

static double mixed(double v) {
    return (v) - 2 * step;
}

static void slow(void) {
    for (int k = 0; k < 20000; k++)
        total = total * 0.5 + 1;
}

static void values(int n) {
    int a = n;
#pragma hp5 region begin
#pragma hp5 task
    {
        slow();
        step += 1;
        mask += 8;
        bits = 3;
        st.v = total;
        st.w[1] = total + 1;
    }
#pragma hp5 task
    {
        other[0] = (total) - 2 * step;
        other[1] = 2 * (total) + step * 2 - (step) + +n;
        other[2] = (mask) & bits * 2;
        other[3] = -(total) - 2 * (step) * (total);
    }
#pragma hp5 task
    other[4] = (st.v) - 2 * (st.w[1]) - (st.w[1]) * step;
#pragma hp5 task
    other[5] = (half(total)) - 2 * step + (half(total)) * step;
#pragma hp5 task
    other[6] = (LAST) - (FOUR) * step + (real) - step * (a) - 1;
#pragma hp5 task
    other[7] = WIDTH + mixed(total) + (number) + step * 1.5;
#pragma hp5 task
    if ((mask) - 2 * bits > 1)
        other[8] = (a) * step + (real)(a) - (real)-step * 2;
#pragma hp5 region end
}

static void elements(int n, int one) {
#pragma hp5 region begin
#pragma hp5 task
    for (int k = 0; k < 20000; k++)
        x[FOUR] = x[FOUR] * 0.5 + y[3];
#pragma hp5 task
    set((x) + (one) * FOUR, 3);
#pragma hp5 task
    *((x) + (2 * one) * ROW) += x[FOUR];
#pragma hp5 task
    {
        double *p = (x) + (one) * 2;
        p[2] += (p[3]) - 2 * step;
    }
#pragma hp5 do tasktile(2)
    for (int i = 0; i < n; i++)
        for (int k = 0; k < ROW; k++)
            y[(k) + i * ROW] += x[(k) + (i) * ROW] - (y[k]) * 0;
#pragma hp5 do tasktile(1)
    for (int i = 0; i < n; i++)
        set(BLOCK(x, i), (y[i]) - 2 * step);
    for (int j = 0; j < n; j++)
        for (int i = 0; i < ROW; i++) {
#pragma hp5 task inout(x[(i) + (j) * ROW:1]) in(y[AT(i, j)])
            x[(i) + (j) * ROW] += y[AT(i, j)] * (one) - (j) * step;
        }
#pragma hp5 task
    for (int i = 0; i < (one) + 1 * n; i++)
        x[0] += x[(N) - (i + 1) * 1];
#pragma hp5 region end
}

int main(void) {
    double sum = 0;
    for (int i = 0; i < N; i++) {
        x[i] = i;
        y[i] = 3 * i % 7;
    }
    values(5);
    elements(N / ROW, 1);
    for (int i = 0; i < 16; i++)
        printf("%g ", other[i]);
    for (int i = 0; i < N; i++)
        sum = sum * 0.9 + x[i] + y[i];
    printf("%.17g\n", sum);
    return 0;
}
