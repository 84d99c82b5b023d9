/* Functions that use parts of one array by members of structs, by what is looked up, and by its name. */
#include <stdio.h>
struct window {
    double *d;
    int n;
};
static double all[64];
static int ix[64];
static void busy(void) {
    for (volatile int i = 0; i < 20000; i++) {
    }
}
static void gather(struct window *v, double by) {
    busy();
    for (int i = 0; i < v->n; i++)
        v->d[ix[i]] *= by;
}
static void smooth(struct window *v, double by) {
    busy();
    for (int i = 1; i < v->n; i++)
        v->d[i] += v->d[i - 1] * by;
}
static void one(struct window *v, int k) {
    busy();
    v->d[k % 9] += k;
}
static void file(int k) {
    busy();
    all[ix[k]] += 1;
}
int main(void) {
    for (int i = 0; i < 64; i++) {
        all[i] = i + 1;
        ix[i] = (i * 5) % 20;
    }
    struct window v = {all, 20}, w = {all + 7, 9}, *p = &w;
    static struct window f;
    f.d = all + 3;
    f.n = 12;
#pragma hp5 region begin
    for (int t = 0; t < 8; t++) {
#pragma hp5 task
        gather(&v, 0.5);
#pragma hp5 task
        smooth(&w, 0.25);
#pragma hp5 task
        one(&v, t);
#pragma hp5 task
        one(p, t);
#pragma hp5 task
        file(t);
#pragma hp5 task
        smooth(&f, 0.125);
#pragma hp5 task
        all[t] += all[t + 5];
    }
#pragma hp5 region end
    double s = 0;
    for (int i = 0; i < 64; i++)
        s += all[i] * i;
    printf("%.17g\n", s);
    return 0;
}
