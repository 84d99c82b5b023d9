/* Functions of the file that tasks call use variables of the file: their tasks are ordered. */
#include <stdio.h>

#define N 160

static double a[N], b[N], total;
static int steps;
static const double weights[3] = {0.25, 0.5, 0.25};
static double *row = b;

static double get(int k) { return a[k]; }
static void put(int k, double x) { a[k] += x; }
static void count(void) { steps++; }
static double twice_removed(int k) { return get(k) * weights[k % 3]; }
static void through(int k) { row[k] += total; }
static double recursive(int k) { return k <= 0 ? a[0] : recursive(k / 2) + 1; }

static double walked(const double *p, int n) {
    double s = 0;
    while (n-- > 0)
        s += *p++;
    return s;
}

static void old(x, k) double *x;
int k;
{
    x[k] += k;
}

int main(void) {
    double result = 0;
    double (*wave)(int) = get;
#pragma hp5 region begin
#pragma hp5 array_tile dimtile(16) arrvar(a, b)
    for (int t = 0; t < 4; t++) {
#pragma hp5 do tasktile(16)
        for (int i = 0; i < N; i++)
            a[i] += i + t;
#pragma hp5 do tasktile(16)
        for (int i = 0; i < N; i++)
            put(N - 1 - i, 0.5);
#pragma hp5 do tasktile(16)
        for (int i = 0; i < N; i++)
            b[i] += twice_removed(N - 1 - i) + recursive(i);
#pragma hp5 do tasktile(16)
        for (int i = 0; i < N; i++)
            a[i] *= 0.75;
#pragma hp5 task
        total = b[3] + a[4];
#pragma hp5 task
        count();
#pragma hp5 do tasktile(40)
        for (int i = 0; i < N; i++)
            through(i);
#pragma hp5 do tasktile(40) in(a) inout(b[i:1])
        for (int i = 0; i < N; i++)
            b[i] -= wave(N - 1 - i);
    }
#pragma hp5 task
    result = walked(b + 8, N - 8) + steps;
#pragma hp5 task
    {
        double *p = a;
        for (int i = 0; i < N / 2; i++)
            *p++ += i / 4.0;
    }
#pragma hp5 task
    old(a, 3);
#pragma hp5 region end
    for (int i = 0; i < N; i++)
        result = result * 0.5 + a[i] + b[i];
    printf("%.17g %d\n", result, steps);
    return 0;
}
