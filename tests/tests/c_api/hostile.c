// What programs do that a runtime has to stand: the first argument says what.
#define _GNU_SOURCE
#include <fenv.h>
#include <hp5.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#ifdef __SSE__
#include <xmmintrin.h>
#endif

#define CHECK(what)                                                      \
    do {                                                                 \
        if (!(what)) {                                                   \
            printf("line %d: %s\n", __LINE__, #what);                    \
            exit(1);                                                     \
        }                                                                \
    } while (0)

static hp5_site region_site = HP5_SITE("region");
static hp5_site task_site = HP5_SITE("uses much stack");

static void spawn(hp5_region *region, hp5_body body, const void *arguments, size_t size, const void *key) {
    hp5_access access = {.key = key, .mode = HP5_INOUT};
    hp5_task task = {.site = &task_site, .accesses = &access, .access_count = key != NULL,
                     .arguments = arguments, .arguments_size = size};
    hp5_must(hp5_spawn(region, &task, body));
}

// ---- stacks ----

static double results[64];

static void uses_much(const void *arguments) {
    int n = *(const int *)arguments;
    volatile char large[6 << 20];
    for (size_t i = 0; i < sizeof large; i += 4096) large[i] = (char)n;
    results[n] = large[4096 * (size_t)n];
    usleep(1000); // the thread that registers, which has a large stack, is not to run all of them
}

static void stack(void) {
    hp5_region *region = hp5_must_begin(&region_site);
    for (int n = 0; n < 64; n++) spawn(region, uses_much, &n, sizeof n, &results[n]);
    hp5_must(hp5_region_end(region, NULL));
    for (int n = 0; n < 64; n++) CHECK(results[n] == n);
}

static void handler(int signal) {
    (void)signal;
    static const char said[] = "the program's own handler\n";
    (void)!fwrite(said, 1, sizeof said - 1, stderr);
    fflush(stderr);
    _Exit(7);
}

static int deepest;

static void nest(const void *arguments) {
    int depth = *(const int *)arguments;
    deepest = depth;
    if (depth == 0) return;
    hp5_region *region = hp5_must_begin(&region_site);
    depth--;
    spawn(region, nest, &depth, sizeof depth, &deepest);
    hp5_must(hp5_region_end(region, NULL));
}

static void nested(void) {
    int depth = 1000;
    hp5_region *region = hp5_must_begin(&region_site);
    spawn(region, nest, &depth, sizeof depth, &deepest);
    hp5_must(hp5_region_end(region, NULL));
    CHECK(deepest == 0);
}

// ---- how numbers are computed ----

static volatile double one = 1, three = 3;
static double thirds[256];

static void third(const void *arguments) { thirds[*(const int *)arguments] = one / three; }

static void thirds_are(double expected) {
    for (int n = 0; n < 256; n++) CHECK(thirds[n] == expected);
}

static void some_thirds(void) {
    memset(thirds, 0, sizeof thirds);
    hp5_region *region = hp5_must_begin(&region_site);
    for (int n = 0; n < 256; n++) spawn(region, third, &n, sizeof n, &thirds[n % 3]);
    hp5_must(hp5_region_end(region, NULL));
}

static void rounding(void) {
    static const int modes[] = {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO, FE_UPWARD, FE_TONEAREST};
    double nearest = one / three;
    for (size_t m = 0; m < sizeof modes / sizeof *modes; m++) {
        CHECK(fesetround(modes[m]) == 0);
        double expected = one / three;
        CHECK((expected != nearest) == (modes[m] == FE_UPWARD));
        some_thirds();
        thirds_are(expected);
        CHECK(fegetround() == modes[m]);
    }
#ifdef __SSE__
    volatile double tiny = 1e-310;
    _mm_setcsr(_mm_getcsr() | 0x8040);
    CHECK(tiny * 0.5 == 0);
    one = 1e-310;
    some_thirds();
    thirds_are(0);
    _mm_setcsr(_mm_getcsr() & ~0x8040u);
    some_thirds();
    CHECK(thirds[0] > 0);
#endif
}

// ---- threads that are ended ----

static void cancels(const void *arguments) {
    pthread_cancel(pthread_self());
    pthread_testcancel();
    results[*(const int *)arguments] = 1;
}

static void leaves(const void *arguments) {
    (void)arguments;
    pthread_exit(NULL);
}

static void left(void) {
    hp5_region *region = hp5_must_begin(&region_site);
    for (int n = 0; n < 64; n++) spawn(region, leaves, &n, sizeof n, &results[n % 3]);
    hp5_must(hp5_region_end(region, NULL));
}

static void cancelled(void) {
    hp5_region *region = hp5_must_begin(&region_site);
    for (int n = 0; n < 64; n++) spawn(region, cancels, &n, sizeof n, &results[n % 3]);
    hp5_must(hp5_region_end(region, NULL));
    for (int n = 0; n < 64; n++) CHECK(results[n] == 1);
}

// ---- names ----

// Kibibytes that the process has in memory.
static long resident(void) {
    FILE *file = fopen("/proc/self/statm", "r");
    long pages = 0;
    CHECK(file && fscanf(file, "%*d %ld", &pages) == 1);
    fclose(file);
    return pages * 4;
}

static void nothing(const void *arguments) { (void)arguments; }

static void named_regions(int from, int to) {
    for (int n = from; n < to; n++) {
        char names[3][128];
        for (int k = 0; k < 3; k++) snprintf(names[k], sizeof names[k], "name %d of turn %d, which is long enough", k, n);
        hp5_site own = {names[0], __FILE__, __LINE__, NULL}, task = {names[1], __FILE__, __LINE__, NULL};
        hp5_region *region = hp5_must_begin(&own);
        size_t extent = 64;
        hp5_array_info info = {.name = names[2], .base = results, .element_bytes = 8, .dims = 1, .extents = &extent};
        hp5_access access = {.array = hp5_array(region, &info), .mode = HP5_INOUT};
        hp5_task registered = {.site = &task, .accesses = &access, .access_count = 1};
        hp5_must(hp5_spawn(region, &registered, nothing));
        registered.site = &task_site;
        registered.name = names[2];
        hp5_must(hp5_spawn(region, &registered, nothing));
        hp5_must(hp5_region_end(region, NULL));
    }
}

static void names(void) {
    named_regions(0, 30000);
    long before = resident();
    named_regions(30000, 90000);
    long more = resident() - before;
    if (more > 1024) printf("%ld KiB more\n", more);
    CHECK(more <= 1024);
}

int main(int argc, char **argv) {
    CHECK(argc == 2);
    const char *what = argv[1];
    if (!strcmp(what, "handled")) {
        struct sigaction action = {.sa_handler = handler};
        CHECK(sigaction(SIGSEGV, &action, NULL) == 0);
    }
    if (!strcmp(what, "stack") || !strcmp(what, "handled"))
        stack();
    else if (!strcmp(what, "nested"))
        nested();
    else if (!strcmp(what, "rounding"))
        rounding();
    else if (!strcmp(what, "cancelled"))
        cancelled();
    else if (!strcmp(what, "left"))
        left();
    else if (!strcmp(what, "names"))
        names();
    else
        some_thirds();
    printf("done\n");
}
