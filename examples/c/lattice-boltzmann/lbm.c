/*
 * Lattice Boltzmann flow in a channel with round obstacles (D2Q9, BGK): nine populations per cell, in
 * planes of a struct, pulled from the neighbours, relaxed, and written to the other of two structs.
 *
 * Graph: a task is a band of rows in one step. It reads its band of all nine planes and one row on
 * either side, and writes its band of the other lattice; bands of the next step begin when their three are done.
 * The mass is summed by a reduction now and then, which waits for nothing but the bands.
 *
 * NX is no power of two: with 512 cells in a row the nine planes of both lattices meet in the same lines of
 * the cache, and a step takes twice as long.
 *
 *     lbm [steps] [obstacles]       on NY x NX cells
 *
 * Prints the mass (before, and at the end) and a checksum of all bits of the lattice.
 */
#include "example.h"

#define NX 500
#define NY 400
#define Q 9
#define BAND 4
#define LEFT(x) ((x) == 0 ? NX - 1 : (x) - 1)
#define RIGHT(x) ((x) == NX - 1 ? 0 : (x) + 1)

struct lattice {
    double f[Q][NY][NX];
};

static struct lattice first, second;
static unsigned char wall[NY][NX];
static const double weight[Q] = {4.0 / 9, 1.0 / 9, 1.0 / 9, 1.0 / 9, 1.0 / 9, 1.0 / 36, 1.0 / 36, 1.0 / 36, 1.0 / 36};
static const double omega = 1.2, force = 1e-5;

/* Rows from `from` to before `to`, of one step. Directions: 0 rests, 1 to 4 go right, down, left, up (y grows
   downwards), 5 to 8 go right-down, left-down, left-up, right-up. */
static void rows(const struct lattice *a, struct lattice *b, int from, int to)
{
    int x, y, q;

    for (y = from; y < to; y++)
        for (x = 0; x < NX; x++) {
            const int l = LEFT(x), r = RIGHT(x);
            double g[Q], rho, ux, uy, uu, u[Q];
            g[0] = a->f[0][y][x];
            g[1] = a->f[1][y][l];
            g[2] = a->f[2][y - 1][x];
            g[3] = a->f[3][y][r];
            g[4] = a->f[4][y + 1][x];
            g[5] = a->f[5][y - 1][l];
            g[6] = a->f[6][y - 1][r];
            g[7] = a->f[7][y + 1][r];
            g[8] = a->f[8][y + 1][l];
            if (wall[y][x]) { /* sent back where it came from */
                b->f[0][y][x] = g[0];
                b->f[1][y][x] = g[3];
                b->f[2][y][x] = g[4];
                b->f[3][y][x] = g[1];
                b->f[4][y][x] = g[2];
                b->f[5][y][x] = g[7];
                b->f[6][y][x] = g[8];
                b->f[7][y][x] = g[5];
                b->f[8][y][x] = g[6];
                continue;
            }
            rho = g[0] + g[1] + g[2] + g[3] + g[4] + g[5] + g[6] + g[7] + g[8];
            ux = (g[1] + g[5] + g[8] - g[3] - g[6] - g[7]) / rho + force;
            uy = (g[2] + g[5] + g[6] - g[4] - g[7] - g[8]) / rho;
            uu = 1.5 * (ux * ux + uy * uy);
            u[0] = 0.0;
            u[1] = ux;
            u[2] = uy;
            u[3] = -ux;
            u[4] = -uy;
            u[5] = ux + uy;
            u[6] = -ux + uy;
            u[7] = -ux - uy;
            u[8] = ux - uy;
            for (q = 0; q < Q; q++)
                b->f[q][y][x] = g[q] + omega * (weight[q] * rho * (1.0 + 3.0 * u[q] + 4.5 * u[q] * u[q] - uu) - g[q]);
        }
}

static void flow(int steps)
{
    struct lattice *a = &first, *b = &second;
    int t, y;

#pragma hp5 region begin
#pragma hp5 array_tile dimtile(*, BAND, *) dim(Q, NY, NX) arrvar(a->f, b->f)
    for (t = 0; t < steps; t++) {
        struct lattice *c;
#pragma hp5 do tasktile(BAND) in(a->f[0:Q][y - 1:3][0:NX], wall) out(b->f[0:Q][y:1][0:NX])
#pragma omp parallel for schedule(runtime)
        for (y = 1; y < NY - 1; y++)
            rows(a, b, y, y + 1);
        c = a;
        a = b;
        b = c;
    }
#pragma hp5 region end
}

static double mass(const struct lattice *l)
{
    double sum = 0.0;
    int q, x, y;

    for (q = 0; q < Q; q++)
        for (y = 1; y < NY - 1; y++)
            for (x = 0; x < NX; x++)
                sum += l->f[q][y][x];
    return sum;
}

int main(int argc, char **argv)
{
    int steps = argument(argc, argv, 1, "steps", 200, 0, 1000000);
    int obstacles = argument(argc, argv, 2, "obstacles", 6, 0, 1000);
    const struct lattice *last = steps % 2 == 0 ? &first : &second;
    int k, q, x, y;
    double start;

    no_more(argc, argv, 2);
    for (x = 0; x < NX; x++)
        wall[0][x] = wall[1][x] = wall[NY - 2][x] = wall[NY - 1][x] = 1;
    for (k = 0; k < obstacles; k++) {
        const int cx = (k * 97 + 60) % NX, cy = 40 + (k * 131) % (NY - 80), r = 8 + k % 5;
        for (y = cy - r; y <= cy + r; y++)
            for (x = cx - r; x <= cx + r; x++)
                if ((x - cx) * (x - cx) + (y - cy) * (y - cy) <= r * r)
                    wall[y][(x + NX) % NX] = 1;
    }
    for (q = 0; q < Q; q++)
        for (y = 0; y < NY; y++)
            for (x = 0; x < NX; x++)
                first.f[q][y][x] = second.f[q][y][x] = weight[q] * (1.0 + 0.001 * ((x * 31 + y * 17) % 7));
    printf("mass before %.9f\n", mass(&first));
    start = seconds();
    flow(steps);
    took(start);
    printf("mass at the end %.9f\nchecksum %016llx\n", mass(last), (unsigned long long)checksum(0, last, sizeof *last));
    return 0;
}
