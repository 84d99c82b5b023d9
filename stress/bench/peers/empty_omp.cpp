// Empty tasks under OpenMP `depend`: built with gcc (libgomp) and with clang (LLVM's).
#include "common.hpp"
#include <atomic>
#include <omp.h>

static std::atomic<uint64_t> seen{0};

// Each pass registers from one thread and ends with a taskwait, inside one parallel region.
template <bool CHECK> static void independent(uint64_t *a, size_t n, uint64_t t[3]) {
    t[0] = now_ns();
    for (size_t i = 0; i < n; i++) {
#pragma omp task depend(inout : a[i])
        {
            if constexpr (CHECK) a[i] = mix(a[i], i);
            else EMPTY_BODY();
        }
    }
    t[1] = now_ns();
#pragma omp taskwait
    t[2] = now_ns();
}

template <bool CHECK> static void chain(uint64_t *a, size_t n, uint64_t t[3]) {
    t[0] = now_ns();
    for (size_t i = 0; i < n; i++) {
#pragma omp task depend(inout : a[0])
        {
            if constexpr (CHECK) a[0] = mix(a[0], i);
            else EMPTY_BODY();
        }
    }
    t[1] = now_ns();
#pragma omp taskwait
    t[2] = now_ns();
}

template <bool CHECK> static void wavefront(uint64_t *a, size_t edge, uint64_t t[3]) {
    size_t m = edge + 1;
    t[0] = now_ns();
    for (size_t i = 1; i < m; i++) {
        for (size_t j = 1; j < m; j++) {
#pragma omp task depend(in : a[(i - 1) * m + j], a[i * m + j - 1]) depend(inout : a[i * m + j])
            {
                if constexpr (CHECK) a[i * m + j] = a[i * m + j] * 5 + a[(i - 1) * m + j] + 3 * a[i * m + j - 1];
                else EMPTY_BODY();
            }
        }
    }
    t[1] = now_ns();
#pragma omp taskwait
    t[2] = now_ns();
}

template <bool CHECK> static void tree(size_t levels) {
    if constexpr (CHECK) seen.fetch_add(1, std::memory_order_relaxed);
    else EMPTY_BODY();
    if (levels == 1) return;
#pragma omp task
    tree<CHECK>(levels - 1);
#pragma omp task
    tree<CHECK>(levels - 1);
#pragma omp taskwait
}

template <bool CHECK> static void forkjoin(size_t levels, uint64_t t[3]) {
    t[0] = now_ns();
#pragma omp task
    tree<CHECK>(levels);
#pragma omp taskwait
    t[2] = now_ns();
}

int main(int argc, char **argv) {
    EmptyArgs args(argc, argv);
    omp_set_dynamic(0);
    Samples samples;
    uint64_t ignored[3];
#pragma omp parallel num_threads(args.threads)
#pragma omp single
    {
        if (size_t(omp_get_num_threads()) != args.threads) fail("OpenMP gives another number of threads than asked for");
        if (args.shape == "independent") {
            std::vector<uint64_t> a(args.tasks, 1);
            independent<true>(a.data(), args.tasks, ignored);
            for (size_t i = 0; i < args.tasks; i++) check(a[i] == mix(1, i), "independent");
            independent<false>(a.data(), args.tasks, ignored);
            samples.measure(args, [&](uint64_t *t) { independent<false>(a.data(), args.tasks, t); });
        } else if (args.shape == "chain") {
            uint64_t a = 1, expected = 1;
            chain<true>(&a, args.tasks, ignored);
            for (size_t i = 0; i < args.tasks; i++) expected = mix(expected, i);
            check(a == expected, "chain");
            chain<false>(&a, args.tasks, ignored);
            samples.measure(args, [&](uint64_t *t) { chain<false>(&a, args.tasks, t); });
        } else if (args.shape == "wavefront") {
            auto a = border(args.edge());
            wavefront<true>(a.data(), args.edge(), ignored);
            check(a == serial_wavefront(args.edge()), "wavefront");
            wavefront<false>(a.data(), args.edge(), ignored);
            samples.measure(args, [&](uint64_t *t) { wavefront<false>(a.data(), args.edge(), t); });
        } else if (args.shape == "forkjoin") {
            forkjoin<true>(args.levels(), ignored);
            check(seen == args.count(), "forkjoin");
            forkjoin<false>(args.levels(), ignored);
            samples.measure(args, [&](uint64_t *t) { forkjoin<false>(args.levels(), t); });
        } else {
            fail("shape " + args.shape + " is not known");
        }
    }
    samples.print(args);
}
