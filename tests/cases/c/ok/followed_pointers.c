/* Pointers to structs that functions set, and that later tasks follow: where they lead is known when all of these
   are done. */
#include <stdio.h>
#include <stdlib.h>

#define N 20
struct item { int c[2], n; struct item *next; };
static struct item items[3], *cur = items, *last, *made;
static struct { struct item *at; int count; } list = {items, 0};

static void busy(void) { for (volatile int i = 0; i < 2000; i++) {} }
static void choose(int k) { busy(); cur = &items[k % 3]; items[k % 3].n += k; }
static void advance(void) { busy(); cur++; if (cur == items + 3) cur = items; }
static void make(int k) { struct item *q = calloc(1, sizeof *q); busy(); q->c[0] = k; q->next = made; made = q; }
static void note(int k) { busy(); last = &items[k % 3]; last[0].n += k; }
static void move(int k) { busy(); list.at = &items[k % 3]; list.count++; }
static int values[3], *value = values;
static void chooses(int k) {
#pragma hp5 region joined
    {
#pragma hp5 task
        choose(k);
#pragma hp5 task
        { busy(); value = &values[k % 3]; values[k % 3] += k; }
    }
}
static int get(void) { return cur->n; }
static int first(void) { return made->c[0]; }
static int of_list(void) { return list.at->n; }

int main(void) {
    int r[N], h = 0;
    last = items;

#pragma hp5 region
    for (int k = 0; k < N; k++) {
#pragma hp5 task
        choose(k);
#pragma hp5 task
        r[k] = cur->n + cur->c[0];
#pragma hp5 task
        cur->c[k % 2] += k;
    }
    for (int k = 0; k < N; k++) h = (h * 31 + r[k]) % 100003;
#pragma hp5 region
    for (int k = 0; k < N; k++) {
#pragma hp5 task
        advance();
#pragma hp5 task
        r[k] = get();
    }
    for (int k = 0; k < N; k++) h = (h * 31 + r[k]) % 100003;
#pragma hp5 region
    for (int k = 0; k < N; k++) {
#pragma hp5 task
        make(k);
#pragma hp5 task
        r[k] = made->c[0] + first();
    }
    for (int k = 0; k < N; k++) h = (h * 31 + r[k]) % 100003;
#pragma hp5 region
    for (int k = 0; k < N; k++) {
#pragma hp5 task
        move(k);
#pragma hp5 task
        r[k] = list.at->n;
#pragma hp5 task
        list.at->n += of_list();
    }
    for (int k = 0; k < N; k++) h = (h * 31 + r[k]) % 100003;
#pragma hp5 region
    for (int k = 0; k < N; k++) {
#pragma hp5 task
        note(k);
#pragma hp5 task
        { list.at = &items[k % 3]; list.at->n += k; }
#pragma hp5 task
        r[k] = last->n + items[2].n;
    }
    for (int k = 0; k < N; k++) h = (h * 31 + r[k]) % 100003;
#pragma hp5 region
    for (int k = 0; k < N; k++) {
        chooses(k);
#pragma hp5 task
        r[k] = cur->n + *value;
    }
    for (int k = 0; k < N; k++) h = (h * 31 + r[k]) % 100003;
    printf("%d %d\n", h, last->n);
    return 0;
}
