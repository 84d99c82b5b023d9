/*
 * The V-cycle: residual, smoothing, restriction, interpolation, boundary exchange.
 *
 * Each operation is a function that sweeps over one or two grids. A joined region is part of the
 * region that calls it: the tasks of all sweeps of a solution are one graph, and a sweep begins
 * on the planes that the sweep before it has left behind. Arrays are cut in two dimensions, into
 * PLANES x ROWS lines. Tiles are thin, so that a PPU takes a plane through interpolation, residual,
 * smoothing, residual and restriction while its cache holds it: thirteen tiles of three arrays. Grids of
 * up to SMALL points a side are one task a sweep.
 */
#include "mg.h"

#include <math.h>

#ifndef PLANES
#define PLANES 1
#endif
#ifndef ROWS
#define ROWS 512
#endif
#ifndef SMALL
#define SMALL 18
#endif

/* Weights of the operator: of the point itself, and of its neighbours over edges and corners.
   Those over faces have none. */
static const double A0 = -8.0 / 3.0, A2 = 1.0 / 6.0, A3 = 1.0 / 12.0;

/* The grid is periodic: copies of the outermost points lie beyond the other side. */
static void exchange(int n, double u[n][n][n])
{
#pragma hp5 region joined
    {
#pragma hp5 array_tile dimtile(PLANES, ROWS, *) arrvar(u)
#pragma hp5 do tasktile(PLANES) if(n > SMALL)
#pragma omp parallel for if(n > SMALL) schedule(runtime)
        for (int k = 1; k < n - 1; k++) {
            for (int j = 1; j < n - 1; j++) {
                u[k][j][0] = u[k][j][n - 2];
                u[k][j][n - 1] = u[k][j][1];
            }
            for (int i = 0; i < n; i++) {
                u[k][0][i] = u[k][n - 2][i];
                u[k][n - 1][i] = u[k][1][i];
            }
        }
#pragma hp5 do tasktile(ROWS) if(n > SMALL)
#pragma omp parallel for if(n > SMALL) schedule(runtime)
        for (int j = 0; j < n; j++)
            for (int i = 0; i < n; i++) {
                u[0][j][i] = u[n - 2][j][i];
                u[n - 1][j][i] = u[1][j][i];
            }
    }
}

/* r = v - A u; v may be r. */
static void residual(int n, double u[n][n][n], double v[n][n][n], double r[n][n][n])
{
#pragma hp5 region joined
    {
#pragma hp5 array_tile dimtile(PLANES, ROWS, *) arrvar(u, v, r)
#pragma hp5 do tasktile(PLANES, ROWS) if(n > SMALL)
#pragma omp parallel for if(n > SMALL) schedule(runtime)
        for (int k = 1; k < n - 1; k++)
            for (int j = 1; j < n - 1; j++) {
                /* Sums over the four lines that lie nearest to this one, and the next four. */
                double near[n], far[n];
                for (int i = 0; i < n; i++) {
                    near[i] = u[k][j - 1][i] + u[k][j + 1][i] + u[k - 1][j][i] + u[k + 1][j][i];
                    far[i] = u[k - 1][j - 1][i] + u[k - 1][j + 1][i] + u[k + 1][j - 1][i]
                             + u[k + 1][j + 1][i];
                }
                for (int i = 1; i < n - 1; i++)
                    r[k][j][i] = v[k][j][i] - A0 * u[k][j][i] - A2 * (far[i] + near[i - 1] + near[i + 1])
                                 - A3 * (far[i - 1] + far[i + 1]);
            }
        exchange(n, r);
    }
}

