// Regions in loops: recorded from turn to turn where turns register the same tasks.

#include <stdio.h>

#define N 96

static double a[N][N], b[N][N], row[N];

static double sum(void) {
    double all = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) all = all * 0.999 + a[i][j] + b[j][i];
    return all;
}

static int sweeps(int turns, int enough) {
    int t;
    // Recorded; the scale is another one in each turn.
    for (t = 0; t < turns; t++) {
        double scale = 1.0 / (t + 2);
#pragma hp5 region begin
#pragma hp5 array_tile dimtile(16, 32) arrvar(a, b)
        for (int half = 0; half < 2; half++) {
#pragma hp5 do tasktile(16, 32)
            for (int i = 1; i < N - 1; i++)
                for (int j = 1; j < N - 1; j++) b[i][j] = scale * (a[i - 1][j] + a[i + 1][j]) + b[i][j] / 4;
#pragma hp5 do tasktile(16, 32)
            for (int i = 1; i < N - 1; i++)
                for (int j = 1; j < N - 1; j++) a[i][j] = (b[i][j - 1] + b[i][j + 1]) / 3;
        }
#pragma hp5 region end
        if (t == enough && sum() < 1e300) break;
        a[t % N][5] += 1;
    }
    return t;
}

// More rows in each turn: other tasks each time, and no recording.
static void grow(int turns) {
    for (int t = 0; t < turns; t++) {
#pragma hp5 region
        {
#pragma hp5 array_tile dimtile(16, *) arrvar(a)
#pragma hp5 do tasktile(16)
            for (int i = 1; i < 2 * t + 2; i++)
                for (int j = 1; j < N; j++) a[i][j] += a[i][j - 1] / 8;
        }
    }
}

// Two regions in each turn; a task by itself between sweeps; turns are left by `continue`.
static void rows(int turns) {
    int left = turns;
    while (left-- > 0) {
#pragma hp5 region
        {
#pragma hp5 array_tile dimtile(24) arrvar(row)
#pragma hp5 do tasktile(24)
            for (int i = 0; i < N; i++) row[i] = row[i] / 2 + i;
#pragma hp5 task inout(row) name("first")
            row[0] += row[N - 1];
        }
        if (left % 3 == 1) continue;
#pragma hp5 region
        {
#pragma hp5 array_tile dimtile(24) arrvar(row)
#pragma hp5 do tasktile(12)
            for (int i = N - 2; i >= 0; i--) row[i] += row[i + 1] / 2;
        }
    }
}

int main(void) {
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) a[i][j] = (i * 7 + j * 3) % 11, b[i][j] = (i + j) % 5;
    int done = sweeps(12, 100);
    printf("%d %.17g\n", done, sum());
    done = sweeps(9, 6);
    grow(10);
    rows(11);
    double all = 0;
    for (int i = 0; i < N; i++) all = all * 0.99 + row[i];
    printf("%d %.17g %.17g\n", done, sum(), all);
    return 0;
}
