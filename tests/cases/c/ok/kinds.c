#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
/* Reductions of small numbers and of any in order, arrays that are members, pointers that lead to nothing. */
struct grid {
    int n;
    double u[8][32], w[64];
    double *v;
};
static void add(double *x, int n) {
    for (int j = 0; j < n; j++)
        x[j] += j;
}
static void members(struct grid *s) {
#pragma hp5 region
    {
#pragma hp5 do tasktile(2)
        for (int i = 0; i < 8; i++)
            for (int j = 0; j < 32; j++)
                s->u[i][j] += i * j;
#pragma hp5 do tasktile(16)
        for (int i = 0; i < 64; i++)
            s->w[i] += i;
#pragma hp5 do tasktile(2)
        for (int i = 0; i < 8; i++)
            add(s->u[i], 32);
#pragma hp5 task inout(s->v[0:s->n])
        add(s->v, s->n);
        for (int i = 0; i < 8; i++) {
#pragma hp5 task
            add(s->u[i], 32);
        }
    }
}
/* Truth values. */
static int found(int n, const int *x, bool all, _Bool any) {
    _Bool each = 1, none = 0;
#pragma hp5 region
    {
#pragma hp5 do tasktile(8) reduction(&: all) reduction(|: any) reduction(&: each) reduction(|: none)
        for (int i = 0; i < n; i++) {
            all &= x[i] >= 0;
            any = any | (x[i] == 3);
            if (x[i] < 5)
                each = (x[i] != -1) & each;
            none |= x[i] & 64;
        }
    }
    return all + 2 * any + 4 * each + 8 * none;
}
static void maybe(int n, const double *x, double *y) {
#pragma hp5 region
    {
#pragma hp5 array_tile dimtile(8) dim(n) arrvar(x, y)
#pragma hp5 do tasktile(4)
        for (int i = 0; i < n; i++)
            y[i] += x ? x[i] : 1;
    }
}
int main(void) {
    int x[64];
    for (int i = 0; i < 64; i++)
        x[i] = i * 7 % 61;
    printf("%d %d", found(64, x, true, false), found(64, x, false, false));
    x[1] = 65;
    x[5] = -1;
    printf(" %d %d\n", found(64, x, 1, 0), found(3, x, 1, 1));
    struct grid s = {.n = 10, .v = calloc(32, sizeof(double))};
    for (int i = 0; i < 8; i++)
        for (int j = 0; j < 32; j++)
            s.u[i][j] = i - j;
    for (int i = 0; i < 64; i++)
        s.w[i] = i;
    members(&s);
    maybe(32, NULL, s.v);
    maybe(32, s.w, s.v);
    char c = 1;
    signed char least = 100;
    unsigned char bits = 0;
    short most = -4;
    unsigned short product = 1;
    long double sum = 0;
#pragma hp5 region
    {
#pragma hp5 do tasktile(4) reduction(+: c) reduction(min: least) reduction(|: bits)
        for (int i = 0; i < 32; i++) {
            c += i;
            least = i - 40 < least ? i - 40 : least;
            bits |= i * 8;
        }
#pragma hp5 do tasktile(4) reduction(max: most) reduction(*: product) reduction(ordered +: sum)
        for (int i = 0; i < 32; i++) {
            most = most < i * 9 ? i * 9 : most;
            product *= 2 * i + 1;
            sum += i / 3.0L;
        }
    }
    double t = 0;
    for (int i = 0; i < 8; i++)
        for (int j = 0; j < 32; j++)
            t += s.u[i][j] * (i + 1);
    for (int i = 0; i < 64; i++)
        t += s.w[i] + s.v[i / 2];
    printf("%g %d %d %d %d %d %.17Lg\n", t, c, least, bits, most, product, sum);
    free(s.v);
    return 0;
}
