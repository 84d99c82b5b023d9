/* Structs with pointers that tasks copy, and reach something through: elements, members, by functions and by bytes,
   beside tasks that use the same arrays by their names. */
#include <stdio.h>
#include <string.h>

#define N 64

struct way {
    int k;
    int *p, **rows;
};

struct set {
    int k;
    struct way in, many[2];
    int *table[4];
    struct set *self;
};

static int a[N], b[N];
static int *table[8];
static struct way ways[4];
static struct set all, sets[4];

static void work(void) {
    for (volatile int k = 0; k < 20000; k++) {}
}

static struct way get(int k) {
    return ways[k];
}

static struct way pass(struct way z) {
    return z;
}

static void put(struct way z) {
    z.p[3] += 4;
}

static void put_in(struct set z) {
    z.in.p[3] += 4;
    z.table[1][2]++;
}

static void fill(int n) {
    for (int i = 0; i < n; i++)
        a[i] = i * 7 % 31, b[i] = i * 5 % 23;
    for (int i = 0; i < 8; i++)
        table[i] = a + 8 * i;
    for (int i = 0; i < 4; i++)
        ways[i] = (struct way){i, a + 16 * i, table + 2 * i};
    all.self = &all;
    all.in = ways[1];
    all.many[1] = ways[3];
    all.many[0] = ways[2];
    for (int i = 0; i < 4; i++)
        all.table[i] = a + 3 * i;
    for (int i = 0; i < 4; i++) {
        sets[i] = all;
        sets[i].self = &sets[(i + 1) % 4];
        sets[i].in.p = a + 5 * i + 2;
    }
}

/* An element. */
static void by_0(int n, struct way *p) {
#pragma hp5 region
    {
#pragma hp5 do tasktile(16)
        for (int i = 0; i < n; i++) {
            work();
            a[i] = a[i] * 3 % 1009 + i;
        }
#pragma hp5 task
        {
            work();
            struct way z = p[2];
            z.p[3] += 4;
        }
#pragma hp5 do tasktile(16)
        for (int i = 0; i < n; i++) {
            work();
            b[i] = b[i] * 3 % 1009 + a[i];
        }
    }
}

/* Assigned. */
static void by_1(int n, int k) {
#pragma hp5 region
    {
#pragma hp5 do tasktile(16)
        for (int i = 0; i < n; i++) {
            work();
            a[i] = a[i] * 3 % 1009 + i;
        }
#pragma hp5 task
        {
            work();
            struct way z;
            z = ways[k];
            z.p[3] += 4;
        }
#pragma hp5 do tasktile(16)
        for (int i = 0; i < n; i++) {
            work();
            b[i] = b[i] * 3 % 1009 + a[i];
        }
    }
}

/* Rows behind a copy. */
static void by_2(int n, struct way *p) {
#pragma hp5 region
    {
#pragma hp5 do tasktile(16)
        for (int i = 0; i < n; i++) {
            work();
            a[i] = a[i] * 3 % 1009 + i;
        }
#pragma hp5 task
        {
            work();
            struct way z = p[1];
            int *row = z.rows[1];
            row[2] += 5;
            **z.rows -= 1;
        }
#pragma hp5 do tasktile(16)
        for (int i = 0; i < n; i++) {
            work();
            b[i] = b[i] * 3 % 1009 + a[i];
        }
    }
}

/* A member. */
static void by_3(int n) {
#pragma hp5 region
    {
#pragma hp5 do tasktile(16)
        for (int i = 0; i < n; i++) {
            work();
            a[i] = a[i] * 3 % 1009 + i;
        }
#pragma hp5 task
        {
            work();
            struct way z = all.in;
            z.p[3] += 4;
        }
#pragma hp5 do tasktile(16)
        for (int i = 0; i < n; i++) {
            work();
            b[i] = b[i] * 3 % 1009 + a[i];
        }
    }
}

/* A member of an element. */
static void by_4(int n) {
#pragma hp5 region
    {
#pragma hp5 do tasktile(16)
        for (int i = 0; i < n; i++) {
            work();
            a[i] = a[i] * 3 % 1009 + i;
        }
#pragma hp5 task
        {
            work();
            struct way z = sets[2].in;
            z.p[3] += 4;
        }
#pragma hp5 do tasktile(16)
        for (int i = 0; i < n; i++) {
            work();
            b[i] = b[i] * 3 % 1009 + a[i];
        }
    }
}

