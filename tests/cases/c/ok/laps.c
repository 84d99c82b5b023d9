// Loops around tasks that are recorded and replayed, and some that must not be.
#include <stdio.h>
#include <stdlib.h>
static double *filled(int n, int seed) {
    double *a = malloc(sizeof *a * n * n);
    for (int k = 0; k < n * n; k++)
        a[k] = (k * 7 + seed) % 23;
    return a;
}
static double sum(int n, const double *a) {
    double s = 0;
    for (int k = 0; k < n * n; k++)
        s = s * 0.5 + a[k];
    return s;
}
// Two arrays change places, through a pointer from outside.
static void heat(int n, double *a, double *b, int turns) {
    double *tmp, *first = a;
#pragma hp5 region begin
#pragma hp5 array_tile dimtile(8, *) dim(n, n) arrvar(a, b)
    for (int t = 1; t <= turns; t++) {
#pragma hp5 do tasktile(8)
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                b[i * n + j] = (a[(i - 1) * n + j] + a[(i + 1) * n + j] + a[i * n + j - 1] + a[i * n + j + 1]) / 4;
        tmp = a;
        a = b;
        b = tmp;
    }
#pragma hp5 region end
    printf("%d %d %.17g %.17g\n", a == first, b == first, sum(n, a), sum(n, b));
}
// Three do.
static void wave(int n, double *before, double *now, double *next, int turns) {
    const double *first = now;
#pragma hp5 region begin
#pragma hp5 array_tile dimtile(8, 16) dim(n, n) arrvar(before, now, next)
    for (int t = 0; t < 3 * turns; t += 3) {
#pragma hp5 do tasktile(8, 16)
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                next[i * n + j] = 2 * now[i * n + j] - before[i * n + j] + 0.2 * (now[(i - 1) * n + j] + now[i * n + j + 1] - 2 * now[i * n + j]);
        double *last = before;
        before = now;
        now = next;
        next = last;
    }
#pragma hp5 region end
    printf("%d %.17g %.17g %.17g\n", now == first, sum(n, before), sum(n, now), sum(n, next));
}
// One array, two loops of tasks; and one whose tasks know the turn.
static void settle(int n, double *u, int turns) {
#pragma hp5 region begin
#pragma hp5 array_tile dimtile(8, *) dim(n, n) arrvar(u)
    for (int t = 0; t < turns; t++) {
#pragma hp5 do tasktile(8)
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                u[i * n + j] = 0.2 * (u[i * n + j] + u[(i - 1) * n + j] + u[(i + 1) * n + j] + u[i * n + j - 1] + u[i * n + j + 1]);
#pragma hp5 do tasktile(8)
        for (int i = 0; i < n; i++)
            u[i * n] += 0.25;
    }
    for (int t = 0; t < turns; t++) {
#pragma hp5 do tasktile(8)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                u[i * n + j] += t * j;
    }
    for (int t = 0; t < turns; t++) {
        int shift = t % 3;
#pragma hp5 do tasktile(8)
        for (int i = shift; i < n; i++)
            u[i * n + shift] *= 0.5;
    }
#pragma hp5 region end
    printf("%.17g\n", sum(n, u));
}
int main(void) {
    int n = 45;
    for (int turns = 0; turns < 40; turns = turns * 2 + 1) {
        double *a = filled(n, 1), *b = filled(n, 1), *c = filled(n, 3);
        heat(n, a, b, turns);
        wave(n, a, b, c, turns);
        settle(n, a, turns);
        free(a);
        free(b);
        free(c);
    }
    return 0;
}
