/* Variables of blocks, literals and copies of structs that tasks reach through pointers: the block waits at its end. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct pair { int x, y; };
struct holder { int *p; };
struct copy { int k; int v[6]; };
struct message { int n; char d[]; };
static int a[40];
static struct holder holders[8];
static void spin(void) { for (volatile int z = 0; z < 100000; z++); }
static int *same(int *p) { return p; }
static int sum(const struct pair *q) { return q->x + 2 * q->y; }

static void by_value(struct copy s, int i) {
#pragma hp5 region joined
    {
#pragma hp5 task
        { spin(); a[i] += s.v[1] + s.k; }
    }
}
static void own_array(int k) {
#pragma hp5 region joined
    {
        int t[3] = {k, 2, 3};
        int *q = t;
#pragma hp5 array_tile dim(3) dimtile(3) arrvar(q)
#pragma hp5 task
        { spin(); a[k] += q[0] * 3 + q[1]; }
    }
}
static void handed(int n, int *to, const int *from) {
#pragma hp5 region joined
    {
#pragma hp5 array_tile dim(n) dimtile(n) arrvar(to)
#pragma hp5 array_tile dim(3) dimtile(3) arrvar(from)
#pragma hp5 task inout(to[0:n]) in(from[0:3])
        { spin(); for (int j = 0; j < n; j++) to[j] += from[j % 3]; }
    }
}

int main(void) {
#pragma hp5 region begin
    for (int i = 0; i < 5; i++) {
        int t[3] = {i, i + 1, i + 2};
        int *q = t + 1;
#pragma hp5 task
        { spin(); a[i] += q[0] + q[1]; }
    }
    for (int i = 0; i < 5; i++) {
        int t[2][3] = {{i, 1, 2}, {3, i, 5}}, (*q)[3] = t;
#pragma hp5 task
        { spin(); a[i] += q[1][1] + q[0][0]; }
    }
    for (int i = 0; i < 5; i++) {
        int t[3] = {i, 7, 8};
        int *q = same(t);
#pragma hp5 task
        { spin(); a[i + 5] += q[0] + q[2]; }
    }
    for (int i = 0; i < 5; i++) {
        struct pair p = {i, i * i};
        const struct pair *q = &p;
#pragma hp5 task
        { spin(); a[i + 10] += sum(q); }
    }
    for (int i = 0; i < 5; i++) {
        int t[3] = {i, 4, i};
        holders[i].p = t;
#pragma hp5 task
        { spin(); a[i + 15] += holders[i].p[2]; }
    }
    for (int i = 0; i < 5; i++) {
        int *p = (int[]){i, i + 1, i + 2};
#pragma hp5 task
        { spin(); for (int j = 0; j < 9; j++) a[20 + j] += p[j % 3]; }
    }
#pragma hp5 region end
#pragma hp5 region begin
    struct copy g = {.k = 4, .v = {1, 3}};
    by_value(g, 1);
    by_value(g, 2);
    g.v[1] = 9;
    g.k = 5;
    by_value(g, 3);
    for (int i = 0; i < 5; i++) own_array(i);
    for (int i = 0; i < 5; i++) handed(8, a + 30, (int[]){i, 2 * i, 3});
#pragma hp5 region end
    struct message *m = calloc(1, 64);
#pragma hp5 region begin
#pragma hp5 task
    { spin(); m->d[4] = 60; }
#pragma hp5 task
    { char c[64]; memcpy(c, m, 64); a[39] = c[8]; }
#pragma hp5 region end
    free(m);
    for (int i = 0; i < 40; i++) printf("%d ", a[i]);
    printf("\n");
    return 0;
}