/* An element of a member. */
static void by_5(int n) {
#pragma hp5 region
    {
#pragma hp5 do tasktile(16)
        for (int i = 0; i < n; i++) {
            work();
            a[i] = a[i] * 3 % 1009 + i;
        }
#pragma hp5 task
        {
            work();
            struct way z = all.many[1];
            z.p[3] += 4;
        }
#pragma hp5 do tasktile(16)
        for (int i = 0; i < n; i++) {
            work();
            b[i] = b[i] * 3 % 1009 + a[i];
        }
    }
}

/* Behind pointers. */
static void by_6(int n) {
#pragma hp5 region
    {
#pragma hp5 do tasktile(16)
        for (int i = 0; i < n; i++) {
            work();
            a[i] = a[i] * 3 % 1009 + i;
        }
#pragma hp5 task
        {
            work();
            struct way z = all.self->self->many[1];
            z.p[3] += 4;
            z.rows[0][2] = 1;
        }
#pragma hp5 do tasktile(16)
        for (int i = 0; i < n; i++) {
            work();
            b[i] = b[i] * 3 % 1009 + a[i];
        }
    }
}

/* Members of a copy. */
static void by_7(int n) {
#pragma hp5 region
    {
#pragma hp5 do tasktile(16)
        for (int i = 0; i < n; i++) {
            work();
            a[i] = a[i] * 3 % 1009 + i;
        }
#pragma hp5 task
        {
            work();
            struct set z = sets[1];
            z.table[2][3] += 4;
            z.in.p[1] = 5;
            z.self->in.p[2]++;
        }
#pragma hp5 do tasktile(16)
        for (int i = 0; i < n; i++) {
            work();
            b[i] = b[i] * 3 % 1009 + a[i];
        }
    }
}

/* One of two. */
static void by_8(int n, struct way *p) {
#pragma hp5 region
    {
#pragma hp5 do tasktile(16)
        for (int i = 0; i < n; i++) {
            work();
            a[i] = a[i] * 3 % 1009 + i;
        }
#pragma hp5 task
        {
            work();
            struct way z = n > 3 ? ways[1] : p[0];
            z.p[3] += 4;
        }
#pragma hp5 do tasktile(16)
        for (int i = 0; i < n; i++) {
            work();
            b[i] = b[i] * 3 % 1009 + a[i];
        }
    }
}

/* A list. */
static void by_9(int n, struct way *p) {
#pragma hp5 region
    {
#pragma hp5 do tasktile(16)
        for (int i = 0; i < n; i++) {
            work();
            a[i] = a[i] * 3 % 1009 + i;
        }
#pragma hp5 task
        {
            work();
            struct way z[2] = {ways[1], p[2]};
            z[1].p[3] += 4;
            z[0].p[1]--;
        }
#pragma hp5 do tasktile(16)
        for (int i = 0; i < n; i++) {
            work();
            b[i] = b[i] * 3 % 1009 + a[i];
        }
    }
}

/* A chain. */
static void by_10(int n, struct way *p) {
#pragma hp5 region
    {
#pragma hp5 do tasktile(16)
        for (int i = 0; i < n; i++) {
            work();
            a[i] = a[i] * 3 % 1009 + i;
        }
#pragma hp5 task
        {
            work();
            struct way x, z;
            x = z = p[2];
            x.p[3] += 4;
            z.p[1] = 2;
        }
#pragma hp5 do tasktile(16)
        for (int i = 0; i < n; i++) {
            work();
            b[i] = b[i] * 3 % 1009 + a[i];
        }
    }
}

/* Copied bytes. */
static void by_11(int n) {
#pragma hp5 region
    {
#pragma hp5 do tasktile(16)
        for (int i = 0; i < n; i++) {
            work();
            a[i] = a[i] * 3 % 1009 + i;
        }
#pragma hp5 task
        {
            work();
            struct way z;
            memcpy(&z, &ways[2], sizeof z);
            z.p[3] += 4;
        }
#pragma hp5 do tasktile(16)
        for (int i = 0; i < n; i++) {
            work();
            b[i] = b[i] * 3 % 1009 + a[i];
        }
    }
}

