/* Constants, and what `const` stands in front of besides: what a pointer leads to, a member, the pointers of a table. */
#include <stdio.h>

static void busy(void) { for (volatile int i = 0; i < 3000; i++) {} }

struct entry { const char *name; double *at; };
static double x, y;
static const struct entry entries[] = {{"x", &x}, {"y", &y}};
static struct { const char *name; int (*compare)(const void *, const void *); long calls; } counted;

static void put(int k) { double before = *entries[k % 2].at; busy(); *entries[k % 2].at = before * 0.9 + k; }
static void hit(int k) { long before = counted.calls; busy(); counted.calls = before * 3 % 1001 + k; }

static double *by_number(int k) { static double *const both[2] = {&x, &y}; return both[k % 2]; }
static double ua[8], ub[8], uc[8];
static const char *name(int k) { static const char *names[] = {"a", "b", "c"}; return names[k % 3]; }
static const char *said(int k) { static const char *const names[] = {"a", "b", "c"}; return names[k % 3]; }
typedef const double *row;
static row look = ua;
static row const held = ub;
static const row held2 = uc;
static double *const way = uc;
static const double *table[3][2] = {{ua, ub}, {ub, uc}, {uc, ua}};
static int (*op)(int);
static int twice(int n) { return 2 * n; }
static int thrice(int n) { return 3 * n; }
static int (*const ops[2])(int) = {twice, thrice};
static void turn(const double **rows, int k) { busy(); rows[k % 2] = k % 3 ? ua : ub; }
static void change(int k) { busy(); look = k % 2 ? ua : ub; table[k % 3][k % 2] = k % 5 ? uc : ua; }
static void add(int k) { busy(); way[k % 8] += k; }
static double sum(int k) { return held[k % 8] + held2[k % 8] + name(k)[0] + said(k)[0]; }
int main(void) {
    double r[40], s = 0;
    const double *rows[2] = {ua, ub};
    for (int i = 0; i < 8; i++) ua[i] = i, ub[i] = i * 3, uc[i] = i * 7;
#pragma hp5 region
    {
        for (int k = 0; k < 40; k++) {
#pragma hp5 task
            add(k);
#pragma hp5 task
            r[k] = sum(k);
        }
    }
    for (int k = 0; k < 40; k++) s = s * 0.99 + r[k];
#pragma hp5 region
    {
        for (int k = 0; k < 40; k++) {
#pragma hp5 task
            turn(rows, k);
#pragma hp5 task
            r[k] = (rows[0] == ua) + 2 * (rows[1] == ua);
        }
    }
    for (int k = 0; k < 40; k++) s = s * 0.99 + r[k];
#pragma hp5 region
    {
        for (int k = 0; k < 40; k++) {
#pragma hp5 task
            change(k);
#pragma hp5 task
            r[k] = (look == ua) + 2 * (table[0][1] == ua) + (table[1][1] == uc);
        }
    }
    for (int k = 0; k < 40; k++) s = s * 0.99 + r[k];
#pragma hp5 region
    {
        for (int k = 0; k < 40; k++) {
#pragma hp5 task
            put(k);
#pragma hp5 task
            hit(k);
#pragma hp5 task
            *by_number(k) += k;
#pragma hp5 task
            r[k] = x + 2 * y;
        }
    }
    for (int k = 0; k < 40; k++) s = s * 0.99 + r[k];
    s += counted.calls;
    op = twice;
    printf("%.17g\n", s + ops[1](2) + op(2));
    return 0;
}
