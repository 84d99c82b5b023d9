// METG under OpenMP `depend`: built with gcc (libgomp) and with clang (LLVM's). Up to three
// reads are written out; more go through an iterator.
#include "metg.hpp"
#include <omp.h>

static void steps(const Bench &b) {
    for (size_t t = 0; t < b.steps; t++)
        for (size_t p = 0; p < b.width; p++) {
            const Point *point = &b.point(t, p);
            uint64_t *out = point->out;
            uint64_t *const *in = point->in.data();
            size_t n = point->in.size();
            if (b.trivial()) {
#pragma omp task firstprivate(point)
                body(*point);
            } else if (n == 0) {
#pragma omp task firstprivate(point) depend(out : out[0])
                body(*point);
            } else if (n == 1) {
#pragma omp task firstprivate(point) depend(in : in[0][0]) depend(out : out[0])
                body(*point);
            } else if (n == 2) {
#pragma omp task firstprivate(point) depend(in : in[0][0], in[1][0]) depend(out : out[0])
                body(*point);
            } else if (n == 3) {
#pragma omp task firstprivate(point) depend(in : in[0][0], in[1][0], in[2][0]) depend(out : out[0])
                body(*point);
            } else {
#pragma omp task firstprivate(point) depend(iterator(size_t k = 0 : n), in : in[k][0]) depend(out : out[0])
                body(*point);
            }
        }
#pragma omp taskwait
}

int main(int argc, char **argv) {
    Bench b(argc, argv);
    if (b.replay()) fail("OpenMP does not replay");
    omp_set_dynamic(0);
#pragma omp parallel num_threads(b.threads)
#pragma omp single
    {
        if (size_t(omp_get_num_threads()) != b.threads) fail("OpenMP gives another number of threads than asked for");
        b.converse([&] { steps(b); });
    }
}
