/* Variables of which each thread has its own: tasks use those of the thread that registers them. */
#include <stdio.h>
static _Thread_local int level, steps[64];
static __thread double *field;
static int seed;
#pragma omp threadprivate(seed)
static double a[64];
static void run(int n)
{
#pragma hp5 region begin
    for (int t = 0; t < 3; t++) {
#pragma hp5 do tasktile(4)
        for (int i = 0; i < n; i++) {
            for (volatile int k = 0; k < 2000; k++)
                ;
            steps[i] += i + level + seed;
        }
#pragma hp5 do tasktile(4)
        for (int i = 0; i < n; i++)
            field[i] += steps[i] * 0.5;
#pragma hp5 task
        level++;
#pragma hp5 task
        seed += 2;
    }
#pragma hp5 region end
}
int main(void)
{
    double s = 0;
    level = 5;
    seed = 7;
    field = a;
    run(64);
    for (int i = 0; i < 64; i++)
        s = s * 0.9 + a[i] + steps[i];
    printf("%.17g %d %d\n", s, level, seed);
    return 0;
}
