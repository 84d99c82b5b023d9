#include <stdio.h>

#include "fields.h"

void rows(void);

static double first[N * N], second[N * N];

int main(void) {
    static struct fields f;
    f.u = first;
    f.v = second;
    FOR(i, 0, N)
        FOR(j, 0, N)
            U(&f, i, j) = second[i * N + j] = (i * 7 + j * 13) % 17;
    relax(&f, STEPS);
    scale(f.mass, 1.5);
    double sum = 0;
    FOR(i, 0, N) {
        sum += f.mass[i] * (i + 1) - f.speed[i];
        FOR(j, 0, N)
            sum += U(&f, i, j) * (i - j);
    }
    printf("%.17g\n", sum);
    rows();
    return 0;
}
