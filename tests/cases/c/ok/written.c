#include <stdio.h>
/* Behind a byte order mark; directives with comments over several lines; `(*m).v` for `m->v`. */
#define N 12
#define AT(m, i, j) (m).v[(i) * (m).columns + (j)]

typedef struct { int rows, columns; double *v; } matrix;

static double memory[N * N];

static void scale(matrix *m)
{
#pragma hp5 region
    {
#pragma hp5 array_tile dimtile(4, *) /* rows,
                                        by four */ dim(m->rows, m->columns) arrvar(m->v)
#pragma hp5 do \
    tasktile(4) /* a band
    of rows */
        for (int i = 0; i < m->rows; i++)
            for (int j = 0; j < (*m).columns; j++)
                AT(*m, i, j) += i + j;
#pragma hp5 do tasktile(4)
        for (int i = 0; i < (*m).rows; i++)
            for (int j = 1; j < m->columns; j++)
                (*m).v[i * (*m).columns + j] += m->v[i * m->columns + j - 1];
    }
}

int main(void)
{
    matrix m = {N, N, memory};
    scale(&m);
    for (int i = 0; i < N * N; i += 7)
        printf("%g\n", memory[i]);
    return 0;
}
