// METG under oneTBB's flow graph. `register` builds the graph of all steps and runs it in
// each run (taking it apart is not timed); `replay` builds it once. Which edges there are is
// worked out beforehand in both. With TBB_FRONT=task_group: tasks without dependences.
#include "tbb.hpp"
#include "metg.hpp"
#include <memory>

using namespace tbb::flow;

static std::unique_ptr<Graph> build(const Bench &b, const std::vector<std::vector<size_t>> &before) {
    auto g = std::make_unique<Graph>(b.tasks());
    for (size_t t = 0; t < b.steps; t++)
        for (size_t p = 0; p < b.width; p++) {
            const Point *point = &b.point(t, p);
            Node &node = g->add([point](const continue_msg &) {
                body(*point);
                return continue_msg();
            });
            const auto &list = before[t * b.width + p];
            for (size_t task : list) make_edge(g->nodes[task], node);
            if (list.empty()) g->first.push_back(&node);
        }
    return g;
}

int main(int argc, char **argv) {
    Bench b(argc, argv);
    const char *front = getenv("TBB_FRONT");
    bool group = front && !strcmp(front, "task_group");
    if (group && !b.trivial()) fail("task_group has no dependences");
    auto before = b.edges();
    with_threads(b.threads, [&] {
        if (group) {
            b.converse([&] {
                tbb::task_group tasks;
                for (size_t t = 0; t < b.steps; t++)
                    for (size_t p = 0; p < b.width; p++) {
                        const Point *point = &b.point(t, p);
                        tasks.run([point] { body(*point); });
                    }
                tasks.wait();
            });
        } else if (b.replay()) {
            auto g = build(b, before);
            b.converse([&] { g->run(); });
        } else {
            std::unique_ptr<Graph> last;
            b.converse_clean([&] {
                last = build(b, before);
                last->run();
            }, [&] { last.reset(); });
        }
    });
}
