/*
 * Tendencies of an atmosphere on a sphere, in the shape of IAP AGCM-4's tend_lin: a stencil phase, in
 * which the tendencies of pressure, wind and temperature are computed, and a filtering phase, in which
 * they are smoothed along the longitudes at high latitudes, where grid points lie close together.
 * Rows nearer to a pole are smoothed more often. The equations are a simplified set of our own.
 *
 *     tend-lin [LONGITUDES [LATITUDES [LEVELS [STEPS [both|stencil|filter]]]]]     720 361 30 10 both
 *
 * Prints means and a checksum of all bits of the fields. `seconds` on stderr is the time of all
 * steps: of both phases, or of the one that is asked for alone.
 *
 * The graph: fields are cut along the latitudes, tendencies also into levels. Stencil tasks are a few
 * latitudes of all levels. A task of the filter is a pass over a level of a tendency: it waits for
 * the tasks that made this level, or for the pass before, and for nothing else. So one variable is
 * filtered while the stencils of the next are computed, and the passes over a level follow one
 * another while it is in cache, which holds the filtered rows of one, not of two.
 */
#include <math.h>

#include "example.h"

/* Latitudes of a tile of a field; levels, and latitudes, of one of a tendency. */
#ifndef ROWS
#define ROWS 16
#endif
#ifndef LEVELS
#define LEVELS 1
#endif
#ifndef TALL
#define TALL 128
#endif

/* Degrees from which on rows are filtered, and the most passes over one. */
#define FILTERED 38.0
#define MOST_PASSES 16

/* Rows have a copy of the last longitude before the first one, and of the first behind the last. */
#define WIDTH (nx + 2)

/* Pressure falls where wind carries air away, summed up over all levels. */
static void pressure(int nz, int ny, int nx, double u[nz][ny][WIDTH], double v[nz][ny][WIDTH], double cosines[ny],
                     double dp[1][ny][WIDTH])
{
#pragma hp5 region joined
    {
#pragma hp5 array_tile dimtile(*, ROWS, *) arrvar(u, v, dp)
#pragma hp5 do tasktile(ROWS)
#pragma omp parallel for schedule(runtime)
        for (int j = 1; j < ny - 1; j++) {
            for (int i = 1; i <= nx; i++)
                dp[0][j][i] = 0.0;
            for (int k = 0; k < nz; k++)
                for (int i = 1; i <= nx; i++)
                    dp[0][j][i] -= 0.5 * (u[k][j][i + 1] - u[k][j][i - 1]) / cosines[j]
                                   + 0.5 * (v[k][j + 1][i] * cosines[j + 1] - v[k][j - 1][i] * cosines[j - 1]);
        }
    }
}

/* Wind along the longitudes. */
static void eastward(int nz, int ny, int nx, double p[1][ny][WIDTH], double u[nz][ny][WIDTH],
                     double v[nz][ny][WIDTH], double t[nz][ny][WIDTH], double cosines[ny], double turn[ny],
                     double du[nz][ny][WIDTH])
{
#pragma hp5 region joined
    {
#pragma hp5 array_tile dimtile(*, ROWS, *) arrvar(p, u, v, t)
#pragma hp5 array_tile dimtile(LEVELS, TALL, *) arrvar(du)
#pragma hp5 do tasktile(ROWS)
#pragma omp parallel for schedule(runtime)
        for (int j = 1; j < ny - 1; j++)
            for (int k = 1; k < nz - 1; k++)
                for (int i = 1; i <= nx; i++)
                    du[k][j][i] = turn[j] * 0.25 * (v[k][j][i] + v[k][j][i - 1] + v[k][j + 1][i] + v[k][j + 1][i - 1])
                                  - (t[k][j][i + 1] - t[k][j][i - 1] + p[0][j][i + 1] - p[0][j][i - 1]) / cosines[j]
                                  - u[k][j][i] * (u[k][j][i + 1] - u[k][j][i - 1]) / cosines[j]
                                  - v[k][j][i] * (u[k][j + 1][i] - u[k][j - 1][i])
                                  + 0.1 * (u[k - 1][j][i] - 2.0 * u[k][j][i] + u[k + 1][j][i]);
    }
}

/* Wind along the latitudes. */
static void northward(int nz, int ny, int nx, double p[1][ny][WIDTH], double u[nz][ny][WIDTH],
                      double v[nz][ny][WIDTH], double t[nz][ny][WIDTH], double cosines[ny], double turn[ny],
                      double dv[nz][ny][WIDTH])
{
#pragma hp5 region joined
    {
#pragma hp5 array_tile dimtile(*, ROWS, *) arrvar(p, u, v, t)
#pragma hp5 array_tile dimtile(LEVELS, TALL, *) arrvar(dv)
#pragma hp5 do tasktile(ROWS)
#pragma omp parallel for schedule(runtime)
        for (int j = 1; j < ny - 1; j++)
            for (int k = 1; k < nz - 1; k++)
                for (int i = 1; i <= nx; i++)
                    dv[k][j][i] = -turn[j] * 0.25 * (u[k][j][i] + u[k][j][i + 1] + u[k][j - 1][i] + u[k][j - 1][i + 1])
                                  - (t[k][j + 1][i] - t[k][j - 1][i] + p[0][j + 1][i] - p[0][j - 1][i])
                                  - u[k][j][i] * (v[k][j][i + 1] - v[k][j][i - 1]) / cosines[j]
                                  - v[k][j][i] * (v[k][j + 1][i] - v[k][j - 1][i])
                                  + 0.1 * (v[k - 1][j][i] - 2.0 * v[k][j][i] + v[k + 1][j][i]);
    }
}

