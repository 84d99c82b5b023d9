// Code of tasks that cannot be seen, or that only the preprocessor knows.
#include <setjmp.h>
#include <stdint.h>

#define ROWS 8
#define EACH(a, x) do { (a) += (x); } while (0)
#ifdef TRANSPOSED
#define AT(i, j) a[j][i]
#else
#define AT(i, j) a[i][j] //~ HP5-E0504
#endif
#ifndef COUNT
#define COUNT 64
#endif
// Written out once more, the member would be taken for the macro.
static struct { double weight[COUNT]; } store;
#define weight store.weight //~ HP5-E0504

struct file { struct { double seconds; } changed; };
#define changed_at changed.seconds
#define VECTOR(of) of *

static double a[COUNT][COUNT], b[COUNT], other[3];
static double twice(double x) { return 2 * x; }
static double (*table[1])(double) = {twice};
static jmp_buf out;

static double next(void) {
    static double n;
    return n++;
}

static void fail(int k) {
    if (k == 3)
        longjmp(out, 1);
}

static double tens(int k) {
    static const double powers[3] = {1, 10, 100};
    return powers[k % 3] + other[k % 3];
}

void unseen(int n, double (*f)(double)) {
#pragma hp5 region begin
#pragma hp5 do tasktile(8)
    for (int i = 0; i < n; i++)
        b[i] = f(b[i]); //~ HP5-E0506
#pragma hp5 do tasktile(8)
    for (int i = 0; i < n; i++)
        b[i] = table[0](b[i]); //~ HP5-E0506
#pragma hp5 do tasktile(8)
    for (int i = 0; i < n; i++)
        weight[i] = b[i];
#pragma hp5 do tasktile(8) inout(b[i:1])
    for (int i = 0; i < n; i++)
        b[i] = f(b[i]);
#pragma hp5 do tasktile(8)
    for (int i = 0; i < n; i++) {
        b[i] = 0;
        __asm__ volatile("nop" ::: "memory"); //~ HP5-E0506
    }
#pragma hp5 do tasktile(8)
    for (int i = 0; i < n; i++) {
        static int calls; //~ HP5-E0505
        b[i] = calls++;
    }
#pragma hp5 do tasktile(8)
    for (int i = 0; i < n; i++)
        b[i] = next() + tens(i); //~ HP5-E0505
#pragma hp5 do tasktile(8)
    for (int i = 0; i < n; i++) {
        if (b[i] < 0)
            longjmp(out, 1); //~ HP5-E0011
    }
#pragma hp5 do tasktile(8)
    for (int i = 0; i < n; i++) {
        b[i] = i;
        fail(i); //~ HP5-E0011
    }
#pragma hp5 do tasktile(8)
    for (int i = 0; i < n; i++)
        b[i] = AT(i, 0);
#pragma hp5 do tasktile(8)
    for (int i = 0; i < COUNT; i++)
        EACH(b[i], 1); //~ HP5-E0501
#pragma hp5 region end
}

void numbers(int n, uintptr_t base) {
#pragma hp5 region begin
#pragma hp5 do tasktile(8)
    for (int i = 0; i < n; i++)
        b[i] = ((double *)base)[i]; //~ HP5-E0506
#pragma hp5 task
    {
        double *p = (double *)(base + 8); //~ HP5-E0506
        p[0] = 1;
    }
#pragma hp5 region end
}

void members(struct file *f) {
#pragma hp5 region begin
#pragma hp5 task
    f->changed_at = 4; //~ HP5-E0504
#pragma hp5 task
    b[0] = f->changed.seconds;
#pragma hp5 task
    {
        VECTOR(double) w = b; //~ HP5-E0504
        w[0] = 4;
    }
#pragma hp5 region end
}

void hidden(int n) {
    double other[3] = {0};
#pragma hp5 region begin
#pragma hp5 do tasktile(8)
    for (int i = 0; i < n; i++)
        b[i] = tens(i) + other[0]; //~ HP5-E0506
#pragma hp5 region end
}

void conditions(int n) {
#pragma hp5 region begin
#ifdef TWICE //~ HP5-E0504
#pragma hp5 do tasktile(8)
    for (int i = 0; i < n; i++)
        b[i] += 1;
#endif
#include "more.inc" //~ HP5-E0504
#pragma hp5 do tasktile(8)
    for (int i = 0; i < n; i++)
        b[i] += 1;
#pragma hp5 region end
}

void places(int n, double *p) {
    int i, j;
#pragma hp5 region begin
#pragma hp5 do tasktile(8)
    for (double *q = b; q < b + n; q++) //~ HP5-E0003
        *q = 0;
#pragma hp5 do tasktile(8)
    for (double x = 0; x < n; x++) //~ HP5-E0003
        b[(int)x] = 0;
#pragma hp5 do tasktile(8, 8)
    for (i = 0; i < n; i++)
        for (j = 0; j < i; j++) //~ HP5-E0501
            a[i][j] = 0;
#pragma hp5 task
    {
        if (n) p = b + 3; //~ HP5-E0003
        p[0] = 1;
    }
#pragma hp5 region end
    b[0] = j;
}

#define LINE(name, n) name[n]
#define SEED(n) double seed(int n)
SEED(first);
static void lines(int n, double LINE(line, COUNT)) { //~ HP5-E0504
#pragma hp5 region begin
#pragma hp5 do tasktile(8)
    for (int first = 0; first < n; first++)
        line[first] = 0;
#pragma hp5 region end
}

/* Code of tasks stands in front of the function, where this means something else. */
static void defines(int n, double *v) {
#define VALUE(i) v[i] //~ HP5-E0504
#undef COUNT //~ HP5-E0504
#pragma hp5 region begin
#pragma hp5 array_tile dimtile(8) dim(n) arrvar(v)
#pragma hp5 do tasktile(8)
    for (int first = 0; first < n; first++)
        VALUE(first) = 0;
#pragma hp5 region end
}

struct link { struct link *next; };
struct held { double *data; struct link link; };

void around(struct link *at, int n) {
#pragma hp5 region begin
#pragma hp5 do tasktile(8)
    for (int i = 0; i < n; i++)
        b[i] += 1;
#pragma hp5 task
    {
        struct held *h = (struct held *)((char *)at - __builtin_offsetof(struct held, link)); //~ HP5-E0506
        h->data[1] = 3;
    }
#pragma hp5 region end
}
