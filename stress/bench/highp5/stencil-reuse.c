/* Five-point stencil with reuse across sweeps: each tile does TIMES sweeps before anybody else
 * needs it, on a copy that fits the second cache, with what it reads of its neighbours computed
 * twice. One barrier behind TIMES sweeps. */
#include "common.h"

enum { TIMES = 10, HIGH = 128, WIDE = 256, PITCH = WIDE + 2 * TIMES + 12 };

/* From one buffer to another one: rows from r0 to r1 and columns from c0 to c1, without. */
static void sweep(const double *from, long pitch, double *restrict to, long to_pitch, long r0, long r1,
                  long c0, long c1) {
    for (long i = r0; i < r1; i++) {
        const double *up = from + (i - 1) * pitch, *at = from + i * pitch, *down = from + (i + 1) * pitch;
        double *restrict out = to + i * to_pitch;
        for (long j = c0; j < c1; j++) out[j] = 0.25 * (up[j] + down[j] + at[j - 1] + at[j + 1]);
    }
}

static long least(long a, long b) { return a < b ? a : b; }
static long most(long a, long b) { return a > b ? a : b; }

/* `times` sweeps over the tile that begins at (r, c). */
static void tile(const double *from, double *to, double *room, long rows, long columns, long r, long c,
                 long times) {
    long top = most(r - times, 0), left = most(c - times, 0);
    long bottom = least(r + HIGH + times, rows), right = least(c + WIDE + times, columns);
    double *two[2];
    for (int n = 0; n < 2; n++) {
        /* As if the buffer were the plate. */
        two[n] = room + n * (PITCH * (HIGH + 2 * TIMES) + 192) - top * PITCH - left;
        for (long i = top; i < bottom; i++) {
            if (left == 0) two[n][i * PITCH] = from[i * columns];
            if (right == columns) two[n][i * PITCH + columns - 1] = from[i * columns + columns - 1];
        }
        size_t row = (size_t)(right - left) * 8;
        if (top == 0) memcpy(two[n] + left, from + left, row);
        if (bottom == rows)
            memcpy(two[n] + (rows - 1) * PITCH + left, from + (rows - 1) * columns + left, row);
    }
    const double *now = from;
    long pitch = columns;
    for (long s = 1; s <= times; s++) {
        long more = times - s;
        long r0 = most(r - more, 1), r1 = least(r + HIGH + more, rows - 1);
        long c0 = most(c - more, 1), c1 = least(c + WIDE + more, columns - 1);
        if (s == times)
            sweep(now, pitch, to, columns, r0, r1, c0, c1);
        else
            sweep(now, pitch, two[s % 2], PITCH, r0, r1, c0, c1);
        now = two[s % 2];
        pitch = PITCH;
    }
}

int main(int argc, char **argv) {
    usage(argc, 3, "in.npy iterations out.npy");
    long sizes[2], sweeps = atol(argv[2]);
    double *old = read_array(argv[1], 8, 2, sizes);
    long rows = sizes[0], columns = sizes[1], turns = 0;
    double begun = now();
    double *new = room((size_t)(rows * columns), 8);
#pragma omp parallel
    {
        double *restrict from = old, *restrict to = new;
        double *between = room(2 * (PITCH * (HIGH + 2 * TIMES) + 192), 8);
#pragma omp for schedule(static)
        for (long i = 0; i < rows; i++) memcpy(to + i * columns, from + i * columns, (size_t)columns * 8);
        for (long done = 0; done < sweeps; done += TIMES) {
#pragma omp for schedule(static) collapse(2)
            for (long r = 0; r < rows; r += HIGH)
                for (long c = 0; c < columns; c += WIDE)
                    tile(from, to, between, rows, columns, r, c, least(TIMES, sweeps - done));
            double *other = from;
            from = to;
            to = other;
        }
        free(between);
    }
    turns = (sweeps + TIMES - 1) / TIMES;
    double ended = now();
    write_array(argv[3], "<f8", 8, 2, sizes, turns % 2 ? new : old);
    report(begun, ended);
}
