// Heat in a plate: Jacobi sweeps over tiles, with the C interface of HP5 alone.
//
//   make && ./heat                      1000 x 1000 points, 200 sweeps
//   ./heat 4000 100 128                 points per side, sweeps, points per side of a tile
//
// Each sweep is one lap of a loop: its tasks are registered by one call, recorded in the first two
// laps (the arrays change places), and replayed in the others. A task of one sweep waits for the five tiles
// that it reads and for nothing else: there is no barrier between sweeps. The last sweep's
// largest change is a reduction. The program does the same serially and compares all bits.
#include <hp5.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    const double *from;
    double *to;
    size_t n;
} sweep;

// One tile: `chunks` has its rows and its columns.
static void relax(const hp5_bounds *chunks, const void *arguments) {
    const sweep *s = arguments;
    for (ptrdiff_t i = chunks[0].lower; i < chunks[0].upper; i++) {
        const double *restrict row = s->from + (size_t)i * s->n;
        double *restrict to = s->to + (size_t)i * s->n;
        for (ptrdiff_t j = chunks[1].lower; j < chunks[1].upper; j++)
            to[j] = 0.25 * ((row[j - (ptrdiff_t)s->n] + row[j + (ptrdiff_t)s->n]) + (row[j - 1] + row[j + 1]));
    }
}

typedef struct {
    const double *a, *b;
    size_t n, from, to;
    double *slot;
} part;

// The largest change in some rows.
static void change(const void *arguments) {
    const part *p = arguments;
    double most = 0.0;
    for (size_t at = p->from * p->n; at < p->to * p->n; at++)
        most = fmax(most, fabs(p->a[at] - p->b[at]));
    *p->slot = most;
}

static int failed(const char *what) {
    fprintf(stderr, "heat: %s: %s\n", what, hp5_error_message());
    return 1;
}

// A loop's task uses a tile of `from`, its four neighbours, and a tile of `to`.
static hp5_status register_sweep(hp5_region *region, hp5_array_number from, hp5_array_number to,
                                 const sweep *s, size_t tile) {
    static hp5_site here = HP5_SITE("sweep");
    ptrdiff_t n = (ptrdiff_t)s->n;
    hp5_loop loops[2] = {
        {.lower = 1, .upper = n - 1, .tile = tile},
        {.lower = 1, .upper = n - 1, .tile = tile},
    };
    // The points above and below, those to the left and right, and what is written.
    hp5_loop_section above[2] = {{0, 1, -1, 1}, {1, 1, 0, 0}};
    hp5_loop_section beside[2] = {{0, 1, 0, 0}, {1, 1, -1, 1}};
    hp5_loop_section own[2] = {{0, 1, 0, 0}, {1, 1, 0, 0}};
    hp5_loop_access accesses[3] = {
        {.array = from, .mode = HP5_IN, .section = above},
        {.array = from, .mode = HP5_IN, .section = beside},
        {.array = to, .mode = HP5_OUT, .section = own},
    };
    hp5_loop_nest nest = {
        .site = &here,
        .loops = loops,
        .loop_count = 2,
        .accesses = accesses,
        .access_count = 3,
        .arguments = s,
        .arguments_size = sizeof *s,
    };
    return hp5_spawn_loop(region, &nest, relax);
}

typedef struct {
    hp5_array_number arrays[2];
    double *data[2];
    size_t n, tile;
    hp5_status status;
} lap;

// Two sweeps: there and back.
static void register_lap(hp5_region *region, void *context) {
    lap *l = context;
    for (int k = 0; k < 2 && l->status == HP5_OK; k++) {
        sweep s = {l->data[k], l->data[1 - k], l->n};
        l->status = register_sweep(region, l->arrays[k], l->arrays[1 - k], &s, l->tile);
    }
}

// The largest difference of both arrays, by one task per band of rows.
static int register_change(hp5_region *region, const lap *l, double *most) {
    static hp5_site here = HP5_SITE("change"), all = HP5_SITE("largest change");
    hp5_reduction *largest = hp5_reduction_begin(region, HP5_DOUBLE, HP5_MAX, most);
    if (!largest)
        return failed("the reduction");
    for (size_t from = 0; from < l->n; from += l->tile) {
        size_t to = from + l->tile < l->n ? from + l->tile : l->n;
        part p = {l->data[0], l->data[1], l->n, from, to, hp5_reduction_slot(region, largest)};
        hp5_bounds rows[2] = {{(ptrdiff_t)from, (ptrdiff_t)to}, {0, (ptrdiff_t)l->n}};
        hp5_access accesses[3] = {
            {.array = l->arrays[0], .mode = HP5_IN, .section = rows},
            {.array = l->arrays[1], .mode = HP5_IN, .section = rows},
            {.key = p.slot, .mode = HP5_OUT},
        };
        hp5_task task = {
            .site = &here,
            .accesses = accesses,
            .access_count = 3,
            .arguments = &p,
            .arguments_size = sizeof p,
        };
        if (hp5_spawn(region, &task, change) != HP5_OK)
            return failed("a task");
    }
    if (hp5_reduction_combine(region, largest, &all) != HP5_OK)
        return failed("the reduction");
    return 0;
}

