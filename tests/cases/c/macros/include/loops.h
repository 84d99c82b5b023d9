/* Macros that hide loops, statements and members. */
#ifndef LOOPS_H
#define LOOPS_H

#define N 96
#define TILE 16
#define PRAGMA(text) _Pragma(#text)
#define FOR(i, from, to) for (int i = (from); i < (to); i++)
#define TILED(i, from, to) PRAGMA(hp5 do tasktile(TILE)) FOR(i, from, to)
#define SWAP(type, a, b) \
    do { \
        type swap_ = (a); \
        (a) = (b); \
        (b) = swap_; \
    } while (0)
#define GREATER(x, y) \
    ({ \
        __typeof__(x) x_ = (x); \
        __typeof__(y) y_ = (y); \
        x_ > y_ ? x_ : y_; \
    })
#define U(f, i, j) ((f)->u[(i) * N + (j)])

/* One line for each quantity of a field. */
#define QUANTITIES(X) \
    X(mass, 1.0) \
    X(speed, 0.5)

#endif
