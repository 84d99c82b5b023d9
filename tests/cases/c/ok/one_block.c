// Rows that lie in one block: the first one is where it begins, and who is given it may use all of them.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static double w[24][20];
static double late(double x) { for (int k = 0; k < 60; k++) x = x * 1.0001 + k; return x * 1e-5; }
static void zero(double *p, int n) { for (int k = 0; k < n; k++) p[k] = p[k] * 0.25 + late(k); }
static double **alloc2d(int n, int m) {
    double **a = malloc(n * sizeof *a);
    a[0] = calloc((size_t)n * m, sizeof **a);
    for (int i = 1; i < n; i++) a[i] = a[i - 1] + m;
    return a;
}
static double given(int n, int m) {
    double **a = alloc2d(n, m), **b = alloc2d(n, m), *flat = a[0], s = 0;
    for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) a[i][j] = (i * 7 + j) % 13;
#pragma hp5 region begin
#pragma hp5 array_tile dimtile(8, *) dim(n, m) arrvar(a, b)
    for (int t = 0; t < 6; t++) {
#pragma hp5 task
        memset(b[0], 0, (size_t)n * m * sizeof **b);
#pragma hp5 do tasktile(8)
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j + 1 < m; j++) b[i][j] += 0.25 * (a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1]);
#pragma hp5 task
        { double x = 0; for (int k = 0; k < n * m; k++) x += flat[k]; flat[0] = x / (n * m); }
#pragma hp5 do tasktile(8)
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < m - 1; j++) a[i][j] = b[i][j] + a[0][0] * 1e-3;
    }
#pragma hp5 region end
    for (int k = 0; k < n * m; k++) s += flat[k] * (k % 17);
    return s;
}
typedef struct { int w, h; float *pix; float **row; } image;
static void image_init(image *im, float *pool, int w, int h) {
    im->w = w; im->h = h; im->pix = pool; im->row = malloc(h * sizeof(float *));
    for (int y = 0; y < h; y++) im->row[y] = &pool[y * w];
}
static void down(const image *a, image *b) {
    for (int y = 0; y < b->h; y++)
        for (int x = 0; x < b->w; x++) b->row[y][x] = 0.25f * (a->row[2 * y][2 * x] + a->row[2 * y + 1][2 * x + 1]);
}
static void blur(image *a) { for (int k = 1; k < a->w * a->h; k++) a->pix[k] = 0.5f * (a->pix[k] + a->pix[k - 1]); }
static double pyramid(void) {
    enum { L = 5 };
    image lv[L];
    int w = 64, h = 32, off = 0;
    float *pool = calloc(64 * 32 * 2, sizeof *pool);
    double s = 0;
    for (int l = 0; l < L; l++) { image_init(&lv[l], pool + off, w, h); off += w * h; w /= 2; h /= 2; }
    for (int k = 0; k < 64 * 32; k++) lv[0].pix[k] = k % 23;
    for (int t = 0; t < 4; t++) {
#pragma hp5 region begin
        for (int l = 0; l + 1 < L; l++) {
#pragma hp5 task
            blur(&lv[l]);
#pragma hp5 task
            down(&lv[l], &lv[l + 1]);
        }
#pragma hp5 task_tile(y = 4)
        for (int y = 0; y < lv[0].h; y++)
            for (int x = 0; x < lv[0].w; x++) lv[0].row[y][x] += 1;
#pragma hp5 region end
    }
    for (int k = 0; k < off; k++) s += pool[k] * (k % 7);
    return s;
}
int main(void) {
    int n = 24, m = 20; double **u = alloc2d(n, m), **v = alloc2d(n, m), s = 0;
    for (int t = 0; t < 4; t++) {
#pragma hp5 region begin
#pragma hp5 array_tile dimtile(3, *) dim(n, m) arrvar(u, v)
#pragma hp5 array_tile dimtile(3, *) arrvar(w)
#pragma hp5 do tasktile(3)
        for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) { u[i][j] += late(i * j) + v[i][j]; w[i][j] += u[i][j]; }
#pragma hp5 task
        zero(u[0], n * m);
#pragma hp5 do tasktile(3)
        for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) v[i][j] += u[i][j] + w[i][j];
#pragma hp5 task
        memcpy(u[0], v[0], (size_t)n * m * sizeof **u);
#pragma hp5 task
        memset(w[0], 0, sizeof w);
#pragma hp5 task
        zero(&w[0][0], n * m);
#pragma hp5 do tasktile(3)
        for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) w[i][j] += u[i][j];
#pragma hp5 task
        memset(v[1], 0, m * sizeof **v);
#pragma hp5 region end
    }
    for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) s += u[i][j] * (i + 2 * j) + v[i][j] * i + w[i][j];
    printf("%.17g %.17g %.9g\n", s, given(60, 64), pyramid());
    return 0;
}
