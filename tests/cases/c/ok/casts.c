/* Casts to a type of the file, of elements of arrays in parentheses; sizes of tiles by sizeof. */
#include <stdio.h>
typedef int integer;
static double a[40]; static integer b[40];
int main(void) {
    int i, s = 0;
    for (i = 0; i < 40; i++) a[i] = i * 1.5;
#pragma hp5 region begin
#pragma hp5 do tasktile(sizeof b / sizeof b[0] / (integer)10)
    for (i = 0; i < 40; ++i) b[i] = (integer)(a)[i];
#pragma hp5 region end
    for (i = 0; i < 40; i++) s += b[i] * i;
    printf("%d\n", s);
    return 0;
}
