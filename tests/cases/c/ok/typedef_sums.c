/* Reductions of scalars whose types have names: of this file, and of headers. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>

#define N 200

typedef double real;
typedef real amount;
typedef unsigned long count;

static real a[N];

static amount sums(int steps) {
    amount sum = 0;
    double_t product = 1;
    int_fast32_t above = 0;
    count odd = 0;
#pragma hp5 region begin
    for (int t = 0; t < steps; t++) {
#pragma hp5 do tasktile(16) reduction(+: above, odd) reduction(ordered +: sum) reduction(max: product)
        for (int i = 0; i < N; i++) {
            sum += a[i];
            above += a[i] > 3;
            odd += (count)a[i] % 2;
            product = fmax(product, a[i]);
        }
#pragma hp5 do tasktile(16)
        for (int i = 0; i < N; i++)
            a[i] = a[i] / 2 + i % 7;
    }
#pragma hp5 region end
    return sum + product + (real)above + (real)odd;
}

int main(void) {
    for (int i = 0; i < N; i++)
        a[i] = i % 11;
    printf("%a\n", sums(4));
}
