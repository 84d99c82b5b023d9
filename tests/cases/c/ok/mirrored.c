/* A body of a function by itself that stores behind a mirrored index. GCC 12 at -O2 takes the store
   for one to null, where it may look through the function, and leaves the call out. */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#define A(i, j, k) a[((i) * 7 + (j)) * 6 + (k)]
#define B(i, j, k) b[((i) * 7 + (j)) * 6 + (k)]

static void step(ptrdiff_t n, int64_t *a, int64_t *b) {
    #pragma hp5 region
    {
        #pragma hp5 task_tile(i = 1)
        for (ptrdiff_t i = 2; i < n; i++) {
            for (ptrdiff_t j = 2; j < 3; j++)
                A(5 - i, 2 - j, j + 1) += (3 * A(i, j - 2, 2 - j) + 5 * B(2 * j - 2, j + 1, 2 * i - 4) + 1) % 1009;
        }
    }
}

int main(void) {
    size_t many = 7 * 7 * 6;
    int64_t *a = malloc(many * sizeof *a), *b = malloc(many * sizeof *b), sum = 0;
    for (size_t i = 0; i < many; i++) {
        a[i] = (int64_t)(i * 37 % 101);
        b[i] = (int64_t)(i * 53 % 97);
    }
    step(5, a, b);
    for (size_t i = 0; i < many; i++)
        sum += a[i] * (int64_t)(i + 1);
    printf("%lld\n", (long long)sum);
    free(a);
    free(b);
    return 0;
}