/* Temperature. */
static void warming(int nz, int ny, int nx, double p[1][ny][WIDTH], double u[nz][ny][WIDTH],
                    double v[nz][ny][WIDTH], double t[nz][ny][WIDTH], double cosines[ny], double dt[nz][ny][WIDTH])
{
#pragma hp5 region joined
    {
#pragma hp5 array_tile dimtile(*, ROWS, *) arrvar(p, u, v, t)
#pragma hp5 array_tile dimtile(LEVELS, TALL, *) arrvar(dt)
#pragma hp5 do tasktile(ROWS)
#pragma omp parallel for schedule(runtime)
        for (int j = 1; j < ny - 1; j++)
            for (int k = 1; k < nz - 1; k++)
                for (int i = 1; i <= nx; i++)
                    dt[k][j][i] = -u[k][j][i] * (t[k][j][i + 1] - t[k][j][i - 1]) / cosines[j]
                                  - v[k][j][i] * (t[k][j + 1][i] - t[k][j - 1][i])
                                  + 0.05 * (t[k][j][i - 1] + t[k][j][i + 1] + t[k][j - 1][i] + t[k][j + 1][i] - 4.0 * t[k][j][i])
                                  + 0.1 * (t[k - 1][j][i] - 2.0 * t[k][j][i] + t[k + 1][j][i])
                                  - 0.01 * p[0][j][i] * t[k][j][i];
    }
}

/* Smooths a tendency: rows of high latitudes, so many times each. A row is done while it is in cache. */
static void filter(int nz, int ny, int nx, double d[nz][ny][WIDTH], double smoothed[nz][ny][WIDTH], int passes[ny])
{
#pragma hp5 region joined
    {
#pragma hp5 array_tile dimtile(LEVELS, TALL, *) arrvar(d, smoothed)
        for (int pass = 0; pass < MOST_PASSES; pass++) {
#pragma hp5 do tasktile(LEVELS)
#pragma omp parallel for schedule(runtime)
            for (int k = 0; k < nz; k++) {
                for (int j = 1; j < ny - 1; j++)
                    if (passes[j] > pass) {
                        d[k][j][0] = d[k][j][nx];
                        d[k][j][nx + 1] = d[k][j][1];
                        for (int i = 1; i <= nx; i++)
                            smoothed[k][j][i] = 0.25 * d[k][j][i - 1] + 0.5 * d[k][j][i] + 0.25 * d[k][j][i + 1];
                        for (int i = 1; i <= nx; i++)
                            d[k][j][i] = smoothed[k][j][i];
                    }
            }
        }
    }
}

/* Takes a step with a tendency. */
static void advance(int nz, int ny, int nx, double field[nz][ny][WIDTH], double d[nz][ny][WIDTH], double length)
{
#pragma hp5 region joined
    {
#pragma hp5 array_tile dimtile(*, ROWS, *) arrvar(field)
#pragma hp5 array_tile dimtile(LEVELS, TALL, *) arrvar(d)
#pragma hp5 do tasktile(ROWS)
#pragma omp parallel for schedule(runtime)
        for (int j = 0; j < ny; j++)
            for (int k = 0; k < nz; k++) {
                for (int i = 1; i <= nx; i++)
                    field[k][j][i] += length * d[k][j][i];
                field[k][j][0] = field[k][j][nx];
                field[k][j][nx + 1] = field[k][j][1];
            }
    }
}

/* The fields, their tendencies, and what the filter has smoothed of each. */
enum { P, U, V, T, VARIABLES };

typedef struct {
    int nx, ny, nz;
    void *field[VARIABLES], *tendency[VARIABLES], *smoothed[VARIABLES];
    double *cosines, *turn;
    int *passes;
} model;

static void simulate(model *m, int steps, int stencils, int filters)
{
    int nx = m->nx, ny = m->ny, nz = m->nz, *passes = m->passes;
    double *cosines = m->cosines, *turn = m->turn;
    void *p = m->field[P], *u = m->field[U], *v = m->field[V], *t = m->field[T];
    void *dp = m->tendency[P], *du = m->tendency[U], *dv = m->tendency[V], *dt = m->tendency[T];
    void *sp = m->smoothed[P], *su = m->smoothed[U], *sv = m->smoothed[V], *st = m->smoothed[T];
#pragma hp5 region begin
    for (int step = 0; step < steps; step++) {
        if (stencils) {
            pressure(nz, ny, nx, u, v, cosines, dp);
            eastward(nz, ny, nx, p, u, v, t, cosines, turn, du);
            northward(nz, ny, nx, p, u, v, t, cosines, turn, dv);
            warming(nz, ny, nx, p, u, v, t, cosines, dt);
        }
        if (filters) {
            filter(1, ny, nx, dp, sp, passes);
            filter(nz, ny, nx, du, su, passes);
            filter(nz, ny, nx, dv, sv, passes);
            filter(nz, ny, nx, dt, st, passes);
        }
        if (stencils) {
            advance(1, ny, nx, p, dp, 1e-4);
            advance(nz, ny, nx, u, du, 1e-3);
            advance(nz, ny, nx, v, dv, 1e-3);
            advance(nz, ny, nx, t, dt, 1e-3);
        }
    }
#pragma hp5 region end
}

