/* Pointers that are made of numbers: variables, members, elements of tables, alone and in macros. */
#include <stdint.h>
#include <string.h>
#define N 8
#define STEP 64
#define ROW(k) ((double *)off[k])
#define AS_ROW(x) ((double *)(x))
#define FIRST ((double *)base)
struct node { unsigned long at; int n; };
double a[N * 8];
uintptr_t base, off[N], two[N][2], *line, given[N];
struct node nodes[N];
char bytes[4096];
void f(int n) {
    double *rows[N];
    for (int i = 0; i < N; i++)
        rows[i] = a + i * 8;
    memcpy(off, rows, sizeof off);
#pragma hp5 region
    for (int i = 0; i < n; i++) {
#pragma hp5 task
        ((double *)(base + 8 * i))[0] = i; //~ HP5-E0506
#pragma hp5 task
        ((double *)(base + STEP))[0] = i; //~ HP5-E0506
#pragma hp5 task
        ((double *)nodes[i].at)[0] = i; //~ HP5-E0506
#pragma hp5 task
        ((double *)two[i][1])[0] = i; //~ HP5-E0506
#pragma hp5 task
        ((double *)line[i])[0] = i; //~ HP5-E0506
#pragma hp5 task
        ((double *)*line)[0] = i; //~ HP5-E0506
#pragma hp5 task
        ROW(i)[0] = i; //~ HP5-E0506
#pragma hp5 task
        AS_ROW(given[i])[0] = i; //~ HP5-E0506
#pragma hp5 task
        FIRST[0] = i; //~ HP5-E0506
    }
}
