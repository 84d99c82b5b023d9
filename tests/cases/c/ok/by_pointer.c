/* Functions that tasks call through pointers: variables of the file that they change order the tasks. */
#include <stdio.h>
static double a[640], total, other;
static int calls;
static void add(double x) { total += x; }
static void sub(double x) { total -= x / 2; calls++; }
static double pure(double x, double y) { return other + x * y; }
struct ops { void (*f)(double); };
static struct ops table[2] = {{add}, {sub}};
int main(void) {
    void (*f)(double) = add;
    double (*g)(double, double) = pure;
#pragma hp5 region
    {
#pragma hp5 array_tile dimtile(8) arrvar(a)
        for (int i = 0; i < 640; i++) {
#pragma hp5 task inout(a[i])
            { a[i] = i; f(a[i] / 3); a[i] += g(a[i], 2); }
#pragma hp5 task inout(a[i])
            table[i % 2].f(a[i] / 7);
        }
    }
    double s = 0;
    for (int i = 0; i < 640; i++) s += a[i];
    printf("%.17g %.17g %d\n", s, total, calls);
    return 0;
}
