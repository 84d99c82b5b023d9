/* Private variables begin as copies of what they are outside, where they are something; arrays and structs
   too. Pointers that tasks set are ways to what they are set to, also those that each turn of an inner loop sets. A turn of a task loop may end early. */
#include <stdio.h>

#define N 64
#define FROM(p, at) ((p) = &from[at])

struct pair {
    double x, y;
    int k[3];
};

int main(void) {
    double a[N], b[N], weights[3] = {1, 2, 3}, scratch[8], sum = 0, *p, *q;
    struct pair pair = {3, 4, {5, 6, 7}};
    double from[N], *w, *end;
    int k = 7, m, first;
    for (int i = 0; i < N; i++) {
        a[i] = i * 37 % 101;
        b[i] = i * 11 % 17;
        from[i] = i * 5 % 13;
    }
#pragma hp5 region begin
#pragma hp5 array_tile dimtile(4) arrvar(a, b)
    for (int t = 0; t < 5; t++) {
#pragma hp5 do tasktile(4) private(k, weights, pair)
        for (int i = 0; i < N; i++) {
            a[i] += weights[i % 3] * k + pair.x + pair.k[i % 3];
            pair.y = i;
            weights[0] = weights[1] / 2;
            k = 7;
        }
#pragma hp5 do tasktile(4) private(scratch)
        for (int i = 0; i < N; i++) {
            for (int j = 0; j < 8; j++)
                scratch[j] = a[i] / (j + 1);
            b[i] += scratch[i % 8];
        }
#pragma hp5 do tasktile(4) private(p, q)
        for (int i = 0; i < N - 4; i++) {
            p = &a[i];
            q = b + i;
            *p += *q / 8;
            q[0] /= 2;
        }
#pragma hp5 do tasktile(1) private(m, first, w) in(from) inout(a[i * 8:8])
        for (int i = 0; i < 8; i++)
            for (m = 0; m < t; m++) {
                first = (i + m) % 8 * 8;
                w = &from[first];
                for (int j = 0; j < 8; j++)
                    a[i * 8 + j] += w[j] + i;
            }
#pragma hp5 do tasktile(4) private(w, end)
        for (int i = 0; i < N - 4; i++) {
            if (i % 3 == t) {
                for (w = from + i, end = w + 4; w < end; w++)
                    b[i] += *w;
            } else {
                FROM(w, i);
                b[i] -= *w;
            }
        }
#pragma hp5 do tasktile(4)
        for (int i = 1; i < N; i++) {
            if (i % 5 == t)
                continue;
            b[i] += a[i - 1] / 16;
        }
    }
#pragma hp5 region end
    for (int i = 0; i < N; i++)
        sum = sum * 0.75 + a[i] + b[i] + from[i];
    printf("%.17g\n", sum);
    return 0;
}
