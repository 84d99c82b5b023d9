//! Critical path: registered tasks and their durations in, by task the longest chain that waits for it out (its rank).
//!
//! Where bodies are long, what is left at the end of a graph costs: one PPU runs a chain of tasks
//! that nobody else can help with. The order of the program does not see that chain coming; only who
//! has registered all of the graph does, and that thread waits then.
//!
//! Protocol *ranks*. A lane keeps a roll of the tasks that it registers into a region. When it
//! waits for all of them, once it has seen that bodies are long ([`Granularity`](super::granularity::Granularity)),
//! it goes through the roll, newest first, and copies what of the graph is still to be done, with
//! the times that tasks of each sort are known to take (`sched/duration_model.rs`). On the copy it works out an
//! order (`sched/list_schedule.rs`), and writes each task's rank: the long queue (`sched/long_queue.rs`) gives out those of
//! high rank first, and in the order of the program those without one and those that do not go by it.
//! Tasks of a sort that is not known, composites too, count as the mean of the others; as long as there
//! are some whose sort will be known, the thread ranks all again when more is known, a few times at most.
//! So the first run of a graph is ranked as it goes.
//!
//! The thread reads successors that it has written itself (`graph/successors.rs`, 4), and of tasks that may
//! run or end meanwhile nothing else but their numbers; a task that is completed
//! has no successors, and its rank means nothing. A rank is a hint: it may come late or not at all, and
//! nothing but time depends on it. (Model: `stress/loom/tests/release.rs`.)

use crate::graph::reference::TaskRef;
use crate::graph::scope::ScopeRef;
use crate::graph::sort::Sort;
use crate::graph::task::Task;
use crate::sched::duration_model::Times;
use crate::sched::free_lists::Store;
use crate::sched::list_schedule::{Graph, List};
use crate::sync::{planted, scaled};

/// Tasks of a graph that is ranked. In larger ones, what is left at the end does not count.
const MOST: usize = scaled(4096, 8);

/// Edges of a graph that is ranked.
const MOST_EDGES: usize = 16 * MOST;

/// How often a graph is ranked at most.
const PASSES: u8 = 8;

/// Nanoseconds per task that it takes to copy the graph and to try one list, where tasks have few edges.
const EACH: u64 = 128;

/// How often it is looked in vain whether more of its tasks are known.
const LOOKS: u8 = 64;

/// Nanoseconds that tasks take of which nothing is known, nor of any other one.
pub(crate) const SUPPOSED: u64 = 1_000_000;

/// Nanoseconds in a rank of 1. Ways of more than 4 minutes are not told apart.
pub(crate) const UNIT: u64 = 256;

/// A task on the roll.
#[derive(Debug, Clone, Copy, Default)]
struct Entry {
    task: TaskRef,
    sort: Sort,
}

/// One that is not completed.
struct Live<'a> {
    task: &'a Task,
    /// Its number in the region.
    id: u32,
    /// Nanoseconds that it takes, if that is known.
    time: Option<u64>,
    /// It will be known.
    timed: bool,
}

impl Entry {
    fn live<'a>(&self, store: Store<'a>, times: &Times) -> Option<Live<'a>> {
        let task = store.tasks.get(self.task.number);
        let id = task.id_in(self.task.generation)?;
        let time = times.of(self.sort).map(u64::from);
        let timed = self.sort != Sort::UNTIMED;
        Some(Live {
            task,
            id,
            time,
            timed,
        })
    }
}

/// The tasks that a lane has registered into a region since it last waited for all of them.
#[derive(Default)]
pub(crate) struct Roll {
    region: Option<ScopeRef>,
    entries: Vec<Entry>,
    /// Tasks of the region are missing.
    gaps: bool,
    /// How often they may still be ranked; 0 while there may be more of them.
    passes: u8,
    /// Sorts that had been met when they were last ranked, and tasks of which nothing was known then.
    met: u32,
    unknown: usize,
    /// How often it may still be looked in vain whether more is known.
    looks: u8,
}

impl Roll {
    /// A task is registered into a region, of which `first` says whether it is the first task.
    #[inline]
    pub(crate) fn enter(
        &mut self,
        region: ScopeRef,
        first: bool,
        task: TaskRef,
        sort: impl FnOnce() -> Sort,
    ) {
        if self.region != Some(region) || first {
            self.turn_to(region, first);
        }
        if self.entries.len() < MOST {
            let sort = sort();
            self.entries.push(Entry { task, sort });
        } else {
            self.gaps = true;
        }
    }

