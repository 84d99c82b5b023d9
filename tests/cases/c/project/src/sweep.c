#include "plate.h"

double weight(int i, int j) {
    return 0.2 + 0.01 * ((i + j) % 5);
}

void sweep(plate *p, int count) {
    double(*now)[SIDE] = p->now, (*next)[SIDE] = p->next;
#pragma hp5 region begin
#pragma hp5 array_tile dimtile(16, 32) dim(p->n, SIDE) arrvar(now, next)
    for (int t = 0; t < count; t++) {
#pragma hp5 do tasktile(16, 32)
        for (int i = 1; i < p->n - 1; i++)
            for (int j = 1; j < p->m - 1; j++)
                next[i][j] = weight(i, j) * (now[i - 1][j] + now[i + 1][j] + now[i][j - 1] + now[i][j + 1]);
        double(*tmp)[SIDE] = now;
        now = next;
        next = tmp;
    }
#pragma hp5 region end
    p->now = now;
    p->next = next;
}
