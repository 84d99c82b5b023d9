//! Recorded graphs: the tasks and edges of a tape's laps, in memory that is used again.
//!
//! A thread keeps the memory of its last recorded graph: the system clears fresh pages for a quarter of the
//! time that a lap of empty tasks is recorded in.

use std::cell::Cell;

use crate::graph::access::Access;
use crate::graph::body::Kind;
use crate::graph::pointer::TaskPtr;
use crate::graph::reference::TaskRef;
use crate::record::replay_stats::ReplayStats;
use crate::record::run_record::EdgeKind;
use crate::rt::draft::Draft;
use crate::rt::replay::coarsen::Bundles;
use crate::rt::replay::coarsen_assign::Uses;
use crate::rt::replay::loops::Mark;
use crate::rt::replay::record_running::Alone;
use crate::rt::replay::written::Written;
use crate::sync::{Arc, scaled, thread_local};

/// Tasks on a tape before it is closed: laps shorter than this are recorded several times,
/// so that the registering thread can be several laps ahead.
pub(crate) const ENOUGH: usize = scaled(4096, 12);

/// Tasks on a recorded graph whose memory is kept: 8 MiB with all that belongs to them.
const MOST_KEPT: usize = 1 << 17;

thread_local! {
    // loom's has no `const`.
    #[allow(clippy::missing_const_for_thread_local)]
    static SPARE: Cell<Option<Box<RecordedGraph>>> = Cell::new(None);
}

/// One recorded task.
#[derive(Clone, Copy)]
pub(super) struct Entry {
    pub(super) number: u32,
    /// Its parallel loop; 0: none.
    pub(super) group: u32,
    /// Predecessors in the same lap, and in all.
    pub(super) first: u32,
    pub(super) total: u32,
    pub(super) print: u64,
    /// An artificial task, which takes its tile over.
    pub(super) owns: bool,
}

impl Entry {
    /// The task as the tables know it: 0 in this lap, 1 in the next one.
    #[inline]
    pub(super) fn in_generation(&self, generation: u32) -> TaskRef {
        TaskRef {
            number: self.number,
            generation,
        }
    }
}

/// A use of a tile before any task of the lap owned the tile.
#[derive(Clone, Copy)]
pub(super) struct First {
    /// The task's place among the entries.
    pub(super) entry: u32,
    pub(super) access: Access,
}

/// For a record of the run: a task's predecessors, why, and whether they are of the lap before.
pub(super) type Drawn = Vec<(u32, EdgeKind, bool)>;

/// The recording of a region.
#[derive(Default)]
pub(crate) struct RecordedGraph {
    /// Tasks that ran as they were recorded, of which no nodes are made yet.
    pub(super) written: Written,
    pub(super) alone: Alone,
    /// Memory to deal tasks out to pieces with.
    pub(super) uses: Uses,
    /// What the entries are, if they are no tasks; what is written down is there then.
    pub(super) bundles: Option<Bundles>,
    pub(super) entries: Vec<Entry>,
    /// What the tasks of the next lap may have to wait for those of this one for: the uses of
    /// each tile up to the first task that owns it.
    pub(super) firsts: Vec<First>,
    /// Tasks that a lap begins with.
    pub(super) roots: Vec<TaskPtr>,
    /// The same, to be handed out; none when they changed since.
    pub(super) fed: Option<Arc<Vec<TaskPtr>>>,
    /// Tasks without a body.
    pub(super) bodiless: u64,
    /// Per entry, while the run is recorded for a trace.
    pub(super) drawn: Vec<Drawn>,
    /// Where each recorded lap ends.
    pub(super) ends: Vec<usize>,
    /// Loops that were registered by one call, in the order of their tasks.
    pub(super) marks: Vec<Mark>,
    pub(super) closed: bool,
    /// The counters hold one count more for the registering thread.
    pub(super) guarded: bool,
    /// Round of the whole tape, next entry, lap within the tape.
    pub(super) round: u32,
    pub(super) at: usize,
    pub(super) position: usize,
    pub(super) strikes: u32,
    /// Tasks that ran as they were recorded, for the first time.
    pub(super) played: u64,
    /// Tasks were registered between laps.
    pub(super) interrupted: bool,
    /// A body that can run once only was put on the tape.
    pub(super) runs_once: bool,
    /// Registered tasks before the first lap of the present run of the tape.
    pub(super) base: u64,
    /// Tasks that ran, and those of them that ran from the tape, before the present lap.
    pub(super) before: (u64, u64),
    /// The newest parallel loop that a task of the lap is of.
    pub(super) newest_loop: u32,
    /// Closed as soon as it holds these laps, however few tasks they have; 0: when there
    /// are enough tasks.
    pub(super) laps_wanted: usize,
    pub(super) stats: ReplayStats,
}

