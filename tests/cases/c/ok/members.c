/* Structs that are variables: members that tasks write, arrays among them, in blocks that are left. */
#include <stdio.h>

struct state {
    int n;
    double x, y, v[10];
};

static double out[10];

int main(void) {
    struct state s = {1, 2, 3, {0}};
    double a[30], sum = 0;
    for (int k = 0; k < 30; k++)
        a[k] = k * 37 % 101;
#pragma hp5 region begin
    for (int t = 0; t < 8; t++) {
        struct state mine;
        mine.n = t;
#pragma hp5 task
        s.x += a[t];
#pragma hp5 task
        {
            s.y = s.x / 2;
            s.n++;
        }
#pragma hp5 do tasktile(4)
        for (int i = 0; i < 30; i++)
            a[i] += s.y / 64;
#pragma hp5 do tasktile(3)
        for (int i = 0; i < 9; i++)
            s.v[i] += i + s.x / 16;
#pragma hp5 task
        for (int i = 0; i < 10; i++)
            mine.v[i] = i * mine.n + s.x;
#pragma hp5 task
        for (int i = 0; i < 10; i++)
            out[i] += mine.v[9 - i];
#pragma hp5 task
        {
            int i = s.n % 10;
            double *p = out;
            p[i] += 1;
        }
    }
#pragma hp5 region end
    for (int k = 0; k < 30; k++)
        sum = sum * 0.75 + a[k] + out[k % 10] + s.v[k % 10];
    printf("%d %.17g %.17g %.17g\n", s.n, s.x, s.y, sum);
    return 0;
}
