/* Declarations in blocks: of variables of the file, of functions, of types, of what lasts. */
#include <stdio.h>

#define N 64

int count = 3, other = 4;
int table[N];
int *lead = table;
struct grid { int n; int u[N]; } grid;
static int a[N], b[N];

static void fill(int i) {
    extern int table[N];
    for (volatile int k = 0; k < 300; k++) {}
    table[i] = a[i] + i;
}

/* The variable of the file, behind one of the function. */
static void hidden(int i) {
    int count = i;
    {
        extern int count;
        count += i;
    }
    a[i] += count;
}

int from(int k);

static void scalars(int n) {
#pragma hp5 region
    {
#pragma hp5 do tasktile(4)
        for (int i = 0; i < n; i++) {
            extern int count, other;
            for (volatile int k = 0; k < 300; k++) {}
            a[i] += count;
            other = count + i;
            count++;
        }
#pragma hp5 task
        b[1] += other + count;
#pragma hp5 do tasktile(4)
        for (int i = 0; i < n; i++)
            hidden(i);
#pragma hp5 task
        b[2] += count;
    }
}

/* Tasks look at the variable itself, which code between them sets. */
static void between(int n) {
#pragma hp5 region
    {
#pragma hp5 do tasktile(4)
        for (int i = 0; i < n; i++) {
            extern int count;
            for (volatile int k = 0; k < 300; k++) {}
            b[i] += count;
        }
        {
            extern int count;
            count += grid.u[3];
        }
#pragma hp5 task
        {
            extern int other;
            for (volatile int k = 0; k < 3000; k++) {}
            b[3] += other;
        }
        other += n;
#pragma hp5 do tasktile(4)
        for (int i = 0; i < n; i++) {
            extern int *lead;
            for (volatile int k = 0; k < 300; k++) {}
            b[i] += *lead;
        }
        lead = a + 3;
    }
}

static void arrays(int n) {
#pragma hp5 region
    {
#pragma hp5 do tasktile(4)
        for (int i = 0; i < n; i++)
            fill(i);
#pragma hp5 do tasktile(4)
        for (int i = 0; i < n; i++)
            a[i] += table[n - 1 - i];
#pragma hp5 do tasktile(4)
        for (int i = 0; i < n; i++) {
            extern int table[];
            for (volatile int k = 0; k < 300; k++) {}
            table[i] = a[i];
        }
        {
            extern int table[N];
            extern int from(int);
            int abs(int);
            b[3] += table[n - 2] + from(abs(-n));
        }
#pragma hp5 do tasktile(4)
        for (int i = 0; i < n; i++) {
            extern struct grid grid;
            for (volatile int k = 0; k < 300; k++) {}
            grid.u[i] = a[i] + table[n - 1 - i];
        }
#pragma hp5 do tasktile(4)
        for (int i = 0; i < n; i++) {
            extern struct grid grid;
            typedef int number;
            enum { ONE = 1 };
            number v = grid.u[n - 1 - i] + ONE;
            a[i] += v;
        }
#pragma hp5 task
        {
            extern int from(int);
            b[4] += from(n);
        }
    }
}

int from(int k) {
    return table[k - 1] + a[k - 1];
}

int main(void) {
    long sum = 0;
    for (int i = 0; i < N; i++)
        a[i] = i * 7 % 31;
    for (int k = 0; k < 3; k++) {
        scalars(N);
        between(N);
        arrays(N);
        lead = table;
    }
    for (int i = 0; i < N; i++)
        sum = sum * 3 % 1000003 + a[i] % 1009 + b[i] % 1013;
    printf("%ld\n", sum);
    return 0;
}
