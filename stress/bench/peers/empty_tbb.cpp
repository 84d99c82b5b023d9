// Empty tasks under oneTBB. Shapes of dependences are flow graphs of continue_nodes, built
// and run in each pass, then built once and run again (replay); taking a graph apart is not
// timed. With TBB_FRONT=task_group: tasks without dependences (independent) and the
// fork-join tree.
#include "tbb.hpp"
#include <atomic>

using namespace tbb::flow;

template <bool CHECK> static void build(Graph &g, const EmptyArgs &args, uint64_t *a) {
    if (args.shape == "independent") {
        g.first.reserve(args.tasks);
        for (size_t i = 0; i < args.tasks; i++)
            g.first.push_back(&g.add([=](const continue_msg &) {
                if constexpr (CHECK) a[i] = mix(a[i], i);
                else EMPTY_BODY();
                return continue_msg();
            }));
    } else if (args.shape == "chain") {
        for (size_t i = 0; i < args.tasks; i++) {
            Node &node = g.add([=](const continue_msg &) {
                if constexpr (CHECK) a[0] = mix(a[0], i);
                else EMPTY_BODY();
                return continue_msg();
            });
            if (i == 0) g.first.push_back(&node);
            else make_edge(g.nodes[i - 1], node);
        }
    } else {
        size_t edge = args.edge(), m = edge + 1;
        for (size_t i = 1; i < m; i++)
            for (size_t j = 1; j < m; j++) {
                Node &node = g.add([=](const continue_msg &) {
                    if constexpr (CHECK) a[i * m + j] = a[i * m + j] * 5 + a[(i - 1) * m + j] + 3 * a[i * m + j - 1];
                    else EMPTY_BODY();
                    return continue_msg();
                });
                size_t own = (i - 1) * edge + j - 1;
                if (i > 1) make_edge(g.nodes[own - edge], node);
                if (j > 1) make_edge(g.nodes[own - 1], node);
                if (own == 0) g.first.push_back(&node);
            }
    }
}

static void flow_graphs(const EmptyArgs &args, Samples &samples) {
    size_t edge = args.edge();
    bool wavefront = args.shape == "wavefront";
    std::vector<uint64_t> a = wavefront ? border(edge) : std::vector<uint64_t>(args.tasks, 1);
    {
        Graph g(args.count());
        build<true>(g, args, a.data());
        g.run();
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
    auto pass = [&](uint64_t *t) {
        t[0] = now_ns();
        Graph g(args.count());
        build<false>(g, args, a.data());
        t[1] = now_ns();
        g.run();
        t[2] = now_ns();
    };
    uint64_t ignored[3];
    pass(ignored);
    samples.measure(args, pass);
    Graph g(args.count());
    build<false>(g, args, a.data());
    g.run();
    samples.measure_replay(args, [&] { g.run(); });
}

static std::atomic<uint64_t> seen{0};

template <bool CHECK> static void tree(size_t levels) {
    if constexpr (CHECK) seen.fetch_add(1, std::memory_order_relaxed);
    else EMPTY_BODY();
    if (levels == 1) return;
    tbb::task_group group;
    group.run([=] { tree<CHECK>(levels - 1); });
    group.run([=] { tree<CHECK>(levels - 1); });
    group.wait();
}

template <bool CHECK> static void grouped(const EmptyArgs &args, uint64_t *a, uint64_t *t) {
    tbb::task_group group;
    t[0] = now_ns();
    if (args.shape == "forkjoin") {
        size_t levels = args.levels();
        group.run([=] { tree<CHECK>(levels); });
    } else {
        for (size_t i = 0; i < args.tasks; i++)
            group.run([=] {
                if constexpr (CHECK) a[i] = mix(a[i], i);
                else EMPTY_BODY();
            });
        t[1] = now_ns();
    }
    group.wait();
    t[2] = now_ns();
}

static void task_groups(const EmptyArgs &args, Samples &samples) {
    std::vector<uint64_t> a(args.tasks, 1);
    uint64_t ignored[3];
    grouped<true>(args, a.data(), ignored);
    if (args.shape == "forkjoin") check(seen == args.count(), "forkjoin");
    else
        for (size_t i = 0; i < args.tasks; i++) check(a[i] == mix(1, i), "independent");
    grouped<false>(args, a.data(), ignored);
    samples.measure(args, [&](uint64_t *t) { grouped<false>(args, a.data(), t); });
}

int main(int argc, char **argv) {
    EmptyArgs args(argc, argv);
    const char *front = getenv("TBB_FRONT");
    bool group = front && !strcmp(front, "task_group");
    bool known = group ? args.shape == "independent" || args.shape == "forkjoin"
                       : args.shape == "independent" || args.shape == "chain" || args.shape == "wavefront";
    if (!known) fail("shape " + args.shape + " is not possible with this front of oneTBB");
    Samples samples;
    with_threads(args.threads, [&] {
        if (group) task_groups(args, samples);
        else flow_graphs(args, samples);
    });
    samples.print(args);
}
