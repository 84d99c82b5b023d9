/* Lattice Boltzmann D2Q9 in a channel, C89 style. */
#include <stdio.h>
#include <stdlib.h>
#define NX 60
#define NY 44
#define Q 9
typedef struct { double f[Q]; } cell;
static const int cx[Q] = {0, 1, 0, -1, 0, 1, -1, -1, 1}, cy[Q] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
static const double w[Q] = {4. / 9, 1. / 9, 1. / 9, 1. / 9, 1. / 9, 1. / 36, 1. / 36, 1. / 36, 1. / 36};
static cell from[NX][NY], to[NX][NY];
static double omega = 1.1;

static void collide(cell *c)
{
    double rho = 0, ux = 0, uy = 0, cu, uu;
    int q;
    for (q = 0; q < Q; q++) {
        rho += c->f[q];
        ux += c->f[q] * cx[q];
        uy += c->f[q] * cy[q];
    }
    ux = ux / rho + 0.001;
    uy /= rho;
    uu = 1.5 * (ux * ux + uy * uy);
    for (q = 0; q < Q; q++) {
        cu = 3 * (cx[q] * ux + cy[q] * uy);
        c->f[q] += omega * (w[q] * rho * (1 + cu + 0.5 * cu * cu - uu) - c->f[q]);
    }
}

int main(int argc, char **argv)
{
    int x, y, q, t, steps = argc > 1 ? atoi(argv[1]) : 12;
    double mass = 0;
    for (x = 0; x < NX; x++)
        for (y = 0; y < NY; y++)
            for (q = 0; q < Q; q++)
                from[x][y].f[q] = w[q] * (1 + 0.01 * ((x * 31 + y * 17) % 7));
#pragma hp5 region begin
#pragma hp5 array_tile dimtile(8, 16) arrvar(from, to)
    for (t = 0; t < steps; t++) {
#pragma hp5 do tasktile(8, 16) inout(from[x][y])
        for (x = 0; x < NX; x++)
            for (y = 0; y < NY; y++)
                collide(&from[x][y]);
#pragma hp5 do tasktile(8, 16) in(from(x-1:x+1, y-1:y+1))
        for (x = 1; x < NX - 1; x++)
            for (y = 1; y < NY - 1; y++)
                for (q = 0; q < Q; q++)
                    to[x][y].f[q] = from[x - cx[q]][y - cy[q]].f[q];
#pragma hp5 do tasktile(8, 16)
        for (x = 1; x < NX - 1; x++)
            for (y = 1; y < NY - 1; y++)
                from[x][y] = to[x][y];
    }
#pragma hp5 region end
    for (x = 0; x < NX; x++)
        for (y = 0; y < NY; y++)
            for (q = 0; q < Q; q++)
                mass += from[x][y].f[q] * (1 + x * 0.01);
    printf("%.17g\n", mass);
    return 0;
}
