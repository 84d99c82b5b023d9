/* oneTBB flow graphs: one continue_node per task, one edge per dependence, given by formula (no
 * table of tiles is kept, which is the cheapest that a user can do). Building and running are
 * timed, tearing the graph down is not. */
#include "driver.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <tbb/flow_graph.h>
#include <tbb/global_control.h>

namespace {

using tbb::flow::continue_msg;
using node = tbb::flow::continue_node<continue_msg>;

std::unique_ptr<tbb::global_control> limit;

/* A graph whose nodes lie side by side. Nodes without a predecessor are started by run(). */
class net {
  public:
    explicit net(long most)
        : room(static_cast<node *>(::operator new(sizeof(node) * size_t(most),
                                                  std::align_val_t(alignof(node))))),
          first(new bool[size_t(most)]) {}
    net(const net &) = delete;
    ~net() {
        for (long i = 0; i < count; i++) room[i].~node();
        ::operator delete(room, std::align_val_t(alignof(node)));
    }
    template <class Body> long add(Body body) {
        new (room + count) node(graph, body);
        first[size_t(count)] = true;
        return count++;
    }
    template <class Body> long add(Body body, tbb::flow::node_priority_t priority) {
        new (room + count) node(graph, body, priority);
        first[size_t(count)] = true;
        return count++;
    }
    void edge(long before, long after) {
        tbb::flow::make_edge(room[before], room[after]);
        first[size_t(after)] = false;
    }
    void run() {
        for (long i = 0; i < count; i++)
            if (first[size_t(i)]) room[i].try_put(continue_msg());
        graph.wait_for_all();
    }

  private:
    tbb::flow::graph graph;
    node *room;
    std::unique_ptr<bool[]> first;
    long count = 0;
};

/* The graph that was timed last: torn down when the next one is built, or at the end. */
std::unique_ptr<net> last;

net &fresh(long most) {
    last.reset();
    last.reset(new net(most));
    return *last;
}

void start(int threads) {
    limit.reset(
        new tbb::global_control(tbb::global_control::max_allowed_parallelism, size_t(threads)));
}

void prepare(problem *, const char *) {}

/* Numbers of the tasks that wrote each tile last. */
class writers {
  public:
    explicit writers(long nt) : nt(nt), last(new long[size_t(nt * nt)]) {
        for (long i = 0; i < nt * nt; i++) last[size_t(i)] = -1;
    }
    long &at(long i, long j) { return last[size_t(i * nt + j)]; }