    /// Another region: its tasks up to here are not on the roll.
    #[cold]
    fn turn_to(&mut self, region: ScopeRef, first: bool) {
        self.begin(region);
        self.gaps = !first;
    }

    fn begin(&mut self, region: ScopeRef) {
        self.region = Some(region);
        self.entries.clear();
        self.entries.reserve_exact(MOST);
        self.gaps = false;
        self.passes = 0;
    }

    /// All tasks of a region are registered, and are to be waited for.
    pub(crate) fn complete(&mut self, region: ScopeRef) {
        if self.region == Some(region) && !self.gaps {
            (self.passes, self.looks) = (PASSES, LOOKS);
        }
    }

    /// All tasks of a region are completed.
    pub(crate) fn begin_again(&mut self, region: ScopeRef) {
        if self.region.is_none_or(|known| known == region) {
            self.begin(region);
        }
    }

    /// All tasks of a region are registered, and nobody waits for them here.
    pub(crate) fn leave(&mut self, region: ScopeRef) {
        if self.region == Some(region) {
            self.region = None;
            self.passes = 0;
        }
    }

    /// How long ranking the tasks on the roll would take now, in nanoseconds; 0 where there is no reason to.
    #[inline]
    pub(crate) fn takes(&self, times: &Times) -> u64 {
        match self.passes {
            0 => 0,
            PASSES => EACH * self.entries.len() as u64,
            _ if self.met == times.met() => 0,
            _ => EACH * self.entries.len() as u64,
        }
    }

    /// Ranks the tasks on the roll, if these are all of their region, and more is known than when they
    /// were ranked last; `true` when it did.
    #[inline]
    pub(crate) fn rank(&mut self, store: Store<'_>, times: &Times, ppus: usize) -> bool {
        self.passes > 0 && self.rank_again(store, times, ppus)
    }

    #[cold]
    fn rank_again(&mut self, store: Store<'_>, times: &Times, ppus: usize) -> bool {
        let (met, again) = (times.met(), self.passes < PASSES);
        if again && self.met == met {
            return false;
        }
        self.met = met;
        let entries = self.entries.iter();
        let live: Vec<Live> = entries
            .filter_map(|entry| entry.live(store, times))
            .collect();
        let to_come = |task: &&Live| task.time.is_none() && task.timed;
        let unknown = live.iter().filter(to_come).count();
        if again && (self.unknown == unknown || self.passes == 1 && unknown > 0) {
            // Others met sorts, or the last pass waits until all is known.
            self.looks -= 1;
            self.passes = if self.looks == 0 { 0 } else { self.passes };
            return false;
        }
        self.unknown = unknown;
        self.passes = if unknown == 0 { 0 } else { self.passes - 1 };
        match copy(&live, store) {
            Some(graph) if unknown == 0 => write(&live, graph.best(ppus)),
            Some(graph) => write(&live, graph.critical(ppus)),
            None => self.passes = 0,
        }
        true
    }
}

/// The graph of these tasks, oldest first, which are still to be done; `None` when it is too large.
fn copy(live: &[Live<'_>], store: Store<'_>) -> Option<Graph> {
    let known = || {
        live.iter()
            .filter_map(|task| task.time)
            .filter(|&time| time > 0)
    };
    let mean = known().sum::<u64>().checked_div(known().count() as u64);
    let mean = mean.unwrap_or(SUPPOSED);
    let mut graph = Graph::default();
    let (count, oldest_first) = (live.len(), planted("rank the oldest first"));
    for n in 0..count {
        let task = &live[if oldest_first { n } else { count - 1 - n }];
        graph.add(task.time.unwrap_or(mean), |after| {
            task.task.links.each(store.blocks, |next| {
                let at = place_of(store.tasks.get(next).id(), live);
                let at = at.map_or(count, |at| count - 1 - at);
                after.extend((at < n).then_some(at as u32));
            });
        });
        if graph.edges() > MOST_EDGES {
            return None;
        }
    }
    Some(graph)
}

/// Where a task stands among those that are not completed, which are in the order of their numbers in the region: as
/// a rule without gaps.
fn place_of(id: u32, live: &[Live<'_>]) -> Option<usize> {
    let guess = id.checked_sub(live.first()?.id)? as usize;
    match live.get(guess) {
        Some(task) if task.id == id => Some(guess),
        _ => live.binary_search_by_key(&id, |task| task.id).ok(),
    }
}

/// Writes ranks, in units.
fn write(live: &[Live<'_>], list: List) {
    for (task, (way, first)) in live.iter().rev().zip(list) {
        let rank = way.div_ceil(UNIT).min(Task::HIGHEST_RANK.into());
        task.task.set_rank(rank as u32, first);
    }
}
