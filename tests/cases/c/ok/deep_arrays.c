/* Arrays of four, five and eight brackets: as such, behind row pointers, and as pointers to pointers. */
#include <stdio.h>
#include <stdlib.h>

#define T 6
#define Z 4
#define Y 3
#define X 5
static double links[T][Z][Y][X][2][3][3][2], phi[T][Z][Y][X][4], hop[T][Z][Y][X][4];

static void sweep(int last) {
#pragma hp5 region begin
#pragma hp5 array_tile dimtile(2, 2, *, *, *) arrvar(phi, hop)
#pragma hp5 do tasktile(2, 2)
    for (int t = 0; t < last; t++)
        for (int z = 0; z < Z; z++)
            for (int y = 0; y < Y; y++)
                for (int x = 0; x < X; x++)
                    for (int mu = 0; mu < 4; mu++) {
                        double s = phi[(t + 1) % T][z][y][x][mu];
                        for (int a = 0; a < 3; a++)
                            s += links[t][z][y][x][mu % 2][a][2 - a][0] * 0.5 - links[t][z][y][x][mu / 2][a][a][1];
                        hop[t][z][y][x][mu] = s * phi[t][z][y][x][mu];
                    }
#pragma hp5 do tasktile(1, 2) inout(links[t:1][z:1][:][:][:][:][:][:])
    for (int t = 1; t < last; t++)
        for (int z = 0; z < Z; z++)
            for (int y = 0; y < Y; y++)
                for (int x = 0; x < X; x++)
                    for (int mu = 0; mu < 2; mu++)
                        for (int a = 0; a < 3; a++)
                            for (int b = 0; b < 3; b++)
                                links[t][z][y][x][mu][a][b][mu] += 0.25 * hop[t - 1][z][y][x][mu] * (a - b);
#pragma hp5 region end
}

static void planes(int n, int m, double (*u)[Z][Y][X], double v[][Z][Y][X], double ****w) {
#pragma hp5 region
    {
#pragma hp5 array_tile dimtile(1, 2, *, *) dim(n, Z, Y, X) arrvar(u, v)
#pragma hp5 array_tile dimtile(1, 2, 2, *) dim(n, m, Y, X) arrvar(w)
        for (int it = 0; it < 3; it++) {
#pragma hp5 do tasktile(1, 2)
            for (int i = 1; i < n - 1; i++)
                for (int z = 0; z < Z; z++)
                    for (int y = 0; y < Y; y++)
                        for (int x = 1; x < X - 1; x++)
                            u[i][z][y][x] = v[i - 1][z][y][x - 1] + v[i + 1][z][y][x + 1] * 0.5 + w[i][z][y][x];
#pragma hp5 do tasktile(1, 2, 2)
            for (int i = 0; i < n; i++)
                for (int z = 0; z < m; z++)
                    for (int y = 0; y < Y; y++)
                        for (int x = 0; x < X; x++)
                            w[i][z][y][x] = w[i][z][y][x] * 0.25 + u[i][z][y][x];
            double (*other)[Z][Y][X] = u;
            u = v;
            v = other;
        }
    }
}

static double start(int k) { return (double)(k * 7 % 17) * 0.25; }

int main(void) {
    double *flat = &links[0][0][0][0][0][0][0][0], sum = 0;
    for (size_t k = 0; k < sizeof links / sizeof *flat; k++)
        flat[k] = start((int)k);
    for (int k = 0; k < T * Z * Y * X * 4; k++)
        (&phi[0][0][0][0][0])[k] = start(k + 3);
    sweep(T);
    sweep(T - 1);
    for (size_t k = 0; k < sizeof links / sizeof *flat; k++)
        sum = sum * 0.75 + flat[k];
    printf("%a %a\n", sum, hop[T - 1][2][1][0][3]);

    int n = 7;
    double (*u)[Z][Y][X] = malloc((size_t)n * sizeof *u), (*v)[Z][Y][X] = malloc((size_t)n * sizeof *v);
    double ****w = malloc((size_t)n * sizeof *w);
    for (int i = 0; i < n; i++) {
        w[i] = malloc(Z * sizeof **w);
        for (int z = 0; z < Z; z++) {
            w[i][z] = malloc(Y * sizeof ***w);
            for (int y = 0; y < Y; y++) {
                w[i][z][y] = malloc(X * sizeof ****w);
                for (int x = 0; x < X; x++) {
                    w[i][z][y][x] = start(i * z + y + x);
                    u[i][z][y][x] = start(i + z + y * x);
                    v[i][z][y][x] = start(i * 7 + z * 3 + x);
                }
            }
        }
    }
    planes(n, Z, u, v, w);
    for (int i = 0; i < n; i++)
        for (int z = 0; z < Z; z++)
            for (int y = 0; y < Y; y++)
                for (int x = 0; x < X; x++)
                    sum = sum * 0.75 + u[i][z][y][x] + v[i][z][y][x] + w[i][z][y][x];
    printf("%a\n", sum);
    return 0;
}
