/* helpers of the file that get whole arrays and an index: what they touch follows from their bodies */
#include <stdio.h>
#include <stdlib.h>

static double m[16][64], b[16], v[16 * 64];

static void row(int n, double m[][64], const double *b, int i) {
    for (int j = 0; j < n; j++) m[i][j] = m[i][j] / 2 + b[i];
}

/* other names than the caller's, no const, through another helper */
static double dot(double *x, double *y, int count) {
    double s = 0;
    for (int k = 0; k < count; k++) s += x[k] * y[k];
    return s;
}

void line(double *all, double *scale, int at, int width) {
    for (int k = 0; k < width; k++) all[at * width + k] += scale[at];
}

static void both(double *all, double *scale, int at, int width) {
    line(all, scale, at, width);
}

/* writes the row in front of its own too: tasks run in order */
static void spill(double (*m)[64], int i) {
    m[i][0] += 1;
    m[i - 1][1] += m[i][0];
}

/* the index is moved in the helper */
static void moved(double *b, int i) {
    i = (i * 7 + 3) % 16;
    b[i] += i;
}

/* calls itself */
static void down(double *b, int i) {
    b[i] += 1;
    if (i > 0) down(b, i - 1);
}

static int nearest(float *p, float **centers, int k, int n) {
    int best = 0;
    float least = 1e9f;
    for (int i = 0; i < k; i++) {
        float *c = centers[i], d = 0;
        for (int j = 0; j < n; j++) d += (p[j] - c[j]) * (p[j] - c[j]);
        if (d < least) { least = d; best = i; }
    }
    return best;
}

/* looks like one that reads: it writes through a pointer that it keeps */
static int drift(float **centers, int k) {
    float *c = centers[k];
    c[0] += 1;
    return (int)c[0];
}

int main(void) {
    float *f[40], *c[4];
    int member[40], seen[40];
    double dots[16];
    for (int i = 0; i < 16; i++) {
        b[i] = i;
        for (int j = 0; j < 64; j++) m[i][j] = i * j % 13;
        for (int j = 0; j < 64; j++) v[i * 64 + j] = (i + j) % 7;
    }
    for (int i = 0; i < 40; i++) {
        f[i] = malloc(3 * sizeof *f[i]);
        for (int j = 0; j < 3; j++) f[i][j] = (i * 7 + j * 3) % 11;
    }
    for (int i = 0; i < 4; i++) {
        c[i] = malloc(3 * sizeof *c[i]);
        for (int j = 0; j < 3; j++) c[i][j] = i * 3;
    }
#pragma hp5 region
    {
#pragma hp5 do tasktile(1)
        for (int i = 0; i < 16; i++) row(64, m, b, i);
#pragma hp5 do tasktile(2)
        for (int i = 0; i < 16; i++) both(v, b, i, 64);
#pragma hp5 do tasktile(1)
        for (int i = 0; i < 16; i++) dots[i] = dot(m[i], v + i * 64, 64);
#pragma hp5 do tasktile(1)
        for (int i = 1; i < 16; i++) spill(m, i);
#pragma hp5 do tasktile(3)
        for (int i = 0; i < 16; i++) moved(b, i);
#pragma hp5 do tasktile(1)
        for (int i = 0; i < 16; i++) down(b, i);
#pragma hp5 do tasktile(5)
        for (int i = 0; i < 40; i++) member[i] = nearest(f[i], c, 4, 3);
#pragma hp5 do tasktile(5)
        for (int i = 0; i < 40; i++) seen[i] = drift(c, i % 4) + nearest(f[i], c, 4, 3);
    }
    double s = 0;
    for (int i = 0; i < 16; i++) {
        s += b[i] * (i + 1) + dots[i];
        for (int j = 0; j < 64; j++) s += m[i][j] * (i + j) + v[i * 64 + j] * (j % 5);
    }
    for (int i = 0; i < 40; i++) s += member[i] * (i + 1) + seen[i] * (i % 9);
    printf("%.12g\n", s);
    return 0;
}
