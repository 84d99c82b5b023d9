// Divisions that the serial program does under a condition alone, by what may be 0, are not done where
// tasks are registered.
#include <stdio.h>

static double a[64], b[64];

static void by_names(int n, int w, int m)
{
#pragma hp5 region
    {
        for (int i = 0; i < n; i++) {
#pragma hp5 task
            {
                if (w > 0)
                    a[i / w] += 1.0;
            }
        }
        for (int i = 0; i < n; i++) {
#pragma hp5 task
            {
                if (m)
                    a[i % m] = a[i % m] * 0.5 + i;
            }
        }
        for (int i = 0; i < n; i++) {
#pragma hp5 task
            {
                for (int j = 0; m != 0 && j < n / m; j++)
                    a[j] = a[j] * 0.5 + i;
            }
        }
#pragma hp5 task
        {
            if (m != 0 && n > 0)
                a[n / m] = 5;
        }
#pragma hp5 task
        {
            b[1] = m ? a[n / m] : a[2];
        }
#pragma hp5 task
        {
            for (int j = 0; j < (m ? n / m : 0); j++)
                a[j] = a[j] * 0.5 + j;
        }
#pragma hp5 task
        {
            if (m > 0) {
                int q = n / m;
                for (int j = 0; j < q; j++)
                    b[j] = a[j] * 0.5 + j;
            }
        }
    }
}
static void around(int n, int w)
{
    if (w > 0) {
#pragma hp5 region
        {
            for (int i = 0; i < n / w; i++) {
#pragma hp5 task
                b[i * w] += a[i];
            }
            if (n > w)
            {
#pragma hp5 task_tile(i = 4)
                for (int i = 0; i < n % w; i++)
                    b[i] += a[i];
            }
        }
    }
}

static int ok(int m)
{
    return m > 0;
}
struct counts {
    int m, n;
};
static struct counts none = {0, 0}, some = {5, 3}, *sp;
static int parts[4];
static void by_other_means(int n, int m)
{
#pragma hp5 region
    {
        int has = m != 0;
        for (int i = 0; i < n; i++) {
#pragma hp5 task
            {
                switch (m) {
                case 0:
                    break;
                default:
                    a[i / m] += 1.0;
                }
            }
        }
        for (int i = 0; i < n; i++) {
#pragma hp5 task
            {
                if (has)
                    a[i % m] = a[i % m] * 0.5 + i;
            }
        }
#pragma hp5 task
        {
            if (ok(m))
                a[n / m] = 5;
        }
#pragma hp5 task
        {
            if (ok(m))
                for (int j = n / m; j < n; j++)
                    a[j] = a[j] * 0.5 + j;
        }
#pragma hp5 task
        {
            if (has)
                b[n / (m * 2)] += a[n / sp->m] + a[n % some.n];
        }
#pragma hp5 task
        {
            for (int k = 0; k < m; k++)
                b[n / m] += 1;
        }
#pragma hp5 task
        {
            if (parts[0])
                b[n / parts[0]] += 1;
        }
        if (has)
            for (int i = 0; i < n / m; i++) {
#pragma hp5 task
                b[i * m] += a[i];
            }
    }
}

int main(void)
{
    for (int i = 0; i < 64; i++)
        a[i] = i;
    by_names(32, 0, 0);
    by_names(32, 3, 5);
    around(32, 3);
    sp = &none;
    by_other_means(32, 0);
    sp = &some;
    parts[0] = 2;
    by_other_means(32, 5);
    for (int i = 0; i < 64; i++)
        printf("%g %g\n", a[i], b[i]);
    return 0;
}