static void start(double *a, double *b, size_t n) {
    memset(a, 0, n * n * sizeof *a);
    for (size_t i = 0; i < n; i++) {
        a[i] = 100.0;
        a[i * n] = (double)i / (double)n;
    }
    memcpy(b, a, n * n * sizeof *a);
}

static int run(lap *l, size_t sweeps, double *most) {
    static hp5_site here = HP5_SITE("heat");
    hp5_region *region = hp5_region_begin(&here);
    if (!region)
        return failed("the region");
    size_t extents[2] = {l->n, l->n}, tiles[2] = {l->tile, l->tile};
    for (int k = 0; k < 2; k++) {
        hp5_array_info info = {
            .name = k ? "b" : "a",
            .base = l->data[k],
            .element_bytes = sizeof(double),
            .dims = 2,
            .extents = extents,
            .tile = tiles,
        };
        l->arrays[k] = hp5_array(region, &info);
        if (l->arrays[k] == HP5_NO_ARRAY)
            return failed("an array");
    }
    hp5_tape *tape = hp5_tape_begin(region);
    if (!tape)
        return failed("the tape");
    if (hp5_lap(tape, register_lap, l) != HP5_OK || l->status != HP5_OK)
        return failed("a lap");
    if (hp5_replay(tape, (uint32_t)(sweeps / 2 - 1)) != HP5_OK)
        return failed("the replay");
    if (hp5_tape_end(tape) != HP5_OK)
        return failed("the tape");
    if (register_change(region, l, most))
        return 1;
    hp5_stats stats;
    if (hp5_region_end(region, &stats) != HP5_OK)
        return failed("the region");
    printf("%llu tasks in %.3f s on %llu PPUs, %llu of them replayed\n", (unsigned long long)stats.tasks,
           stats.seconds, (unsigned long long)stats.ppus, (unsigned long long)stats.replayed);
    return 0;
}

static size_t number(int argc, char **argv, int at, size_t otherwise) {
    if (argc <= at)
        return otherwise;
    char *end;
    unsigned long long given = strtoull(argv[at], &end, 10);
    if (*end || !given || given > 100000) {
        fprintf(stderr, "heat: `%s` is no number from 1 to 100000\nusage: heat [POINTS [SWEEPS [TILE]]]\n",
                argv[at]);
        exit(2);
    }
    return (size_t)given;
}

int main(int argc, char **argv) {
    size_t n = number(argc, argv, 1, 1000), sweeps = number(argc, argv, 2, 200);
    lap l = {.n = n, .tile = number(argc, argv, 3, 128), .status = HP5_OK};
    sweeps += sweeps % 2;
    if (n < 3) {
        fprintf(stderr, "heat: a plate of %zu x %zu points has only edges: 3 or more\n", n, n);
        return 2;
    }
    double *memory = malloc(4 * n * n * sizeof *memory);
    if (!memory) {
        fprintf(stderr, "heat: no memory for %zu x %zu points\n", n, n);
        return 1;
    }
    double *serial[2] = {memory + 2 * n * n, memory + 3 * n * n}, most = 0.0, serial_most = 0.0;
    l.data[0] = memory;
    l.data[1] = memory + n * n;
    start(l.data[0], l.data[1], n);
    start(serial[0], serial[1], n);

    if (run(&l, sweeps, &most))
        return 1;

    hp5_bounds inner[2] = {{1, (ptrdiff_t)n - 1}, {1, (ptrdiff_t)n - 1}};
    for (size_t k = 0; k < sweeps; k++)
        relax(inner, &(sweep){serial[k % 2], serial[1 - k % 2], n});
    change(&(part){serial[0], serial[1], n, 0, n, &serial_most});
    int same = !memcmp(l.data[0], serial[0], 2 * n * n * sizeof *memory) && most == serial_most;
    printf("largest change %g: %s the serial program\n", most, same ? "the same as" : "NOT the same as");
    free(memory);
    return same ? 0 : 1;
}
