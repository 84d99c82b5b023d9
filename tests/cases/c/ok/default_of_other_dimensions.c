// A default template says nothing of an array whose sections have other dimensions, whatever its indices
// look like.

#include <stdint.h>
#include <stdio.h>

static void region(int n, int64_t *a) {
#pragma hp5 region begin
#pragma hp5 array_tile dimtile(5, *) default
#pragma hp5 task_tile(i = 5) inout(a[1:n - 2])
    for (int i = 1; i < n - 1; i++) a[i] += 2;
#pragma hp5 task_tile(i = 5)
    for (int i = 2; i < 4; i++)
        for (int k = 1; k < n - 1; k++) a[2 * i - 2] = (3 * a[k + i - 2] + 1) % 1009;
#pragma hp5 region end
}

int main(void) {
    int64_t a[9];
    for (int i = 0; i < 9; i++) a[i] = i * 7 % 5;
    region(9, a);
    for (int i = 0; i < 9; i++) printf("%lld\n", (long long)a[i]);
    return 0;
}
