// METG under Taskflow: as under oneTBB, `register` builds the graph of all steps in each
// run, `replay` builds it once.
#include "metg.hpp"
#include <memory>
#include <taskflow/taskflow.hpp>

static std::unique_ptr<tf::Taskflow> build(const Bench &b, const std::vector<std::vector<size_t>> &before) {
    auto g = std::make_unique<tf::Taskflow>();
    std::vector<tf::Task> nodes;
    nodes.reserve(b.tasks());
    for (size_t t = 0; t < b.steps; t++)
        for (size_t p = 0; p < b.width; p++) {
            const Point *point = &b.point(t, p);
            tf::Task node = g->emplace([point] { body(*point); });
            for (size_t task : before[t * b.width + p]) nodes[task].precede(node);
            nodes.push_back(node);
        }
    return g;
}

int main(int argc, char **argv) {
    Bench b(argc, argv);
    auto before = b.edges();
    tf::Executor executor(b.threads);
    if (b.replay()) {
        auto g = build(b, before);
        b.converse([&] { executor.run(*g).wait(); });
    } else {
        std::unique_ptr<tf::Taskflow> last;
        b.converse_clean([&] {
            last = build(b, before);
            executor.run(*last).wait();
        }, [&] { last.reset(); });
    }
}
