/* Pointers that code between tasks reads: of blocks that no task sets, and of blocks that tasks do set, by
   themselves, in functions, by rows and by other names. */
#include <stdio.h>
#include <stdlib.h>

#define NB 6
#define BS 4

typedef struct {
    double *u, *r;
    int n;
} Grid;

static float pool[NB][BS];
static double left[64], right[64];

static void up(const float *d, float *c) {
    for (int i = 0; i < BS; i++)
        c[i] += d[i];
}

static void fill(float *p) {
    for (int k = 0; k < 30000; k++)
        p[k % BS] = p[k % BS] * 0.5f + k % 7;
}

static void set_one(float *b[NB][NB], int i) {
    fill(pool[i]);
    b[i][i] = pool[i];
}

static void set_in_row(float **row, int i) {
    fill(pool[i]);
    row[i] = pool[i];
}

static void clear(float *b[NB][NB]) {
    for (int i = 0; i < NB; i++)
        for (int j = 0; j < NB; j++) {
            free(i == j ? NULL : b[i][j]);
            b[i][j] = NULL;
        }
}

static void make(float *b[NB][NB]) {
    for (int i = 0; i < NB; i++)
        for (int j = 0; j < NB; j++) {
            b[i][j] = i != j && (i + j) % 3 ? malloc(BS * sizeof(float)) : NULL;
            for (int k = 0; b[i][j] != NULL && k < BS; k++)
                b[i][j][k] = (float)(i + j);
        }
}

static void that_stay(float *b[NB][NB]) {
#pragma hp5 region begin
    for (int k = 0; k < NB; k++)
        for (int j = k + 1; j < NB; j++)
            if (b[k][j] != NULL && b[0][1] != NULL) {
#pragma hp5 task in(b[0][1][0:BS]) inout(b[k][j][0:BS])
                up(b[0][1], b[k][j]);
            }
#pragma hp5 region end
}

static int that_change(float *b[NB][NB], int way) {
    int seen = 0;
#pragma hp5 region begin
    for (int k = 0; k < NB; k++) {
        float **row = b[k];
        if (way == 0) {
#pragma hp5 task
            {
                fill(pool[k]);
                b[k][k] = pool[k];
            }
        } else if (way == 1) {
#pragma hp5 task
            set_one(b, k);
        } else if (way == 2) {
#pragma hp5 task
            set_in_row(b[k], k);
        } else {
#pragma hp5 task
            {
                fill(pool[k]);
                row[k] = pool[k];
            }
        }
        if (b[k][k] != NULL)
            seen += 1 + k;
    }
#pragma hp5 region end
    return seen;
}

static void sweep(Grid *g) {
#pragma hp5 region joined
    {
        double *u = g->u, *r = g->r;
#pragma hp5 array_tile dimtile(16) dim(64) arrvar(u, r)
#pragma hp5 do tasktile(16)
        for (int i = 0; i < 64; i++)
            u[i] += r[i] + 1;
    }
}

static void sweeps(Grid *g, int times) {
    Grid other = {g->r, g->u, g->n};
#pragma hp5 region begin
    for (int t = 0; t < times; t++) {
        sweep(g);
        sweep(&other);
    }
#pragma hp5 region end
}

int main(void) {
    float *b[NB][NB] = {{NULL}};
    Grid g = {left, right, 64};
    double sum = 0;
    for (int way = 0; way < 4; way++) {
        make(b);
        that_stay(b);
        printf("%d ", that_change(b, way));
        for (int i = 0; i < NB; i++)
            for (int j = 0; j < NB; j++)
                for (int k = 0; b[i][j] != NULL && k < BS; k++)
                    sum = sum * 0.99 + b[i][j][k];
        clear(b);
    }
    sweeps(&g, 5);
    for (int i = 0; i < 64; i++)
        sum = sum * 0.99 + left[i] - right[i];
    printf("%.17g\n", sum);
    return 0;
}
