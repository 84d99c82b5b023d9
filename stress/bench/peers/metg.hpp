// METG as in Task Bench (Slaughter et al., SC'20): patterns, kernel and the conversation with
// hp5-bench. `stress/bench/src/metg/pattern.rs` is the same in Rust; each side's first run is
// held against serial order, so that a difference between them shows.
//
// A run is `steps` steps of `width` points. Point p of step t reads some points of step t-1
// and writes its own; data are double-buffered (step t writes buffer t % 2), so that writing
// waits for the readers of two steps ago. In `trivial` tasks declare nothing.
//
// The conversation: after warming up, the process prints the nanoseconds of one iteration of
// the kernel; then for each line with a number of iterations it runs the graph once and
// prints nanoseconds.
#pragma once
#include "common.hpp"
#include <algorithm>
#include <numeric>

// `n` dependent steps of a linear congruential generator: multiply, add.
inline uint64_t kernel(uint64_t x, uint64_t n) {
    const uint64_t by = 6364136223846793005u, add = 1442695040888963407u;
    for (uint64_t i = 0; i < n; i++) asm volatile("imulq %1, %0\n\taddq %2, %0" : "+r"(x) : "r"(by), "r"(add) : "cc");
    return x;
}

inline uint64_t splitmix(uint64_t x) {
    x += 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

// One task of a lap: where it writes and what it reads. Each point has a cache line.
struct Point {
    uint64_t *out;
    std::vector<uint64_t *> in;
    size_t key;               // number of `out`
    std::vector<size_t> keys; // numbers of `in`
};

static uint64_t iterations = 1;

inline void body(const Point &point) {
    uint64_t x = 1;
    for (const uint64_t *in : point.in) x += *in;
    // Relaxed and atomic: in `trivial`, tasks that write the same point are not ordered.
    __atomic_store_n(point.out, kernel(x, iterations), __ATOMIC_RELAXED);
}

// PATTERN WIDTH STEPS THREADS MODE
struct Bench {
    std::string pattern, mode;
    size_t width, steps, threads, period = 1, lap;
    std::vector<uint64_t> memory;
    uint64_t *data;
    std::vector<Point> points; // lap * width

    Bench(int argc, char **argv) {
        if (argc != 6) fail("usage: PATTERN WIDTH STEPS THREADS register|replay (called by hp5-bench metg)");
        pattern = argv[1];
        width = number(argv[2], "WIDTH");
        steps = number(argv[3], "STEPS");
        threads = number(argv[4], "THREADS");
        mode = argv[5];
        if (pattern == "fft")
            for (period = 1; (size_t(1) << period) < width; period++) {}
        if (pattern == "random") period = 4;
        lap = std::lcm(size_t(2), period);
        if (steps % lap) fail("steps must be a multiple of " + std::to_string(lap));
        memory.assign(2 * width * 8 + 8, 0);
        data = (uint64_t *)((uintptr_t(memory.data()) + 63) & ~uintptr_t(63));
        for (size_t t = 0; t < lap; t++)
            for (size_t p = 0; p < width; p++) {
                Point point;
                point.key = (t % 2) * width + p;
                point.out = at(point.key);
                for (size_t q : reads(t % period, p)) {
                    point.keys.push_back((t + 1) % 2 * width + q);
                    point.in.push_back(at(point.keys.back()));
                }
                points.push_back(point);
            }
        reset();
    }
    uint64_t *at(size_t key) { return data + key * 8; }
    void reset() {
        for (size_t key = 0; key < 2 * width; key++) *at(key) = key + 1;
    }
    bool replay() const { return mode == "replay"; }
    bool trivial() const { return pattern == "trivial"; }
    size_t tasks() const { return width * steps; }
    // Point p of step t.
    const Point &point(size_t t, size_t p) const { return points[(t % lap) * width + p]; }

    // What point p reads of the step before, in a step of set `set`.
    std::vector<size_t> reads(size_t set, size_t p) const {
        std::vector<size_t> list;
        auto range = [&](size_t radius) {
            for (size_t q = p > radius ? p - radius : 0; q <= std::min(p + radius, width - 1); q++) list.push_back(q);
        };
        if (pattern == "trivial") {
        } else if (pattern == "chain") {
            list = {p};
        } else if (pattern == "stencil") {
            range(1);
        } else if (pattern == "nearest") {
            range(5);
        } else if (pattern == "all_to_all") {
            range(width);
        } else if (pattern == "tree") {
            list = {p / 2};
        } else if (pattern == "fft") {
            size_t d = size_t(1) << set;
            if (p >= d) list.push_back(p - d);
            list.push_back(p);
            if (p + d < width) list.push_back(p + d);
        } else if (pattern == "random") {
            for (size_t q = 0; q < width; q++)
                if (splitmix((uint64_t(set) << 40) + (uint64_t(p) << 20) + q) % 4 == 0) list.push_back(q);
        } else {
            fail("pattern " + pattern + " is not known");
        }
        return list;
    }

    // Holds a first run, from fresh data with few iterations, against serial order.
    template <class F> void verify(F run) {
        iterations = 3;
        reset();
        run();
        std::vector<uint64_t> got;
        for (size_t key = 0; key < 2 * width; key++) got.push_back(*at(key));
        reset();
        for (size_t t = 0; t < steps; t++)
            for (size_t p = 0; p < width; p++) body(point(t, p));
        for (size_t key = 0; key < 2 * width; key++) check(got[key] == *at(key), pattern.c_str());
    }

    template <class F> void converse(F run) { converse_clean(run, [] {}); }

    // Checks, warms up, calibrates, then answers until the input ends. `clean` follows each
    // run and is not timed.
    template <class F, class G> void converse_clean(F run, G clean) {
        verify(run);
        clean();
        iterations = 100;
        run();
        clean();
        double best = 1e9;
        for (int i = 0; i < 7; i++) {
            const uint64_t many = 200000;
            uint64_t t = now_ns();
            volatile uint64_t sink = kernel(uint64_t(i), many);
            (void)sink;
            best = std::min(best, double(now_ns() - t) / double(many));
        }
        printf("%.6f\n", best);
        fflush(stdout);
        char line[64];
        while (fgets(line, sizeof line, stdin)) {
            line[strcspn(line, "\n")] = 0;
            iterations = number(line, "iterations");
            uint64_t t = now_ns();
            run();
            t = now_ns() - t;
            clean();
            printf("%llu\n", (unsigned long long)t);
            fflush(stdout);
        }
    }

    // Edges of the whole graph for systems that take edges: predecessors of each task, by
    // number t * width + p, each once.
    std::vector<std::vector<size_t>> edges() const {
        std::vector<std::vector<size_t>> before(tasks());
        if (trivial()) return before;
        const size_t none = SIZE_MAX;
        std::vector<size_t> writer(2 * width, none);
        std::vector<std::vector<size_t>> readers(2 * width);
        for (size_t t = 0; t < steps; t++)
            for (size_t p = 0; p < width; p++) {
                const Point &task = point(t, p);
                size_t own = t * width + p;
                auto &list = before[own];
                for (size_t key : task.keys) {
                    if (writer[key] != none) list.push_back(writer[key]);
                    readers[key].push_back(own);
                }
                for (size_t reader : readers[task.key]) list.push_back(reader);
                if (readers[task.key].empty() && writer[task.key] != none) list.push_back(writer[task.key]);
                readers[task.key].clear();
                writer[task.key] = own;
                std::sort(list.begin(), list.end());
                list.erase(std::unique(list.begin(), list.end()), list.end());
            }
        return before;
    }
};
