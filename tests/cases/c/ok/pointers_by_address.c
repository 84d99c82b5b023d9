// Tasks set pointers by their addresses, and others go where the pointers lead: `*way = a; pointer[7]++`.
#include <stdio.h>
struct box {
    int *p;
    int n;
};
static int a[64], b[64], c[64];
static int *kept = b, **way = &kept, *rows[4] = {a, b, c, a};
static struct box one = {b, 1};
static int **into = &one.p;

static void fill(void) {
    for (int i = 0; i < 64; i++) {
        a[i] = i * 7 % 101;
        b[i] = i * 3 % 89;
        c[i] = i * 5 % 83;
    }
    kept = b;
    one.p = b;
    rows[2] = c;
}
static void lead(int **w, int *to) { *w = to; }
static void show(const char *name) {
    long s = 0;
    for (int i = 0; i < 64; i++) s = (s * 31 + a[i] + b[i] * 7 + c[i] * 3) % 1000000007;
    printf("%s %ld\n", name, s);
}

static void set(int k) {
#pragma hp5 region
    {
        if (k == 0) {
#pragma hp5 task
            *way = a + 4;
        } else if (k == 1) {
#pragma hp5 task
            way[0] = c;
        } else if (k == 2) {
#pragma hp5 task
            *way += 9;
        } else {
#pragma hp5 task
            lead(way, &c[k]);
        }
#pragma hp5 task
        kept[7]++;
#pragma hp5 do tasktile(8)
        for (int i = 0; i < 32; i++) kept[i] += i;
#pragma hp5 do tasktile(8)
        for (int i = 0; i < 64; i++) b[i] += a[i] * 3 - c[i];
#pragma hp5 task
        (*way)++;
        *kept += 5;
#pragma hp5 task
        *kept += 7;
    }
}

static void members(void) {
#pragma hp5 region
    {
#pragma hp5 task
        *into = a + 2;
#pragma hp5 task
        one.p[5] += 4;
#pragma hp5 do tasktile(8)
        for (int i = 0; i < 64; i++) b[i] += a[i] * 3;
    }
}

/* A struct without a name, of the function. */
static void own(void) {
    struct {
        int *q;
    } s = {b};
    int **to = &s.q;
#pragma hp5 region
    {
#pragma hp5 task
        *to = a + 1;
#pragma hp5 task
        s.q[4] += 3;
#pragma hp5 do tasktile(8)
        for (int i = 0; i < 64; i++) b[i] += a[i] * 3;
    }
}

/* Rows that tasks exchange. */
static void exchanged(void) {
    int **q = rows;
#pragma hp5 region
    {
#pragma hp5 task
        q[2] = b + 3;
#pragma hp5 task
        rows[2][5] += 4;
#pragma hp5 do tasktile(8)
        for (int i = 0; i < 64; i++) b[i] += a[i] * 3;
    }
}

int main(void) {
    for (int k = 0; k < 4; k++) {
        fill();
        set(k);
        show("set");
    }
    fill();
    members();
    show("members");
    fill();
    own();
    show("own");
    fill();
    exchanged();
    show("exchanged");
}
