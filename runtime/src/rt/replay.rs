//! Record and replay: a loop whose laps register the same tasks is analysed once.
//!
//! Laps are *recorded*: they run as registered ones do, and their tasks are written down
//! (`replay/record_running.rs`). What repeats them pays for the tape. Laps that hand bodies in, once enough
//! are written down, get a node per task (`tape/build.rs`): the tasks draw their edges, and the
//! tape is *closed*: the accesses go through the tables a second time, as those of a next lap, and
//! what that would wait for becomes edges into the next lap. Laps that are replayed get a node for
//! many short tasks (`replay/coarsen.rs`). From then on the tape runs round and round: a completed
//! task sets itself up for its next lap and lets its successors go, in this lap or the next one, so
//! laps overlap without a barrier and nothing is looked up or allocated.
//!
//! Where a run is observed, or its schedule is not the normal one, the nodes are made as tasks are
//! recorded, and run when the tape is closed, or somebody waits.
//!
//! - [`Tape::lap`] registers again and only hands bodies in. Each registration is held
//!   against the recording by a hash of source position, kind, tiles and modes. Where it
//!   differs, everything handed in so far is waited for, the lap goes on by plain
//!   registration, and the next lap is recorded anew.
//!   The tasks of a loop that is registered by one call are held against it as a whole
//!   (`tape/loops.rs`).
//! - [`Tape::replay`] runs the last lap without registering; bodies must be able to run again.
//! - A task that is registered between two laps waits for the laps before it, and the next
//!   lap waits for it.
//!
//! Protocol *laps*. One counter per task is enough for overlapping laps, because every
//! predecessor of a task's lap i+1 completes after its lap i has: an edge stands for a tile
//! that both use, one of them writing; the earlier use of the tile in lap i orders the two.
//! (Only a task without predecessors needs an edge to itself for that.) So a task resets its
//! counter when it completes, before it lets anybody go, and no count of the next lap can
//! come earlier. While laps are registered, each task has one count more per lap, which the
//! registering thread takes back when it has handed the body in; it does so after the task
//! has completed its lap before, and helps to run tasks until then. (Models:
//! `stress/loom/tests/replay.rs`.)

mod build;
mod coarsen;
mod coarsen_assign;
mod coarsen_run;
mod forms;
mod loops;
mod play;
mod record;
mod record_running;
mod recorded_graph;
mod static_run;
mod static_schedule;
#[cfg(all(test, not(any(hp5_loom, hp5_shuttle))))]
mod tests;
mod words;
mod written;

pub(crate) use loops::Print;
pub(crate) use recorded_graph::RecordedGraph;

use crate::base::error::ReplayError;
use crate::graph::body::{Kind, Nature, Stored};
use crate::graph::task_log::Log;
use crate::record::replay_stats::ReplayStats;
use crate::rt::region::Region;
use coarsen::Bundles;
use recorded_graph::Entry;

/// Recordings that may differ before a loop is registered plainly for good.
const STRIKES: u32 = 3;

/// What the registering thread does with a task.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ReplayMode {
    /// Registers it.
    Off,
    /// Registers it, and writes it down.
    Live,
    /// Writes it down, and runs it with others.
    Alone,
    /// Records it.
    Recording,
    /// Holds it against the recording.
    Matching,
    /// Between laps: a task that is registered here waits for those on the tape.
    Between,
}

impl ReplayMode {
    /// Tasks are written down, and run in the lap.
    fn is_live(self) -> bool {
        matches!(self, ReplayMode::Live | ReplayMode::Alone)
    }

    /// A lap is recorded.
    fn writes(self) -> bool {
        self.is_live() || self == ReplayMode::Recording
    }
}

/// A loop that is recorded; see the module's text. Dropping it waits for its tasks.
pub struct Tape<'r> {
    region: &'r Region,
    /// It was opened inside a lap of another tape.
    inner: bool,
}