static size_t points(const model *m, int variable)
{
    return (size_t)(variable == P ? 1 : m->nz) * m->ny * (m->nx + 2);
}

/* A field that is smooth but for some noise, and a tendency to begin with. */
static void fill(model *m, int variable)
{
    int nx = m->nx, ny = m->ny, levels = variable == P ? 1 : m->nz;
    double(*field)[ny][nx + 2] = m->field[variable], (*d)[ny][nx + 2] = m->tendency[variable];
    uint32_t noise = 12345u + (uint32_t)variable;
    for (int k = 0; k < levels; k++)
        for (int j = 0; j < ny; j++) {
            for (int i = 1; i <= nx; i++) {
                noise = noise * 1664525u + 1013904223u;
                double wave = sin(0.05 * j + 0.3 * k + variable) * cos(6.283185307179586 * 3 * i / nx);
                field[k][j][i] = wave + 1e-2 * (noise >> 8) / 16777216.0;
                d[k][j][i] = j == 0 || j == ny - 1 ? 0.0 : 0.1 * wave * (noise >> 28);
            }
            field[k][j][0] = field[k][j][nx];
            field[k][j][nx + 1] = field[k][j][1];
        }
}

static void new_model(model *m, int nx, int ny, int nz)
{
    m->nx = nx;
    m->ny = ny;
    m->nz = nz;
    for (int variable = 0; variable < VARIABLES; variable++) {
        size_t count = points(m, variable);
        m->field[variable] = zeros(count, sizeof(double));
        m->tendency[variable] = zeros(count, sizeof(double));
        m->smoothed[variable] = zeros(count, sizeof(double));
        fill(m, variable);
        memcpy(m->smoothed[variable], m->tendency[variable], count * sizeof(double));
    }
    m->cosines = zeros(ny, sizeof(double));
    m->turn = zeros(ny, sizeof(double));
    m->passes = zeros(ny, sizeof(int));
    for (int j = 0; j < ny; j++) {
        double radians = 3.141592653589793 / 180.0, latitude = -90.0 + 180.0 * j / (ny - 1);
        double crowded;
        m->cosines[j] = fmax(cos(radians * latitude), 1e-3);
        m->turn[j] = sin(radians * latitude);
        crowded = cos(radians * FILTERED) / m->cosines[j];
        m->passes[j] = fabs(latitude) < FILTERED ? 0 : (int)fmin(crowded, MOST_PASSES);
    }
}

static void free_model(model *m)
{
    for (int variable = 0; variable < VARIABLES; variable++) {
        free(m->field[variable]);
        free(m->tendency[variable]);
        free(m->smoothed[variable]);
    }
    free(m->cosines);
    free(m->turn);
    free(m->passes);
}

static double mean(const double *values, size_t count)
{
    double sum = 0.0;
    for (size_t at = 0; at < count; at++)
        sum += values[at];
    return sum / (double)count;
}

int main(int argc, char **argv)
{
    int nx = argument(argc, argv, 1, "LONGITUDES", 720, 4, 100000);
    int ny = argument(argc, argv, 2, "LATITUDES", 361, 5, 100000);
    int nz = argument(argc, argv, 3, "LEVELS", 30, 3, 10000);
    int steps = argument(argc, argv, 4, "STEPS", 10, 0, 1000000);
    const char *phase = argc > 5 ? argv[5] : "both";
    int stencils = strcmp(phase, "filter") != 0, filters = strcmp(phase, "stencil") != 0;
    no_more(argc, argv, 5);
    if (stencils && filters && strcmp(phase, "both") != 0) {
        fprintf(stderr, "%s: a phase is `both`, `stencil` or `filter`, not `%s`\n", argv[0], phase);
        return 2;
    }
    model m;
    new_model(&m, nx, ny, nz);

    double start = seconds();
    simulate(&m, steps, stencils, filters);
    took(start);

    uint64_t sum = 0;
    printf("%d x %d x %d points, %d steps, %s\n", nx, ny, nz, steps, phase);
    for (int variable = 0; variable < VARIABLES; variable++) {
        size_t count = points(&m, variable);
        sum = checksum(sum, m.field[variable], count * sizeof(double));
        sum = checksum(sum, m.tendency[variable], count * sizeof(double));
        printf("%c: mean %.12g, of its tendency %.12g\n", "PUVT"[variable], mean(m.field[variable], count),
               mean(m.tendency[variable], count));
    }
    printf("checksum %016llx\n", (unsigned long long)sum);
    free_model(&m);
    return 0;
}
