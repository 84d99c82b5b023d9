/* Scalars and structs that one side names and the other one reaches through a pointer which other functions set: handed
   on, kept in a variable of the file or a member, returned. */
#include <stdio.h>
#include <string.h>
struct holder { int *at; };
struct pair { int k, j; };
static int n, sum, other;
static double step = 0.5, cells[4];
static int *left_here, *several[2];
static struct holder set_there, kept;
static struct pair both, *its_place;

static void slow(int *p, int v) { volatile int k = 0; while (k < 100000) k++; *p = v; }
static void halve(double *p) { volatile int k = 0; while (k < 100000) k++; *p *= 0.5; }
static int *where(void) { return &n; }
static int get(void) { return n; }
static void init(void) { left_here = &n; set_there.at = &n; several[1] = &n; its_place = &both; }
static void keep(struct holder *h, int *p) { h->at = p; }

static void handed(int *p, double *width, struct pair *o) {
    int x = 1;
#pragma hp5 region begin
    for (int t = 0; t < 3; t++) {
#pragma hp5 task
        halve(width);
#pragma hp5 task_tile(i = 2)
        for (int i = 0; i < 4; i++) cells[i] += step;
        if (step < 0.1) break;
    }
#pragma hp5 task
    slow(p, 3);
#pragma hp5 task_tile(i = 2)
    for (int i = 0; i < n; i++) cells[i] += 1;
    x = n;
#pragma hp5 task
    sum = sum * 3 + x;
#pragma hp5 task
    slow(&sum, n + 1);
    *p = 8;
#pragma hp5 task
    slow(p, 7);
    x = get();
#pragma hp5 task
    sum = sum * 3 + x;
#pragma hp5 task
    slow(&both.k, 5);
    x = o->k;
#pragma hp5 task
    sum = sum * 3 + x;
#pragma hp5 task
    o->k = 7;
#pragma hp5 task
    sum = sum * 3 + both.k;
    both.j = 0;
#pragma hp5 region end
}

static void kept_elsewhere(void) {
    int x = 1, own = 2, *w = where();
    keep(&kept, &own);
#pragma hp5 region begin
#pragma hp5 task
    slow(left_here, 11);
    x = n;
#pragma hp5 task
    sum = sum * 3 + x;
#pragma hp5 task
    slow(&n, 12);
    x = *set_there.at;
#pragma hp5 task
    sum = sum * 3 + x;
#pragma hp5 task
    slow(w, 13);
    n = 4;
#pragma hp5 task
    slow(kept.at, 5);
    x = own;
#pragma hp5 task
    sum = sum * 3 + x;
#pragma hp5 task
    slow(&both.k, 6);
    { struct pair copy = *its_place; x = copy.k; }
#pragma hp5 task
    sum = sum * 3 + x;
#pragma hp5 task
    slow(&both.j, 9);
    memcpy(&x, &its_place->j, sizeof x);
#pragma hp5 task
    slow(&other, n + x);
    several[1][0] = 8;
#pragma hp5 task
    slow(&sum, sum + n);
    memset(several[1], 1, sizeof(int));
#pragma hp5 region end
    sum = sum * 3 + own;
}

int main(void) {
    init();
    handed(&n, &step, &both);
    printf("%d %d %g %g %g\n", n, sum, step, cells[0], cells[3]);
    kept_elsewhere();
    printf("%d %d %d %d %d\n", n, sum, other, both.k, both.j);
    return 0;
}
