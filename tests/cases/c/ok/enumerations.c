/* Reductions of enumerations. */
#include <stdio.h>
enum level { LOW, MID, HIGH };
typedef enum { R, G, B } colour;
static enum level a[64];
static colour c[64];
int main(void) {
    enum level worst = LOW; colour last = R; int k = 0;
    for (int i = 0; i < 64; i++) { a[i] = (enum level)(i * 7 % 3); c[i] = (colour)(i * 5 % 3); }
#pragma hp5 region begin
#pragma hp5 do tasktile(8) reduction(max: worst)
    for (int i = 0; i < 64; i++) if (a[i] > worst) worst = a[i];
#pragma hp5 do tasktile(8) reduction(max: last)
    for (int i = 0; i < 64; i++) if (c[i] > last) last = c[i];
#pragma hp5 do tasktile(8) reduction(+: k)
    for (int i = 0; i < 64; i++) k += c[i];
#pragma hp5 region end
    printf("%d %d %d\n", (int)worst, (int)last, k);
    return 0;
}
