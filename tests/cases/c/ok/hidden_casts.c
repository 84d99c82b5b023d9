/* Casts to types that the file names, in front of `*` and `&`, which a parser takes for products; and declarations
   that it takes for calls. A slow writer runs in front of each reader. */
#include <complex.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/types.h>

#define N 16
#define REAL float
#define VALUE(p) ((real)*(p))
#define CAST(t, v) ((t)*(v))
#define SQUARE(v) __extension__({ __typeof__(v) v_ = (v); v_ * v_; })
#define MOVED(p, k) ((REAL) *((p) + (k)))

typedef float real;
typedef float *floats;
typedef double T;
typedef unsigned word;
typedef int (*status)(float *);

struct pair { float first, second; };
typedef struct pair *pairs;

static float x[N], y[N];
static struct pair both[4];
static T a[N][N], given[N * N];

static void slow(float *p, float v) {
    for (int k = 0; k < 20000; k++)
        *p = *p * 0.5f + v;
}

static float value(const float *q) {
    return (real)*q + 2 * (real) *q;
}

static void set(floats p, float v) {
    *p = v;
}

static int first(float *p) {
    return p[0] > 0;
}

static void readers(void) {
    float *q = x + 3;
#pragma hp5 region begin
#pragma hp5 task
    slow(&x[3], 5);
#pragma hp5 task
    {
        const float *p = x + 3;
        y[0] = (real)*p;
        y[1] = 2 * (real)*p - (real)-*p;
        y[2] = (word)*p + (REAL)(*p) + (word) + *p;
    }
#pragma hp5 task
    y[3] = value(x + 3) + VALUE(x + 3) + MOVED(x, 3);
    y[4] = (real)*q;
#pragma hp5 task
    slow(&x[4], 7);
#pragma hp5 task
    y[5] = (T)*(x + 4) + sizeof(real) * x[4];
#pragma hp5 region end
}

static void writers(void) {
#pragma hp5 region begin
#pragma hp5 task
    {
        floats q = (floats)&x[5];
        slow(q, 3);
    }
#pragma hp5 task
    y[6] = x[5];
#pragma hp5 task
    {
        floats q;
        q = (floats)&x[6];
        slow(q, 4);
        set((floats)&x[7], 8);
    }
#pragma hp5 task
    y[7] = x[6] + x[7];
#pragma hp5 task
    {
        pairs p = (pairs)&both[2];
        slow(&p->first, 6);
    }
#pragma hp5 task
    y[8] = both[2].first;
#pragma hp5 region end
}

static double *chosen;

static long longest(void) {
    return (T)(int)*chosen;
}

static void chains(double *a) {
    double *p = a, v = 1;
    chosen = a;
    _Static_assert(sizeof(T) == 8, "as wide");
#pragma hp5 region begin
#pragma hp5 task
    {
        for (int k = 0; k < 20000; k++)
            a[0] = a[0] * 0.5 + 9;
        v = 7;
    }
    _Static_assert(sizeof(real) == 4, "half as wide");
#pragma hp5 task
    {
        y[9] = (T)(float)*p + (double)(T)(real)*p + (real)(T)*p;
        y[10] = (uint)*p + 2 * (ulong)*p + (__typeof__(1.0))*p;
    }
#pragma hp5 task
    y[11] = (float)(creal((double complex)*p) + (_Float64)*p);
#pragma hp5 task
    y[12] = (float)(CAST(T, p) + CAST(real, p) + CAST(double, p));
#pragma hp5 task
    {
        __typeof__(v) w = v;
        y[13] = longest() + SQUARE(v) + (__typeof__(v))(w);
    }
    y[14] = (uint)*p;
#pragma hp5 region end
}

static void mirrored(int n) {
#pragma hp5 region begin
    for (int t = 1; t < 4; t++) {
#pragma hp5 do tasktile(4)
        for (int i = 0; i < n; i++)
            x[i] = t * i + 1;
#pragma hp5 do tasktile(4)
        for (int i = 0; i < n; i++) {
            const float *p = &x[N - 1 - i];
            y[i] += (T)*p;
        }
    }
#pragma hp5 region end
}

static double rows(void) {
    T (*a)[N] = malloc(sizeof(T[N][N]));
    real (*other)[8] = (real (*)[8])x;
    status ask = (int (*)(float *))first;
    double sum = 0;
    for (int i = 0; i < N; i++)
        a[i][0] = i;
#pragma hp5 region begin
#pragma hp5 do tasktile(3)
    for (int i = 0; i < N; i++)
        a[i][1] = a[i][0] * 2;
#pragma hp5 do tasktile(2)
    for (int i = 0; i < 8; i++)
        other[0][i] += (T)other[1][i];
#pragma hp5 region end
    for (int i = 0; i < N; i++)
        sum += a[i][1];
    free(a);
    return sum + ask(x);
}

int main(void) {
    T (*view)[N] = (T (*)[N])given;
    double sum = 0, one[2] = {1, 2};
    readers();
    writers();
    chains(one);
    for (int i = 0; i < N; i++)
        printf("%.9g ", y[i]);
    mirrored(N);
    sum = rows() + a[1][1] + view[1][1];
    for (int i = 0; i < N; i++)
        sum = sum * 0.9 + x[i] + y[i];
    printf("%.17g\n", sum);
    return 0;
}