  private:
    long nt;
    std::unique_ptr<long[]> last;
};

void cholesky(problem *p) {
    const long nt = p->nt, t = p->tile;
    net &g = fresh(nt * (nt + 1) * (nt + 2) / 6);
    writers w(nt);
    /* after whoever wrote tile (i, j); what it reads is final, so nobody overtakes a reader */
    auto after = [&](long task, long i, long j) {
        if (w.at(i, j) >= 0) g.edge(w.at(i, j), task);
    };
    for (long k = 0; k < nt; k++) {
        double *kk = tile_at(p, k, k);
        long task = g.add([=](const continue_msg &) { kern_potrf(t, kk); }, 2);
        after(task, k, k);
        w.at(k, k) = task;
        for (long j = k + 1; j < nt; j++) {
            double *kj = tile_at(p, k, j);
            task = g.add([=](const continue_msg &) { kern_trsm_t(t, kk, kj); }, 1);
            after(task, k, k);
            after(task, k, j);
            w.at(k, j) = task;
        }
        for (long i = k + 1; i < nt; i++) {
            double *ki = tile_at(p, k, i), *ii = tile_at(p, i, i);
            task = g.add([=](const continue_msg &) { kern_syrk(t, ki, ii); });
            after(task, k, i);
            after(task, i, i);
            w.at(i, i) = task;
            for (long j = i + 1; j < nt; j++) {
                double *kj = tile_at(p, k, j), *ij = tile_at(p, i, j);
                task = g.add([=](const continue_msg &) { kern_gemm_tn(t, ki, kj, ij); });
                after(task, k, i);
                after(task, k, j);
                after(task, i, j);
                w.at(i, j) = task;
            }
        }
    }
    registered();
    g.run();
}

void lu(problem *p) {
    const long nt = p->nt, t = p->tile;
    net &g = fresh(nt * (nt + 1) * (2 * nt + 1) / 6);
    writers w(nt);
    auto after = [&](long task, long i, long j) {
        if (w.at(i, j) >= 0) g.edge(w.at(i, j), task);
    };
    for (long k = 0; k < nt; k++) {
        double *kk = tile_at(p, k, k);
        long task = g.add([=](const continue_msg &) { kern_getrf(t, kk); }, 2);
        after(task, k, k);
        w.at(k, k) = task;
        for (long j = k + 1; j < nt; j++) {
            double *kj = tile_at(p, k, j);
            task = g.add([=](const continue_msg &) { kern_trsm_l(t, kk, kj); }, 1);
            after(task, k, k);
            after(task, k, j);
            w.at(k, j) = task;
        }
        for (long i = k + 1; i < nt; i++) {
            double *ik = tile_at(p, i, k);
            task = g.add([=](const continue_msg &) { kern_trsm_u(t, kk, ik); }, 1);
            after(task, k, k);
            after(task, i, k);
            w.at(i, k) = task;
        }
        for (long i = k + 1; i < nt; i++) {
            double *ik = tile_at(p, i, k);
            for (long j = k + 1; j < nt; j++) {
                double *kj = tile_at(p, k, j), *ij = tile_at(p, i, j);
                task = g.add([=](const continue_msg &) { kern_gemm_nn(t, ik, kj, ij); });
                after(task, i, k);
                after(task, k, j);
                after(task, i, j);
                w.at(i, j) = task;
            }
        }
    }
    registered();
    g.run();
}

/* Nodes of `sweeps` sweeps. Task (s, i, j) follows the five of sweep s - 1 around (i, j): they
 * wrote what it reads, and they read what it overwrites. */
void add_sweeps(net &g, const problem *p, long sweeps) {
    const long nt = p->nt, t = p->tile, n = p->n;
    for (long s = 0; s < sweeps; s++) {
        double *from = grid_from(p, s), *to = grid_to(p, s);
        for (long i = 0; i < nt; i++)
            for (long j = 0; j < nt; j++) {
                long task =
                    g.add([=](const continue_msg &) { kern_jacobi(n, t, i, j, from, to); });
                if (s == 0) continue;
                long before = task - nt * nt;
                g.edge(before, task);
                if (i > 0) g.edge(before - nt, task);
                if (i + 1 < nt) g.edge(before + nt, task);
                if (j > 0) g.edge(before - 1, task);
                if (j + 1 < nt) g.edge(before + 1, task);
            }
    }
}

void jacobi(problem *p) {
    net &g = fresh(p->nt * p->nt * p->sweeps);
    add_sweeps(g, p, p->sweeps);
    registered();
    g.run();
}

void sw(problem *p) {
    const long nt = p->nt;
    net &g = fresh(nt * nt);
    for (long i = 0; i < nt; i++)
        for (long j = 0; j < nt; j++) {
            long task = g.add([=](const continue_msg &) { sw_tile(p, i, j); });
            if (i > 0) g.edge(task - nt, task);
            if (j > 0) g.edge(task - 1, task);
        }
    registered();
    g.run();
}

/* "replay": all sweeps in one graph, built beforehand. "laps": two sweeps, run again and again,
 * with a barrier between, since a flow graph does not overlap with itself. */
long laps;

void build_replay(problem *p, const char *variant) {
    if (!std::strcmp(variant, "replay")) {
        laps = 1;
    } else if (!std::strcmp(variant, "laps") && p->sweeps % 2 == 0) {
        laps = p->sweeps / 2;
    } else {
        std::fprintf(stderr, "tbb: the variants are replay, and laps (of an even number of "
                             "sweeps)\n");
        std::exit(2);
    }
    net &g = fresh(p->nt * p->nt * p->sweeps);
    add_sweeps(g, p, p->sweeps / laps);
}

void replay(problem *) {
    for (long lap = 0; lap < laps; lap++) last->run();
}

void stop(problem *) {
    last.reset();
    limit.reset();
}

} // namespace

extern "C" const struct peer peer = {"tbb", start, prepare,      cholesky, lu,
                                     jacobi, sw,   build_replay, replay,   stop};
