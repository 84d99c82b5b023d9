// Task graphs of Task Bench's sort (Slaughter et al., SC'20) whose data lie apart: what the programs of
// `hp5-bench addresses` share. A graph has STEPS steps of WIDTH points. Task (t, p) reads outputs of step
// t - 1 and writes one of its own, 16 bytes that are allocated apart or are an element of one array. There are
// FIELDS sets of outputs; step t writes set t % FIELDS.
//
//   PROGRAM [..] PATTERN WIDTH STEPS FIELDS BYTES ITERATIONS RUNS
//
// prints a line of JSON, nanoseconds per task of each run; `PROGRAM [..] calibrate` what an iteration takes.
#ifndef GRAPH_H
#define GRAPH_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MOST_INPUTS = 64, MOST_SETS = 16, MOST_BYTES = 512 };

struct output {
    uint64_t task, sum;
};

struct graph {
    size_t width, steps, fields, bytes, sets;
    uint64_t iterations;
    // Points that each point of a step reads, for each set of dependences.
    size_t count[MOST_SETS][MOST_INPUTS];
    uint32_t inputs[MOST_SETS][MOST_INPUTS][MOST_INPUTS];
    // By field and point.
    struct output **outputs;
    struct output *array;
};

// What a task gets, and more bytes behind it.
struct arguments {
    const struct graph *graph;
    struct output *output;
    uint64_t step, point, task;
};

static void fail(const char *what) {
    fprintf(stderr, "%s\n", what);
    exit(1);
}

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

// So many dependent multiplications and additions.
static inline uint64_t spin(uint64_t x, uint64_t iterations) {
    const uint64_t by = 6364136223846793005u, add = 1442695040888963407u;
    for (uint64_t i = 0; i < iterations; i++) {
        x = x * by + add;
        __asm__ volatile("" : "+r"(x));
    }
    return x;
}

