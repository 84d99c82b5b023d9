/* Square roots in tasks: with a sign, in macros, as a member's name, by what looks at errno, and where others
   are called that may. */
#include <errno.h>
#include <math.h>
#include <stdio.h>

#define N 200
#define LENGTH(x, y) sqrt((x) * (x) + (y) * (y))

struct way {
    double (*sqrt)(double);
    int n;
};

static double x[N], y[N], sums[N];
static float f[N], g[N];

static double half(double v) {
    return v / 2;
}

static double own_root(double v) {
    return sqrt(v) + 1;
}

static int fails(double v) {
    errno = 0;
    double root = sqrt(v);
    return errno == EDOM && root != root;
}

static void lengths(void) {
#pragma hp5 region begin
#pragma hp5 do tasktile(16)
    for (int i = 0; i < N; i++) {
        double sum = 0.0;
        for (int j = 0; j < N; j++) {
            double dx = x[j] - x[i], dy = y[j] - y[i];
            sum += 1.0 / sqrt(dx * dx + dy * dy + 1e-3);
        }
        sums[i] = sum;
    }
#pragma hp5 do tasktile(16)
    for (int i = 0; i < N; i++)
        f[i] = sqrtf(g[i]) + (float)LENGTH(x[i], y[i]);
#pragma hp5 do tasktile(16)
    for (int i = 0; i < N; i++)
        y[i] = sqrt(g[i]) + own_root(sqrt(fabs(x[i]))) + sqrt((double[]){x[i], 2.0}[1]);
#pragma hp5 region end
}

static int below_zero(const struct way *way) {
    int count = 0, others = 0;
#pragma hp5 region begin
#pragma hp5 do tasktile(16) reduction(+: count)
    for (int i = 0; i < N; i++) {
        double root = sqrt(x[i] - 0.5);
        count += root != root;
    }
#pragma hp5 do tasktile(16) reduction(+: others)
    for (int i = 0; i < N; i++) {
        errno = 0;
        double root = sqrt(x[i] - 0.25);
        if (errno == EDOM)
            others += root != root;
        others += fails(x[i] - 0.75);
    }
#pragma hp5 task in(way, x) inout(sums)
    for (int i = 0; i < way->n; i++)
        sums[i] += way->sqrt(x[i]) + sqrt(x[i]);
#pragma hp5 region end
    return count * 1000 + others;
}

int main(void) {
    struct way way = {half, N / 3};
    double total = 0.0;
    for (int i = 0; i < N; i++) {
        x[i] = i * 7919 % 1009 / 1009.0;
        y[i] = i * 104729 % 2003 / 2003.0;
        g[i] = (float)(i % 17) / 3.0f;
    }
    lengths();
    printf("%d\n", below_zero(&way));
    for (int i = 0; i < N; i++)
        total += sums[i] * i + f[i] + y[i];
    printf("%.17g %d\n", total, fails(-1.0));
    return 0;
}
