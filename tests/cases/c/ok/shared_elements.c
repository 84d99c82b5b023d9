#include <stdio.h>
#include <stdlib.h>
#include <string.h>
/* Pointers of several elements of an array lead to the same memory: set in place, by literals, by functions, by
   copies of tables, by lists; and such ones of which each element has its own. */
#define N 9
#define M 8
struct job { double *to; const double *from; int n; };
struct pair { double *now, *next; };
struct point { double x, y; };
struct box { struct job jobs[N]; double *part[N]; };
union way { double *number; void *any; };
struct own { double *v; double *sum; };
static double a[(N + 1) * M], line[(N + 1) * M];
static struct job last[N];

static double slow(double x) {
    for (int k = 0; k < 400; k++) x = x * 0.999 + 0.001 * (x > 1 ? 1 : x);
    return x;
}
static double sum(void) {
    double s = 0;
    for (int i = 0; i < (N + 1) * M; i++) s = s * 0.75 + a[i];
    for (int i = 0; i < (N + 1) * M; i++) a[i] = i;
    return s;
}

/* By literals, and by a function that takes a copy of the element. */
static void run(struct job job) {
    for (int j = 0; j < job.n; j++) job.to[j] = slow(job.from[j]);
}
static double literals(void) {
    struct job jobs[N];
    for (int i = 0; i < N; i++) jobs[i] = (struct job){a + i * M, a + i * M + M, M};
#pragma hp5 region
    {
        for (int i = 0; i < N; i++) {
#pragma hp5 task
            for (int j = 0; j < jobs[i].n; j++) jobs[i].to[j] = slow(jobs[i].from[j] + i);
        }
        for (int i = 0; i < N; i++) {
#pragma hp5 task
            run(jobs[i]);
        }
    }
    return sum();
}

/* Members by themselves, by a pointer that moves, by the address of an element, and in a struct. */
static double members(struct box *box) {
    double *at = a;
    struct job *job = last;
    for (int i = 0; i < N; i++) {
        box->jobs[i].to = at;
        at += M / 2;
        *job++ = (struct job){.to = a + i, .from = a + 2 * i, .n = M};
        box->part[i] = a + i * 3;
    }
#pragma hp5 region
    {
        for (int i = 0; i < N; i++) {
#pragma hp5 task
            for (int j = 0; j < M; j++) box->jobs[i].to[j] = slow(box->jobs[i].to[j] + i);
        }
#pragma hp5 task_tile(i = 1)
        for (int i = 0; i < N; i++)
            for (int j = 0; j < M; j++) last[i].to[j] = slow(last[i].from[j]);
        for (int i = 0; i < N; i++) {
#pragma hp5 task
            for (int j = 0; j < M; j++) box->part[i][j] = slow(box->part[i][j] + i);
        }
    }
    return sum();
}

/* Two buffers by lists, and a union. */
static double lists(void) {
    struct pair both[2] = {{a, line}, {line, a}};
    union way ways[N];
    for (int i = 0; i < N; i++) ways[i].any = a + i * 4;
#pragma hp5 region
    {
        for (int i = 0; i < 2 * N; i++) {
#pragma hp5 task
            for (int j = 1; j < N * M; j++) both[i % 2].next[j] = slow(both[i % 2].now[j - 1] + both[i % 2].now[j + 1]);
        }
        for (int i = 0; i < N; i++) {
#pragma hp5 task
            for (int j = 0; j < M; j++) ways[i].number[j] = slow(ways[i].number[j] + i);
        }
    }
    return sum();
}

/* By functions: one that sets, one that makes structs, one that makes all of them. */
static void set(struct job *job, double *to, const double *from) {
    job->to = to;
    job->from = from;
}
static struct job *made(double *to) {
    struct job *job = malloc(sizeof *job);
    set(job, to, to + M);
    return job;
}
static struct job *all_of(double *all) {
    struct job *jobs = calloc(N, sizeof *jobs), one;
    for (int i = 0; i < N; i++) {
        set(&one, &all[i * M], &all[i * M + M]);
        memcpy(&jobs[i], &one, sizeof one);
    }
    return jobs;
}
static double functions(void) {
    struct job jobs[N], *each[N], *copies = all_of(a);
    for (int i = 0; i < N; i++) {
        set(jobs + i, &a[i * M], &a[i * M + M]);
        each[i] = made(a + i * M);
    }
#pragma hp5 region
    {
        for (int i = 0; i < N; i++) {
#pragma hp5 task
            for (int j = 0; j < M; j++) jobs[i].to[j] = slow(jobs[i].from[j] + i);
        }
        for (int i = 0; i < N; i++) {
#pragma hp5 task
            for (int j = 0; j < M; j++) each[i]->to[j] = slow(each[i]->from[j] + i);
        }
        for (int i = 0; i < N; i++) {
#pragma hp5 task
            {
                struct job job = copies[i];
                for (int j = 0; j < M; j++) job.to[j] = slow(job.from[j] + i);
            }
        }
    }
    for (int i = 0; i < N; i++) free(each[i]);
    free(copies);
    return sum();
}

/* Tables of pointers: rows that overlap, structs that several pointers lead to, and copies of such tables. */
static double tables(void) {
    double **rows = malloc(N * sizeof *rows), *same[N];
    struct point points[N], *some[N], *others[N];
    for (int i = 0; i < N; i++) {
        rows[i] = a + i * 4;
        points[i] = (struct point){i, 1};
        some[i] = &points[i / 2];
    }
    memcpy(same, rows, sizeof same);
    memcpy(others, some, sizeof some);
#pragma hp5 region
    {
#pragma hp5 task_tile(i = 1)
        for (int i = 0; i < N; i++)
            for (int j = 0; j < M; j++) rows[i][j] = slow(rows[i][j] + i);
#pragma hp5 task_tile(i = 1)
        for (int i = 0; i < N; i++)
            for (int j = 0; j < M; j++) same[i][j] = slow(same[i][j] + i);
#pragma hp5 task_tile(i = 1)
        for (int i = 0; i < N; i++) some[i]->x = slow(some[i]->x + i);
#pragma hp5 task_tile(i = 1)
        for (int i = 0; i < N; i++) others[i]->x = slow(others[i]->x + i);
    }
    for (int i = 0; i < N; i++) a[i] += points[i].x;
    free(rows);
    return sum();
}

/* Each has its own: memory of its turn, its row, its place in an array of results. */
static double owned(void) {
    struct own own[N];
    double rows[N][M], sums[N] = {0};
    for (int i = 0; i < N; i++) {
        double *v = malloc(M * sizeof *v);
        for (int j = 0; j < M; j++) v[j] = rows[i][j] = i + j;
        own[i] = (struct own){i % 2 ? v : rows[i], &sums[i]};
        if (i % 2 == 0) free(v);
    }
#pragma hp5 region
    {
#pragma hp5 task_tile(i = 1)
        for (int i = 0; i < N; i++)
            for (int j = 0; j < M; j++) {
                own[i].v[j] = slow(own[i].v[j]);
                *own[i].sum += own[i].v[j];
            }
    }
    for (int i = 0; i < N; i++) {
        a[i] += sums[i];
        if (i % 2) free(own[i].v);
    }
    return sum();
}

int main(void) {
    static struct box box;
    sum();
    printf("%.17g %.17g %.17g\n", literals(), members(&box), lists());
    printf("%.17g %.17g %.17g\n", functions(), tables(), owned());
    return 0;
}