impl RecordedGraph {
    /// Forgets the recording; its tasks were freed.
    pub(super) fn clear(&mut self) {
        self.entries.clear();
        self.written.clear();
        self.firsts.clear();
        self.clear_roots();
        self.drawn.clear();
        self.ends.clear();
        self.marks.clear();
        self.bodiless = 0;
        (self.closed, self.runs_once) = (false, false);
    }

    /// A new one, in the memory of the one before.
    pub(super) fn take_spare() -> Box<RecordedGraph> {
        // None while the thread ends.
        let spare = SPARE.try_with(Cell::take);
        spare.ok().flatten().unwrap_or_default()
    }

    /// Keeps its memory for the next one.
    pub(super) fn give_spare(mut self: Box<RecordedGraph>) {
        let used = self.entries.capacity().max(self.firsts.capacity());
        let used = used.max(self.uses.capacity());
        if used.max(self.written.capacity()) > MOST_KEPT {
            return;
        }
        self.clear();
        *self = RecordedGraph {
            entries: std::mem::take(&mut self.entries),
            firsts: std::mem::take(&mut self.firsts),
            roots: std::mem::take(&mut self.roots),
            marks: std::mem::take(&mut self.marks),
            written: std::mem::take(&mut self.written),
            uses: std::mem::take(&mut self.uses),
            ..RecordedGraph::default()
        };
        let _ = SPARE.try_with(|spare| spare.set(Some(self)));
    }

    /// Nothing was recorded.
    pub(super) fn is_empty(&self) -> bool {
        self.entries.is_empty() && self.written.is_empty()
    }

    /// Tasks of the recorded laps.
    pub(super) fn tasks(&self) -> usize {
        match &self.bundles {
            Some(bundles) => bundles.tasks(),
            None => self.entries.len().max(self.written.len()),
        }
    }

    /// Enough laps were recorded to hold others against them.
    pub(super) fn is_full(&self) -> bool {
        // A power of two: laps that alternate between shapes fit.
        match self.laps_wanted {
            0 => self.tasks() >= ENOUGH && self.ends.len().is_power_of_two(),
            laps => !self.is_empty() && self.ends.len() >= laps,
        }
    }

    /// Laps begin with other tasks.
    pub(super) fn clear_roots(&mut self) {
        self.roots.clear();
        self.fed = None;
    }

    /// The tasks that a lap begins with, in one piece for all laps.
    pub(super) fn roots_to_feed(&mut self) -> Arc<Vec<TaskPtr>> {
        let roots = &self.roots;
        Arc::clone(self.fed.get_or_insert_with(|| Arc::new(roots.clone())))
    }

    /// How a task's parallel loop stands to those of the lap so far: tasks of one loop do not
    /// wait for one another, so two loops are not the same as one that has all their tasks.
    pub(super) fn which_loop(&mut self, id: u32) -> u32 {
        let how = self.how_loop_stands(id);
        self.newest_loop = self.newest_loop.max(id);
        how
    }

    /// As [`which_loop`](Self::which_loop), for a loop that may have no task.
    pub(super) fn how_loop_stands(&self, id: u32) -> u32 {
        match id {
            0 => 0,
            id if id > self.newest_loop => 1,
            id => 2 + self.newest_loop - id,
        }
    }
}

/// A hash of what must be the same for a task to be the same.
#[inline]
pub(super) fn print_of(draft: &Draft, kind: Kind, which_loop: u32) -> u64 {
    const K: u64 = 0x9E37_79B9_7F4A_7C15;
    let mix = |hash: u64, word: u64| (hash.rotate_left(23) ^ word).wrapping_mul(K);
    let site = std::ptr::from_ref(draft.site) as usize as u64;
    let shape = (kind as u64) << 40 | (draft.kind as u64) << 32 | u64::from(draft.priority as u32);
    let start = mix(mix(mix(K, site), shape), which_loop.into());
    draft.tiles.iter().fold(start, |hash, tile| {
        mix(hash, tile.key() | tile.mode() as u64)
    })
}
