/* Variables of the file that functions of tasks look at when they run, and that code between tasks sets by their
   addresses. */
#include <stdio.h>
#include <string.h>

struct pair { int k; double f; };

static double scale = 1, other = 1, out[16];
static struct pair s = {1, 1};
static double *early = &other;

static double slow(double v) {
    for (int k = 0; k < 200000; k++)
        v = v * 0.5 + 1;
    return v;
}

static double half(double v) {
    return slow(v) + scale / 2 + s.f + other;
}

static void set(double *p, double v) {
    *p = v;
}

int main(void) {
    double next = 4, *w = &scale;
    struct pair *p = &s;
#pragma hp5 region begin
#pragma hp5 task
    out[0] = half(1);
    memcpy(&scale, &next, sizeof scale);
#pragma hp5 task
    out[1] = half(2);
    *w = 5;
#pragma hp5 task
    out[2] = half(3);
    set(&scale, 6);
#pragma hp5 task
    out[3] = half(4);
    *&scale = 7;
    *&s.f = 3;
#pragma hp5 task
    out[4] = half(5);
    p->f = 9;
#pragma hp5 task
    out[5] = half(6);
    *(next > 3 ? &scale : &other) = 8;
#pragma hp5 task
    out[6] = half(7);
    *early = 9;
#pragma hp5 task
    out[7] = half(8);
    (*&scale)++;
    (&scale)[0] += 2;
    w = &other;
    *w -= 1;
#pragma hp5 region end
    for (int i = 0; i < 8; i++)
        printf("%.17g ", out[i]);
    printf("%g %g %g\n", scale, s.f, other);
    return 0;
}
