/*
 * Bodies that attract each other, each one all others: several files, a header, a static library.
 *
 * Graph: a task computes the accelerations of GRAIN bodies; all of one step are independent. The
 * regions are in functions of another file than main, and each ends before its function returns.
 * Directives stand on what is long; what is short is left as it is.
 *
 *     bodies [count] [steps]
 *
 * Prints the energy before and at the end (a sum by reduction: the last digits depend on how it is
 * grouped), and a checksum of all bits of the places.
 */
#include <math.h>

#include "bodies.h"
#include "example.h"

static struct bodies all;

int main(int argc, char **argv)
{
    int count = argument(argc, argv, 1, "count", 4000, 1, MOST);
    int steps = argument(argc, argv, 2, "steps", 10, 0, 1000000), i, t;
    unsigned long long sum;
    double before, dt = 1e-3, start;

    no_more(argc, argv, 2);
    all.count = count;
    for (i = 0; i < count; i++) {
        all.x[i] = (i * 7919 % 1009) / 1009.0;
        all.y[i] = (i * 104729 % 2003) / 2003.0;
        all.z[i] = (i * 1299709 % 499) / 499.0;
        all.vx[i] = 0.1 * (all.y[i] - 0.5);
        all.vy[i] = -0.1 * (all.x[i] - 0.5);
        all.mass[i] = (1.0 + i % 3) / count;
    }
    start = seconds();
    before = energy(&all);
    forces(&all);
    for (t = 0; t < steps; t++) {
        kick(&all, 0.5 * dt);
        drift(&all, dt);
        forces(&all);
        kick(&all, 0.5 * dt);
    }
    printf("energy before %.9g at the end %.9g\n", before, energy(&all));
    took(start);
    sum = checksum(0, all.x, sizeof all.x);
    sum = checksum(sum, all.y, sizeof all.y);
    printf("checksum %016llx\n", (unsigned long long)checksum(sum, all.z, sizeof all.z));
    return 0;
}
