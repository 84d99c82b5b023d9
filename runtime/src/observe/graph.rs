//! The finished graph as a `petgraph` graph, and its shape: the longest chain of tasks
//! that had to wait for one another, and how much parallelism that leaves.

use std::collections::BTreeMap;
use std::time::Duration;

use petgraph::graph::{DiGraph, NodeIndex};

use crate::record::run_record::{EdgeKind, RunRecord, TaskRecord};

/// The shape of a graph that ran; see [`RunRecord::shape`].
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Shape {
    /// Tasks with a body on the chain with the most of them.
    pub longest_chain: u64,
    /// Time of the chain that took longest: no number of PPUs makes the region faster.
    pub critical_path: Duration,
    /// The tasks of that chain, first to last, outermost region only.
    pub critical_tasks: Vec<u32>,
    /// Time in all bodies together.
    pub work: Duration,
}

impl Shape {
    /// How many PPUs the graph can keep busy on average: work over critical path; `None`
    /// when nothing took time.
    #[must_use]
    pub fn parallelism(&self) -> Option<f64> {
        let critical = self.critical_path.as_secs_f64();
        (critical > 0.0).then(|| self.work.as_secs_f64() / critical)
    }
}

/// The edges do not make a graph that can run.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum GraphError {
    /// Edges that run in a circle.
    #[error("task {task} (`{name}`) waits for itself through other tasks")]
    Cycle {
        /// A task on the circle.
        task: u32,
        /// Its name.
        name: String,
    },
    /// An edge to or from a task that is not there.
    #[error("the edge {from} -> {to} names a task that does not exist; there are {tasks} tasks")]
    Dangling {
        /// Where it starts.
        from: u32,
        /// Where it ends.
        to: u32,
        /// How many tasks there are.
        tasks: usize,
    },
}

impl RunRecord {
    /// The graph: node `n` is task `n`, edge weights say why. Edges that name a task which
    /// does not exist are left out ([`check_graph`](Self::check_graph) reports them).
    #[must_use]
    pub fn to_petgraph(&self) -> DiGraph<TaskRecord, EdgeKind> {
        let mut graph = DiGraph::with_capacity(self.tasks.len(), self.edges.len());
        for task in &self.tasks {
            graph.add_node(task.clone());
        }
        let known = |task: u32| (task as usize) < self.tasks.len();
        for edge in self
            .edges
            .iter()
            .filter(|edge| known(edge.from) && known(edge.to))
        {
            graph.add_edge(
                NodeIndex::new(edge.from as usize),
                NodeIndex::new(edge.to as usize),
                edge.kind,
            );
        }
        graph
    }

    /// Checks that every edge has both ends and that none run in a circle.
    ///
    /// # Errors
    /// The first edge or task that is wrong.
    pub fn check_graph(&self) -> Result<(), GraphError> {
        self.order().map(|_| ())
    }

    /// Longest chain, critical path and work of the graph. A composite counts for its
    /// body or the critical path of the graph inside it, whichever is longer.
    ///
    /// # Errors
    /// As [`check_graph`](Self::check_graph).
    pub fn shape(&self) -> Result<Shape, GraphError> {
        let order = self.order()?;
        let times = self.self_times();
        let mut before: Vec<Vec<u32>> = vec![Vec::new(); self.tasks.len()];
        for edge in &self.edges {
            before[edge.to as usize].push(edge.from);
        }
        let mut scopes: BTreeMap<Option<u32>, Vec<u32>> = BTreeMap::new();
        for task in order {
            scopes
                .entry(self.tasks[task as usize].parent)
                .or_default()
                .push(task);
        }
        let body = |task: &TaskRecord| u64::from(!task.kind.is_empty());
        let mut own: Vec<Chain> = (0..self.tasks.len())
            .map(|n| Chain {
                tasks: body(&self.tasks[n]),
                ns: times[n],
                last: None,
            })
            .collect();
        let mut outermost = Vec::new();
        // Insides of composites come first: their tasks stand after the composite.
        for (parent, tasks) in scopes.iter().rev() {
            let chains = longest_chains(tasks, &before, &own);
            match parent {
                Some(parent) => own[*parent as usize].widen(&chains),
                None => outermost = chains,
            }
        }
        Ok(self.summary(&outermost, &times))
    }

