//! Short tasks of a lap, put together for laps that are replayed: pieces where there are many
//! (`replay/coarsen_run.rs`), else strands (`replay/static_run.rs`).
//!
//! What is written down then stays with them, and the entries of the tape are their nodes.

use std::time::Duration;

use crate::graph::body::{Nature, Stored};
use crate::graph::pointer::TaskPtr;
use crate::rt::draft::Draft;
use crate::rt::region::Region;
use crate::rt::replay::coarsen_run::Pieces;
use crate::rt::replay::recorded_graph::Entry;
use crate::rt::replay::static_run::Runners;
use crate::rt::replay::written::Written;
use crate::sync::{Arc, AtomicU64, Ordering};

/// A piece, or a task of a step, that takes longer is slow: that is many times what it should.
pub(super) const SLOW: Duration = Duration::from_micros(if cfg!(test) { 5_000 } else { 10 });

/// Looks at tasks that were slow, less those at others, since the last question.
#[derive(Default)]
pub(super) struct Looks(AtomicU64);

impl Looks {
    /// One more.
    pub(super) fn note(&self, slow: bool) {
        let change = if slow { 1 } else { -1_i64 };
        self.0.fetch_add(change as u64, Ordering::Relaxed);
    }

    /// True when most were.
    pub(super) fn were_slow(&self) -> bool {
        (self.0.swap(0, Ordering::Relaxed) as i64) > 0
    }
}

/// How the tasks of a lap were put together.
#[derive(Clone)]
pub(super) enum Bundles {
    /// As nodes of the tape for several tasks.
    Pieces(Arc<Pieces>),
    /// As lists that go through many laps.
    Strands(Arc<Runners>),
}

impl Bundles {
    /// Tasks in a lap.
    pub(super) fn tasks(&self) -> usize {
        match self {
            Bundles::Pieces(pieces) => pieces.tasks(),
            Bundles::Strands(strands) => strands.tasks(),
        }
    }

    /// True when tasks took longer since the last look than when they were recorded, or than it was
    /// hoped: they are worth being handed out one by one.
    fn were_slow(&self) -> bool {
        match self {
            Bundles::Pieces(pieces) => pieces.were_slow(),
            Bundles::Strands(strands) => strands.were_slow(),
        }
    }

    /// It is not known how long tasks take: a first lap is to show it.
    fn is_on_trial(&self) -> bool {
        matches!(self, Bundles::Strands(strands) if strands.is_on_trial())
    }

    /// What is written down; nothing is in flight.
    fn into_written(self) -> Written {
        let written = match self {
            Bundles::Pieces(mut pieces) => Arc::get_mut(&mut pieces).map(Pieces::take_written),
            Bundles::Strands(mut strands) => Arc::get_mut(&mut strands).map(Runners::take_written),
        };
        written.expect("only the tape has them")
    }
}

impl Region {
    /// Puts the tasks together that are written down, which have run; `false` where there is no use
    /// in that.
    pub(super) fn build_bundles(&self) -> bool {
        let (mut written, mut uses) = self.with_recorded(|recorded| {
            let written = std::mem::take(&mut recorded.written);
            (written, std::mem::take(&mut recorded.uses))
        });
        let bundled = written.is_plain()
            && (self.build_pieces(&mut written, &mut uses)
                || self.build_strands(&mut written, &mut uses));
        // Nothing is left of what was put together.
        self.with_recorded(|recorded| (recorded.written, recorded.uses) = (written, uses));
        bundled
    }

    /// Makes a node with this body, whose site, home and tiles are those of the draft; what it waits
    /// for in the same lap, and in all. Its number.
    pub(super) fn make_node(&self, body: Stored, mut draft: Box<Draft>, counts: (u32, u32)) -> u32 {
        let store = self.shared.store();
        let (number, task) = self.worker().free_lists.borrow_mut().take_recorded(store);
        let id = self.with_recorded(|recorded| recorded.entries.len()) as u32;
        let body = &mut (body, Nature::TWO_WORDS);
        let new = &mut self.new_task(&mut draft, body, id, true);
        // SAFETY: the number was free.
        unsafe { task.set(number, new) };
        task.links.set_lap(0);
        self.give_draft(draft);
        let entry = Entry {
            number,
            group: 0,
            first: counts.0,
            total: counts.1,
            print: 0,
            owns: false,
        };
        self.with_recorded(|recorded| recorded.entries.push(entry));
        number
    }

    /// Adds an edge to a recorded task that is not in flight.
    pub(super) fn link_recorded(&self, from: u32, to: u32) {
        let store = self.shared.store();
        let from = TaskPtr::new(store.tasks.get(from));
        if !from.links.record(to) {
            let (links, free_lists) = (&from.links, &mut self.worker().free_lists.borrow_mut());
            links.record_beyond(to, &from.last, store.blocks, &mut free_lists.blocks);
        }
    }

    /// Runs all laps on the tape `times` times, whose tasks were put together.
    pub(super) fn run_bundles(&self, times: u32) {
        let (bundles, nodes) = self.with_recorded(|recorded| {
            let (tasks, laps) = (recorded.tasks() as u64, recorded.ends.len() as u64);
            recorded.stats.laps += u64::from(times) * laps;
            recorded.stats.matched += u64::from(times) * tasks;
            (recorded.bundles.clone(), recorded.entries.len())
        });
        let bundles = bundles.expect("they were put together");
        let tasks = bundles.tasks() as u64 * u64::from(times);
        let rounds = match &bundles {
            Bundles::Pieces(_) => times,
            Bundles::Strands(strands) => strands.begin(times),
        };
        self.count_in_pieces(tasks - nodes as u64 * u64::from(rounds));
        self.let_rounds_go(rounds, nodes);
    }

    /// Tasks were put together, but it is not known how long they take.
    pub(super) fn has_bundles_on_trial(&self) -> bool {
        self.with_recorded(|recorded| recorded.bundles.as_ref().is_some_and(Bundles::is_on_trial))
    }

    /// True when tasks were put together, and take as long as they should; others are taken apart.
    pub(super) fn has_good_bundles(&self) -> bool {
        if self.has_bundles_on_trial() {
            self.wait_for_all();
        }
        let slow = self.with_recorded(|recorded| recorded.bundles.as_ref().map(Bundles::were_slow));
        if slow == Some(true) {
            self.take_apart();
            self.with_recorded(|recorded| recorded.written.note_that_long());
        }
        slow == Some(false)
    }

    /// Leaves what is written down alone on the tape.
    pub(super) fn take_apart(&self) {
        if self.with_recorded(|recorded| recorded.bundles.is_none()) {
            return;
        }
        self.wait_for_all();
        let mut nodes = self.with_recorded(|recorded| {
            recorded.clear_roots();
            std::mem::take(&mut recorded.entries)
        });
        self.free(&nodes);
        nodes.clear();
        self.with_recorded(|recorded| {
            recorded.entries = nodes;
            let bundles = recorded.bundles.take().expect("it was looked at");
            recorded.written = bundles.into_written();
        });
    }
}