impl Region {
    /// Begins to record a loop. Everything that was registered before is waited for. Inside
    /// another tape's lap, laps are registered plainly.
    #[must_use]
    pub fn record(&self) -> Tape<'_> {
        let inner = self.is_taped();
        if !inner {
            self.open_tape();
        }
        Tape {
            region: self,
            inner,
        }
    }

    /// Begins a tape; none is open.
    pub(crate) fn open_tape(&self) {
        self.wait_for_all();
        *self.recorded.borrow_mut() = Some(RecordedGraph::take_spare());
    }

    /// Waits for the tasks of the tape, and ends it.
    pub(crate) fn end_tape(&self) {
        self.replay_mode.set(ReplayMode::Off);
        self.play_what_is_recorded();
        self.erase();
        let recorded = self.recorded.borrow_mut().take();
        if let Some(recorded) = recorded {
            self.replays.borrow_mut().merge(&recorded.stats);
            recorded.give_spare();
        }
    }
}

impl Region {
    #[inline]
    fn with_recorded<R>(&self, f: impl FnOnce(&mut RecordedGraph) -> R) -> R {
        let mut recorded = self.recorded.borrow_mut();
        f(recorded
            .as_mut()
            .expect("a tape is open while there are laps"))
    }

    /// Tasks that run or ran, and how many of them are or were on the tape.
    fn on_tape(&self) -> (u64, u64) {
        let played = self.with_recorded(|recorded| recorded.stats.matched + recorded.played);
        (self.registered(), played)
    }
}

impl Tape<'_> {
    /// Registers one lap of the loop by `lap`.
    pub fn lap(&mut self, lap: impl FnOnce(&Region)) {
        let region = self.region;
        if self.inner || region.is_in_lap() {
            return lap(region);
        }
        region.open_lap();
        lap(region);
        region.close_lap();
    }

    /// Makes what is needed to [`replay`](Self::replay) the last lap, which the first replay does
    /// else. Where it is not known that the tasks are short, that one also waits for a lap or two, to
    /// see it.
    ///
    /// # Errors
    /// As those of [`replay`](Self::replay).
    pub fn build(&mut self) -> Result<(), ReplayError> {
        self.region.replay(0)
    }

    /// Runs the last lap `times` more times, without registering it.
    ///
    /// # Errors
    /// There is nothing on the tape, or a body that can run once only.
    pub fn replay(&mut self, times: u32) -> Result<(), ReplayError> {
        self.region.replay(times)
    }

    /// What the tape did so far.
    #[must_use]
    pub fn stats(&self) -> ReplayStats {
        let recorded = self.region.recorded.borrow();
        recorded
            .as_ref()
            .map(|recorded| recorded.stats.clone())
            .unwrap_or_default()
    }
}

impl Drop for Tape<'_> {
    fn drop(&mut self) {
        if !self.inner && !self.region.is_in_lap() {
            self.region.end_tape();
        }
    }
}

impl Region {
    /// Begins a lap.
    pub(crate) fn open_lap(&self) {
        self.begin_lap();
        let before = self.on_tape();
        self.with_recorded(|recorded| {
            recorded.before = before;
            recorded.newest_loop = 0;
        });
    }

    /// Ends the lap.
    pub(crate) fn close_lap(&self) {
        let after = self.on_tape();
        self.with_recorded(|recorded| {
            let (ran, from_tape) = (after.0 - recorded.before.0, after.1 - recorded.before.1);
            recorded.stats.plain += ran - from_tape;
        });
        self.end_lap();
    }

    /// What tapes did in this region so far.
    pub(crate) fn replay_stats(&self) -> ReplayStats {
        let mut stats = self.replays.borrow().clone();
        if let Some(recorded) = &*self.recorded.borrow() {
            stats.merge(&recorded.stats);
        }
        stats
    }

    /// Laps of all tapes of this region so far.
    pub(crate) fn laps_so_far(&self) -> u64 {
        let open = self
            .recorded
            .borrow()
            .as_ref()
            .map_or(0, |recorded| recorded.stats.laps);
        self.replays.borrow().laps + open
    }

    /// A tape is open.
    pub(crate) fn is_taped(&self) -> bool {
        self.recorded.borrow().is_some()
    }