    fn summary(&self, chains: &[(u32, Chain)], times: &[u64]) -> Shape {
        let of: BTreeMap<u32, &Chain> = chains.iter().map(|(task, chain)| (*task, chain)).collect();
        let mut critical_tasks = Vec::new();
        let mut at = chains
            .iter()
            .max_by_key(|(_, chain)| chain.ns)
            .map(|(task, _)| *task);
        while let Some(task) = at {
            critical_tasks.push(task);
            at = of.get(&task).and_then(|chain| chain.last);
        }
        critical_tasks.reverse();
        Shape {
            longest_chain: chains
                .iter()
                .map(|(_, chain)| chain.tasks)
                .max()
                .unwrap_or(0),
            critical_path: Duration::from_nanos(
                chains.iter().map(|(_, chain)| chain.ns).max().unwrap_or(0),
            ),
            critical_tasks,
            work: Duration::from_nanos(times.iter().sum()),
        }
    }

    /// All tasks, each after those that it waits for.
    fn order(&self) -> Result<Vec<u32>, GraphError> {
        let tasks = self.tasks.len();
        let mut waits = vec![0_u32; tasks];
        let mut after: Vec<Vec<u32>> = vec![Vec::new(); tasks];
        for edge in &self.edges {
            if edge.from as usize >= tasks || edge.to as usize >= tasks {
                return Err(GraphError::Dangling {
                    from: edge.from,
                    to: edge.to,
                    tasks,
                });
            }
            waits[edge.to as usize] += 1;
            after[edge.from as usize].push(edge.to);
        }
        let mut order: Vec<u32> = (0..tasks as u32)
            .filter(|task| waits[*task as usize] == 0)
            .collect();
        let mut next = 0;
        while let Some(&task) = order.get(next) {
            next += 1;
            for &waiter in &after[task as usize] {
                waits[waiter as usize] -= 1;
                if waits[waiter as usize] == 0 {
                    order.push(waiter);
                }
            }
        }
        if order.len() == tasks {
            return Ok(order);
        }
        let stuck = waits.iter().position(|waits| *waits > 0).unwrap_or(0);
        Err(GraphError::Cycle {
            task: stuck as u32,
            name: self.tasks[stuck].name.clone(),
        })
    }

    /// Time of each task in its own body, ns: without the tasks that ran on the same PPU
    /// while it waited.
    #[must_use]
    pub fn self_times(&self) -> Vec<u64> {
        let mut times = vec![0_u64; self.tasks.len()];
        let mut slices: Vec<_> = self
            .slices
            .iter()
            .filter(|s| (s.task as usize) < times.len())
            .collect();
        // On one PPU slices nest: the outer one, which ends later, goes first.
        slices.sort_unstable_by_key(|s| (s.ppu, s.start_ns, std::cmp::Reverse(s.end_ns)));
        let mut open: Vec<&crate::record::run_record::Slice> = Vec::new();
        for slice in slices {
            let time = slice.end_ns.saturating_sub(slice.start_ns);
            while open
                .last()
                .is_some_and(|o| o.ppu != slice.ppu || o.end_ns <= slice.start_ns)
            {
                open.pop();
            }
            if let Some(outer) = open.last() {
                let outer = &mut times[outer.task as usize];
                *outer = outer.saturating_sub(time);
            }
            times[slice.task as usize] += time;
            open.push(slice);
        }
        times
    }
}

/// The longest chains that end with a task.
#[derive(Debug, Clone, Default)]
struct Chain {
    tasks: u64,
    ns: u64,
    /// The task before, on the chain that takes longest.
    last: Option<u32>,
}

impl Chain {
    /// A composite is as long as the longest chain inside it, if that is longer.
    fn widen(&mut self, inside: &[(u32, Chain)]) {
        let tasks = inside
            .iter()
            .map(|(_, chain)| chain.tasks)
            .max()
            .unwrap_or(0);
        self.tasks += tasks;
        self.ns = self
            .ns
            .max(inside.iter().map(|(_, chain)| chain.ns).max().unwrap_or(0));
    }
}

