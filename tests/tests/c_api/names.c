// What tasks call memory: sections of arrays, and addresses inside of them. Prints the first thing
// that is not so and ends with status 1.
#include <hp5.h>

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define CHECK(what)                                                                        \
    do {                                                                                   \
        if (!(what)) {                                                                     \
            printf("line %d: %s: %s\n", __LINE__, #what, hp5_error_message());             \
            exit(1);                                                                       \
        }                                                                                  \
    } while (0)

enum { ROWS = 8, COLUMNS = 6 };
static long cells[ROWS][COLUMNS];

static hp5_array_number told(hp5_region *region, size_t rows, size_t columns) {
    size_t extents[2] = {ROWS, COLUMNS}, tile[2] = {rows, columns};
    hp5_array_info info = {.name = "cells", .base = cells, .element_bytes = sizeof(long), .dims = 2,
                           .flags = HP5_LINEAR, .extents = extents, .tile = tile};
    hp5_array_number array = hp5_array(region, &info);
    CHECK(array != HP5_NO_ARRAY);
    return array;
}

static void nothing(const void *arguments) { (void)arguments; }
static void no_rows(const hp5_bounds *rows, const void *arguments) { (void)rows, (void)arguments; }

static void spawn(hp5_region *region, const hp5_access *uses, size_t count, hp5_body body, long by) {
    hp5_task task = {.accesses = uses, .access_count = count, .arguments = &by, .arguments_size = sizeof by};
    CHECK(hp5_spawn(region, &task, body) == HP5_OK);
}

// All of a dimension of linear storage is not the next row too: tasks of other rows do not wait.
static void whole_rows(void) {
    hp5_region *region = hp5_must_begin(NULL);
    hp5_array_number array = told(region, 2, 3);
    for (ptrdiff_t row = 0; row < ROWS; row += 2) {
        hp5_bounds section[2] = {{row, row + 2}, {0, PTRDIFF_MAX}};
        hp5_access use = {.array = array, .mode = HP5_INOUT, .section = section};
        spawn(region, &use, 1, nothing, 0);
    }
    hp5_loop rows = {.lower = 0, .upper = ROWS, .tile = 2};
    hp5_loop_section section[2] = {{0, 1, 0, 0}, {HP5_NO_LOOP, 0, 0, PTRDIFF_MAX - 1}};
    hp5_loop_access use = {.array = array, .mode = HP5_INOUT, .section = section};
    hp5_loop_nest nest = {.loops = &rows, .loop_count = 1, .accesses = &use, .access_count = 1, .flags = HP5_ORDERED};
    CHECK(hp5_spawn_loop(region, &nest, no_rows) == HP5_OK);
    hp5_stats stats;
    CHECK(hp5_region_end(region, &stats) == HP5_OK);
    CHECK(stats.tasks == 8 && stats.edges == 4);
}

#define PRIME 1000003

static void add(const void *arguments) { cells[3][4] = (cells[3][4] * 3 + *(const long *)arguments) % PRIME; }

// A task that names an element by its address, before, between and after tasks that use its tile.
static void elements(void) {
    long serial = 1;
    hp5_region *region = hp5_must_begin(NULL);
    cells[3][4] = 1;
    hp5_access key = {.key = &cells[3][4], .mode = HP5_INOUT};
    hp5_array_number array = 0;
    for (long turn = 0; turn < 200; turn++) {
        serial = (serial * 3 + turn) % PRIME;
        if (turn == 1)
            array = told(region, 2, 3);
        hp5_bounds section[2] = {{3, 4}, {4, 5}};
        hp5_access both[2] = {key, {.array = array, .mode = HP5_IN, .section = section}};
        hp5_access tile = {.array = array, .mode = HP5_INOUT, .section = section};
        switch (turn % 5) {
        case 0:
        case 1: // By its address alone, also before the array is known.
            spawn(region, &key, 1, add, turn);
            break;
        case 2:
        case 3: // The number of the array stays good.
            spawn(region, &tile, 1, add, turn);
            break;
        default: // By both.
            spawn(region, both, 2, add, turn);
        }
    }
    CHECK(hp5_region_end(region, NULL) == HP5_OK);
    CHECK(cells[3][4] == serial);
}

int main(void) {
    whole_rows();
    elements();
    puts("all as it should be");
    return 0;
}
