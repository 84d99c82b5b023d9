/* Numbers, structs and their members in clauses, whether the task's code names them or not. */
#include <stdio.h>

struct in {
    int k;
    double z[8];
};
struct all {
    int total;
    double w[8];
    struct in i;
    unsigned lo : 3;
};

static struct all s;
static double a[8];
static int count;

static void up(struct all *p)
{
    p->total++;
}

static void move(void)
{
    s.w[3] += 1 + count;
    count++;
}

int main(void)
{
    struct all *p = &s, own = {.total = 1};
    double r = 0;
    int t, k;

    s.lo = 5;
#pragma hp5 region begin
    for (t = 0; t < 5; t++) {
#pragma hp5 task inout(s)
        up(&s);
#pragma hp5 task inout(s)
        s.total += 2;
#pragma hp5 task inout(own)
        up(&own);
#pragma hp5 task inout(p->total)
        up(p);
#pragma hp5 task inout(s.total)
        up(&s);
#pragma hp5 task inout(p->i)
        p->i.k++;
#pragma hp5 task inout(s.total) inout(count)
        s.total += count++;
#pragma hp5 task inout(p->w[0:8]) inout(count)
        move();
#pragma hp5 task in(s.lo) inout(r)
        r += s.lo;
#pragma hp5 do tasktile(2) in(s) inout(a[k:1])
        for (k = 0; k < 8; k++)
            a[k] += s.total + s.w[k] + s.i.k;
    }
#pragma hp5 region end
    printf("%d %d %d %g %g %d\n", s.total, own.total, s.i.k, s.w[3], r, count);
    for (k = 0; k < 8; k++)
        printf("%g ", a[k]);
    printf("\n");
    return 0;
}