/// For each task of one scope, in order, the longest chains that end with it.
fn longest_chains(tasks: &[u32], before: &[Vec<u32>], own: &[Chain]) -> Vec<(u32, Chain)> {
    let mut place: BTreeMap<u32, usize> = BTreeMap::new();
    let mut chains: Vec<(u32, Chain)> = Vec::with_capacity(tasks.len());
    for &task in tasks {
        let mut chain = Chain::default();
        for from in &before[task as usize] {
            let Some(at) = place.get(from) else { continue };
            let earlier = &chains[*at].1;
            chain.tasks = chain.tasks.max(earlier.tasks);
            if chain.last.is_none() || earlier.ns > chain.ns {
                chain.ns = earlier.ns;
                chain.last = Some(*from);
            }
        }
        chain.tasks += own[task as usize].tasks;
        chain.ns += own[task as usize].ns;
        place.insert(task, chains.len());
        chains.push((task, chain));
    }
    chains
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::observe::fixtures::{self, record};
    use crate::record::run_record::TaskKind;

    #[test]
    fn diamond_has_its_shape() {
        let mut run = record(4);
        for (from, to) in [(0, 1), (0, 2), (1, 3), (2, 3)] {
            run.add_edge(from, to, EdgeKind::Raw);
        }
        for (task, ppu, start, end) in [
            (0, 0, 0, 10),
            (1, 0, 10, 20),
            (2, 1, 10, 40),
            (3, 0, 40, 50),
        ] {
            run.add_slice(task, ppu, start, end);
        }
        let shape = run.shape().unwrap();
        assert_eq!(shape.longest_chain, 3);
        assert_eq!(shape.critical_tasks, [0, 2, 3]);
        assert_eq!(
            (shape.critical_path.as_nanos(), shape.work.as_nanos()),
            (50, 60)
        );
        assert!((shape.parallelism().unwrap() - 1.2).abs() < 1e-12);

        let graph = run.to_petgraph();
        assert_eq!((graph.node_count(), graph.edge_count()), (4, 4));
        assert_eq!(graph[NodeIndex::new(2)].name, "t2");
        assert!(!petgraph::algo::is_cyclic_directed(&graph));
    }

    #[test]
    fn wrong_edges_are_named() {
        let mut run = record(3);
        run.add_edge(0, 1, EdgeKind::Raw);
        run.add_edge(1, 2, EdgeKind::Raw);
        assert_eq!(run.check_graph(), Ok(()));
        run.add_edge(2, 1, EdgeKind::War);
        let error = run.check_graph().unwrap_err();
        assert_eq!(
            error,
            GraphError::Cycle {
                task: 1,
                name: "t1".to_owned()
            }
        );
        run.edges.pop();
        run.add_edge(1, 9, EdgeKind::Raw);
        let text = run.check_graph().unwrap_err().to_string();
        assert_eq!(
            text,
            "the edge 1 -> 9 names a task that does not exist; there are 3 tasks"
        );
        assert_eq!(run.to_petgraph().edge_count(), 2);
    }

    #[test]
    fn waiting_tasks_do_not_count_what_they_ran_meanwhile() {
        let mut run = record(3);
        run.add_slice(0, 0, 0, 100);
        run.add_slice(1, 0, 20, 50);
        run.add_slice(2, 0, 60, 70);
        assert_eq!(run.self_times(), [60, 30, 10]);
        assert_eq!(run.shape().unwrap().work, Duration::from_nanos(100));
    }

    #[test]
    fn composite_is_as_long_as_its_inside() {
        let run = fixtures::composite();
        let shape = run.shape().unwrap();
        // before (10) -> composite: build 5, inside 2 x 30 in a row -> after (10)
        assert_eq!(shape.critical_path, Duration::from_nanos(80));
        assert_eq!(shape.longest_chain, 5);
        assert_eq!(shape.critical_tasks, [0, 1, 2]);
    }

    #[test]
    fn empty_tasks_are_no_links_of_a_chain() {
        let mut run = record(2);
        run.add_task("shared", "m.rs", 1, TaskKind::Artificial, 0, []);
        run.add_slice(0, 0, 0, 30);
        run.add_edge(0, 2, EdgeKind::Order);
        assert_eq!(run.shape().unwrap().longest_chain, 1);
    }

    #[test]
    fn nothing_and_very_much() {
        assert_eq!(RunRecord::new("r", "f", 1).shape(), Ok(Shape::default()));
        assert_eq!(Shape::default().parallelism(), None);
        let shape = fixtures::wide(100_000, 4).shape().unwrap();
        assert_eq!(shape.longest_chain, 25_000);
    }
}
