// Attributes, and macros that stand for such, in front of functions with regions; functions that return ones.
__attribute__((noinline, cold))
static int one(int);
#include <stdio.h>
#define N 60
#define EXPORT __attribute__((visibility("default")))
#define COLD __attribute__((cold))
#define ALIGNED(n) __attribute__((aligned(n)))
#define TABLE(name) static int name[N];
static int a[N], b[N];
int last(void), twice(int);
TABLE(early)
__attribute__((constructor)) static void init(void) {
#pragma hp5 region
    {
#pragma hp5 do tasktile(8)
        for (int i = 0; i < N; i++) { a[i] = i; early[i] = i + 1; }
    }
}
__attribute__((noinline)) // its own line
/* and a comment */
static int one(int n) {
#pragma hp5 region
    {
#pragma hp5 do tasktile(7)
        for (int i = 0; i < N; i++) b[i] = a[i] * n;
    }
    return b[n];
}
EXPORT COLD int twice(int n)
{
#pragma hp5 region
    {
#pragma hp5 do tasktile(9)
        for (int i = 0; i < N; i++) b[i] += early[i] * n;
    }
    return b[n];
}
TABLE(late)
EXPORT
ALIGNED(16)
int last(void)
{
#pragma hp5 region
    {
#pragma hp5 do tasktile(9)
        for (int i = 0; i < N; i++) late[i] = b[i] - 3;
    }
    return late[N - 1];
}
#ifdef __GNUC__
COLD
#endif
static int under(int n)
{
    if (n == 0) return 0;
#pragma hp5 region
    {
#pragma hp5 do tasktile(9)
        for (int i = 0; i < N; i++) late[i] += b[i] - n;
#pragma hp5 task
        late[0] += under(n - 1);
    }
    return late[n];
}
struct pair { int x, y; } pair;
#pragma GCC diagnostic push
COLD static int of_two(int n, int m)
{
#pragma hp5 region
    {
#pragma hp5 do tasktile(9)
        for (int i = 0; i < N; i++) b[i] ^= n + m;
    }
    return b[n];
}
#pragma GCC diagnostic pop
static int (*pick(int k))(int, int)
{
#pragma hp5 region
    {
#pragma hp5 do tasktile(4)
        for (int i = 0; i < N; i++) a[i] += k;
#pragma hp5 task
        pair.x += k;
    }
    return of_two;
}
static int (*rows(int k))[N]
{
#pragma hp5 region
    {
#pragma hp5 do tasktile(4)
        for (int i = 0; i < N; i++) a[i] -= k * i;
    }
    return &a;
}
int main(void) {
    int sum = one(3);
    sum = sum * 3 + twice(4);
    sum = sum * 3 + last();
    sum = sum * 3 + under(2);
    int (*two)(int, int) = pick(5);
    sum = sum * 3 + two(a[3], 2);
    printf("%d %d %d\n", sum, (*rows(2))[7], pair.x);
    return 0;
}
