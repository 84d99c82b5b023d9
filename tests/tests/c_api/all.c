// Every function of hp5.h, with what it says of ends, orders and errors. Prints the first thing that
// is not so and ends with status 1.
#include <hp5.h>
#include <hp5.h> // by two headers of a program

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(what)                                                                        \
    do {                                                                                   \
        if (!(what)) {                                                                     \
            printf("line %d: %s: %s\n", __LINE__, #what, hp5_error_message());             \
            exit(1);                                                                       \
        }                                                                                  \
    } while (0)
#define SAYS(text) CHECK(strstr(hp5_error_message(), text) != NULL)

static hp5_site here = HP5_SITE("all");

static hp5_region *begin(void) {
    hp5_region *region = hp5_region_begin(&here);
    CHECK(region);
    return region;
}

typedef struct {
    long *cell, by;
} step;

static void times_three(const void *arguments) {
    const step *s = arguments;
    *s->cell = *s->cell * 3 + s->by;
}

static hp5_status spawn_step(hp5_region *region, long *cell, long by) {
    static hp5_site site = HP5_SITE("step");
    step s = {cell, by};
    hp5_access use = {.key = cell, .mode = HP5_INOUT};
    hp5_task task = {.site = &site, .accesses = &use, .access_count = 1, .arguments = &s, .arguments_size = sizeof s};
    return hp5_spawn(region, &task, times_three);
}

static void keys(void) {
    hp5_region *region = begin();
    long cells[3] = {1, 1, 1}, serial = 1;
    for (long by = 0; by < 30; by++) {
        serial = serial * 3 + by;
        for (int k = 0; k < 3; k++)
            CHECK(spawn_step(region, &cells[k], by) == HP5_OK);
        if (by == 10)
            CHECK(hp5_wait(region) == HP5_OK && cells[1] == serial);
    }
    hp5_stats stats;
    CHECK(hp5_region_end(region, &stats) == HP5_OK);
    CHECK(stats.tasks == 90 && stats.ppus == hp5_ppus());
    for (int k = 0; k < 3; k++)
        CHECK(cells[k] == serial);
}

// Arguments of many sizes: in the task, in blocks.
typedef struct {
    unsigned char *out;
    size_t size;
    unsigned char bytes[500];
} many;

static void copy_out(const void *arguments) {
    const many *m = arguments;
    CHECK((size_t)arguments % 64 == 0);
    memcpy(m->out, m->bytes, m->size);
}

static void arguments(void) {
    static unsigned char out[500][500];
    hp5_region *region = begin();
    for (size_t size = 0; size < 500; size += 7) {
        many m = {out[size], size, {0}};
        for (size_t k = 0; k < size; k++)
            m.bytes[k] = (unsigned char)(k * 31 + size);
        hp5_access use = {.key = out[size], .mode = HP5_OUT};
        hp5_task task = {.accesses = &use, .access_count = 1, .arguments = &m,
                         .arguments_size = offsetof(many, bytes) + size};
        CHECK(hp5_spawn(region, &task, copy_out) == HP5_OK);
        memset(&m, 0, sizeof m);
    }
    CHECK(hp5_region_end(region, NULL) == HP5_OK);
    for (size_t size = 0; size < 500; size += 7)
        for (size_t k = 0; k < size; k++)
            CHECK(out[size][k] == (unsigned char)(k * 31 + size));
}

enum { N = 37, M = 53 };
static long table[N][M], serial_table[N][M];

static void tile_sum(const hp5_bounds *chunks, const void *arguments) {
    long (*t)[M] = *(long (*const *)[M])arguments;
    for (ptrdiff_t i = chunks[0].lower; i < chunks[0].upper; i++)
        for (ptrdiff_t j = chunks[1].lower; j < chunks[1].upper; j++)
            t[i][j] = (t[i - 1][j] + 2 * t[i][j - 1] + t[i][j]) % 1000003;
}

static hp5_array_number table_array(hp5_region *region, size_t rows, size_t columns) {
    size_t extents[2] = {N, M}, tile[2] = {rows, columns};
    hp5_array_info info = {.name = "table", .base = table, .element_bytes = sizeof(long), .dims = 2,
                           .extents = extents, .tile = tile};
    return hp5_array(region, &info);
}

static hp5_status spawn_wavefront(hp5_region *region, hp5_array_number array, size_t rows, size_t columns) {
    static hp5_site site = HP5_SITE("wavefront");
    long (*place)[M] = table;
    hp5_loop loops[2] = {{.lower = 1, .upper = N, .tile = rows}, {.lower = 1, .upper = M, .tile = columns}};
    hp5_loop_section own[2] = {{0, 1, 0, 0}, {1, 1, 0, 0}}, around[2] = {{0, 1, -1, 0}, {1, 1, -1, 0}};
    hp5_loop_access uses[2] = {{.array = array, .mode = HP5_INOUT, .section = own}, {.array = array, .mode = HP5_IN, .section = around}};
    hp5_loop_nest nest = {.site = &site, .loops = loops, .loop_count = 2, .accesses = uses, .access_count = 2,
                          .arguments = &place, .arguments_size = sizeof place, .flags = HP5_ORDERED};
    return hp5_spawn_loop(region, &nest, tile_sum);
}

static void fill(void) {
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            table[i][j] = serial_table[i][j] = (i * 7919 + j * 31) % 1009;
}

static void serial_wavefront(void) {
    for (int i = 1; i < N; i++)
        for (int j = 1; j < M; j++)
            serial_table[i][j] = (serial_table[i - 1][j] + 2 * serial_table[i][j - 1] + serial_table[i][j]) % 1000003;
}

static void loops(void) {
    fill();
    hp5_region *region = begin();
    for (size_t tile = 1; tile < 60; tile += 9) {
        // A new template of the same memory.
        hp5_array_number array = table_array(region, tile, tile + 3);
        CHECK(array != HP5_NO_ARRAY);
        CHECK(spawn_wavefront(region, array, tile, tile + 3) == HP5_OK);
        serial_wavefront();
    }
    CHECK(hp5_region_end(region, NULL) == HP5_OK);
    CHECK(!memcmp(table, serial_table, sizeof table));
}

// Where chunks begin so that no two tasks write into one tile.
static void offsets(void) {
    hp5_loop_use here[1] = {{1, 0, 0, 8}}, next[2] = {{1, 1, 1, 8}, {3, -2, 0, 9}}, pairs[1] = {{2, -2, -1, 8}};
    CHECK(hp5_offset(8, 1, here) == 0 && hp5_offset(8, 1, next) == 7);
    CHECK(hp5_offset(9, 1, next + 1) == 0); // none does
    CHECK(hp5_offset(72, 2, next) == 7 && hp5_offset(8, 1, pairs) == 1);
    CHECK(hp5_offset(8, 0, NULL) == 0 && hp5_offset(0, 1, next) == 0 && hp5_offset(8, 1, NULL) == 0);
}

// Loops of one, three and four dimensions, backwards and by steps: who saw what.
typedef struct {
    int *seen;
    int dims, step;
} visit;

static void visited(const hp5_bounds *c, const void *arguments) {
    const visit *v = arguments;
    hp5_bounds b[4] = {{0, 1}, {0, 1}, {0, 1}, {0, 1}};
    memcpy(b, c, (size_t)v->dims * sizeof *b);
    for (ptrdiff_t i = b[0].lower; i < b[0].upper; i += v->step)
        for (ptrdiff_t j = b[1].lower; j < b[1].upper; j++)
            for (ptrdiff_t k = b[2].lower; k < b[2].upper; k++)
                for (ptrdiff_t l = b[3].lower; l < b[3].upper; l++)
                    v->seen[((i * 5 + j) * 5 + k) * 5 + l]++;
}

static void nests(void) {
    static int seen[20 * 125];
    for (int dims = 1; dims <= 4; dims++) {
        memset(seen, 0, sizeof seen);
        hp5_region *region = begin();
        hp5_loop nest_loops[4] = {{.lower = 2, .upper = 19, .tile = 4, .offset = 3, .step = 3, .backwards = true},
                                  {.lower = 0, .upper = 5, .tile = 2},
                                  {.lower = 0, .upper = 5},
                                  {.lower = 0, .upper = 5, .tile = 3}};
        visit v = {seen, dims, 3};
        hp5_loop_nest nest = {.loops = nest_loops, .loop_count = (size_t)dims, .arguments = &v, .arguments_size = sizeof v};
        CHECK(hp5_spawn_loop(region, &nest, visited) == HP5_OK);
        CHECK(hp5_region_end(region, NULL) == HP5_OK);
        for (int at = 0; at < 20 * 125; at++) {
            int i = at / 125, rest = at % 125, j = rest / 25, k = rest / 5 % 5, l = rest % 5;
            int expected = i >= 2 && i < 19 && (i - 2) % 3 == 0 && (dims > 1 || j == 0) && (dims > 2 || k == 0) &&
                           (dims > 3 || l == 0);
            CHECK(seen[at] == expected);
        }
    }
}

static void register_wavefront(hp5_region *region, void *context) {
    hp5_array_number *array = context;
    CHECK(spawn_wavefront(region, *array, 8, 8) == HP5_OK);
}

static void register_step(hp5_region *region, void *context) { CHECK(spawn_step(region, context, 2) == HP5_OK); }

static void nothing(const void *arguments) { (void)arguments; }

static void inner(hp5_region *region, const void *arguments) {
    long *const *cells = arguments;
    for (long by = 0; by < 20; by++)
        for (int k = 0; k < 4; k++)
            CHECK(spawn_step(region, &(*cells)[k], by) == HP5_OK);
    CHECK(hp5_region_end(region, NULL) == HP5_MISUSE);
    SAYS("composite");
}

static void tapes(void) {
    fill();
    hp5_region *region = begin();
    hp5_array_number array = table_array(region, 8, 8);
    hp5_tape *tape = hp5_tape_begin(region);
    CHECK(tape);
    CHECK(hp5_replay(tape, 1) == HP5_NO_REPLAY);
    SAYS("hp5_lap");
    CHECK(!hp5_tape_begin(region));
    SAYS("open tape");
    CHECK(hp5_region_end(region, NULL) == HP5_MISUSE);
    SAYS("hp5_tape_end");
    for (int k = 0; k < 3; k++)
        CHECK(hp5_lap(tape, register_wavefront, &array) == HP5_OK);
    CHECK(hp5_replay(tape, 5) == HP5_OK);
    CHECK(hp5_tape_end(tape) == HP5_OK);
    for (int k = 0; k < 8; k++)
        serial_wavefront();
    hp5_stats stats;
    CHECK(hp5_region_end(region, &stats) == HP5_OK);
    CHECK(stats.tasks == 8 * 5 * 7 && stats.replayed >= 5 * 5 * 7);
    CHECK(stats.differing == 0 && !strcmp(hp5_first_difference(), ""));
    CHECK(!memcmp(table, serial_table, sizeof table));

    long cell = 1;
    region = begin();
    array = table_array(region, 8, 8);
    CHECK((tape = hp5_tape_begin(region)) != NULL);
    CHECK(hp5_lap(tape, register_wavefront, &array) == HP5_OK && hp5_replay(tape, 1) == HP5_OK);
    CHECK(hp5_lap(tape, register_step, &cell) == HP5_OK);
    CHECK(hp5_tape_end(tape) == HP5_OK && hp5_region_end(region, &stats) == HP5_OK);
    CHECK(stats.replayed == 5 * 7 && stats.differing == 1 && cell == 5);
    CHECK(strstr(hp5_first_difference(), "lap 3: task `step`") && strstr(hp5_first_difference(), "all.c"));
    serial_wavefront();
    serial_wavefront();
    CHECK(!memcmp(table, serial_table, sizeof table));

    hp5_recording *recording = hp5_recording_new(&here);
    CHECK(recording);
    for (int turn = 0; turn < 6; turn++) {
        region = hp5_recording_begin(recording);
        CHECK(region);
        array = table_array(region, 8, 8);
        CHECK(spawn_wavefront(region, array, 8, 8) == HP5_OK);
        CHECK(hp5_region_end(region, NULL) == HP5_OK);
        serial_wavefront();
        CHECK(!memcmp(table, serial_table, sizeof table));
    }
    CHECK(hp5_stop() == HP5_MISUSE);
    SAYS("open");
    CHECK(hp5_recording_free(recording) == HP5_OK && hp5_recording_free(NULL) == HP5_OK);
}

static void composites(void) {
    long cells[4] = {1, 1, 1, 1}, serial = 1, *place = cells;
    hp5_region *region = begin();
    for (int turn = 0; turn < 3; turn++) {
        hp5_access use = {.key = cells, .mode = HP5_INOUT};
        hp5_task task = {.name = "composite", .accesses = &use, .access_count = 1, .arguments = &place,
                         .arguments_size = sizeof place};
        CHECK(hp5_spawn_nested(region, &task, inner) == HP5_OK);
        for (long by = 0; by < 20; by++)
            serial = serial * 3 + by;
    }
    CHECK(hp5_region_end(region, NULL) == HP5_OK);
    for (int k = 0; k < 4; k++)
        CHECK(cells[k] == serial);
}

// A request: another thread completes the task later.
typedef struct {
    hp5_pending *pending;
    int *value, fails;
} request;

static void *complete(void *argument) {
    request *r = argument;
    *r->value = 42;
    if (r->fails)
        CHECK(hp5_pending_fail(r->pending, "the line is dead") == HP5_OK);
    else
        CHECK(hp5_pending_complete(r->pending) == HP5_OK);
    free(r);
    return NULL;
}

static void ask(hp5_pending *pending, const void *arguments) {
    request *r = malloc(sizeof *r);
    CHECK(r);
    *r = *(const request *)arguments;
    r->pending = pending;
    pthread_t thread;
    CHECK(!pthread_create(&thread, NULL, complete, r));
    pthread_detach(thread);
}

static void plus_one(const void *arguments) { ++**(int *const *)arguments; }

static void pending(void) {
    for (int fails = 0; fails < 2; fails++) {
        static int value;
        value = 0;
        hp5_region *region = begin();
        request r = {NULL, &value, fails};
        int *place = &value;
        hp5_access use = {.key = &value, .mode = HP5_INOUT};
        hp5_task first = {.name = "ask", .accesses = &use, .access_count = 1, .arguments = &r, .arguments_size = sizeof r};
        hp5_task then = {.accesses = &use, .access_count = 1, .arguments = &place, .arguments_size = sizeof place};
        CHECK(hp5_spawn_pending(region, &first, ask) == HP5_OK);
        CHECK(hp5_spawn(region, &then, plus_one) == HP5_OK);
        hp5_status status = hp5_region_end(region, NULL);
        CHECK(status == (fails ? HP5_FAILED : HP5_OK));
        if (fails)
            SAYS("the line is dead");
        CHECK(value == (fails ? 42 : 43));
    }
}

typedef struct {
    double *slot;
    const double *values;
    size_t from, to;
} part;

static void sum(const void *arguments) {
    const part *p = arguments;
    double all = 0;
    for (size_t k = p->from; k < p->to; k++)
        all += p->values[k];
    *p->slot = all;
}

static void reductions(void) {
    enum { COUNT = 1000 };
    static double values[COUNT];
    double expected = 2.5, of_parts[COUNT / 8], result = 2.5;
    for (int k = 0; k < COUNT; k++)
        values[k] = 1.0 / (k + 1);
    hp5_region *region = begin();
    hp5_reduction *all = hp5_reduction_begin(region, HP5_DOUBLE, HP5_ADD, &result);
    CHECK(all);
    for (size_t k = 0; k < COUNT / 8; k++) {
        part p = {hp5_reduction_slot(region, all), values, 8 * k, 8 * k + 8};
        CHECK(p.slot && *p.slot == 0.0);
        hp5_access use = {.key = p.slot, .mode = HP5_OUT};
        hp5_task task = {.accesses = &use, .access_count = 1, .arguments = &p, .arguments_size = sizeof p};
        CHECK(hp5_spawn(region, &task, sum) == HP5_OK);
        part own = {&of_parts[k], values, 8 * k, 8 * k + 8};
        sum(&own);
        expected += of_parts[k];
    }
    CHECK(hp5_reduction_combine(region, all, &here) == HP5_OK);
    CHECK(hp5_region_end(region, NULL) == HP5_OK);
    CHECK(result == expected);

    struct {
        hp5_type type;
        hp5_op op;
        unsigned long long start, slot, result;
    } whole[] = {
        {HP5_INT32, HP5_MIN, 7, 3, 3},       {HP5_INT64, HP5_MAX, 7, 9, 9},   {HP5_UINT32, HP5_MUL, 7, 9, 63},
        {HP5_UINT64, HP5_BAND, 12, 10, 8},   {HP5_UINT64, HP5_BOR, 12, 10, 14}, {HP5_INT32, HP5_BXOR, 12, 10, 6},
    };
    for (size_t k = 0; k < sizeof whole / sizeof *whole; k++) {
        unsigned long long value = whole[k].start;
        region = begin();
        hp5_reduction *one = hp5_reduction_begin(region, whole[k].type, whole[k].op, &value);
        unsigned long long *slot = hp5_reduction_slot(region, one);
        CHECK(slot);
        memcpy(slot, &whole[k].slot, whole[k].type == HP5_INT32 || whole[k].type == HP5_UINT32 ? 4 : 8);
        CHECK(hp5_reduction_combine(region, one, NULL) == HP5_OK);
        CHECK(hp5_region_end(region, NULL) == HP5_OK && value == whole[k].result);
    }
    region = begin();
    CHECK(!hp5_reduction_begin(region, HP5_DOUBLE, HP5_BOR, &result));
    SAYS("no operator on bits");
    CHECK(!hp5_reduction_begin(region, HP5_DOUBLE, HP5_ADD, NULL));
    CHECK(hp5_region_end(region, NULL) == HP5_OK);
}

static void fails(const void *arguments) {
    (void)arguments;
    CHECK(hp5_fail("no more paper"));
    CHECK(hp5_fail("said too late"));
}

static void failures(void) {
    hp5_region *region = begin();
    static int tile;
    hp5_access use = {.key = &tile, .mode = HP5_INOUT};
    static hp5_site printer = HP5_SITE("print");
    int line = __LINE__ - 1;
    hp5_task task = {.site = &printer, .name = "print:7", .accesses = &use, .access_count = 1};
    CHECK(hp5_spawn(region, &task, fails) == HP5_OK);
    for (int k = 0; k < 10; k++)
        CHECK(hp5_spawn(region, &task, nothing) == HP5_OK);
    CHECK(hp5_region_end(region, NULL) == HP5_FAILED);
    hp5_error error;
    CHECK(hp5_last_error(&error) && error.status == HP5_FAILED);
    CHECK(!strcmp(error.task, "print:7") && !strcmp(error.region, "all") && error.line == (uint32_t)line);
    CHECK(strstr(error.message, "no more paper") && !strstr(error.message, "too late"));
    CHECK(strstr(error.file, "all.c"));
    CHECK(!hp5_fail("nobody asked"));

    // The runtime stays usable.
    keys();

    region = begin();
    hp5_canceller *canceller = hp5_canceller_of(region);
    static hp5_site button = HP5_SITE("button");
    CHECK(canceller && hp5_cancel(canceller, &button, "enough"));
    CHECK(!hp5_cancel(canceller, &button, "again"));
    CHECK(hp5_spawn(region, &task, nothing) == HP5_OK);
    CHECK(hp5_region_end(region, NULL) == HP5_CANCELLED);
    SAYS("enough");
    SAYS("all.c");
    CHECK(!hp5_cancel(canceller, NULL, NULL));
    CHECK(hp5_canceller_free(canceller) == HP5_OK);

    region = begin();
    CHECK(hp5_deadline(region, &button, -1.0) == HP5_MISUSE);
    CHECK(hp5_deadline(region, &button, 0.0) == HP5_OK);
    hp5_status status = HP5_OK;
    while (status == HP5_OK)
        status = hp5_wait(region);
    CHECK(status == HP5_DEADLINE);
    SAYS("all.c");
    CHECK(hp5_region_end(region, NULL) == HP5_OK); // it was told once
    CHECK(!hp5_is_cancelled());
}

static void *from_elsewhere(void *argument) {
    CHECK(hp5_wait(argument) == HP5_MISUSE);
    SAYS("thread");
    return NULL;
}

static void misuse(void) {
    hp5_region *region = begin();
    pthread_t thread;
    CHECK(!pthread_create(&thread, NULL, from_elsewhere, region) && !pthread_join(thread, NULL));
    hp5_task task = {0};
    CHECK(hp5_spawn(NULL, &task, nothing) == HP5_MISUSE && hp5_spawn(region, NULL, nothing) == HP5_MISUSE);
    CHECK(hp5_spawn(region, &task, NULL) == HP5_MISUSE);
    hp5_access use = {.array = 77, .mode = HP5_IN};
    task.accesses = &use;
    task.access_count = 1;
    CHECK(hp5_spawn(region, &task, nothing) == HP5_MISUSE);
    SAYS("no array 77");
    use.key = &use;
    use.mode = 9;
    CHECK(hp5_spawn(region, &task, nothing) == HP5_MISUSE);
    SAYS("mode 9");
    task.accesses = NULL;
    CHECK(hp5_spawn(region, &task, nothing) == HP5_MISUSE);
    task.access_count = 0;
    task.flags = 16;
    CHECK(hp5_spawn(region, &task, nothing) == HP5_MISUSE);
    task.flags = HP5_HOME;
    task.home = 1000;
    task.priority = 3;
    CHECK(hp5_spawn(region, &task, nothing) == HP5_OK);
    task.flags = HP5_ROAMS;
    CHECK(hp5_spawn(region, &task, nothing) == HP5_OK);

    size_t extents[2] = {SIZE_MAX / 2, 3};
    hp5_array_info info = {.base = table, .element_bytes = 8, .dims = 7, .extents = extents};
    CHECK(hp5_array(region, &info) == HP5_NO_ARRAY);
    info.dims = 2;
    CHECK(hp5_array(region, &info) == HP5_NO_ARRAY);
    SAYS("address space");
    info.extents = NULL;
    CHECK(hp5_array(region, &info) == HP5_NO_ARRAY);
    info.base = NULL;
    CHECK(hp5_array(region, &info) == HP5_NO_ARRAY && hp5_array(region, NULL) == HP5_NO_ARRAY);

    hp5_array_number array = table_array(region, 4, 4);
    hp5_loop one = {.lower = 0, .upper = 4, .tile = 1};
    hp5_loop_section bad[2] = {{1, 1, 0, 0}, {HP5_NO_LOOP, 0, 0, 0}};
    hp5_loop_access uses = {.array = array, .mode = HP5_IN, .section = bad};
    hp5_loop_nest nest = {.loops = &one, .loop_count = 1, .accesses = &uses, .access_count = 1};
    CHECK(hp5_spawn_loop(region, &nest, visited) == HP5_MISUSE);
    SAYS("loop 1");
    nest.loop_count = 5;
    CHECK(hp5_spawn_loop(region, &nest, visited) == HP5_MISUSE);
    CHECK(hp5_stop() == HP5_MISUSE);
    CHECK(hp5_region_end(region, NULL) == HP5_OK);
    CHECK(hp5_region_end(NULL, NULL) == HP5_MISUSE && hp5_wait(NULL) == HP5_MISUSE);
    CHECK(hp5_tape_end(NULL) == HP5_MISUSE && hp5_pending_complete(NULL) == HP5_MISUSE);
    for (hp5_status s = HP5_OK; s < HP5_NO_REPLAY + 2; s++)
        CHECK(strlen(hp5_status_text(s)) > 5);
}

static void kept(void) {
    hp5_region *region = begin();
    long local = 5, *place = hp5_keep(region, &local, sizeof local), *zero = hp5_keep(region, NULL, 1000);
    CHECK(place && zero && *place == 5 && zero[100] == 0 && (size_t)zero % 64 == 0);
    CHECK(spawn_step(region, place, 1) == HP5_OK);
    CHECK(hp5_wait(region) == HP5_OK && *place == 16);
    CHECK(hp5_region_end(region, NULL) == HP5_OK);
}

static void starting(void) {
    CHECK(hp5_version() == HP5_VERSION && !*hp5_error_message());
    hp5_config config = {0};
    config.bind = 9;
    CHECK(hp5_start(&config) == HP5_CONFIG);
    SAYS("HP5_BIND_");
    config.bind = HP5_BIND_NONE;
    config.ppus = 100000;
    CHECK(hp5_start(&config) == HP5_CONFIG);
    config.ppus = 0;
    config.machine = "no such machine";
    CHECK(hp5_start(&config) == HP5_CONFIG);
    config.machine = NULL;
    config.watchdog = -2;
    CHECK(hp5_start(&config) == HP5_CONFIG);
    config.watchdog = 0;
    config.max_tasks = 50;
    CHECK(hp5_start(&config) == HP5_OK && hp5_start(NULL) == HP5_MISUSE);
}

static double block[64], *rows[4];

static void write_rows(const void *argument) {
    (void)argument;
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 16; j++) rows[i][j] = rows[i][j] * 2 + i + 1;
}

