/* Code between tasks and bounds that reach what tasks use through pointers, by whatever expression. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#define N 40

static double a[N], b[N];
static double *in_b = b + 2;
static struct view {
    double *x;
    int n;
} view = {b, 3};
static int limits[4] = {10, 10, 10, 10};

static void slow(void) {
    for (volatile int k = 0; k < 40000; k++)
        ;
}

/* Each one waits for tasks that write `b`. */
static double derefs(int n, int which) {
    double *p = b, *q = a, **pp = &p, s = 0;
#pragma hp5 region begin
#pragma hp5 do tasktile(4)
    for (int i = 0; i < n; i++) {
        slow();
        b[i] += i + which;
    }
    switch (which) {
    case 0: *(b + 3) = 7; break;
    case 1: *p++ = 7; break;
    case 2: *++p = 7; break;
    case 3: *(p += 3) = 7; break;
    case 4: (p++)[2] = 7; break;
    case 5: *(which > 7 ? q : p) = 7; break;
    case 6: **pp = 7; break;
    case 7: *in_b = 7; break;
    case 8: *view.x = 7; break;
    case 9: memset(b + 4, 0, 5 * sizeof *b); break;
    case 10: s = sqrt(*(b + 3)); break;
    case 11: if (*(b + 3) > 1e3) s = 2; break;
    case 12: s = *(view.x + 5) + p[1]; break;
    default: *(1 + p) += 3; break;
    }
#pragma hp5 do tasktile(4)
    for (int i = 0; i < n; i++)
        a[i] += b[i] * s;
#pragma hp5 region end
    return s;
}

/* Bounds that tasks write. */
static void bounds(void) {
    static int count = 9;
    int *at = &count;
#pragma hp5 region begin
#pragma hp5 task
    {
        slow();
        limits[3] = 12;
    }
#pragma hp5 do tasktile(4)
    for (int i = 0; i < *(limits + 3); i++)
        a[i] += 1;
#pragma hp5 task
    {
        slow();
        count = 17;
    }
#pragma hp5 do tasktile(4)
    for (int i = 0; i < *at; i++)
        a[i] += 1;
#pragma hp5 region end
    count = 9;
    limits[3] = 10;
}

/* A number that has an address, either way round. */
static int numbers(void) {
    int n = 20, *at = &n, m = 0;
#pragma hp5 region begin
#pragma hp5 do tasktile(4)
    for (int i = 0; i < 20; i++) {
        slow();
        a[i] += n;
    }
    *at = 30;
#pragma hp5 task
    {
        slow();
        n += 50;
    }
    m = *at;
#pragma hp5 task
    {
        slow();
        b[0] += *at;
    }
    n = 3;
#pragma hp5 task
    {
        slow();
        *at += 4;
    }
    m += n;
#pragma hp5 region end
    return m + n;
}

/* Called with the same array twice. */
static double twice(double *x, double *y, int n) {
    double s = 0;
#pragma hp5 region begin
#pragma hp5 do tasktile(4)
    for (int i = 0; i < n; i++) {
        slow();
        x[i] += 1;
    }
    s = y[3];
    a[5] = s;
#pragma hp5 do tasktile(4)
    for (int i = 0; i < n; i++)
        x[i] *= 0.5;
#pragma hp5 region end
    return s;
}

/* Names that bodies declare anew. */
static int anew(void) {
    int k = 0;
    double s = 0;
#pragma hp5 region begin
#pragma hp5 do tasktile(4)
    for (int i = 0; i < 20; i++) {
        int k = 2 * i;
        a[k] += i;
        k++;
        b[k] = i;
    }
#pragma hp5 task
    k++;
#pragma hp5 do tasktile(9) reduction(ordered +: s)
    for (int i = 0; i < N; i++)
        s += a[i] + i;
#pragma hp5 do tasktile(9)
    for (int i = 0; i < N - 3; i++) {
        double s = 1;
        for (int j = 0; j < 3; j++)
            s += a[i + j];
        b[i] = s;
    }
#pragma hp5 region end
    return k + (int)s;
}

int main(void) {
    double s = 0;
    for (int i = 0; i < N; i++) {
        a[i] = i * 37 % 11;
        b[i] = i * 5 % 7;
    }
    for (int which = 0; which < 14; which++) {
        s = s * 0.5 + derefs(N, which);
        for (int i = 0; i < N; i++)
            s = s * 0.75 + a[i] + b[i];
    }
    bounds();
    s += numbers() + twice(a, a, 20) + anew();
    for (int i = 0; i < N; i++)
        s = s * 0.75 + a[i] + b[i];
    printf("%.17g\n", s);
    return 0;
}
