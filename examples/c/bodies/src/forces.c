/* What bodies do to each other. */
#include <math.h>

#include "bodies.h"

#define SOFT 1e-3

void forces(struct bodies *b)
{
    int i, j;

#pragma hp5 region begin
#pragma hp5 array_tile dimtile(GRAIN) dim(MOST) arrvar(b->ax, b->ay, b->az)
#pragma hp5 do tasktile(GRAIN)
#pragma omp parallel for private(j) schedule(runtime)
    for (i = 0; i < b->count; i++) {
        double ax = 0.0, ay = 0.0, az = 0.0;
        for (j = 0; j < b->count; j++) {
            double dx = b->x[j] - b->x[i], dy = b->y[j] - b->y[i], dz = b->z[j] - b->z[i];
            double r2 = dx * dx + dy * dy + dz * dz + SOFT;
            double pull = b->mass[j] / (r2 * sqrt(r2));
            ax += pull * dx;
            ay += pull * dy;
            az += pull * dz;
        }
        b->ax[i] = ax;
        b->ay[i] = ay;
        b->az[i] = az;
    }
#pragma hp5 region end
}

double energy(const struct bodies *b)
{
    int i, j;
    double sum = 0.0;

#pragma hp5 region begin
#pragma hp5 do tasktile(GRAIN) reduction(+: sum)
#pragma omp parallel for private(j) reduction(+: sum) schedule(runtime)
    for (i = 0; i < b->count; i++) {
        double speed2 = b->vx[i] * b->vx[i] + b->vy[i] * b->vy[i] + b->vz[i] * b->vz[i];
        double own = 0.5 * b->mass[i] * speed2;
        for (j = 0; j < i; j++) {
            double dx = b->x[j] - b->x[i], dy = b->y[j] - b->y[i], dz = b->z[j] - b->z[i];
            own -= b->mass[i] * b->mass[j] / sqrt(dx * dx + dy * dy + dz * dz + SOFT);
        }
        sum += own;
    }
#pragma hp5 region end
    return sum;
}
