/* Directives that were OpenMP's: clauses that hold here anyway, conditions of tasks and of regions. */
#include <stdio.h>
#define N 96

static double a[N], b[N], c[N];
static int cutoff = 9;

static int by_region(int n) {
    int x, y;
    if (n < 2)
        return n;
#pragma hp5 region if(n > cutoff)
    {
#pragma hp5 task untied mergeable shared(x) firstprivate(n) default(none) out(x)
        x = by_region(n - 1);
#pragma hp5 task untied shared(y) firstprivate(n) if(task: n > 2)
        y = by_region(n - 2);
    }
    return x + y;
}

static int by_final_region(int n) {
    int x = 0, y = 0;
    if (n < 2)
        return n;
#pragma hp5 region begin final(n <= cutoff) default(shared) proc_bind(close)
#pragma hp5 task shared(x)
    x = by_final_region(n - 1);
#pragma hp5 task shared(y)
    y = by_final_region(n - 2);
#pragma hp5 region end
    return x + y;
}

static int by_final_task(int n) {
    int x, y;
    if (n < 2)
        return n;
#pragma hp5 region
    {
#pragma hp5 task shared(x) firstprivate(n) final(n < cutoff) mergeable
        x = by_final_task(n - 1);
#pragma hp5 task shared(y) firstprivate(n) final(n < cutoff)
        y = by_final_task(n - 2);
    }
    return x + y;
}

/* Where the condition fails: waits, locals of turns, arrays that change places, jumps of loops. */
static double plain(int n, int sweeps, int parallel) {
    (void)parallel;
    double *from = a, *to = b, sum = 0;
#pragma hp5 region if(parallel) if(n > 4)
    {
        for (int t = 0; t < sweeps; t++) {
            double row[N];
#pragma hp5 do tasktile(16)
            for (int i = 1; i < n - 1; i++)
                row[i] = from[i - 1] + from[i + 1];
#pragma hp5 do tasktile(16)
            for (int i = 1; i < n - 1; i++)
                to[i] = row[i] / 2 + t;
            double *other = from;
            from = to;
            to = other;
        }
#pragma hp5 task_wait
        for (int i = 0; i < n; i++) {
            if (i % 7 == 3)
                continue;
            sum += from[i];
        }
    }
    return sum;
}

static double clauses(int n) {
    int last = 0;
    double s = 0, scratch[4] = {1, 2, 3, 4};
#pragma hp5 region
    {
#pragma hp5 do tasktile(8) firstprivate(n) shared(a, b) collapse(1) nogroup schedule(static, 8) lastprivate(last)
        for (int i = 0; i < n; i++) {
            a[i] = b[i] + i;
            last = i;
        }
#pragma hp5 do tasktile(8) reduction(task, +: s) nowait order(concurrent) allocate(s)
        for (int i = 0; i < n; i++)
            s += a[i];
        for (int i = 0; i < 4; i++) {
#pragma hp5 task firstprivate(scratch) shared(c) inout(c[i]) affinity(c) priority(i)
            c[i] += scratch[i] * 3;
            scratch[i] = 0;
        }
    }
    return s + last;
}

static void sweep(int n, double *v) {
#pragma hp5 region joined if(n > 10)
    {
#pragma hp5 array_tile dimtile(8) dim(n) arrvar(v)
#pragma hp5 do tasktile(8)
        for (int i = 1; i < n; i++)
            v[i] += v[i - 1] / 4;
    }
}

int main(void) {
    (void)cutoff;
    for (int k = 0; k < N; k++)
        b[k] = k % 7;
    printf("%d %d %d\n", by_region(16), by_final_region(16), by_final_task(16));
    printf("%g\n", clauses(N));
    for (int n = 3; n < N; n += 23)
        for (int parallel = 0; parallel < 2; parallel++)
            printf("%g\n", plain(n, 3, parallel));
    int n = 8;
#pragma hp5 region
    {
#pragma hp5 array_tile dimtile(8) dim(N) arrvar(a, b)
        sweep(N, a);
        sweep(n, a);
        sweep(N, b);
    }
    sweep(5, b);
    sweep(50, b);
    for (int k = 0; k < N; k++)
        printf("%g %g %g\n", a[k], b[k], c[k]);
    return 0;
}
