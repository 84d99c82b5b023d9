// With OpenMP's tasks: dependences on the outputs' addresses, arguments `firstprivate`.
#include "graph.h"

// The least of these sizes that holds the arguments.
struct bytes40 {
    struct arguments a;
};
struct bytes128 {
    struct arguments a;
    char more[128 - sizeof(struct arguments)];
};
struct bytes512 {
    struct arguments a;
    char more[512 - sizeof(struct arguments)];
};

static inline void body(const struct arguments *a) { run_task(a, a->graph->iterations); }

#define REGISTER(SIZE)                                                                                      \
    static void register_##SIZE(const struct graph *g, size_t t, size_t p) {                                \
        struct bytes##SIZE all;                                                                             \
        memset(&all, 0, sizeof all);                                                                        \
        all.a = arguments_of(g, t, p);                                                                      \
        struct output *in[MOST_INPUTS], *out = all.a.output;                                                \
        size_t count = input_count(g, t, p);                                                                \
        for (size_t n = 0; n < count; n++) in[n] = input_of(g, t, p, n);                                    \
        if (count == 0) {                                                                                   \
            _Pragma("omp task firstprivate(all) depend(out: out[0])") body(&all.a);                         \
        } else if (count == 1) {                                                                            \
            _Pragma("omp task firstprivate(all) depend(in: in[0][0]) depend(out: out[0])") body(&all.a);    \
        } else if (count == 2) {                                                                            \
            _Pragma("omp task firstprivate(all) depend(in: in[0][0], in[1][0]) depend(out: out[0])")        \
            body(&all.a);                                                                                   \
        } else if (count == 3) {                                                                            \
            _Pragma("omp task firstprivate(all) depend(in: in[0][0], in[1][0], in[2][0]) depend(out: out[0])") \
            body(&all.a);                                                                                   \
        } else {                                                                                            \
            _Pragma("omp task firstprivate(all) depend(iterator(size_t n = 0 : count), in: in[n][0]) depend(out: out[0])") \
            body(&all.a);                                                                                   \
        }                                                                                                   \
    }

REGISTER(40)
REGISTER(128)
REGISTER(512)

static void run(const struct graph *g) {
#pragma omp parallel
#pragma omp single
    for (size_t t = 0; t < g->steps; t++)
        for (size_t p = 0; p < g->width; p++) {
            if (g->bytes <= 40)
                register_40(g, t, p);
            else if (g->bytes <= 128)
                register_128(g, t, p);
            else
                register_512(g, t, p);
        }
}

int main(int argc, char **argv) {
    return measure(argc - 1, argv + 1, 0, run);
}
