//! How much waits for a task, and so which of long tasks come first.
//!
//! Where bodies are long, what is left at the end of a graph costs: one PPU runs a chain of tasks
//! that nobody else can help with. The order of the program does not see that chain coming; only who
//! has registered all of the graph does, and that thread waits then.
//!
//! Protocol *ranks*. A lane keeps a roll of the tasks that it registers into a region. When it
//! waits for all of them, once it has seen that bodies are long ([`Gauge`](super::shelf::Gauge)),
//! it goes through the roll once, newest first, and copies what of the graph is still to be done, with
//! the times that tasks of each sort are known to take (`sched/times.rs`; where that is known of none,
//! all take the same). On the copy it finds out an order (`sched/plan.rs`), and writes
//! each task's rank: the shelf (`sched/shelf.rs`) gives out those of high rank first, and those of none
//! in the order of the program. It does so again when more sorts are known, a few times at most: the
//! first run of a program knows none when it begins.
//!
//! The thread reads successors that it has written itself (`graph/links.rs`, 4), so the pass disturbs
//! nobody; a task that is completed meanwhile has none, and its rank means nothing. A rank is
//! a hint: it may come late or not at all, and nothing but time depends on it. (Model:
//! `stress/loom/tests/release.rs`.)

use crate::graph::reference::TaskRef;
use crate::graph::scope::ScopeRef;
use crate::graph::task::Task;
use crate::sched::hands::Store;
use crate::sched::plan::Graph;
use crate::sched::times::{Sort, Times};
use crate::sync::{planted, scaled};

/// Tasks of a graph that is ranked. In larger ones, what is left at the end does not count.
const MOST: usize = scaled(4096, 8);

/// Edges of a graph that is ranked.
const MOST_EDGES: usize = 16 * MOST;

/// How often a graph is ranked at most.
const PASSES: u8 = 8;

/// A task on the roll.
#[derive(Debug, Clone, Copy, Default)]
struct Entry {
    task: TaskRef,
    sort: Sort,
}

impl Entry {
    /// The task, if it is not completed.
    fn live(self, store: Store<'_>) -> Option<&Task> {
        let task = store.tasks.get(self.task.number);
        (!task.links.is_completed(self.task.generation)).then_some(task)
    }
}

/// The tasks that a lane has registered into a region since it last waited for all of them.
#[derive(Default)]
pub(crate) struct Roll {
    region: Option<ScopeRef>,
    entries: Box<[Entry]>,
    /// So many are on it; more than there is room for when some are not.
    count: usize,
    /// There will be no more of them for now, and ranking them so often may change something.
    passes: u8,
    /// Sorts that had been met when they were last ranked.
    met: u32,
}

impl Roll {
    /// A task of this sort is registered into a region, of which `first` says whether it is the
    /// first task.
    #[inline]
    pub(crate) fn enter(&mut self, region: ScopeRef, first: bool, task: TaskRef, sort: Sort) {
        if self.region != Some(region) || first {
            self.turn_to(region, first);
        }
        if let Some(place) = self.entries.get_mut(self.count) {
            *place = Entry { task, sort };
            self.count += 1;
        }
    }

    /// Another region: its tasks up to here are not on the roll.
    #[cold]
    fn turn_to(&mut self, region: ScopeRef, first: bool) {
        if self.entries.is_empty() {
            self.entries = vec![Entry::default(); MOST].into_boxed_slice();
        }
        self.region = Some(region);
        self.count = if first { 0 } else { usize::MAX };
        self.passes = 0;
    }

    /// All tasks of a region are registered, and are to be waited for.
    pub(crate) fn complete(&mut self, region: ScopeRef) {
        let all = self.region == Some(region) && self.count < MOST;
        self.passes = if all { PASSES } else { 0 };
    }

    /// All tasks of a region are completed.
    pub(crate) fn begin_again(&mut self, region: ScopeRef) {
        if self.region == Some(region) {
            self.count = 0;
        }
        self.passes = 0;
    }

    /// Ranks the tasks on the roll, if these are all of their region, and more is known than when they
    /// were ranked last; `true` when it did.
    #[inline]
    pub(crate) fn rank(&mut self, store: Store<'_>, times: &Times, ppus: usize) -> bool {
        if self.passes == 0 {
            return false;
        }
        let met = times.met();
        if self.passes < PASSES && self.met == met {
            return false;
        }
        self.met = met;
        self.passes -= 1;
        self.rank_all(store, times, ppus)
    }

    #[cold]
    fn rank_all(&mut self, store: Store<'_>, times: &Times, ppus: usize) -> bool {
        let entries = self.entries[..self.count].iter();
        let mut live: Vec<(&Task, Sort)> = entries
            .filter_map(|entry| Some((entry.live(store)?, entry.sort)))
            .collect();
        if !planted("rank the oldest first") {
            live.reverse();
        }
        let known = || live.iter().filter_map(|(_, sort)| times.of(*sort));
        let (all, count) = known().fold((0, 0), |(all, n), time| (all + u64::from(time), n + 1));
        if count == live.len() {
            // There is nothing more to be known.
            self.passes = 0;
        }
        let mean = all.checked_div(count as u64).unwrap_or(1);
        let time = |sort| times.of(sort).map_or(mean, u64::from);
        match copy(&live, store, time) {
            Some(graph) => write(&live, &graph.plan(ppus)),
            None => live.iter().for_each(|(task, _)| task.set_rank(0)),
        }
        true
    }
}

/// The graph of these tasks, which are still to be done, newest first; `None` when it is too large.
fn copy(live: &[(&Task, Sort)], store: Store<'_>, time: impl Fn(Sort) -> u64) -> Option<Graph> {
    let mut graph = Graph::default();
    for (n, (task, sort)) in live.iter().enumerate() {
        // Until there are ranks, a task's is its number in the copy, plus 1.
        graph.add(time(*sort), |after| {
            task.links.each(store.blocks, |next| {
                let next = store.tasks.get(next).rank().wrapping_sub(1);
                after.extend(((next as usize) < n).then_some(next));
            });
        });
        task.set_rank(n as u32 + 1);
        if graph.edges() > MOST_EDGES {
            return None;
        }
    }
    Some(graph)
}

/// Writes ranks: these keys, or their proportions.
fn write(live: &[(&Task, Sort)], keys: &[u64]) {
    let most = keys.iter().max().copied().unwrap_or(0);
    let unit = most / u64::from(Task::HIGHEST_RANK) + 1;
    for ((task, _), key) in live.iter().zip(keys) {
        task.set_rank(key.div_ceil(unit) as u32);
    }
}
