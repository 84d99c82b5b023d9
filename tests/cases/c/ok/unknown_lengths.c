/* Pointers and parameters whose lengths nobody says: they are as long as the region's tasks go. Indices below 0, ends
   that differ from loop to loop, arrays that overlap, rows behind pointers, members. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct grid {
    double *v, *w;
    int n;
};

static double all[4096], *of_file, *other;

static void members(struct grid *g, struct grid h) {
#pragma hp5 region
    {
#pragma hp5 do tasktile(8)
        for (int i = 0; i < g->n; i++)
            g->v[i] = g->w[i] / 2 + i;
#pragma hp5 do tasktile(8)
        for (int i = 0; i < h.n; i++)
            h.w[i] += i % 3;
    }
}

static void variable(int n, int m, double a[n], double (*b)[m]) {
    double *own = malloc(n * sizeof *own);
#pragma hp5 region
    {
#pragma hp5 do tasktile(8)
        for (int i = 0; i < n; i++) {
            own[i] = i;
            of_file[i] = other[i] + 1;
        }
#pragma hp5 do tasktile(8)
        for (int i = 1; i < n; i++)
            a[i] += own[i] + own[i - 1];
#pragma hp5 do tasktile(8)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < m; j++)
                b[i][j] += j;
    }
    free(own);
}

static void neg(int lo, int hi, double *a, const double *b) {
#pragma hp5 region
    {
#pragma hp5 do tasktile(8)
        for (int i = lo; i < hi; i++) a[i] = b[i] * 2 + i;
#pragma hp5 do tasktile(8)
        for (int i = lo + 1; i < hi; i++) a[i - 1] += b[i];
    }
}
static void ends(int n, double *a, double *b) {
#pragma hp5 region
    {
        for (int t = 0; t < 4; t++) {
#pragma hp5 do tasktile(16)
            for (int i = 1; i < n - 1; i++) b[i] = (a[i - 1] + a[i + 1]) / 2;
#pragma hp5 do tasktile(16)
            for (int i = 0; i <= n / 2; i++) a[i] = b[i] + t;
            double *x = a; a = b; b = x;
        }
    }
}
static void over(int n, double *a, double *b) {
#pragma hp5 region
    {
#pragma hp5 do tasktile(16)
        for (int i = 0; i < n; i++) a[i] += i;
#pragma hp5 do tasktile(16)
        for (int i = 0; i < n; i++) b[i] = b[i] > 20 ? 3 : b[i] * 1.5 + 1;
#pragma hp5 do tasktile(16)
        for (int i = 0; i < n; i++) a[i] += b[i];
    }
}
static void growing(int n, double *a) {
#pragma hp5 region
    {
        for (int k = 1; k < n; k *= 2) {
#pragma hp5 do tasktile(4)
            for (int i = 0; i < k; i++) a[i + k] += a[i];
        }
    }
}
static void alone(int n, double *a) {
#pragma hp5 region
    {
#pragma hp5 task
        a[0] = 5;
#pragma hp5 do tasktile(16)
        for (int i = 1; i < n; i++) a[i] += 2;
#pragma hp5 task
        a[n - 1] += a[0];
#pragma hp5 task
        memset(a + 10, 0, 5 * sizeof *a);
    }
}
static void rows(int n, int m, double **r) {
#pragma hp5 region
    {
#pragma hp5 do tasktile(4)
        for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) r[i][j] += j;
#pragma hp5 do tasktile(4, 4)
        for (int i = 1; i < n; i++) for (int j = 1; j < m; j++) r[i][j] += r[i - 1][j - 1];
    }
}
static void unsized(int n, int m, double a[], double b[][8], unsigned k) {
#pragma hp5 region
    {
#pragma hp5 do tasktile(4)
        for (int i = 0; i < n; i++) a[i] += i;
#pragma hp5 do tasktile(4)
        for (unsigned i = k; i < k + 16; i++) for (int j = 0; j < 8; j++) b[i][j] += j + m;
    }
}
static void tiles2(int n, int m, double *a, const double *b) {
#pragma hp5 region
    {
#pragma hp5 do tasktile(4, 8)
        for (int i = 1; i < n - 1; i++) for (int j = 1; j < m - 1; j++) a[i * m + j] = b[(i - 1) * m + j] + b[i * m + j + 1];
#pragma hp5 do tasktile(4, 8)
        for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) a[i * m + j] *= 2;
    }
}
int main(void) {
    for (int i = 0; i < 4096; i++) all[i] = i % 31;
    neg(-20, 40, all + 100, all + 300);
    neg(-20, 40, all + 100, all + 90);
    neg(5, 4, all + 100, all + 90);
    ends(200, all, all + 500); ends(200, all + 7, all + 100);
    over(100, all, all + 50);
    growing(64, all);
    alone(100, all + 1000);
    double *r[16]; for (int i = 0; i < 16; i++) r[i] = all + 2000 + 20 * i;
    rows(16, 20, r); for (int i = 0; i < 16; i++) r[i] = all + 2000 + 10 * (15 - i); rows(16, 20, r);
    unsized(100, 3, all + 20, (double (*)[8])(all + 64), 3);
    tiles2(20, 16, all + 3000, all + 2500); tiles2(20, 16, all + 3000, all + 3500);
    neg(0, 0, NULL, NULL);
    struct grid g = {all + 200, all + 300, 64};
    members(&g, g);
    g.w = all + 230;
    members(&g, g);
    of_file = all + 1500;
    other = all + 1490;
    variable(60, 5, all + 1700, (double (*)[5])(all + 1600));
    double s = 0; for (int i = 0; i < 4096; i++) s = s * 0.99 + all[i];
    printf("%.17g\n", s);
}
