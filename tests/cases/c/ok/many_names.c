// One task uses the same memory by several names: a list's node and the pool that it is of, an element and
// what its pointer leads to, members of a union, arrays of known lengths that overlap.
#include <stdio.h>
struct node { double v[4]; struct node *next; };
static struct node pool[16];
struct box { double *lo; double v[16]; };
static struct box bx[32];
union both { struct { double en[4], mo[4]; } n; double all[8]; };
static union both u;
static double late(double s) {
    for (int k = 0; k < 40; k++) s = s * 1.0001 + k;
    return s * 1e-3;
}
static void list(struct node *c) {
#pragma hp5 region begin
#pragma hp5 task
    { c->next->v[0] += pool[2].v[0] * 0.5 + late(1); }
#pragma hp5 task
    { pool[2].v[1] += c->next->v[0]; }
#pragma hp5 task
    { c->next->v[2] += pool[3].v[0] + pool[2].v[1]; }
#pragma hp5 region end
}
static void boxes(void) {
#pragma hp5 region begin
    for (int i = 0; i < 32; i++) {
        struct box *bp = &bx[i];
#pragma hp5 task
        for (int j = 0; j < 16; j++) bp->v[j] += bp->lo[0] * 0.25 + late(j);
    }
#pragma hp5 region end
}
static void unions(void) {
#pragma hp5 region begin
#pragma hp5 task
    { u.n.en[0] += u.all[3] * 0.01 + late(2); }
#pragma hp5 task
    { u.all[3] = u.n.en[0] * 0.5 + u.n.mo[1]; }
#pragma hp5 task
    { u.n.mo[1] += u.all[0] + u.all[5] * 0.1; }
#pragma hp5 region end
}
static double line[64];
static void shifted(int n, double *q, double *r) {
#pragma hp5 region begin
#pragma hp5 array_tile dimtile(8) dim(n) arrvar(q, r)
#pragma hp5 do tasktile(8)
    for (int i = 0; i < n; i++) r[i] += 7 * i + late(i);
#pragma hp5 do tasktile(8)
    for (int i = 0; i < n; i++) q[i] += r[i] + late(i);
#pragma hp5 region end
}
int main(void) {
    double s = 0;
    for (int i = 0; i < 16; i++) {
        for (int j = 0; j < 4; j++) pool[i].v[j] = i + j;
        pool[i].next = i < 15 ? &pool[i + 1] : NULL;
    }
    for (int i = 0; i < 32; i++) {
        for (int j = 0; j < 16; j++) bx[i].v[j] = i + j;
        bx[i].lo = bx[(i + 31) % 32].v;
    }
    for (int i = 0; i < 8; i++) u.all[i] = i + 1;
    for (int t = 0; t < 5; t++) {
        list(&pool[1]);
        boxes();
        unions();
        shifted(56, line, line + 8);
    }
    for (int i = 0; i < 16; i++)
        for (int j = 0; j < 4; j++) s += pool[i].v[j] * (i + 2 * j);
    for (int i = 0; i < 32; i++)
        for (int j = 0; j < 16; j++) s += bx[i].v[j] * (i + 2 * j);
    for (int i = 0; i < 8; i++) s += u.all[i] * i;
    for (int i = 0; i < 64; i++) s += line[i] * (i % 5);
    printf("%.17g\n", s);
    return 0;
}
