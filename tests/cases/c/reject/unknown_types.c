/* What looks like the declaration of a variable, and may be a macro of a header that stands for nothing in front of
   the one that is declared already; a part of a complex number that the parser takes for a declaration. */
#include "nothing.h"
double a[64], x;
void shown(void);
static void set(int i) {
    NOTHING x = a[i]; //~ HP5-E0504
}

double region(real *other, double _Complex z)
{
    double y = 0, *p = a;
#pragma hp5 region
    {
        for (int i = 0; i < 64; i++) {
#pragma hp5 task
            {
                NOTHING y = a[i] + x; //~ HP5-E0504
                a[i] = y;
            }
        }
        FAR p = a + 32; //~ HP5-E0504
        for (int i = 0; i < 64; i++) {
#pragma hp5 task
            {
                real x = a[i]; // `real` is known as a type
                __real__ z=x; //~ HP5-E0504
                NOTHING set(i); //~ HP5-E0504
                other[i] = p[0];
            }
        }
    }
    return y;
}