    /// The tape is closed when it holds `laps` laps, however few tasks these have.
    pub(crate) fn close_tape_after(&self, laps: usize) {
        self.with_recorded(|recorded| recorded.laps_wanted = laps);
    }

    /// How many laps were recorded, if all was recorded and nothing has run yet.
    pub(crate) fn laps_recorded(&self) -> Option<usize> {
        self.with_recorded(|recorded| {
            let whole = !recorded.closed && recorded.strikes == 0 && !recorded.is_empty();
            whole.then_some(recorded.ends.len())
        })
    }

    /// True when nothing is recorded any more: laps differed, or one cannot be recorded.
    pub(crate) fn tape_gave_up(&self) -> bool {
        self.with_recorded(|recorded| recorded.strikes >= STRIKES)
    }

    /// Drops the bodies that could run again: what they refer to may be gone soon. Nothing is
    /// in flight.
    pub(crate) fn forget_bodies(&self) {
        self.take_apart();
        self.drop_written_bodies();
        let entries = self.with_recorded(|recorded| std::mem::take(&mut recorded.entries));
        for entry in &entries {
            let task = self.shared.store().tasks.get(entry.number);
            if task.body_kind() == Kind::Repeat {
                // SAFETY: nothing is in flight, so this thread owns the tasks of its tape.
                unsafe { self.replace_body(task, (Stored::EMPTY, Nature::NONE), None) };
            }
        }
        self.with_recorded(|recorded| {
            recorded.entries = entries;
            recorded.runs_once = true;
        });
    }

    fn begin_lap(&self) {
        let (gave_up, closed, interrupted, full) = self.with_recorded(|recorded| {
            recorded.stats.laps += 1;
            let interrupted = std::mem::take(&mut recorded.interrupted);
            let gave_up = recorded.strikes >= STRIKES;
            (gave_up, recorded.closed, interrupted, recorded.is_full())
        });
        if gave_up {
            return;
        }
        self.store_again();
        if interrupted {
            self.wait_for_all();
            self.table.borrow_mut().forget_users();
        }
        if closed {
            self.guard();
            self.replay_mode.set(ReplayMode::Matching);
        } else if self.records_live() {
            // A lap that follows replays of strands is held against what they ran.
            let follows = self
                .with_recorded(|recorded| matches!(recorded.bundles, Some(Bundles::Strands(_))));
            self.take_apart();
            match full || follows {
                true => {
                    self.build_tasks(1);
                    self.replay_mode.set(ReplayMode::Matching);
                }
                false => self.begin_live_lap(),
            }
        } else {
            if self.with_recorded(|recorded| recorded.entries.is_empty()) {
                // After a lap that was registered plainly.
                self.wait_for_all();
                self.table.borrow_mut().forget_users();
            }
            self.replay_mode.set(ReplayMode::Recording);
        }
    }

    fn end_lap(&self) {
        match self.replay_mode.get() {
            ReplayMode::Off | ReplayMode::Between => {}
            ReplayMode::Live | ReplayMode::Alone => {
                self.run_what_is_written();
                self.replay_mode.set(ReplayMode::Between);
                self.with_recorded(|recorded| recorded.ends.push(recorded.written.len()));
            }
            ReplayMode::Recording => {
                self.replay_mode.set(ReplayMode::Between);
                let enough = self.with_recorded(|recorded| {
                    recorded.ends.push(recorded.entries.len());
                    recorded.is_full()
                });
                if enough {
                    self.close_tape();
                    self.start_round();
                }
            }
            ReplayMode::Matching => {
                self.hand_in_artificials();
                let missing =
                    self.with_recorded(|recorded| recorded.at < recorded.ends[recorded.position]);
                if missing {
                    return self.differs("the lap ended early".to_owned());
                }
                self.replay_mode.set(ReplayMode::Between);
                self.with_recorded(|recorded| {
                    recorded.position += 1;
                    if recorded.position >= recorded.ends.len() {
                        recorded.position = 0;
                        recorded.at = 0;
                        recorded.round += 1;
                    }
                });
            }
        }
    }