static void write_block(const void *argument) {
    (void)argument;
    for (int k = 16; k < 32; k++) block[k] = block[k] * 3 + 1;
}

static void rows_elsewhere(void) {
    for (int k = 0; k < 64; k++) block[k] = 0;
    for (int i = 0; i < 4; i++) rows[i] = block + 16 * i;
    hp5_region *region = begin();
    CHECK(hp5_rows(NULL, NULL, rows, (const void *const *)rows, 0, 4, 0, 128) == HP5_MISUSE);
    CHECK(hp5_rows(region, NULL, rows, NULL, 0, 4, 0, 128) == HP5_OK);
    const hp5_bounds pointers = {0, sizeof rows}, part = {0, 16 * sizeof *block};
    hp5_access by_rows = {.key = rows, .mode = HP5_INOUT, .section = &pointers};
    hp5_access by_place = {.key = block + 16, .mode = HP5_INOUT, .section = &part};
    hp5_task task = {.accesses = &by_place, .access_count = 1};
    CHECK(hp5_spawn(region, &task, write_block) == HP5_OK);
    for (int turn = 0; turn < 20; turn++) {
        CHECK(hp5_rows(region, NULL, rows, (const void *const *)rows, 0, 4, 0, 128) == HP5_OK);
        task.accesses = &by_rows;
        CHECK(hp5_spawn(region, &task, write_rows) == HP5_OK);
        task.accesses = &by_place;
        CHECK(hp5_spawn(region, &task, write_block) == HP5_OK);
    }
    CHECK(hp5_wait(region) == HP5_OK);
    double wanted = 1;
    for (int turn = 0; turn < 20; turn++) wanted = (wanted * 2 + 2) * 3 + 1;
    CHECK(block[16] == wanted && block[31] == wanted);

    size_t lengths[] = {32};
    hp5_array_info info = {.base = block, .element_bytes = 8, .dims = 1, .extents = lengths};
    hp5_array_number first = hp5_array(region, &info);
    info.base = block + 8;
    hp5_array_number second = hp5_array(region, &info);
    hp5_access both[] = {{.array = first, .mode = HP5_INOUT}, {.array = second, .mode = HP5_IN}};
    task.accesses = both;
    task.access_count = 2;
    CHECK(hp5_spawn(region, &task, write_block) == HP5_OK);
    task.flags = HP5_TILES;
    CHECK(hp5_spawn(region, &task, write_block) == HP5_MISUSE);
    SAYS("several names");
    CHECK(!hp5_is_apart(region, &task));
    task.access_count = 1;
    CHECK(hp5_is_apart(region, &task));
    CHECK(hp5_region_end(region, NULL) == HP5_OK);
}

int main(void) {
    starting();
    for (int turn = 0; turn < 2; turn++) {
        keys();
        arguments();
        loops();
        offsets();
    nests();
        tapes();
        composites();
        pending();
        reductions();
        failures();
        rows_elsewhere();
        misuse();
        kept();
        hp5_stats last;
        CHECK(hp5_last_region(&last) && hp5_held_bytes() > 0);
        CHECK(hp5_stop() == HP5_OK && hp5_held_bytes() == 0 && hp5_stop() == HP5_OK);
    }
    puts("all as it should be");
    return 0;
}
