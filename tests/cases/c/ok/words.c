/* What C has beside loops and arrays of double, in the code of tasks. */
#include <complex.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#define N 120
#define KIND(x) _Generic((x), int: 1, double: 2, default: 3)

struct flags {
    unsigned on : 1, level : 5;
    _Bool seen;
    long double deep;
};
struct point {
    double x, y;
};
union word {
    double number;
    unsigned char bytes[sizeof(double)];
};

static double a[N], b[N] __attribute__((aligned(64)));
static struct flags flags[N];
static struct point points[N];
static union word parts[N];
static double complex waves[N];
static char text[N];
static double c[10][12];

static double sum3(const double *v) { return v[0] + v[1] + v[2]; }

static double sum(int n, ...) {
    va_list list;
    va_start(list, n);
    double s = 0;
    while (n--)
        s += va_arg(list, double);
    va_end(list);
    return s;
}

static void types(void) {
    long double scale = 1.5L;
    register int k = 3;
    int unused __attribute__((unused)) = 3;
#pragma hp5 region begin
#pragma hp5 array_tile dimtile(16) arrvar(a, b, flags, points, parts, waves, text)
#pragma hp5 do tasktile(16)
    for (int i = 0; i < N; i++) {
        flags[i].on = i & 1;
        flags[i].level = i % 32;
        flags[i].seen = a[i] > 3;
        flags[i].deep = a[i] * scale;
        points[i] = (struct point){.y = a[i], .x = 1};
        parts[i].number = a[i];
        text[i] = "abc"[i % 3];
        double complex w = a[i] + 2.0 * I;
        waves[i] = w * w + conj(w);
    }
#pragma hp5 do tasktile(16)
    for (int i = 0; i < N; i++) {
        bool big = flags[i].level > 16 && flags[i].seen;
        long double d = flags[i].deep * 2;
        double w[3] = {[1] = a[i]};
        struct {
            int n;
            double m[2];
        } s = {.n = 1, .m = {[1] = 4}};
        __typeof__(a[i]) half = a[i] / 2;
        __typeof__(a[i] + 1) least = ({ double t = half; t * t; });
        b[i] = (big ? (double)d : flags[i].on) + half * k + least;
        b[i] += sum3((double[]){a[i], 1, 2}) + (struct point){.x = 2, .y = a[i]}.y;
        b[i] += w[1] + s.m[s.n] + points[i].y + parts[i].bytes[7] + text[i] + '\'';
        b[i] += creal(waves[i]) + cimag(waves[i]) + KIND(a[i]) + sum(3, a[i], 1.0, 2.0);
    }
#pragma hp5 region end
}

static void jumps(void) {
#pragma hp5 region begin
#pragma hp5 array_tile dimtile(16) arrvar(a, b)
#pragma hp5 do tasktile(16)
    for (int i = 0; i < N; i++) {
        switch (i % 4) {
        case 0:
            b[i] = a[i];
            break;
        case 1:
            b[i] = 2;
            break;
        default:
            continue;
        }
        if (a[i] < 3)
            goto next;
        b[i] *= 2;
    next:
        b[i] += 1;
    }
    int t = 0;
    do {
#pragma hp5 do tasktile(16)
        for (int i = 1; i < N; i++)
            a[i] = b[i - 1] / 2;
    } while (++t < 5);
    double worst = 1;
    while (worst > 0.3) {
        worst = 0;
#pragma hp5 do tasktile(16) reduction(max : worst)
        for (int i = 0; i < N; i++) {
            double d = b[i] / 4;
            b[i] -= d;
            if (d > worst)
                worst = d;
        }
    }
#pragma hp5 region end
}

/* Loops leave their variables behind. */
static void leave(int n) {
    int i, j, k, l;
    long m;
#pragma hp5 region begin
#pragma hp5 array_tile dimtile(16) arrvar(a, b)
#pragma hp5 do tasktile(16)
    for (i = 3; i < n - 5; i += 4)
        b[i] += a[i];
    printf("%d\n", i);
#pragma hp5 do tasktile(16)
    for (i = n - 1; i >= 2; i--)
        b[i] += a[i] + 1;
#pragma hp5 do tasktile(4, 8)
    for (j = 0; j < 10; j++)
        for (k = 1; k <= 11; k++)
            c[j][k] += j - k;
#pragma hp5 do tasktile(4, 8)
    for (m = 7; m < n - N; m++)
        for (l = 0; l < 3; l++)
            a[m] += l;
    l = 5;
#pragma hp5 region end
    printf("%d %d %d %d %ld\n", i, j, k, l, m);
}

/* Arrays are arrays in tasks too. */
static void whole(int n) {
    double w[N / 2], v[n][3];
#pragma hp5 region begin
#pragma hp5 task
    memset(&w, 0, sizeof w);
#pragma hp5 task
    for (size_t i = 0; i < sizeof(w) / sizeof(w[0]); i++)
        w[i] += (double)i;
#pragma hp5 task
    memset(v, 0, sizeof(v));
#pragma hp5 task
    for (size_t i = 0; i < sizeof v / sizeof *v; i++)
        v[i][1] += w[i] + (double)sizeof(v[0]);
#pragma hp5 task
    for (int i = 0; i < n; i++)
        b[i] += v[i][1] + (double)sizeof v;
#pragma hp5 region end
}

/* Words of C, and of its headers, in clauses. */
static void asked(const double *from, bool big) {
    (void)from;
    (void)big;
#pragma hp5 region
    {
#pragma hp5 do tasktile(16) if(true)
        for (int i = 0; i < N; i++) a[i] += 1;
#pragma hp5 do tasktile(16) if(from != NULL && big != false) priority((_Bool)big)
        for (int i = 0; i < N; i++) a[i] += 2;
#pragma hp5 do tasktile(16) if((const void *)from == (void *)0)
        for (int i = 0; i < N; i++) a[i] *= 2;
    }
}

int main(void) {
    for (int i = 0; i < N; i++)
        a[i] = i * 0.5;
    types();
    jumps();
    leave(N);
    whole(N / 2);
    double s = 0;
    for (int i = 0; i < N; i++)
        s = s * 0.75 + a[i] + b[i] + c[i % 10][i % 12];
    printf("%.17g\n", s);
    asked(b, true);
    asked(NULL, false);
    printf("%g %g\n", a[3], a[N - 1]);
    return 0;
}
