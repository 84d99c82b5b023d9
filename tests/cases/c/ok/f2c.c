/* What f2c makes of Fortran: variables of functions are `static`, arrays begin one element before their memory. And
   variables of the file that loops count with. */
#include <stdio.h>
#include <stdlib.h>

typedef int integer;
typedef double doublereal;

static integer k, l;
static doublereal table[96], sums[96];

static int relax_(integer *n, integer *m, doublereal *u, doublereal *v, doublereal *w)
{
    /* System generated locals */
    integer u_dim1, u_offset, v_dim1, v_offset, i__1, i__2;

    /* Local variables */
    static integer i__, j;
    static doublereal s;

    /* Parameter adjustments */
    v_dim1 = *n;
    v_offset = 1 + v_dim1;
    v -= v_offset;
    u_dim1 = *n;
    u_offset = 1 + u_dim1;
    u -= u_offset;
    --w;

    /* Function Body */
#pragma hp5 region begin
    i__1 = *m - 1;
#pragma hp5 do tasktile(4)
    for (j = 2; j <= i__1; ++j) {
        i__2 = *n - 1;
        for (i__ = 2; i__ <= i__2; ++i__) {
            s = u[i__ - 1 + j * u_dim1] + u[i__ + 1 + j * u_dim1];
            v[i__ + j * v_dim1] = (s + u[i__ + (j - 1) * u_dim1] + u[i__ + (j + 1) * u_dim1]) * .25 + w[j];
        }
    }
    i__1 = *m - 1;
#pragma hp5 do tasktile(4)
    for (j = 2; j <= i__1; ++j) {
        i__2 = *n - 1;
        for (i__ = 2; i__ <= i__2; ++i__) {
            u[i__ + j * u_dim1] = v[i__ + j * v_dim1];
        }
    }
#pragma hp5 region end
    return j;
}

/* `last` is what the call before has left, `calls` counts them. */
static doublereal smooth_(integer n)
{
    static integer i__, calls;
    static doublereal last = 1., half;

#pragma hp5 region begin
#pragma hp5 array_tile dimtile(8) arrvar(table, sums)
#pragma hp5 do tasktile(8)
    for (i__ = 1; i__ < n; ++i__) {
        half = table[i__] * .5;
        sums[i__] = half + table[i__ - 1];
    }
#pragma hp5 do tasktile(8)
    for (i__ = 0; i__ < n; ++i__) {
        table[i__] = sums[i__] + last * .25;
        last = sums[i__];
    }
#pragma hp5 region end
    calls += i__;
    return last + calls;
}

/* Loops of variables of the file, the one within the other. */
static void count_(integer n)
{
#pragma hp5 region begin
#pragma hp5 array_tile dimtile(8) arrvar(table, sums)
#pragma hp5 do tasktile(8)
    for (k = 0; k < n; k++) {
        table[k] += k;
        for (l = 0; l < 4; l++)
            table[k] += l * .125;
    }
    if (k == n)
        l += 2;
#pragma hp5 do tasktile(8)
    for (k = 1; k < n; k++)
        sums[k] += table[k] - table[k - 1];
#pragma hp5 region end
}

int main(void)
{
    integer n = 40, m = 50, t, left = 0;
    doublereal *u = calloc(n * m, sizeof *u), *v = calloc(n * m, sizeof *v), *w = calloc(m, sizeof *w), s = 0;

    for (t = 0; t < n * m; t++)
        u[t] = t % 17;
    for (t = 0; t < m; t++)
        w[t] = t / 100.;
    for (t = 0; t < 96; t++)
        table[t] = t % 5;
    for (t = 0; t < 30; t++) {
        left += relax_(&n, &m, u, v, w);
        s += smooth_(90 + t % 3);
        count_(80 + t % 9);
        left += k + l;
    }
    for (t = 0; t < n * m; t++)
        s += u[t] * (t % 3);
    for (t = 0; t < 96; t++)
        s += table[t] - sums[t];
    printf("%.17g %d\n", s, left);
    free(u);
    free(v);
    free(w);
    return 0;
}
