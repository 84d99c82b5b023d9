// Empty tasks under Taskflow: graphs built and run in each pass, then built once and run
// again (replay). Taking a graph apart is not timed.
#include "common.hpp"
#include <taskflow/taskflow.hpp>

template <bool CHECK> static void build(tf::Taskflow &g, const EmptyArgs &args, uint64_t *a) {
    if (args.shape == "independent") {
        for (size_t i = 0; i < args.tasks; i++)
            g.emplace([=] {
                if constexpr (CHECK) a[i] = mix(a[i], i);
                else EMPTY_BODY();
            });
    } else if (args.shape == "chain") {
        tf::Task last;
        for (size_t i = 0; i < args.tasks; i++) {
            tf::Task node = g.emplace([=] {
                if constexpr (CHECK) a[0] = mix(a[0], i);
                else EMPTY_BODY();
            });
            if (i) last.precede(node);
            last = node;
        }
    } else {
        size_t edge = args.edge(), m = edge + 1;
        std::vector<tf::Task> above(edge);
        for (size_t i = 1; i < m; i++)
            for (size_t j = 1; j < m; j++) {
                tf::Task node = g.emplace([=] {
                    if constexpr (CHECK) a[i * m + j] = a[i * m + j] * 5 + a[(i - 1) * m + j] + 3 * a[i * m + j - 1];
                    else EMPTY_BODY();
                });
                if (i > 1) above[j - 1].precede(node);
                if (j > 1) above[j - 2].precede(node);
                above[j - 1] = node;
            }
    }
}

int main(int argc, char **argv) {
    EmptyArgs args(argc, argv);
    if (args.shape != "independent" && args.shape != "chain" && args.shape != "wavefront")
        fail("shape " + args.shape + " is not measured with Taskflow");
    tf::Executor executor(args.threads);
    size_t edge = args.edge();
    bool wavefront = args.shape == "wavefront";
    std::vector<uint64_t> a = wavefront ? border(edge) : std::vector<uint64_t>(args.tasks, 1);
    {
        tf::Taskflow g;
        build<true>(g, args, a.data());
        executor.run(g).wait();
    }
    if (wavefront) {
        check(a == serial_wavefront(edge), "wavefront");
    } else if (args.shape == "chain") {
        uint64_t expected = 1;
        for (size_t i = 0; i < args.tasks; i++) expected = mix(expected, i);
        check(a[0] == expected, "chain");
    } else {
        for (size_t i = 0; i < args.tasks; i++) check(a[i] == mix(1, i), "independent");
    }
    Samples samples;
    samples.measure(args, [&](uint64_t *t) {
        t[0] = now_ns();
        tf::Taskflow g;
        build<false>(g, args, a.data());
        t[1] = now_ns();
        executor.run(g).wait();
        t[2] = now_ns();
    });
    tf::Taskflow g;
    build<false>(g, args, a.data());
    executor.run(g).wait();
    samples.measure_replay(args, [&] { executor.run(g).wait(); });
    samples.print(args);
}
