// Functions that use more behind a pointer than what it points to: the structs behind one, elements of which
// nobody says how many. Others that are computed from the same memory wait for them.
#include <stdio.h>
struct body { double x, f; };
static struct body bs[40];
static void chain(struct body *b, int n) { int k; for (k = 0; k < n; k++) b[k].f += b[k].x; }
static void structs(void)
{
    int t, i; double s = 0; struct body *lo = bs, *hi = &bs[10];
    for (i = 0; i < 40; i++) bs[i].x = bs[i].f = i;
#pragma hp5 region begin
    for (t = 0; t < 10; t++) {
#pragma hp5 task
        chain(lo, 20);
#pragma hp5 task
        hi->x += 1;
    }
#pragma hp5 region end
    for (i = 0; i < 40; i++) s += bs[i].f * i;
    printf("%.17g\n", s);
}

static double tmp[10];
static void fill(double *t, int n) { while (n--) t[n] = t[n] * 3 + n; }
static void numbers(void)
{
    int i; double s = 0, *t = tmp, *mid = tmp + 5;
#pragma hp5 region begin
    for (i = 0; i < 25; i++) {
#pragma hp5 task
        fill(t, 10);
#pragma hp5 task
        mid[-1] += 1;
    }
#pragma hp5 region end
    for (i = 0; i < 10; i++) s += tmp[i] * (i + 1);
    printf("%.17g\n", s);
}

int main(void) {
    structs();
    numbers();
    return 0;
}