/* Copied bytes of several. */
static void by_12(int n, struct way *p) {
#pragma hp5 region
    {
#pragma hp5 do tasktile(16)
        for (int i = 0; i < n; i++) {
            work();
            a[i] = a[i] * 3 % 1009 + i;
        }
#pragma hp5 task
        {
            work();
            struct way z[2];
            memcpy(z, p, sizeof z);
            z[1].p[3] += 4;
            int *w[4];
            memmove(w, table, sizeof w);
            w[2][1] = 4;
        }
#pragma hp5 do tasktile(16)
        for (int i = 0; i < n; i++) {
            work();
            b[i] = b[i] * 3 % 1009 + a[i];
        }
    }
}

/* A function that gives a struct. */
static void by_13(int n, int k) {
#pragma hp5 region
    {
#pragma hp5 do tasktile(16)
        for (int i = 0; i < n; i++) {
            work();
            a[i] = a[i] * 3 % 1009 + i;
        }
#pragma hp5 task
        {
            work();
            struct way z = get(k);
            z.p[3] += 4;
            get(1).p[2]++;
        }
#pragma hp5 do tasktile(16)
        for (int i = 0; i < n; i++) {
            work();
            b[i] = b[i] * 3 % 1009 + a[i];
        }
    }
}

/* A function that gives back what it is given. */
static void by_14(int n) {
#pragma hp5 region
    {
#pragma hp5 do tasktile(16)
        for (int i = 0; i < n; i++) {
            work();
            a[i] = a[i] * 3 % 1009 + i;
        }
#pragma hp5 task
        {
            work();
            pass(ways[1]).p[2] += 9;
            pass(all.in).rows[1][4]++;
        }
#pragma hp5 do tasktile(16)
        for (int i = 0; i < n; i++) {
            work();
            b[i] = b[i] * 3 % 1009 + a[i];
        }
    }
}

/* A function that is given a struct. */
static void by_15(int n, struct way *p) {
#pragma hp5 region
    {
#pragma hp5 do tasktile(16)
        for (int i = 0; i < n; i++) {
            work();
            a[i] = a[i] * 3 % 1009 + i;
        }
#pragma hp5 task
        {
            work();
            put(p[2]);
            put(all.many[0]);
            put_in(sets[2]);
        }
#pragma hp5 do tasktile(16)
        for (int i = 0; i < n; i++) {
            work();
            b[i] = b[i] * 3 % 1009 + a[i];
        }
    }
}

/* A statement expression. */
static void by_16(int n, struct way *p) {
#pragma hp5 region
    {
#pragma hp5 do tasktile(16)
        for (int i = 0; i < n; i++) {
            work();
            a[i] = a[i] * 3 % 1009 + i;
        }
#pragma hp5 task
        {
            work();
            struct way z = ({
                struct way y = p[2];
                y;
            });
            z.p[3] += 4;
        }
#pragma hp5 do tasktile(16)
        for (int i = 0; i < n; i++) {
            work();
            b[i] = b[i] * 3 % 1009 + a[i];
        }
    }
}

/* All elements. */
static void by_17(int n) {
#pragma hp5 region
    {
#pragma hp5 do tasktile(16)
        for (int i = 0; i < n; i++) {
            work();
            a[i] = a[i] * 3 % 1009 + i;
        }
#pragma hp5 task
        {
            work();
            for (int j = 0; j < 4; j++) {
                struct way z = ways[j];
                z.p[3] += 4;
            }
        }
#pragma hp5 do tasktile(16)
        for (int i = 0; i < n; i++) {
            work();
            b[i] = b[i] * 3 % 1009 + a[i];
        }
    }
}

int main(void) {
    long sum = 0;
    for (int t = 0; t < 2; t++) {
        fill(N);
        by_0(N, ways);
        by_1(N, 1);
        by_2(N, ways);
        by_3(N);
        by_4(N);
        by_5(N);
        by_6(N);
        by_7(N);
        by_8(N, ways);
        by_9(N, ways);
        by_10(N, ways);
        by_11(N);
        by_12(N, ways);
        by_13(N, 1);
        by_14(N);
        by_15(N, ways);
        by_16(N, ways);
        by_17(N);
        for (int i = 0; i < N; i++)
            sum = sum * 3 % 1000003 + a[i] + b[i] % 1009;
    }
    printf("%ld\n", sum);
    return 0;
}
