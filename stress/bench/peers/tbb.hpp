// What the executables of oneTBB share: threads bound to cores, a graph in one block.
#pragma once
#include "common.hpp"
#include <new>
#include <tbb/flow_graph.h>
#include <tbb/global_control.h>
#include <tbb/task_arena.h>
#include <tbb/task_group.h>
#include <tbb/task_scheduler_observer.h>

using Node = tbb::flow::continue_node<tbb::flow::continue_msg>;

struct Binder : tbb::task_scheduler_observer {
    explicit Binder(tbb::task_arena &arena) : tbb::task_scheduler_observer(arena) { observe(true); }
    void on_scheduler_entry(bool) override { bind_to(size_t(tbb::this_task_arena::current_thread_index())); }
};

// A graph whose nodes lie in one block, as a careful user would have it.
struct Graph {
    tbb::flow::graph g;
    Node *nodes;
    size_t made = 0;
    std::vector<Node *> first; // nodes without predecessors
    explicit Graph(size_t room)
        : nodes(static_cast<Node *>(::operator new(room * sizeof(Node), std::align_val_t(64)))) {}
    Graph(const Graph &) = delete;
    ~Graph() {
        g.wait_for_all();
        for (size_t i = 0; i < made; i++) nodes[i].~Node();
        ::operator delete(nodes, std::align_val_t(64));
    }
    template <class F> Node &add(F body) { return *new (&nodes[made++]) Node(g, body); }
    void run() {
        for (Node *node : first) node->try_put(tbb::flow::continue_msg());
        g.wait_for_all();
    }
};

// Runs `f` in an arena of `threads` bound threads.
template <class F> void with_threads(size_t threads, F f) {
    tbb::global_control limit(tbb::global_control::max_allowed_parallelism, threads);
    tbb::task_arena arena{int(threads)};
    Binder binder(arena);
    arena.execute(f);
}
