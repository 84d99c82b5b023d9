/* Numbers whose names mean something in Rust or to the compiler. */
#include <stdio.h>
static int __state__, self_of_file;
static double values[8];
static void spin(void) { volatile int k = 0; for (int i = 0; i < 90000; i++) k = k + 1; }
static void local(void) {
    int self = 0, super = 1, __ = 2;
#pragma hp5 region begin
#pragma hp5 task
    { spin(); self = 3; }
#pragma hp5 task
    values[0] = self;
#pragma hp5 task
    { spin(); super += self; }
#pragma hp5 task
    while (self < 9) self += super;
#pragma hp5 task
    { spin(); __ = 5; }
#pragma hp5 task
    values[2] = __;
    values[3] = self;
#pragma hp5 region end
    values[1] = self + super + __;
}
static int self;
int main(void) {
    local();
#pragma hp5 region begin
#pragma hp5 task
    { spin(); self = 3; __state__ = 4; }
#pragma hp5 task
    values[4] = self * 10 + __state__;
    self_of_file = self;
#pragma hp5 region end
    for (int i = 0; i < 8; i++) printf("%g ", values[i]);
    printf("%d %d\n", self, self_of_file);
    return 0;
}
