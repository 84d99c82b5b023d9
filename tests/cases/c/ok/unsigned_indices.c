/* Subscripts without a sign as programs have them: these loops are parallel, and nothing is said. */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

static double a[4096], b[4096];
static void jac(unsigned n, unsigned m, double *u, double *v) {
#pragma hp5 region
 {
#pragma hp5 array_tile dim(n, m) dimtile(4, *) arrvar(u, v)
#pragma hp5 do tasktile(4)
 for (unsigned i = 1; i < n - 1; i++)
   for (unsigned j = 1; j < m - 1; j++)
     v[i * m + j] = u[(i - 1) * m + j] + u[(i + 1) * m + j] + u[i * m + j - 1] + u[i * m + j + 1];
#pragma hp5 do tasktile(4)
 for (unsigned i = 0; i < n; i++)
   for (unsigned j = 0; j < m; j++)
     if (i > 0) u[i * m + j] = v[(i - 1) * m + j];
 }
}
static void st(unsigned n, uint32_t k, size_t z, double *restrict u, const double *restrict v) {
#pragma hp5 region
 {
#pragma hp5 array_tile dim(n) dimtile(4) arrvar(u, v)
#pragma hp5 do tasktile(4)
 for (unsigned i = 1; i < n - 1; i++) u[i] = v[i - 1] + v[i + 1];
#pragma hp5 do tasktile(4)
 for (unsigned i = 0; i + 1 < n; i++) u[i + 1] += v[i + 1] + v[n - 1 - i];
#pragma hp5 do tasktile(4)
 for (size_t i = 0; i + 1 < z; i++) u[i + 1] += v[i + 1] + v[z - 1 - i];
#pragma hp5 do tasktile(4)
 for (unsigned i = n - 1; i-- > 0;) u[i] += v[i + 1];
#pragma hp5 do tasktile(4)
 for (unsigned i = 0; i < k; i++) u[2 * i] += v[2 * i + 1];
 }
}
int main(void) {
    uint64_t h = 1;
    for (int i = 0; i < 4096; i++) a[i] = i % 17, b[i] = i % 13;
    jac(64, 64, a, b); st(4096, 2000, 4096, a, b);
    for (int i = 0; i < 4096; i++) h = h * 31 + (uint64_t)(a[i] + 3 * b[i]);
    printf("%016llx\n", (unsigned long long)h);
}
