// Names that mean another variable in a task's code than around it, and what leaves a region.
#include <pthread.h>
#include <setjmp.h>

static int a[64];
int count = 3;
static __thread int own = 1;
__thread int shown;
int parallel, both[4];
#pragma omp threadprivate(parallel,both)
static jmp_buf out;

static int of_thread(int k) {
    return own + k;
}

static int of_omp(int k) {
    return both[k % 4];
}

void hidden(int n) {
    int count = n;
#pragma hp5 region
    {
#pragma hp5 do tasktile(8)
        for (int i = 0; i < n; i++) {
            extern int count; //~ HP5-E0506
            a[i] += count;
        }
        count = 1;
    }
}

void threads(int n) {
#pragma hp5 region
    {
#pragma hp5 do tasktile(8)
        for (int i = 0; i < n; i++)
            a[i] += of_thread(i); //~ HP5-E0506
#pragma hp5 do tasktile(8)
        for (int i = 0; i < n; i++) {
            extern __thread int shown; //~ HP5-E0506
            a[i] += shown;
        }
#pragma hp5 do tasktile(8)
        for (int i = 0; i < n; i++)
            a[i] += of_omp(i); //~ HP5-E0506
    }
}

void leaves(int n) {
#pragma hp5 region
    {
#pragma hp5 do tasktile(8)
        for (int i = 0; i < n; i++)
            a[i] += i;
        if (n > 3)
            longjmp(out, 1); //~ HP5-E0502
        if (n > 2)
            pthread_exit(0); //~ HP5-E0502
    }
}

void inner(int n) {
#pragma hp5 region
    {
#pragma hp5 task
        {
            void one(int k) { a[k] = 1; } //~ HP5-E0501
            one(n);
        }
    }
}

static int *kept;

void sets(int n) {
    kept = a;
#pragma hp5 region
    {
#pragma hp5 task
        {
            int **place = &kept; //~ HP5-E0003
            *place = a + n;
        }
#pragma hp5 task
        kept[4] = 7;
    }
}