    /// Something is registered between laps: it comes after all of them.
    pub(crate) fn interrupt(&self) {
        self.play_what_is_recorded();
        self.wait_for_all();
        self.with_recorded(|recorded| recorded.interrupted = true);
        self.replay_mode.set(ReplayMode::Off);
    }

    pub(crate) fn is_in_lap(&self) -> bool {
        let replay_mode = self.replay_mode.get();
        replay_mode.writes() || replay_mode == ReplayMode::Matching
    }

    /// The lap differs from the recording: what was handed in is waited for, and the rest is
    /// registered plainly.
    fn differs(&self, how: String) {
        self.replay_mode.set(ReplayMode::Off);
        let was = self.with_recorded(|recorded| {
            let expected = (recorded.at < recorded.ends[recorded.position])
                .then(|| recorded.entries[recorded.at].number);
            recorded.strikes += 1;
            expected
        });
        let expected = was.map_or("the end of the lap".to_owned(), |number| {
            let task = self.shared.store().tasks.get(number);
            format!(
                "task `{}` at {}:{}",
                task.name(),
                task.site().file,
                task.site().line
            )
        });
        self.erase();
        self.with_recorded(|recorded| {
            let lap = recorded.stats.laps;
            recorded
                .stats
                .first_difference
                .get_or_insert_with(|| format!("lap {lap}: {how} where {expected} was recorded"));
            recorded.clear();
        });
    }

    /// A recording cannot go on (a wait or a new template inside a lap): what is on the tape
    /// runs, and the loop is registered plainly from here on.
    pub(crate) fn stop_tape(&self, why: &str) {
        let replay_mode = self.replay_mode.get();
        self.run_what_is_written();
        match replay_mode {
            ReplayMode::Off => return,
            ReplayMode::Between => return self.interrupt(),
            _ => self.replay_mode.set(ReplayMode::Off),
        }
        if replay_mode == ReplayMode::Recording {
            self.with_recorded(|recorded| recorded.ends.push(recorded.entries.len()));
            self.close_tape();
            self.start_round();
        }
        self.with_recorded(|recorded| {
            recorded.strikes = STRIKES;
            recorded
                .stats
                .first_difference
                .get_or_insert_with(|| why.to_owned());
        });
        self.erase();
        self.with_recorded(|recorded| {
            recorded.clear();
        });
    }

    /// Before a wait: what was only recorded must run.
    pub(crate) fn play_what_is_recorded(&self) {
        if self.replay_mode.get().writes() {
            self.stop_tape("a wait inside a lap");
        }
        let waits = self.recorded.borrow().as_ref().is_some_and(|recorded| {
            !recorded.closed && recorded.bundles.is_none() && !recorded.entries.is_empty()
        });
        if waits {
            self.close_tape();
            self.start_round();
        }
    }

    /// Waits for the tape's tasks and gives their places back.
    fn erase(&self) {
        self.wait_for_all();
        self.take_apart();
        self.drop_written_bodies();
        let mut entries = self.with_recorded(|recorded| {
            recorded.guarded = false;
            std::mem::take(&mut recorded.entries)
        });
        // What bodies captured may do anything when it is dropped: no borrow is open.
        self.free(&entries);
        entries.clear();
        self.with_recorded(|recorded| recorded.entries = entries);
    }

    fn free(&self, entries: &[Entry]) {
        self.watch_laps(Log::drop_tape);
        let store = self.shared.store();
        for entry in entries {
            let task = store.tasks.get(entry.number);
            // SAFETY: nothing is in flight, so this thread owns the tasks of its tape.
            unsafe {
                self.drop_body(task);
                task.free_extra();
            }
            let blocks = &mut self.worker().free_lists.borrow_mut().blocks;
            task.links.clear(store.blocks, blocks);
        }
        let numbers = entries.iter().map(|entry| entry.number);
        self.worker().free_lists.borrow_mut().give_recorded(numbers);
    }
}
