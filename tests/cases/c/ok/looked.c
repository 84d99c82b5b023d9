/* Memory that the program reads and writes between tasks by names that nothing relates to theirs. */
#include <stdio.h>
#include <stdlib.h>

#define N 40
#define M 30
#define TWICE(x) (2 * (x))

struct box {
    double **at;
    int n;
};

static double all[N * M];

static double *data_of(void)
{
    return all;
}

static double **rows_of(void)
{
    int i;
    double **r = malloc(N * sizeof *r);
    for (i = 0; i < N; i++)
        r[i] = data_of() + i * M;
    return r;
}

static double norm(const double *r, int n)
{
    double s = 0;
    int i;
    for (i = 0; i < n; i++)
        s += r[i] * r[i];
    return s;
}

static void add(double *to, int t)
{
    to[0] += t;
}

/* Elements of members, in macros, by stars, and what functions are given. */
static double more(struct box *b, double *data)
{
    double s = 0;
    int i, t;
#pragma hp5 region begin
    for (t = 0; t < 6; t++) {
        double most = b->at[0][t];
#pragma hp5 task inout(data[0:60])
        for (i = 0; i < 60; i++)
            data[i] = 0.5 * data[i] + i % 7;
        for (i = 0; i < b->n; i++)
            b->at[1][t + i]++;
        add(b->at[0] + 2, t);
        add(b->at[0], t);
        if (*b->at[0] > 1 && TWICE(b->at[0][1]) > most)
            s += b->at[0][3] -= 1;
    }
#pragma hp5 region end
    return s;
}

static void inside(struct box *b, double *data)
{
    int i, t;
#pragma hp5 region begin
    for (t = 0; t < 6; t++) {
#pragma hp5 task nested inout(data[0:60])
        {
#pragma hp5 task inout(data[0:30])
            for (i = 0; i < 30; i++)
                data[i] += 2;
            b->at[0][0] += b->at[0][1];
#pragma hp5 task inout(data[30:30])
            for (i = 30; i < 60; i++)
                data[i] -= 2;
        }
    }
#pragma hp5 region end
}

int main(void)
{
    double *data = data_of(), **row = rows_of();
    struct box b;
    double s = 0;
    int t, k, last = 0;
#pragma hp5 region begin
    for (t = 0; t < 20; t++) {
#pragma hp5 task inout(data[0:N * M])
        {
            int i, r;
            for (r = 0; r < 100; r++)
                for (i = 0; i < N * M; i++)
                    data[i] += i % 7 + t * 0.5;
        }
        for (k = 0; k < N; k++)
            s += row[k][t];
        if (row[3][2] > 1000)
            last++;
        row[t][0] = t;
        s += norm(row[5], M);
#pragma hp5 task inout(data[0:N * M])
        for (k = 0; k < N * M; k++)
            data[k] += k % 5;
        s += norm(&row[6][1], M - 1);
#pragma hp5 task inout(data[0:N * M])
        for (k = 0; k < N * M; k++)
            data[k] -= k % 3;
        s += norm(row[7] + 1, M - 1);
    }
#pragma hp5 region end
    b.at = rows_of();
    b.n = 4;
    s += more(&b, data);
    inside(&b, data);
    for (k = 0; k < N * M; k++)
        s += all[k] * (k % 3);
    printf("%.17g %d\n", s, last);
    free(row);
    free(b.at);
    return 0;
}