static inline uint64_t mix(uint64_t x) {
    x += 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

static inline size_t set_of(const struct graph *g, size_t step) { return step % g->sets; }

// How many outputs a task reads.
static inline size_t input_count(const struct graph *g, size_t step, size_t point) {
    return step == 0 ? 0 : g->count[set_of(g, step)][point];
}

static inline struct output *output_of(const struct graph *g, size_t step, size_t point) {
    return g->outputs[step % g->fields * g->width + point];
}

// One of those that a task reads.
static inline struct output *input_of(const struct graph *g, size_t step, size_t point, size_t n) {
    return output_of(g, step - 1, g->inputs[set_of(g, step)][point][n]);
}

static inline void run_task(const struct arguments *a, uint64_t iterations) {
    const struct graph *g = a->graph;
    uint64_t sum = mix(a->task);
    for (size_t n = 0; n < input_count(g, a->step, a->point); n++) {
        const struct output *in = input_of(g, a->step, a->point, n);
        sum = sum * 31 + in->sum + in->task;
    }
    uint64_t spun = spin(sum, iterations);
    __asm__ volatile("" : : "r"(spun));
    a->output->task = a->task;
    a->output->sum = sum;
}

static inline struct arguments arguments_of(const struct graph *g, size_t step, size_t point) {
    struct arguments a = {g, output_of(g, step, point), step, point, step * g->width + point};
    return a;
}

static void add_input(struct graph *g, size_t set, size_t p, size_t q) {
    if (q < g->width) g->inputs[set][p][g->count[set][p]++] = (uint32_t)q;
}

static void add_near(struct graph *g, size_t set, size_t p, size_t radius) {
    for (size_t q = p > radius ? p - radius : 0; q <= p + radius; q++) add_input(g, set, p, q);
}

static void add_inputs(struct graph *g, const char *pattern, size_t set, size_t p) {
    if (!strcmp(pattern, "trivial")) return;
    if (!strcmp(pattern, "chain")) return add_input(g, set, p, p);
    if (!strcmp(pattern, "stencil")) return add_near(g, set, p, 1);
    if (!strcmp(pattern, "nearest")) return add_near(g, set, p, 2);
    if (!strcmp(pattern, "all_to_all")) return add_near(g, set, p, g->width);
    if (!strcmp(pattern, "tree")) return add_input(g, set, p, p / 2);
    size_t far = (size_t)1 << set;
    if (!strcmp(pattern, "fft")) {
        if (p >= far) add_input(g, set, p, p - far);
        add_input(g, set, p, p);
        return add_input(g, set, p, p + far);
    }
    int is_nearest = !strcmp(pattern, "random_nearest");
    if (!is_nearest && strcmp(pattern, "random")) fail("the pattern is not known");
    for (size_t q = 0; q < g->width; q++) {
        int is_drawn = mix(set << 40 | p << 20 | q) % 4 == 0;
        int is_near = q <= p + 2 && p <= q + 2;
        if (is_nearest ? q == p || (is_drawn && is_near) : is_drawn) add_input(g, set, p, q);
    }
}

static size_t number(const char *text) {
    char *end;
    size_t value = strtoull(text, &end, 10);
    if (*end || end == text) fail("expected a number");
    return value;
}

// The pattern's inputs, and outputs that are not set.
static struct graph *make_graph(char **words, int in_array) {
    struct graph *g = calloc(1, sizeof *g);
    if (!g) fail("no memory");
    g->width = number(words[1]);
    g->steps = number(words[2]);
    g->fields = number(words[3]);
    g->bytes = number(words[4]);
    g->iterations = number(words[5]);
    if (g->width < 1 || g->width > MOST_INPUTS || g->fields < 2) fail("1 to 64 points, 2 fields or more");
    if (g->bytes < sizeof(struct arguments) || g->bytes > MOST_BYTES) fail("40 to 512 bytes of arguments");
    g->sets = 1;
    if (!strcmp(words[0], "random")) g->sets = 4;
    if (!strcmp(words[0], "random_nearest")) g->sets = 3;
    if (!strcmp(words[0], "fft"))
        while (((size_t)1 << g->sets) < g->width) g->sets++;
    for (size_t set = 0; set < g->sets; set++)
        for (size_t p = 0; p < g->width; p++) add_inputs(g, words[0], set, p);
    size_t count = g->fields * g->width;
    g->outputs = malloc(count * sizeof *g->outputs);
    g->array = in_array ? calloc(count, sizeof *g->array) : NULL;
    for (size_t n = 0; n < count; n++) {
        g->outputs[n] = in_array ? g->array + n : malloc(sizeof(struct output));
        if (!g->outputs[n]) fail("no memory");
        memset(g->outputs[n], 0, sizeof(struct output));
    }
    return g;
}

// What the last step comes to.
static uint64_t outcome(const struct graph *g) {
    uint64_t all = 0;
    for (size_t p = 0; p < g->width; p++) all = all * 31 + output_of(g, g->steps - 1, p)->sum;
    return all;
}

// Registers and runs all tasks.
typedef void run_graph(const struct graph *g);

static int measure(int argc, char **argv, int in_array, run_graph *run) {
    if (argc == 1 && !strcmp(argv[0], "calibrate")) {
        double best = 1e9;
        for (uint64_t i = 0; i < 20; i++) {
            double begin = now();
            volatile uint64_t sink = spin(i, 100000);
            (void)sink;
            double took = (now() - begin) / 100000;
            if (took < best) best = took;
        }
        printf("%.6f\n", best);
        return 0;
    }
    if (argc != 7) fail("expected PATTERN WIDTH STEPS FIELDS BYTES ITERATIONS RUNS");
    struct graph *g = make_graph(argv, in_array);
    size_t runs = number(argv[6]);
    for (size_t t = 0; t < g->steps; t++)
        for (size_t p = 0; p < g->width; p++) {
            struct arguments a = arguments_of(g, t, p);
            run_task(&a, 0);
        }
    uint64_t expected = outcome(g);
    printf("{\"ns\": [");
    for (size_t n = 0; n < runs; n++) {
        for (size_t i = 0; i < g->fields * g->width; i++) memset(g->outputs[i], 0, sizeof(struct output));
        double begin = now();
        run(g);
        double took = now() - begin;
        if (outcome(g) != expected) fail("the result is not that of serial order");
        printf("%s%.3f", n ? ", " : "", took / (double)(g->steps * g->width));
    }
    printf("]}\n");
    return 0;
}

#endif
