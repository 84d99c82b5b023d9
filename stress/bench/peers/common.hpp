// What the peers' executables share: clock, arguments, samples, the JSON line.
//
// Protocol with hp5-bench: one process measures one shape. It runs every shape once with
// bodies that compute something (and checks the outcome against serial order), once as a
// warm-up with empty bodies, then several timed passes, and prints one line of JSON.
#pragma once
#include <sched.h>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <time.h>
#include <vector>

// The body of an empty task: nothing, but nothing that a compiler may remove.
#define EMPTY_BODY() asm volatile("")

inline uint64_t now_ns() {
    timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return uint64_t(t.tv_sec) * 1000000000u + uint64_t(t.tv_nsec);
}

[[noreturn]] inline void fail(const std::string &what) {
    fprintf(stderr, "%s\n", what.c_str());
    exit(2);
}

// A result that differs from serial order: the peer was used wrongly, so no figure counts.
inline void check(bool right, const char *shape) {
    if (!right) fail(std::string(shape) + ": the tasks' result differs from serial order");
}

inline size_t number(const char *text, const char *what) {
    char *end = nullptr;
    unsigned long long n = strtoull(text, &end, 10);
    if (!*text || *end || n == 0) fail(std::string(what) + ": a whole number above 0, not " + text);
    return size_t(n);
}

// Binds the calling thread to the `k`-th processor of the process's mask, as HP5 does.
inline void bind_to(size_t k) {
    static const cpu_set_t mask = [] {
        cpu_set_t m;
        sched_getaffinity(0, sizeof m, &m);
        return m;
    }();
    size_t many = size_t(CPU_COUNT(&mask));
    if (many == 0) return;
    size_t want = k % many;
    for (int cpu = 0; cpu < CPU_SETSIZE; cpu++) {
        if (!CPU_ISSET(cpu, &mask)) continue;
        if (want-- == 0) {
            cpu_set_t one;
            CPU_ZERO(&one);
            CPU_SET(cpu, &one);
            sched_setaffinity(0, sizeof one, &one);
            return;
        }
    }
}

inline void print_list(const char *name, const std::vector<uint64_t> &list) {
    printf("\"%s\":[", name);
    for (size_t i = 0; i < list.size(); i++) printf("%s%llu", i ? "," : "", (unsigned long long)list[i]);
    printf("]");
}

// ---- empty tasks ----

// SHAPE TASKS PASSES THREADS BUDGET_MS
struct EmptyArgs {
    std::string shape;
    size_t tasks, passes, threads;
    uint64_t budget;
    EmptyArgs(int argc, char **argv) {
        if (argc != 6) fail("usage: SHAPE TASKS PASSES THREADS BUDGET_MS (called by hp5-bench empty)");
        shape = argv[1];
        tasks = number(argv[2], "TASKS");
        passes = number(argv[3], "PASSES");
        threads = number(argv[4], "THREADS");
        budget = number(argv[5], "BUDGET_MS") * 1000000u;
    }
    // Edge of the wavefront's square.
    size_t edge() const {
        size_t n = 1;
        while ((n + 1) * (n + 1) <= tasks) n++;
        return n;
    }
    // Levels of the fork-join tree.
    size_t levels() const {
        size_t l = 1;
        while ((size_t(2) << l) - 1 <= tasks) l++;
        return l;
    }
    size_t count() const {
        if (shape == "wavefront") return edge() * edge();
        if (shape == "forkjoin") return (size_t(1) << levels()) - 1;
        return tasks;
    }
};

struct Samples {
    std::vector<uint64_t> registered, total, replay;
    // Calls `pass` (which returns start, end of registration, end) until there are enough.
    template <class F> void measure(const EmptyArgs &args, F pass) {
        uint64_t begun = now_ns();
        for (size_t i = 0; i < args.passes && (i < 3 || now_ns() - begun < args.budget); i++) {
            uint64_t t[3] = {0, 0, 0};
            pass(t);
            if (t[1]) registered.push_back(t[1] - t[0]);
            total.push_back(t[2] - t[0]);
        }
    }
    template <class F> void measure_replay(const EmptyArgs &args, F pass) {
        uint64_t begun = now_ns();
        for (size_t i = 0; i < args.passes && (i < 3 || now_ns() - begun < args.budget); i++) {
            uint64_t t = now_ns();
            pass();
            replay.push_back(now_ns() - t);
        }
    }
    void print(const EmptyArgs &args) const {
        printf("{\"tasks\":%zu,", args.count());
        print_list("register_ns", registered);
        printf(",");
        print_list("total_ns", total);
        printf(",");
        print_list("replay_ns", replay);
        printf("}\n");
    }
};

// What the checked pass computes; serial order gives the expected values.
inline uint64_t mix(uint64_t x, uint64_t by) { return x * 3 + by; }

// Cells of the wavefront with a border of ones at row and column 0.
inline std::vector<uint64_t> border(size_t edge) { return std::vector<uint64_t>((edge + 1) * (edge + 1), 1); }

inline std::vector<uint64_t> serial_wavefront(size_t edge) {
    auto a = border(edge);
    size_t m = edge + 1;
    for (size_t i = 1; i < m; i++)
        for (size_t j = 1; j < m; j++) a[i * m + j] = a[i * m + j] * 5 + a[(i - 1) * m + j] + 3 * a[i * m + j - 1];
    return a;
}
