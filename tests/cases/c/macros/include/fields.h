/* Regions in a header: each file that includes it has its own. */
#ifndef FIELDS_H
#define FIELDS_H

#include "loops.h"

#define MEMBER(name, first) double name[N];
struct fields {
    QUANTITIES(MEMBER)
    double *u, *v;
};
#undef MEMBER

static inline double clamp(double x, const double *limits) {
    return x < limits[0] ? limits[0] : x > limits[1] ? limits[1] : x;
}

static inline void scale(double *a, double factor) {
#pragma hp5 region
    {
#pragma hp5 array_tile dimtile(TILE) dim(N) arrvar(a)
#pragma hp5 do tasktile(TILE)
        FOR(i, 0, N)
            a[i] *= factor;
#pragma hp5 do tasktile(TILE)
        FOR(i, 0, N)
            a[i] += i;
    }
}

void relax(struct fields *f, int steps);

#endif
