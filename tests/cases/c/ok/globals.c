/* Variables of the file that the region's code sets, seen by tasks and by functions that they call;
   a feature of the library is asked for on top; one index in place of two. */
#define _GNU_SOURCE
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#define ROW(a, i) ((a) + (i) * m)
#define SCALED(a, i, j) scaled(AT(a, i, j))
#define AT(a, i, j) ROW(a, i)[j]
static double *now, *next;
static int n = 60, m = 40, shift;
static double scale;
static double scaled(double x) { return x * scale + shift; }
static void sweeps(int count) {
    int t, i, j, last = 0, far = 0;
    double most = 0.0;
#pragma hp5 region begin
#pragma hp5 array_tile dimtile(8, *) dim(n, m) arrvar(now, next)
    for (t = 0; t < count; t++) {
        double *tmp;
        const int at = (t * 613) % (n * m);
        shift = t % 3;
#pragma hp5 task
        now[at] += 100.0;
#pragma hp5 do tasktile(8)
        for (i = 1; i < n - 1; i++)
            for (j = 1; j < m - 1; j++)
                next[i * m + j] = (now[(i - 1) * m + j] + now[i * m + j + 1]) / 2 + shift;
        tmp = now, now = next, next = tmp;
    }
    while (!last) {
        most = 0.0;
        scale = 0.5 + far * 0.25;
#pragma hp5 do tasktile(8) reduction(max: most)
        for (i = 0; i < n; i++)
            for (j = 0; j < m; j++) {
                AT(now, i, j) = SCALED(now, i, j);
                if (AT(now, i, j) > most)
                    most = AT(now, i, j);
            }
#pragma hp5 task_wait
        far++;
        last = far == 3;
        printf("%.10g\n", most);
    }
#pragma hp5 region end
}
int main(void) {
    int k;
    double sum = 0.0;
    char *text = NULL;
    now = malloc(sizeof *now * n * m);
    next = malloc(sizeof *next * n * m);
    for (k = 0; k < n * m; k++)
        now[k] = next[k] = k * 37 % 101;
    sweeps(50);
    for (k = 0; k < n * m; k++)
        sum += now[k] * (k % 7) + next[k];
    if (asprintf(&text, "%.17g", sum) > 0)
        puts(text);
    free(text);
    free(now);
    free(next);
    return 0;
}
