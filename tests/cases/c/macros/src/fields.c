#include <assert.h>
#include <math.h>

#include "fields.h"

static double total[N];

void relax(struct fields *f, int steps) {
    double *a = f->u, *b = f->v;
    const double limits[2] = {-1e3, 1e3};
#pragma hp5 region begin
#pragma hp5 array_tile dimtile(TILE, TILE) dim(N, N) arrvar(a, b)
#define FILL(name, first) TILED(i, 0, N) f->name[i] = (first) * i;
    QUANTITIES(FILL)
#undef FILL
    for (int step = 0; step < steps; step++) {
#pragma hp5 do tasktile(TILE, TILE)
        FOR(i, 1, N - 1)
            FOR(j, 1, N - 1) {
                assert(i > 0 && j > 0);
                b[i * N + j] = clamp((a[(i - 1) * N + j] + a[(i + 1) * N + j]) / 2, limits);
            }
        SWAP(double *, a, b);
    }
#ifdef SERIAL_SUM
    for (int i = 0; i < N; i++)
        total[i] = 0;
#else
    TILED(i, 0, N) {
        total[i] = f->mass[i] * f->speed[i];
        FOR(j, 0, N)
            total[i] += a[i * N + j];
        SWAP(double, total[i], f->mass[i]);
        total[i] += GREATER(total[i], 7.5);
    }
#endif
#pragma hp5 region end
    f->u = a;
    f->v = b;
}
