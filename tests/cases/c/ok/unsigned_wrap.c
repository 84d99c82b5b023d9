/* Subscripts of types without a sign that wrap around: constants, variables, products, casts, narrow types, members,
   bounds of loops, values that variables are set to, functions and macros. Right is what C makes of them. */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

static int a[256], b[256];
static void fill(void) {
    for (int q = 0; q < 256; q++)
        a[q] = (q * 37 + 11) % 101, b[q] = (q * 37 + 11) % 101;
}

static uint64_t dig(uint64_t h) {
    for (int q = 0; q < 256; q++)
        h = (h ^ (uint64_t)a[q]) * 0x100000001b3ull, h = (h ^ (uint64_t)b[q]) * 0x100000001b3ull;
    return h;
}

struct s { unsigned k : 5; unsigned w; };
typedef unsigned my_index;
static unsigned below(unsigned i) { return i - 7u; }
#define BACK(i) ((i) - 9u)
static uint64_t one(uint64_t h, unsigned m, int k, size_t z, struct s s, uint8_t c, my_index x) {
    fill();
#pragma hp5 region
    {
#pragma hp5 do tasktile(4)
        for (unsigned i = 0; i < 20; i++) a[i + m + 20] = 7;
#pragma hp5 do tasktile(4)
        for (unsigned i = 0; i < 20; i++) b[i] = a[i + 7];
#pragma hp5 do tasktile(4)
        for (unsigned i = 0; i < 20; i++) a[(size_t)(i + m + 7) + 1] += 1;
#pragma hp5 do tasktile(4)
        for (int i = 0; i < 20; i++) b[i + (x + 30)] = a[i];
    }
    h = dig(h);
#pragma hp5 region
    {
#pragma hp5 do tasktile(4)
        for (unsigned i = 0; i < 20; i++) { unsigned q = i + m; a[q + 40] = 3; }
#pragma hp5 do tasktile(4)
        for (unsigned i = 0; i < 20; i++) b[i * 2863311531u * 3] = a[i + 30];
#pragma hp5 do tasktile(4)
        for (int i = 0; i < 20; i++) b[i + s.w] += a[s.k + i];
#pragma hp5 do tasktile(4)
        for (int i = 0; i < 20; i++) a[(unsigned char)(i + 250)] += b[i];
#pragma hp5 do tasktile(4)
        for (int i = 0; i < 30; i++) b[i + 50] += a[i];
    }
    h = dig(h);
#pragma hp5 region
    {
#pragma hp5 do tasktile(4)
        for (unsigned i = 7; i < 30; i++) a[(int)(i - 7u)] = 3;
#pragma hp5 do tasktile(4)
        for (unsigned i = 0; i < 30; i++) b[i + z] = a[i];
#pragma hp5 do tasktile(4)
        for (unsigned i = 1; i < 30; i++) *(a + (i - 1u) + 1) = b[i];
#pragma hp5 do tasktile(4)
        for (size_t i = 0; i < 30; i++) *(a + (i - 1u) + 1) += b[i];
#pragma hp5 do tasktile(4)
        for (int i = 0; i < 30; i++) b[i + 2] += a[i];
    }
    h = dig(h);
#pragma hp5 region
    {
#pragma hp5 do tasktile(4)
        for (unsigned i = 0; i < 30; i++) a[below(i) + 12] = 3;
#pragma hp5 do tasktile(4)
        for (unsigned i = 0; i < 30; i++) b[BACK(i) + 0xFFFFFFFFu + 12] = a[i];
#pragma hp5 do tasktile(4)
        for (int i = 0; i < 30; i++) a[~(-i - 2)] += b[i] + k + c;
#pragma hp5 do tasktile(4)
        for (unsigned i = 0; i < 30; i++) b[-(0u - i)] += a[i];
#pragma hp5 do tasktile(4)
        for (unsigned i = 0; i < 30; i++) { unsigned j = i; j += 4294967290u; j = j + 8; b[j] += a[i]; }
    }
    h = dig(h);
    return h;
}
static uint64_t two(uint64_t h, unsigned m, unsigned big, unsigned inv) {
    fill();
#pragma hp5 region
    {
#pragma hp5 do tasktile(4)
        for (unsigned i = 0; i < 20; i++) a[i * inv * 3] = 7;      /* inv * 3 is 1 */
#pragma hp5 do tasktile(4)
        for (unsigned i = 0; i < 21; i++) b[i] = a[i];
#pragma hp5 do tasktile(4)
        for (unsigned i = 0; i < 20; i++) a[i * big] += 7;      /* 2^31: 0, 2^31 would be none */
#pragma hp5 do tasktile(4)
        for (unsigned i = 0; i < 20; i++) for (unsigned j = m + 7; j < 10 && i < 10; j++) b[i * 10 + j] = a[i] + 1;
#pragma hp5 do tasktile(4)
        for (unsigned i = 0; i < 20; i++) for (unsigned j = i + m; j + 7 < i + 4 && j > 100; j++) b[j + 10] += a[i] + 1;
#pragma hp5 do tasktile(4)
        for (unsigned i = 0; i < 100; i++) a[i] += b[i];
    }
    h = dig(h);
    return h;
}
int main(void) {
    struct s s = {9, -3};
    s.w = 4;
    uint64_t h = one(1, -7, -1, (size_t)-0, s, 3, -20);
    h = two(h, -7, 1u << 31 << 1, 2863311531u);
    printf("%016llx\n", (unsigned long long)h);
}
