/* Regions that are statements without braces: loops, calls, conditions. */
#include <stdio.h>
#define N 80

static int a[N], b[N], c[N];

static void add(int *v, int n) {
#pragma hp5 region joined
    {
#pragma hp5 array_tile dimtile(8) dim(n) arrvar(v)
#pragma hp5 do tasktile(8)
        for (int k = 0; k < n; k++)
            v[k] += k;
    }
}

static void loops(int n) {
    int i;
#pragma hp5 region
#pragma hp5 do tasktile(8)
    for (i = 0; i < n; i++)
        a[i] = b[i] + i;
    printf("%d\n", i);
#pragma hp5 region name("turns")
    for (int t = 0; t < 3; t++) {
        int row[N];
#pragma hp5 do tasktile(16)
        for (int k = 0; k < n; k++)
            row[k] = a[k] * 2;
#pragma hp5 do tasktile(16)
        for (int k = 0; k < n; k++)
            c[k] += row[k] + t;
    }
#pragma hp5 region
    while (n > 60) {
#pragma hp5 task firstprivate(n)
        c[n - 1] += n;
        n--;
    }
#pragma omp parallel for
#pragma hp5 region
    /* between them */
    for (int k = 0; k < 9; k++)
#pragma hp5 task inout(c[k])
        c[k] += 7;
}

static void under(int n) {
    if (n > 3)
#pragma hp5 region if(n > 5)
        for (int k = 0; k < n; k++)
#pragma hp5 task inout(c[k])
            c[k] += 7;
    else
        c[0] = 1;
    for (int t = 0; t < 4; t++)
#pragma hp5 region
        for (int k = 0; k < n; k++) {
#pragma hp5 task
            b[k] += t + c[k];
        }
    switch (n) {
    case 9:
#pragma hp5 region
        if (b[0] >= 0) {
#pragma hp5 task
            b[0] = 9;
        }
        break;
    default:
        do
#pragma hp5 region
            add(b, N);
        while (n++ < 5);
    }
#pragma hp5 region
#pragma hp5 task
    a[0] = 77;
}

int main(void) {
    for (int k = 0; k < N; k++)
        b[k] = k % 7;
    loops(N);
    for (int n = 2; n < 12; n += 3)
        under(n);
    under(9);
    for (int k = 0; k < N; k++)
        printf("%d %d %d\n", a[k], b[k], c[k]);
    return 0;
}
