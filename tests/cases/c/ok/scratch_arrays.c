/* Arrays and structs of the function, or of the file, that each turn sets before it reads them: each task has its
   own, as of scalars. Others are shared, and their tasks in order. */
#include <stdio.h>
#include <string.h>

#define N 16
#define M 24

struct point {
    double x, y;
    int at[2];
};

static double u[N][M], v[N], kept[N];
static double of_file[M];

static void lines(int n) {
    double line[M], other[M], around[3][3];
#pragma hp5 region
    {
#pragma hp5 do tasktile(1)
        for (int k = 0; k < n; k++) {
            for (int i = 0; i < M; i++)
                line[i] = u[k][i];
            for (int i = 1; i < M - 1; i++)
                u[k][i] = line[i - 1] / 2 + line[i + 1];
        }
#pragma hp5 do tasktile(1)
        for (int k = 0; k < n; k++) {
            memcpy(other, u[k], sizeof other);
            memset(line, 0, sizeof(line));
            line[k] += 1;
            for (int i = 1; i < M - 1; i++)
                u[k][i] = other[i - 1] / 3 + other[i + 1] + line[i];
        }
#pragma hp5 do tasktile(2, 4)
        for (int k = 1; k < n - 1; k++)
            for (int i = 1; i < M - 1; i++) {
                for (int x = 0; x < 3; x++)
                    for (int y = 0; y < 3; y++)
                        around[x][y] = x * y + k + i;
                double s = 0;
                for (int x = 0; x < 3; x++)
                    for (int y = 0; y < 3; y++)
                        s += around[y][x];
                u[k][i] += s / 9;
            }
#pragma hp5 task
        {
            line[0] = 3;
            line[1] = 4;
            v[0] += line[0] * line[1];
        }
    }
}

/* Of variable length, and static. */
static void lengths(int n, int m) {
    double line[m];
    static double stays[M];
#pragma hp5 region
    {
#pragma hp5 do tasktile(1)
        for (int k = 0; k < n; k++) {
            for (int i = 0; i < m; i++) {
                line[i] = u[k][i];
                stays[i] = line[i] * 2;
            }
            for (int i = 1; i < m - 1; i++)
                u[k][i] = line[i - 1] + stays[i + 1] / 4;
        }
#pragma hp5 do tasktile(1)
        for (int k = 0; k < n; k++) {
            for (int i = 0; i < M; i++)
                of_file[i] = u[k][i] / 2;
            v[k] += of_file[0] + of_file[M - 1] + of_file[k];
        }
    }
}

static void structs(int n) {
    struct point p, q;
#pragma hp5 region
    {
#pragma hp5 do tasktile(1)
        for (int k = 0; k < n; k++) {
            p.x = u[k][0];
            p.y = u[k][1];
            if (k % 2)
                q = (struct point){p.y, p.x, {k, k}};
            else
                q = (struct point){p.x, p.y, {1, 2}};
            v[k] += p.x * q.y + q.at[1];
        }
    }
}

/* The last turn's values are read behind the loop. */
static void left(int n) {
    double line[M], s = 0;
    struct point p = {0, 0, {0, 0}};
#pragma hp5 region
    {
#pragma hp5 do tasktile(1)
        for (int k = 0; k < n; k++) { // in order
            for (int i = 0; i < M; i++)
                line[i] = u[k][i];
            for (int i = 1; i < M - 1; i++)
                u[k][i] = line[i - 1] + line[i + 1] / 2;
        }
#pragma hp5 do tasktile(1)
        for (int k = 0; k < n; k++) { // in order
            p.x = u[k][0];
            v[k] += p.x;
        }
    }
    for (int i = 0; i < M; i++)
        s += line[i];
    v[0] += s + p.x;
}

/* Not all that is read is set in the turn: under a condition, up to another end, by another function. */
static void fill(double *line, int k) {
    for (int i = 0; i < M; i++)
        line[i] += u[k][i];
}

static void fewer(int n, int m) {
    double line[M] = {0}, some[M] = {0}, added[M] = {0}, late[M] = {0};
    struct point p = {1, 2, {3, 4}};
#pragma hp5 region
    {
#pragma hp5 do tasktile(1)
        for (int k = 0; k < n; k++) { // in order
            for (int i = 0; i < m; i++)
                line[i] = u[k][i] + k;
            for (int i = 1; i < M - 1; i++)
                u[k][i] = line[i - 1] / 2 + line[i + 1];
        }
#pragma hp5 do tasktile(1)
        for (int k = 0; k < n; k++) { // in order
            for (int i = 0; i < M; i++) {
                if (i % 3 == k % 3) continue;
                some[i] = u[k][i];
            }
            for (int i = 0; i < M; i++)
                u[k][i] = some[i] / 2 + 1;
        }
#pragma hp5 do tasktile(1)
        for (int k = 0; k < n; k++) { // in order
            fill(added, k);
            v[k] += added[k];
        }
#pragma hp5 do tasktile(1)
        for (int k = 0; k < n; k++) { // in order
            v[k] += late[k];
            for (int i = 0; i < M; i++)
                late[i] = u[k][i];
        }
#pragma hp5 do tasktile(1)
        for (int k = 0; k < n; k++) { // in order
            p.x = u[k][2];
            v[k] += p.x + p.y;
            p.y = u[k][3];
        }
    }
}

int main(void) {
    double sum = 0;
    for (int k = 0; k < N; k++)
        for (int i = 0; i < M; i++)
            u[k][i] = (k * 7 + i * 3) % 11;
    for (int t = 0; t < 3; t++) {
        lines(N);
        lengths(N, M);
        structs(N);
        left(N);
        fewer(N, M - 4);
        for (int k = 0; k < N; k++)
            for (int i = 0; i < M; i++)
                u[k][i] = (int)(u[k][i] + v[k]) % 97 / 8.0;
    }
    for (int k = 0; k < N; k++)
        for (int i = 0; i < M; i++)
            sum += u[k][i] * (k + i) + v[k] + kept[k];
    printf("%.17g\n", sum);
    return 0;
}
