#include <math.h>

#include "plate.h"

double norm(const plate *p) {
    double most = 0;
    double(*a)[SIDE] = p->now;
    int n = p->n, m = p->m;
#pragma hp5 region begin
#pragma hp5 array_tile dimtile(16, *) dim(n, m) arrvar(a)
#pragma hp5 do tasktile(16) reduction(max: most)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            most = fmax(most, a[i][j]);
#pragma hp5 region end
    return most;
}
