// Through `hp5.h`: what tasks use is named by addresses (`addresses`), by addresses of which nobody says how
// far they reach (`unknown`), or by tiles of one array (`tiles`).
#include "graph.h"
#include <hp5.h>

static hp5_site region_site = HP5_SITE("graph"), task_site = HP5_SITE("task");
enum naming { ADDRESSES, UNKNOWN, TILES };
static enum naming naming;

static void body(const void *arguments) {
    const struct arguments *a = arguments;
    run_task(a, a->graph->iterations);
}

static void by_address(hp5_region *region, const struct graph *g, size_t t, size_t p, hp5_task *task) {
    static const hp5_bounds all = {0, sizeof(struct output)};
    const hp5_bounds *section = naming == ADDRESSES ? &all : NULL;
    hp5_access accesses[MOST_INPUTS + 1];
    size_t count = input_count(g, t, p);
    for (size_t n = 0; n < count; n++)
        accesses[n] = (hp5_access){.key = input_of(g, t, p, n), .mode = HP5_IN, .section = section};
    accesses[count] = (hp5_access){.key = output_of(g, t, p), .mode = HP5_OUT, .section = section};
    task->accesses = accesses;
    task->access_count = count + 1;
    hp5_must(hp5_spawn(region, task, body));
}

static void by_tile(hp5_region *region, const struct graph *g, size_t t, size_t p, hp5_task *task, hp5_array_number array) {
    hp5_access accesses[MOST_INPUTS + 1];
    hp5_bounds bounds[MOST_INPUTS + 1];
    size_t count = input_count(g, t, p);
    for (size_t n = 0; n <= count; n++) {
        ptrdiff_t at = (n < count ? input_of(g, t, p, n) : output_of(g, t, p)) - g->array;
        bounds[n] = (hp5_bounds){at, at + 1};
        accesses[n] = (hp5_access){.array = array, .mode = n < count ? HP5_IN : HP5_OUT, .section = &bounds[n]};
    }
    task->accesses = accesses;
    task->access_count = count + 1;
    hp5_must(hp5_spawn(region, task, body));
}

static void run(const struct graph *g) {
    hp5_region *region = hp5_must_begin(&region_site);
    hp5_array_number array = HP5_NO_ARRAY;
    if (naming == TILES) {
        size_t extent = g->fields * g->width, tile = 1;
        hp5_array_info info = {.name = "outputs", .base = g->array, .element_bytes = sizeof(struct output),
                               .dims = 1, .extents = &extent, .tile = &tile};
        array = hp5_array(region, &info);
    }
    _Alignas(64) char arguments[MOST_BYTES] = {0};
    hp5_task task = {.site = &task_site, .arguments = arguments, .arguments_size = g->bytes};
    for (size_t t = 0; t < g->steps; t++)
        for (size_t p = 0; p < g->width; p++) {
            struct arguments a = arguments_of(g, t, p);
            memcpy(arguments, &a, sizeof a);
            if (naming == TILES)
                by_tile(region, g, t, p, &task, array);
            else
                by_address(region, g, t, p, &task);
        }
    hp5_must(hp5_region_end(region, NULL));
}

int main(int argc, char **argv) {
    if (argc < 3) fail("usage: hp5 addresses|unknown|tiles PATTERN ..");
    if (!strcmp(argv[1], "addresses"))
        naming = ADDRESSES;
    else if (!strcmp(argv[1], "unknown"))
        naming = UNKNOWN;
    else if (!strcmp(argv[1], "tiles"))
        naming = TILES;
    else
        fail("expected addresses, unknown or tiles");
    return measure(argc - 2, argv + 2, naming == TILES, run);
}
