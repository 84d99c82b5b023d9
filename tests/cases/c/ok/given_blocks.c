/* Pointers to blocks that code between tasks sets and blocks that it gives back: in arrays, in structs, by `*(b + k)`, in
   several rows. Tasks on other blocks go on; those on the same one are waited for. */
#include <stdio.h>
#include <stdlib.h>

#define NB 6
#define B 32

struct matrix {
    int n;
    int **block, *own[NB], **rows[2];
};

static long sums[NB];

static void work(int *p, int k) {
    for (volatile int j = 0; j < 30000; j++) {}
    for (int i = 0; i < B; i++)
        p[i] += i * k + 1;
}

static long sum(const int *p) {
    long s = 0;
    for (int i = 0; p && i < B; i++)
        s = s * 31 % 1000003 + p[i];
    return s;
}

static void given_back(int **block, struct matrix *m, struct matrix v) {
#pragma hp5 region
    for (int t = 0; t < 2; t++)
        for (int k = 0; k < NB; k++) {
            free(block[k]);
            block[k] = calloc(B, sizeof(int));
#pragma hp5 task
            work(block[k], k);
#pragma hp5 task
            sums[k] += sum(block[k]);
        }
#pragma hp5 region
    for (int t = 0; t < 2; t++)
        for (int k = 0; k < NB; k++) {
            free(m->own[k]);
            m->own[k] = calloc(B, sizeof(int));
#pragma hp5 task inout(m->own[k][0:B])
            work(m->own[k], k);
        }
#pragma hp5 region
    for (int t = 0; t < 2; t++)
        for (int k = 0; k < NB; k++) {
            m->block[k] = realloc(m->block[k], (B + 5000 * t) * sizeof(int));
#pragma hp5 task
            work(m->block[k], k);
        }
#pragma hp5 region
    for (int t = 0; t < 2; t++)
        for (int k = 0; k < NB; k++) {
            free((void *)v.own[k]);
            v.own[k] = (int *)calloc(B, sizeof(int));
#pragma hp5 task
            work(v.own[k], k);
        }
    for (int k = 0; k < NB; k++)
        m->own[k] = v.own[k];
}

static void set(int **block, struct matrix *m) {
#pragma hp5 region
    for (int t = 0; t < 2; t++)
        for (int k = 0; k < NB; k++) {
            free(*(block + k));
            *(block + k) = calloc(B, sizeof(int));
#pragma hp5 task
            work(*(block + k), k);
        }
#pragma hp5 region
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < NB; k++) {
            m->rows[i][k] = calloc(B, sizeof(int));
#pragma hp5 task
            work(m->rows[i][k], k);
        }
#pragma hp5 region
    for (int t = 0; t < 3; t++) {
        for (int k = 0; k < NB; k++) {
#pragma hp5 task
            work(m->own[k], k + t);
        }
        m->own[t] = block[t + 1];
    }
}

/* Waits: another name, and a part of a block that begins elsewhere. */
static void by_other_names(int **block, struct matrix *m) {
#pragma hp5 region
    {
        int *last = block[NB - 1];
        for (int k = 0; k < NB; k++) {
#pragma hp5 task
            work(block[k], k);
        }
        free(last); // waits
        block[NB - 1] = calloc(B, sizeof(int));
    }
#pragma hp5 region
    for (int k = 0; k < NB; k++) {
#pragma hp5 task inout(m->block[k][16:16])
        for (int i = 16; i < B; i++) {
            for (volatile int j = 0; j < 3000; j++) {}
            m->block[k][i] += i;
        }
        free(m->block[k]); // waits
        m->block[k] = NULL;
    }
}

int main(void) {
    long all = 0;
    int *block[NB], *other[NB], *rows[2][NB];
    struct matrix m = {NB, other, {NULL}, {rows[0], rows[1]}};
    for (int k = 0; k < NB; k++) {
        block[k] = calloc(B, sizeof(int));
        other[k] = calloc(B, sizeof(int));
        m.own[k] = calloc(B, sizeof(int));
    }
    struct matrix v = m;
    for (int k = 0; k < NB; k++)
        v.own[k] = calloc(B, sizeof(int));
    given_back(block, &m, v);
    set(block, &m);
    by_other_names(block, &m);
    for (int k = 0; k < NB; k++) {
        all = all * 7 % 1000003 + sum(block[k]) + sum(m.block[k]) + sums[k];
        all = all * 7 % 1000003 + sum(k > 2 ? m.own[k] : NULL) + sum(rows[0][k]) + sum(rows[1][k]);
    }
    printf("%ld\n", all);
    return 0;
}
