/* Indices that are narrower than they look, or made of fractions and of pointers; rows whose length has
   two names. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>

#define N 700

typedef unsigned char byte;

static int a[N], b[N];
static float from[50 * 70], to[50 * 70];

static void wrapped(int t) {
    double half = 0.5;
    int n = 33, *place = a + 10;
#pragma hp5 region
    {
#pragma hp5 array_tile dimtile(50) arrvar(a, b)
#pragma hp5 do tasktile(50)
        for (int i = 0; i < N; i++) {
            uint8_t k = i * 3;
            a[k] += b[i] + t;
        }
#pragma hp5 do tasktile(50)
        for (int i = 0; i < N; i++)
            b[i] ^= a[(uint8_t)i] + a[(byte)(i + 1)];
#pragma hp5 do tasktile(50)
        for (int i = 0; i < N; i++) {
            _Bool k = i;
            b[k] += a[i] % 7;
        }
#pragma hp5 do tasktile(50)
        for (int i = 0; i < N; i++) {
            int k = half * i;
            a[k] += b[i] % 5;
        }
#pragma hp5 do tasktile(7)
        for (int i = 20; i < N; i++)
            b[i - (int)(n * 0.5)] += a[i] % 3;
#pragma hp5 task
        b[place - a] += a[3];
#pragma hp5 task
        b[10] /= 2;
#pragma hp5 do tasktile(50)
        for (int i = 0; i < N; i++)
            for (int j = 0; j < sqrt(n); j++)
                a[i] = (a[i] * 3 + b[j]) % 1009;
    }
}

static void rows(size_t w, int h, int up) {
#pragma hp5 region
    {
#pragma hp5 array_tile dimtile(5, 70) dim(50, 70) arrvar(from, to)
#pragma hp5 do tasktile(5)
        for (int y = 3; y < h; y++)
            for (size_t x = 0; x < w; x++)
                to[y * w + x] = from[(y - up) * w + x] / 2 + from[w * y + (w - 1 - x)];
#pragma hp5 do tasktile(5)
        for (int y = 0; y < h; y++) {
            float *p = from + y * w;
            for (unsigned x = 0; x < w; x++)
                p[x] = to[y * (int)w + x] + 1;
        }
    }
}

int main(void) {
    double sum = 0;
    for (int k = 0; k < N; k++) {
        a[k] = k * 37 % 101;
        b[k] = k * 11 % 17;
    }
    for (int k = 0; k < 50 * 70; k++)
        from[k] = k % 97;
    for (int t = 0; t < 3; t++) {
        wrapped(t);
        rows(70, 50, 3);
    }
    for (int k = 0; k < N; k++)
        sum = sum * 0.75 + a[k] + b[k] + from[k] + to[k + 500];
    printf("%.17g\n", sum);
    return 0;
}
