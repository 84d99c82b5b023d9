/* Functions that are handed an element of an array of structs, and hand it on, use that one alone; structs that a turn
   clears first are its own; sums of several terms; and distances between places reach nothing. */
#include <stdio.h>
#include <string.h>

#define N 64
#define CAP 8

typedef struct { unsigned long s; double acc; } walker;
typedef struct { int head, tail, data[CAP]; } ring;
typedef struct { double x[8]; int n; } scratch;

static walker all[N];
static ring rings[N];
static walker *kept;
static double rows[N][8];
static int terms[N], distance[N], chosen[2];

static double next(walker *w) { w->s = w->s * 6364136223846793005ul + 1; return (double)(w->s >> 40); }
static void walk(walker *w, int steps) { for (int i = 0; i < steps; i++) w->acc += next(w); }
static double after(walker *w) { walker *other = w + 1; return other->acc; }
static void past(walker *w) { w->acc += after(w) / 2; }
static void keep(walker *w) { kept = w; }
static void keeps(walker *w) { keep(w); kept->acc += 1; }
static int put(ring *r, int x) { int n = (r->tail + 1) % CAP; if (n == r->head) return 0; r->data[r->tail] = x; r->tail = n; return 1; }
static void produce(ring *r, int k) { for (int i = 0; i < 3; i++) if (!put(r, k * 10 + i)) r->head = i; }

int main(void) {
    int sum = 0, other = 0;
    double total = 1;
#pragma hp5 region
    {
#pragma hp5 do tasktile(4)
        for (int i = 0; i < N; i++)
            walk(&all[i], 5 + i % 3);
#pragma hp5 do tasktile(4)
        for (int i = 0; i < N; i++)
            produce(&rings[i], i);
#pragma hp5 do tasktile(1)
        for (int k = 0; k < N; k++) {
            scratch w;
            memset(&w, 0, sizeof w);
            w.x[k % 8] = k;
            for (int i = 0; i < 8; i++)
                rows[k][i] = w.x[i];
        }
#pragma hp5 do tasktile(4)
        for (int i = 0; i < N; i++)
            terms[i] = i * 37 % N;
#pragma hp5 do tasktile(4) reduction(+: sum, total) reduction(*: other)
        for (int i = 0; i < N; i++) {
            sum = sum + terms[i] - 2 + i;
            sum++;
            total = 0.5 + (total - terms[i]) + i;
            other = other * 3 * terms[i];
        }
#pragma hp5 do tasktile('\x08')
        for (int i = 0; i < N; i++)
            distance[i] = (int)(&terms[N - 1] - &terms[i]) + (&terms[i] < &terms[8]);
    }
    scratch w, v;
#pragma hp5 region
    {
#pragma hp5 do tasktile(2)
        for (int k = 0; k < N; k++) {
            memset(&w, 0, sizeof(w));
            memset(&v, 0, sizeof(scratch));
            w.x[k % 8] = k + v.n;
            for (int i = 0; i < 8; i++)
                rows[k][i] += w.x[i];
        }
    }
#pragma hp5 region
    {
#pragma hp5 do tasktile(4)
        for (int i = 0; i < N - 1; i++) // in order
            past(&all[i]);
    }
#pragma hp5 region
    {
#pragma hp5 task
        keeps(&all[3]); // in order: what `kept` leads to is not known before
    }
    double s = total + sum + other + chosen[0];
    for (int i = 0; i < N; i++)
        s += all[i].acc * i + rings[i].data[i % CAP] + rows[i][i % 8] * 3 + distance[i];
    printf("%.17g\n", s);
    return 0;
}
