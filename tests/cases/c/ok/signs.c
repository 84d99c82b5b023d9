/* Loops over numbers without a sign, and over numbers that have one up to one that has none: C compares
   those that are below 0 as very large ones, and counts down past 0. */
#pragma GCC diagnostic ignored "-Wsign-compare"
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#define N 64

static long a[N + 16], b[N + 16];
static unsigned count = 10;
static size_t length = 20;
static int below = -5;

static void turns(void) {
    unsigned u;
    int k;
#pragma hp5 region begin
#pragma hp5 do tasktile(4)
    for (int i = below; i < count; i++)
        a[i + 8] += i;
#pragma hp5 do tasktile(4)
    for (int i = -3; i < sizeof a / sizeof a[0]; i++)
        a[i + 3] += 7;
#pragma hp5 do tasktile(4)
    for (int i = 0; i < sizeof a / sizeof a[0]; i++)
        a[i] += 3 * i;
#pragma hp5 do tasktile(3)
    for (short i = below; i < below + 3u; i++)
        a[i + 6] += 100;
#pragma hp5 do tasktile(4)
    for (unsigned i = length - 25; i < count; i++)
        a[i % N] += 3;
#pragma hp5 do tasktile(4)
    for (unsigned i = 0; i <= length - 21 && i < 30; i++)
        a[i] += 2 * i;
#pragma hp5 do tasktile(4)
    for (u = 50; u-- > below;)
        a[u] += 1;
#pragma hp5 do tasktile(4)
    for (k = 12; k > count + below; k -= 1)
        a[k] += k;
#pragma hp5 do tasktile(4)
    for (size_t i = 1; i < length - 1; i++)
        b[i] += a[i];
#pragma hp5 do tasktile(5)
    for (size_t i = SIZE_MAX - 10; i < SIZE_MAX; i++)
        a[i - (SIZE_MAX - 20)] += 5;
#pragma hp5 do tasktile(8)
    for (int i = 0; i < 8; i++)
        for (unsigned j = 0; j <= count - 11u && j < 8; j++)
            b[i * 8 + j] += a[i] + j;
#pragma hp5 do tasktile(8)
    for (int i = 0; i < N; i++)
        a[i] += b[N - 1 - i];
#pragma hp5 region end
    printf("%u %d\n", u, k);
}

static void past_zero(int n) {
    unsigned u;
    uint8_t c;
    uint16_t s;
    size_t z;
    unsigned char full;
    uint32_t next;
    int i, k;
    const unsigned end = -1;
#pragma hp5 region begin
#pragma hp5 array_tile dimtile(4) arrvar(a, b)
#pragma hp5 do tasktile(4)
    for (unsigned i = n - 1; i != (unsigned)-1; i--)
        a[i] += b[i];
#pragma hp5 do tasktile(4)
    for (u = n - 1; u != ~0u; u--)
        a[u] += 2 * b[u];
#pragma hp5 do tasktile(4)
    for (u = n - 1; u != end; u--)
        a[u] ^= b[u];
#pragma hp5 do tasktile(5)
    for (c = n - 1; c != 255; c--)
        b[c] += a[c] % 7;
#pragma hp5 do tasktile(5)
    for (s = n; --s != 0xffff;)
        b[s] += a[s] % 5;
#pragma hp5 do tasktile(5)
    for (z = (size_t)n - 1; z != SIZE_MAX; --z)
        a[z] += b[z] % 3;
#pragma hp5 do tasktile(40)
    for (full = 255; full != 0; full--)
        a[full % N] += full;
#pragma hp5 do tasktile(6)
    for (next = n - 1; next + 1 > 0; next--)
        a[next] += next;
#pragma hp5 do tasktile(6)
    for (next = n - 1; next + 1 != 0; next--)
        b[next] += next;
#pragma hp5 do tasktile(2)
    for (int t = 0; t < 4; t++)
        for (unsigned j = 3; j != UINT_MAX; j--)
            b[t * 4 + j] += a[t] + j;
#pragma hp5 do tasktile(4)
    for (i = n; i--;)
        a[i] += b[i];
#pragma hp5 do tasktile(4)
    for (u = n; u--;)
        b[u] += a[u];
#pragma hp5 do tasktile(4)
    for (k = n - 1; k + 1 > n / 2; k--)
        a[k] += 3;
#pragma hp5 do tasktile(4)
    for (k = n - 1; k >= 0 && k >= n - 6; k--)
        b[k] += 1;
#pragma hp5 do tasktile(4)
    for (i = n - 1; i > 2 && n / 3 < i; --i)
        b[i] += a[i - 1];
#pragma hp5 region end
    printf("%u %d %d %zu %u %u %d %d\n", u, c, s, z, full, next, i, k);
}

static void corners(unsigned m) {
    static long q[20][20];
    long sum = 0;
#pragma hp5 region begin
#pragma hp5 do tasktile(3, 4)
    for (unsigned i = 0; i < m; i++)
        for (unsigned j = 0; j + 2 < i; j++)
            q[i][j] += i * j;
#pragma hp5 do tasktile(3, 4)
    for (unsigned i = 1; i < m; i++)
        for (unsigned j = i - 1; j != (unsigned)-1; j--)
            q[j][i] += q[j][i - 1] + 1;
#pragma hp5 do tasktile(3, 4)
    for (int i = 0; i < (int)m; i++)
        for (unsigned char j = 0; j < i - 5; j++)
            q[i][j] -= 1;
#pragma hp5 region end
    for (int i = 0; i < 20; i++)
        for (int j = 0; j < 20; j++)
            sum = (sum * 31 + q[i][j]) % 1000003;
    printf("%ld\n", sum);
}

/* Indices that are compared when they have passed 0, and bounds that C takes for very large numbers. */
static void upwards(unsigned n, int below) {
    unsigned u;
    size_t z = n;
#pragma hp5 region begin
#pragma hp5 do tasktile(3)
    for (u = n - n - 2; u + 2 < n; u++)
        a[u + 2] += 3 * b[u + 2];
#pragma hp5 do tasktile(4)
    for (unsigned v = n - n - 3; v + 4 <= n; v += 3)
        b[v + 3] += a[v + 3] + v;
#pragma hp5 do tasktile(5)
    for (z = z - 3 - z; z + 3 < n; ++z)
        a[z + 3] += b[z + 3];
#pragma hp5 do tasktile(3)
    for (unsigned w = n - 3; w + 2 > 0; w--)
        b[w + 2] += a[w + 2];
#pragma hp5 do tasktile(4)
    for (unsigned t = 0; t < n; t += 4)
        for (unsigned j = 0; j < 4 && j < (unsigned)below; j++)
            a[t + j] += b[t + j];
#pragma hp5 do tasktile(4)
    for (unsigned t = 0; t < n; t++)
        for (unsigned j = 0; j < n && j < below; j++)
            b[j % 4 + t] += t;
#pragma hp5 do tasktile(4)
    for (unsigned t = 0; t < n && t < below; t++)
        a[t] += b[t];
#pragma hp5 region end
    printf("%u %zu\n", u, z);
}

int main(void) {
    long sum = 0;
    for (int k = 0; k < N + 16; k++) {
        a[k] = k;
        b[k] = 3 * k % 11;
    }
    turns();
    past_zero(40);
    past_zero(1);
    past_zero(0);
    corners(20);
    corners(5);
    upwards(40, -1);
    upwards(40, 3);
    upwards(5, 2);
    for (int k = 0; k < N + 16; k++)
        sum = (sum * 31 + a[k] + 2 * b[k]) % 1000003;
    printf("%ld\n", sum);
    return 0;
}
