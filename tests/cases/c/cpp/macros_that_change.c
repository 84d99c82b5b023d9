// Macros whose text changes variables, takes addresses, calls or is a statement: in tasks, between tasks, nested,
// in functions that tasks call, with arguments and without.
#include <stdio.h>
#define N 64
#define NEXT (g += 3)
#define BUMP (k++)
#define PLACE (&k)
#define CELL b[2]++
#define TOTAL total
#define STEP bump()
#define DEEP (STEP + 1)
#define SET(x, v) ((x) = (v))
#define ADD(v) (g += (v))
#define BOTH do { b[50] = 3; ADD(1); } while (0)
#define BLOCK { b[51] += 3; }
#define IF if (a[3] > 1) b[52] = a[3]
#define EACH for (int i = 0; i < 4; i++) b[53] += a[i]
#define EXCHANGE(x, y) do { double *kept = (x); (x) = (y); (y) = kept; } while (0)
#define TURN(x, y) { double *kept = (x); (x) = (y); (y) = kept; }
#define POINT(x, y) (x = y)
#define CALL(f, x) f(x)
#define NOTHING
static int g, a[N], b[N];
static double c[N], d[N];
static int bump(void) { return g += 2; }
static int more(int x) { return g += x; }
static int counted(int i) { return i % 2 ? NEXT : g; }

static void values(void) {
    int total = 0, k = 1;
#pragma hp5 region
    {
#pragma hp5 do tasktile(4)
        for (int i = 0; i < N; i++) a[i] = NEXT;
#pragma hp5 task
        a[0] += g;
#pragma hp5 do tasktile(4)
        for (int i = 0; i < N; i++) TOTAL += a[i];
#pragma hp5 task
        a[1] += BUMP;
#pragma hp5 task
        *PLACE += a[1];
#pragma hp5 task
        CELL;
        BUMP;
        a[2] += DEEP + b[2];
        CELL;
#pragma hp5 do tasktile(4)
        for (int i = 0; i < N; i++) b[i] += a[i] + g + k;
        (void)DEEP;
        SET(a[5], 77);
        SET(g, 5);
#pragma hp5 do tasktile(4)
        for (int i = 0; i < N; i++) b[i] += a[i] + g + counted(i);
        CALL(more, 3);
        ADD(4);
#pragma hp5 do tasktile(4)
        for (int i = 0; i < N; i++) a[i] += counted(i);
    }
    printf("%d %d %d\n", g, k, total);
}

static void statements(void) {
#pragma hp5 region
    {
#pragma hp5 do tasktile(4)
        for (int i = 0; i < N; i++) a[i] = a[i] * 3 + b[i];
        BOTH;
#pragma hp5 do tasktile(4)
        for (int i = 0; i < N; i++) b[i] += a[i] * 3 + g;
        BLOCK
        NOTHING;
        if (a[1]) BOTH;
        else BLOCK;
#pragma hp5 do tasktile(4)
        for (int i = 0; i < N; i++) b[i] += a[i];
        IF;
        EACH;
#pragma hp5 task
        BOTH;
#pragma hp5 task
        { IF; EACH; BLOCK }
    }
}

static void turns(void) {
    double *u = c, *v = d;
    int i, t;
#pragma hp5 region begin
    for (t = 0; t < 6; t++) {
#pragma hp5 do tasktile(8)
        for (i = 1; i < N - 1; i++) v[i] = (u[i - 1] + u[i + 1]) / 2;
        if (t % 3 == 2) {
            TURN(u, v);
        } else
            EXCHANGE(u, v);
    }
#pragma hp5 region end
    printf("%g %g\n", u[3], v[4]);
}

static void pointers(void) {
    double *u = c, *v = d;
#pragma hp5 region
    {
#pragma hp5 do tasktile(8)
        for (int i = 0; i < N; i++) u[i] = i;
        POINT(v, c);
        v[3] += 1;
#pragma hp5 do tasktile(8)
        for (int i = 0; i < N; i++) v[i] *= 2;
    }
    printf("%g %g\n", u[3], v[4]);
}

int main(void) {
    long sum = 0;
    values();
    statements();
    c[7] = 30, d[0] = 2;
    turns();
    pointers();
    for (int i = 0; i < N; i++) sum += (a[i] + 3L * b[i] + (long)(c[i] + 5 * d[i])) * (i + 1);
    printf("%ld %d\n", sum, g);
}
