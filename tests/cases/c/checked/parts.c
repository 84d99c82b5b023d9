/* Members and bit fields of elements. */
#include <stdio.h>
struct cell {
    unsigned kind : 4;
    double v;
};
static struct cell cells[32];
static void mark(struct cell *c) {
    c->kind = 3; //~ cells[16]
}
int main(void) {
    int n = 32, by[] = {8};
#pragma hp5 region
    {
#pragma hp5 array_tile dimtile(8) arrvar(cells)
#pragma hp5 do tasktile(8) inout(cells[i:1])
        for (int i = 8; i < 16; i++)
            mark(&cells[i + by[0]]);
#pragma hp5 do tasktile(8)
        for (int i = 0; i < n; i++)
            cells[i].v += 1;
    }
    printf("%g %d\n", cells[4].v, cells[20].kind);
    return 0;
}