/* u = u + S r */
static void smooth(int n, double r[n][n][n], double u[n][n][n], double s0, double s1, double s2)
{
#pragma hp5 region joined
    {
#pragma hp5 array_tile dimtile(PLANES, ROWS, *) arrvar(u, r)
#pragma hp5 do tasktile(PLANES, ROWS) if(n > SMALL)
#pragma omp parallel for if(n > SMALL) schedule(runtime)
        for (int k = 1; k < n - 1; k++)
            for (int j = 1; j < n - 1; j++) {
                double near[n], far[n];
                for (int i = 0; i < n; i++) {
                    near[i] = r[k][j - 1][i] + r[k][j + 1][i] + r[k - 1][j][i] + r[k + 1][j][i];
                    far[i] = r[k - 1][j - 1][i] + r[k - 1][j + 1][i] + r[k + 1][j - 1][i]
                             + r[k + 1][j + 1][i];
                }
                for (int i = 1; i < n - 1; i++)
                    u[k][j][i] += s0 * r[k][j][i] + s1 * (r[k][j][i - 1] + r[k][j][i + 1] + near[i])
                                  + s2 * (far[i] + near[i - 1] + near[i + 1]);
            }
        exchange(n, u);
    }
}

/* The residual of a grid of m points a side from that of n: weighted means of 27. */
static void restriction(int n, double fine[n][n][n], int m, double coarse[m][m][m])
{
#pragma hp5 region joined
    {
#pragma hp5 array_tile dimtile(PLANES, ROWS, *) arrvar(fine, coarse)
#pragma hp5 do tasktile(PLANES, ROWS) if(m > SMALL / 2)
#pragma omp parallel for if(m > SMALL / 2) schedule(runtime)
        for (int k = 1; k < m - 1; k++)
            for (int j = 1; j < m - 1; j++) {
                double near[n], far[n];
                for (int i = 1; i < n; i++) {
                    near[i] = fine[2 * k][2 * j - 1][i] + fine[2 * k][2 * j + 1][i]
                              + fine[2 * k - 1][2 * j][i] + fine[2 * k + 1][2 * j][i];
                    far[i] = fine[2 * k - 1][2 * j - 1][i] + fine[2 * k - 1][2 * j + 1][i]
                             + fine[2 * k + 1][2 * j - 1][i] + fine[2 * k + 1][2 * j + 1][i];
                }
                for (int i = 1; i < m - 1; i++)
                    coarse[k][j][i] = 0.5 * fine[2 * k][2 * j][2 * i]
                                      + 0.25 * (fine[2 * k][2 * j][2 * i - 1] + fine[2 * k][2 * j][2 * i + 1] + near[2 * i])
                                      + 0.125 * (near[2 * i - 1] + near[2 * i + 1] + far[2 * i])
                                      + 0.0625 * (far[2 * i - 1] + far[2 * i + 1]);
            }
        exchange(m, coarse);
    }
}

/* Adds the correction of a grid of m points a side, interpolated, to that of n. */
static void interpolate(int m, double coarse[m][m][m], int n, double fine[n][n][n])
{
#pragma hp5 region joined
    {
#pragma hp5 array_tile dimtile(PLANES, ROWS, *) arrvar(fine, coarse)
#pragma hp5 do tasktile((PLANES + 1) / 2, ROWS / 2) if(n > SMALL)
#pragma omp parallel for if(n > SMALL) schedule(runtime)
        for (int k = 0; k < m - 1; k++)
            for (int j = 0; j < m - 1; j++) {
                /* The line itself, and sums with the next in each direction and in both. */
                double right[m], up[m], both[m];
                for (int i = 0; i < m; i++) {
                    right[i] = coarse[k][j + 1][i] + coarse[k][j][i];
                    up[i] = coarse[k + 1][j][i] + coarse[k][j][i];
                    both[i] = coarse[k + 1][j + 1][i] + coarse[k + 1][j][i] + right[i];
                }
                for (int i = 0; i < m - 1; i++) {
                    fine[2 * k][2 * j][2 * i] += coarse[k][j][i];
                    fine[2 * k][2 * j][2 * i + 1] += 0.5 * (coarse[k][j][i] + coarse[k][j][i + 1]);
                }
                for (int i = 0; i < m - 1; i++) {
                    fine[2 * k][2 * j + 1][2 * i] += 0.5 * right[i];
                    fine[2 * k][2 * j + 1][2 * i + 1] += 0.25 * (right[i] + right[i + 1]);
                }
                for (int i = 0; i < m - 1; i++) {
                    fine[2 * k + 1][2 * j][2 * i] += 0.5 * up[i];
                    fine[2 * k + 1][2 * j][2 * i + 1] += 0.25 * (up[i] + up[i + 1]);
                }
                for (int i = 0; i < m - 1; i++) {
                    fine[2 * k + 1][2 * j + 1][2 * i] += 0.25 * both[i];
                    fine[2 * k + 1][2 * j + 1][2 * i + 1] += 0.125 * (both[i] + both[i + 1]);
                }
            }
    }
}

