/* Variables, types and macros of the file that are declared behind the function with the region, and used by
   functions that its tasks call. */
#include <stdio.h>
#include <stdlib.h>

#define N 128

static int a[N];
void other(int k);
static int helper(int k);
int count_of(void);

static void tasks_and_loops(int n) {
#pragma hp5 region
    {
#pragma hp5 do tasktile(16) inout(a[i:1])
        for (int i = 0; i < n; i++) {
            a[i] = a[i] * 3 + i;
            other(i);
        }
#pragma hp5 task
        other(3);
        other(5);
    }
}

/* It stands behind what `other` uses, and is called in front of that. */
static void both(int n) {
    tasks_and_loops(n);
}

extern int shared;

__attribute__((noinline)) static void values(int n) {
#pragma hp5 region begin
#pragma hp5 task
    a[0] = helper(1);
    a[1] = helper(2) + count_of();
#pragma hp5 do tasktile(16)
    for (int i = 2; i < n; i++)
        a[i] = a[i] * 3 + helper(i);
#pragma hp5 region end
}

struct later {
    int v, w[4];
};
static const char *mode = "plain";
int table[N];
static int sized[8];
static int unsized[] = {1, 2, 3};
static struct later one, *ptr = &one;
static struct {
    int q;
} unnamed;
typedef int number;
static number typed, vec[N];
enum e { E1, E2, LENGTH = 12 };
static enum e en;
static int lengths[LENGTH];
double (*rows)[16];
int count;

void other(int k) {
    if (k == 200 && mode[0] == 'x')
        a[0] = 1;
    table[k] += k;
    sized[k % 8]++;
    unsized[k % 3] += k;
    one.v += k;
    ptr->w[k % 4] += 2;
    unnamed.q += 1;
    typed += k;
    vec[k] = k;
    en = E2;
    lengths[k % LENGTH] += k;
    if (rows)
        rows[k][3] = 1;
    count += k;
}

static int total, limit = 5, list[10];
static int *where = &list[2];

static int helper(int k) {
    total += k;
    list[k % 10] += limit;
    where[1]++;
    shared += k;
    return total;
}

int count_of(void) {
    return total + list[3];
}

int shared = 4;

int main(void) {
    int s = 0;
    rows = calloc(N, sizeof *rows);
    both(N);
    for (int i = 0; i < N; i++)
        s += a[i] + table[i] * 3 + vec[i];
    values(N);
    for (int i = 0; i < N; i++)
        s = s * 3 % 1000003 + a[i] + rows[i][3];
    for (int i = 0; i < 8; i++)
        s += sized[i] * i + lengths[i];
    s += unsized[0] + 2 * unsized[1] + 3 * unsized[2] + one.v + one.w[1] + unnamed.q + typed + en + count;
    printf("%d %d %d %d\n", s, total, shared, list[3]);
    return 0;
}
