// Parts of an array that each turn works out for itself, the last one as long as what is left; row lengths by
// names that only some of the tasks know.

#include <stdio.h>

static void region(int n, int parts, double *restrict c, const double *restrict a) {
#pragma hp5 region
    {
        {
            int per = n / parts;
#pragma hp5 task_tile(p = 1)
            for (int p = 0; p < parts; p++) {
                int lo = p * per, hi = lo + per;
                if (p == parts - 1) hi = n;
                for (int k = lo; k < hi; k++) c[k] = a[k] * 2;
            }
        }
        {
            int per = (n + parts - 1) / parts;
#pragma hp5 task_tile(p = 2)
            for (int p = 0; p < parts; p++) {
                int lo = p * per, hi = lo + per;
                if (hi > n) hi = n;
                for (int k = lo; k < hi; k++) c[k] = c[k] * 0.5 + p;
            }
        }
        {
            int m = n / 4;
#pragma hp5 task_tile(i = 1)
            for (int i = 0; i < 4; i++)
                for (int j = 0; j < m; j++) c[i * m + j] += a[i * m + j];
        }
#pragma hp5 task_tile(i = 8)
        for (int i = 0; i < n - 6; i++) {
            // The condition changes what the arms use.
            int x = i + 3, y = i;
            if (x++ > 2) y = x;
            c[y] = c[y] * 0.5 + i;
        }
    }
}

int main(void) {
    double a[64], c[64];
    for (int n = 40; n < 64; n += 7) {
        for (int i = 0; i < 64; i++) a[i] = i * 7 % 11, c[i] = i;
        region(n, 5, c, a);
        for (int i = 0; i < n; i++) printf("%.17g\n", c[i]);
    }
    return 0;
}
