#ifndef BODIES_H
#define BODIES_H

#define MOST 16384
#define GRAIN 16

/* Bodies that attract each other: places, speeds, accelerations, masses. */
struct bodies {
    int count;
    double x[MOST], y[MOST], z[MOST];
    double vx[MOST], vy[MOST], vz[MOST];
    double ax[MOST], ay[MOST], az[MOST];
    double mass[MOST];
};

void forces(struct bodies *b);
void kick(struct bodies *b, double dt);
void drift(struct bodies *b, double dt);
double energy(const struct bodies *b);

#endif
