// Macros that are parts of declarations: qualifiers, storage, attributes.
#include <stdio.h>
#include <stdlib.h>
#define RESTRICT restrict
#define CONST const
#define LOCAL static
#define PRIVATE static __attribute__((noinline))
#define BOTH LOCAL CONST
#define REAL double
#define ALIGNED(n) __attribute__((aligned(n)))
#define N 80

LOCAL REAL table[N] ALIGNED(32);
BOTH int weights[4] = {1, 2, 3, 4};

PRIVATE void add(REAL *RESTRICT to, CONST REAL *RESTRICT from, int n) {
    for (int i = 0; i < n; i++) to[i] += from[i];
}

int main(void) {
    double *RESTRICT v = malloc(N * sizeof *v);
    const double *CONST w = table;
    for (int i = 0; i < N; i++) v[i] = i, table[i] = i % 3;
#pragma hp5 region begin
    for (int t = 0; t < 4; t++) {
        LOCAL int turns;
        turns++;
#pragma hp5 task
        for (int i = 1; i < N - 1; i++) v[i] += v[i - 1] + w[i] * weights[i % 4];
#pragma hp5 task
        add(table, (CONST REAL *)v, N);
    }
#pragma hp5 region end
    printf("%g %g\n", v[70], table[70]);
    free(v);
}
