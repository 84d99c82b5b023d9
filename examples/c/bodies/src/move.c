/* How bodies move: by leaps of half a step in speed, a step in place. */
#include "bodies.h"

void kick(struct bodies *b, double dt)
{
    int i;

    for (i = 0; i < b->count; i++) {
        b->vx[i] += dt * b->ax[i];
        b->vy[i] += dt * b->ay[i];
        b->vz[i] += dt * b->az[i];
    }
}

void drift(struct bodies *b, double dt)
{
    int i;

    for (i = 0; i < b->count; i++) {
        b->x[i] += dt * b->vx[i];
        b->y[i] += dt * b->vy[i];
        b->z[i] += dt * b->vz[i];
    }
}