static void clear(int n, double u[n][n][n])
{
#pragma hp5 region joined
    {
#pragma hp5 array_tile dimtile(PLANES, ROWS, *) arrvar(u)
#pragma hp5 do tasktile(PLANES, ROWS) if(n > SMALL)
#pragma omp parallel for if(n > SMALL) schedule(runtime)
        for (int k = 0; k < n; k++)
            for (int j = 0; j < n; j++)
                for (int i = 0; i < n; i++)
                    u[k][j][i] = 0.0;
    }
}

/* The sum of the squares of each plane: added up behind the last residual, while its planes are in cache. */
static void squares(int n, double r[n][n][n], double sums[n])
{
#pragma hp5 region joined
    {
#pragma hp5 array_tile dimtile(PLANES, ROWS, *) arrvar(r)
#pragma hp5 array_tile dimtile(PLANES) arrvar(sums)
#pragma hp5 do tasktile(PLANES)
#pragma omp parallel for schedule(runtime)
        for (int k = 1; k < n - 1; k++) {
            /* One sum for each place of a line: a single one would be waited for at each addition. */
            double lines[n];
            for (int i = 1; i < n - 1; i++)
                lines[i] = 0.0;
            for (int j = 1; j < n - 1; j++)
                for (int i = 1; i < n - 1; i++)
                    lines[i] += r[k][j][i] * r[k][j][i];
            sums[k] = 0.0;
            for (int i = 1; i < n - 1; i++)
                sums[k] += lines[i];
        }
    }
}

double multigrid_solve(multigrid *grids, int cycles)
{
    int top = grids->top, n = SIDE(top);
    void **u = grids->u, **r = grids->r, *v = grids->v;
    double s0 = grids->smoother[0], s1 = grids->smoother[1], s2 = grids->smoother[2];
    double sum = 0.0, sums[n];
#pragma hp5 region begin
    residual(n, u[top], v, r[top]);
    for (int cycle = 0; cycle < cycles; cycle++) {
        for (int level = top; level > 1; level--)
            restriction(SIDE(level), r[level], SIDE(level - 1), r[level - 1]);
        clear(SIDE(1), u[1]);
        smooth(SIDE(1), r[1], u[1], s0, s1, s2);
        for (int level = 2; level < top; level++) {
            clear(SIDE(level), u[level]);
            interpolate(SIDE(level - 1), u[level - 1], SIDE(level), u[level]);
            residual(SIDE(level), u[level], r[level], r[level]);
            smooth(SIDE(level), r[level], u[level], s0, s1, s2);
        }
        interpolate(SIDE(top - 1), u[top - 1], n, u[top]);
        residual(n, u[top], v, r[top]);
        smooth(n, r[top], u[top], s0, s1, s2);
        residual(n, u[top], v, r[top]);
    }
    squares(n, r[top], sums);
#pragma hp5 region end
    for (int k = 1; k < n - 1; k++)
        sum += sums[k];
    return sqrt(sum / pow(n - 2, 3.0));
}
