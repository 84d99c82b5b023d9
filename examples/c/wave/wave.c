/*
 * Waves on a plate with sources: the equation u_tt = c^2 (u_xx + u_yy), three time levels.
 *
 * Everything is global, as in programs that were Fortran once: pointers to three levels, which change
 * places after each step, and sources, each of which is added at its point in every step.
 *
 * Graph: a task is a band of rows in one step. It reads its rows of the level before, and one more
 * on either side of the level now. Sources are tasks too: each writes one tile, so it waits for the
 * bands that meet it, and they for it, and no others. Exchanging the pointers waits for nothing.
 *
 *     wave [n] [steps] [sources]
 *
 * Prints the sum of squares of the last level, and a checksum of all bits of the last two.
 */
#include <math.h>

#include "example.h"

#define MAX_SOURCES 64
/* Rows of a task: its rows of all levels are about half of a second-level cache. */
#define BAND 8
#define U(i, j) now[(i) * width + (j)]

static double *now, *before, *next;
static long width, height;
static double courant2 = 0.2;
static struct source { int row, column; double period, strength; } sources[MAX_SOURCES];

static void run(int steps, int count)
{
    long i, j;
    int t, s;

#pragma hp5 region begin name("waves")
#pragma hp5 array_tile dimtile(BAND, *) dim(height, width) arrvar(now, before, next)
    for (t = 0; t < steps; t++) {
        double *last;
        for (s = 0; s < count; s++) {
            const int row = sources[s].row, column = sources[s].column;
            const double pushed = sources[s].strength * sin(6.28 * t / sources[s].period);
#pragma hp5 task
            U(row, column) += pushed;
        }
#pragma hp5 do tasktile(BAND)
#pragma omp parallel for private(j) schedule(runtime)
        for (i = 1; i < height - 1; i++)
            for (j = 1; j < width - 1; j++)
                next[i * width + j] = 2.0 * U(i, j) - before[i * width + j] +
                    courant2 * (U(i - 1, j) + U(i + 1, j) + U(i, j - 1) + U(i, j + 1) - 4.0 * U(i, j));
        last = before;
        before = now;
        now = next;
        next = last;
    }
#pragma hp5 region end
}

int main(int argc, char **argv)
{
    int steps = argument(argc, argv, 2, "steps", 60, 0, 1000000);
    int count = argument(argc, argv, 3, "sources", 5, 0, MAX_SOURCES), s;
    double energy = 0.0, start;
    size_t points, k;

    width = height = argument(argc, argv, 1, "n", 3600, 3, 20000);
    no_more(argc, argv, 3);
    points = (size_t)(width * height);
    now = zeros(points, sizeof *now);
    before = zeros(points, sizeof *before);
    next = zeros(points, sizeof *next);
    for (s = 0; s < count; s++) {
        sources[s].row = 1 + (s * 7919 + 13) % (int)(height - 2);
        sources[s].column = 1 + (s * 104729 + 7) % (int)(width - 2);
        sources[s].period = 20.0 + s;
        sources[s].strength = 1.0 / (s + 1);
    }
    start = seconds();
    run(steps, count);
    took(start);
    for (k = 0; k < points; k++)
        energy += now[k] * now[k];
    printf("energy %.12g\nchecksum %016llx\n", energy,
           (unsigned long long)checksum(checksum(0, now, points * sizeof *now), before, points * sizeof *before));
    free(now);
    free(before);
    free(next);
    return 0;
}
