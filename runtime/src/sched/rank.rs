//! How much waits for a task: the longest way from it to the end of the graph.
//!
//! Where bodies are long, what is left at the end of a graph costs: one PPU runs a chain of tasks
//! that nobody else can help with. The order of the program does not see that chain coming; list
//! scheduling by the longest way that is left does (Hu, "Parallel sequencing and assembly line
//! problems", 1961; "bottom level" in later texts). Only who has registered all of the graph
//! knows these ways, and that thread waits then.
//!
//! Protocol *ranks*. A lane keeps a roll of the tasks that it registers into a region. When it
//! waits for all of them, once it has seen that bodies are long ([`Gauge`](super::shelf::Gauge)),
//! it goes through the roll once, newest first, and writes each task's rank: one
//! more than the largest of its successors, all of which are on the roll behind it. It reads
//! successors that it has written itself (`graph/links.rs`, 4), so the pass disturbs nobody; a task
//! that is completed meanwhile has none, and its rank means nothing. A rank is a hint: it may come
//! late or not at all, and nothing but time depends on it. (Model: `stress/loom/tests/release.rs`.)
//!
//! A task is *critical* when the way from it takes about as long as all that the program has behind
//! it, divided among the PPUs. The shelf (`sched/shelf.rs`) gives out critical tasks first, those
//! of high rank before others. As long as there is much else to do their order does not count, and
//! that of the program goes through memory as somebody meant it to: by ranks alone Cholesky's tasks
//! go down columns, and took 2 to 5% longer where tiles lie in one matrix.

use crate::graph::scope::ScopeRef;
use crate::graph::task::Task;
use crate::sched::hands::Store;
use crate::sync::{planted, scaled};

/// Tasks of a graph that is ranked. In larger ones, what is left at the end does not count.
const MOST: usize = scaled(4096, 8);

/// How much sooner than it must a task counts as critical: the program's order leaves PPUs unlike
/// work.
const SLACK: u64 = 2;

/// Edges that a pass looks at; what the program has before is ranked alike.
const MOST_EDGES: usize = 16 * MOST;

/// The tasks that a lane has registered into a region since it last waited for all of them.
#[derive(Default)]
pub(crate) struct Roll {
    region: Option<ScopeRef>,
    numbers: Box<[u32]>,
    /// So many are on it; more than there is room for when some are not.
    count: usize,
    /// There will be no more of them for now.
    complete: bool,
}

impl Roll {
    /// Task number `number` is registered into a region, of which `first` says whether it is the
    /// first task.
    #[inline]
    pub(crate) fn enter(&mut self, region: ScopeRef, first: bool, number: u32) {
        if self.region != Some(region) || first {
            self.turn_to(region, first);
        }
        if let Some(place) = self.numbers.get_mut(self.count) {
            *place = number;
            self.count += 1;
        }
    }

    /// Another region: its tasks up to here are not on the roll.
    #[cold]
    fn turn_to(&mut self, region: ScopeRef, first: bool) {
        if self.numbers.is_empty() {
            self.numbers = vec![0; MOST].into_boxed_slice();
        }
        self.region = Some(region);
        self.count = if first { 0 } else { usize::MAX };
        self.complete = false;
    }

    /// All tasks of a region are registered, and are to be waited for.
    pub(crate) fn complete(&mut self, region: ScopeRef) {
        self.complete = self.region == Some(region) && self.count < MOST;
    }

    /// All tasks of a region are completed.
    pub(crate) fn begin_again(&mut self, region: ScopeRef) {
        if self.region == Some(region) {
            self.count = 0;
        }
        self.complete = false;
    }

    /// Ranks the tasks on the roll, if these are all of their region and have not been ranked;
    /// `true` when it did.
    #[inline]
    pub(crate) fn rank(&mut self, store: Store<'_>, ppus: usize) -> bool {
        let complete = std::mem::take(&mut self.complete);
        if complete {
            rank_all(&self.numbers[..self.count], store, ppus);
        }
        complete
    }
}

#[cold]
fn rank_all(numbers: &[u32], store: Store<'_>, ppus: usize) {
    let (mut edges, mut highest) = (0, 0);
    for n in (0..numbers.len()).rev() {
        let number = match planted("rank the oldest first") {
            true => numbers[numbers.len() - 1 - n],
            false => numbers[n],
        };
        let task = store.tasks.get(number);
        let mut below = 0;
        if edges < MOST_EDGES {
            task.links.each(store.blocks, |next| {
                edges += 1;
                below = below.max(store.tasks.get(next).rank());
            });
        } else {
            below = highest;
        }
        highest = highest.max(below + 1);
        let rank = (below + 1).min(Task::HIGHEST_RANK);
        let left = (numbers.len() - n) as u64;
        task.set_rank(rank, SLACK * u64::from(rank) * ppus as u64 >= left);
    }
}
