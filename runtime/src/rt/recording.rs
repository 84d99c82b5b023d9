//! A loop of regions that register the same tasks: recorded in one turn, and from then on a
//! region hands in bodies where it would register tasks.
//!
//! A [`Recording`] is made before the loop, and each turn [begins](Recording::begin) a region
//! with it. To everybody else a turn is a region: it ends when its tasks are done, its first
//! failed task ends it, and what is outside of it may use what its tasks used.
//!
//! Underneath there is one region and one lap of a tape per turn (`rt/replay.rs`). The first
//! turn is registered plainly: a loop may have one turn only. A turn that differs from the
//! recording is registered plainly from there on, and the next one is recorded anew; when
//! that has come to pass several times, or a turn waits in its middle, each turn is a region
//! of its own. So is each turn after a failure, until one has been recorded, and each turn of
//! a run that is traced.

use std::ops::Deref;
use std::time::Instant;

use crate::base::config::Replay;
use crate::base::error::RegionError;
use crate::base::float::Mode;
use crate::base::site::Site;
use crate::record::replay_stats::ReplayStats;
use crate::record::stats::RegionStats;
use crate::rt::cancel::raise;
use crate::rt::region::Region;
use crate::runtime;

/// What a loop of regions keeps from turn to turn; see the module's text. Like a region, it
/// stays on its thread.
pub struct Recording {
    site: &'static Site,
    region: Option<Region>,
    turn: Turning,
    /// What the region had done before the present turn, and when that began.
    before: (RegionStats, Instant),
    /// Of regions that are gone.
    past: ReplayStats,
    gave_up: bool,
}

/// Where in its turn the loop is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Turning {
    Between,
    Plain,
    Lap,
}

impl Recording {
    /// For a loop whose regions have this name and place.
    #[must_use]
    pub fn new(site: &'static Site) -> Recording {
        Recording {
            site,
            region: None,
            turn: Turning::Between,
            before: (RegionStats::default(), Instant::now()),
            past: ReplayStats::default(),
            gave_up: false,
        }
    }

    /// Begins the region of the next turn; see [`Region::begin`].
    pub fn begin(&mut self) -> Turn<'_> {
        if self.turn != Turning::Between {
            // The turn before was forgotten (`std::mem::forget`).
            let _ = self.end_turn();
        }
        let known = self.region.is_some();
        let region = self.region.get_or_insert_with(|| Region::begin(self.site));
        region.shared.set_mode(region.scope(), Mode::current());
        self.before = (region.stats(), Instant::now());
        self.turn = Turning::Plain;
        let tapes = region.shared.replay != Replay::Never && !region.is_traced();
        if known && tapes && !self.gave_up {
            if !region.is_taped() {
                region.open_tape();
                region.close_tape_after(1);
            }
            region.open_lap();
            self.turn = Turning::Lap;
        }
        Turn { recording: self }
    }

    /// What was recorded and replayed so far.
    #[must_use]
    pub fn stats(&self) -> ReplayStats {
        let mut stats = self.past.clone();
        if let Some(region) = &self.region {
            stats.merge(&region.replay_stats());
        }
        stats
    }

    fn end_turn(&mut self) -> Result<RegionStats, RegionError> {
        let turn = std::mem::replace(&mut self.turn, Turning::Between);
        let Some(region) = &self.region else {
            return Ok(RegionStats::default());
        };
        if turn == Turning::Lap {
            region.close_lap();
        }
        let outcome = region.try_wait();
        if region.is_taped() {
            region.forget_bodies();
            self.gave_up |= region.tape_gave_up();
        }
        let mut stats = region.stats().since(&self.before.0);
        stats.wall = self.before.1.elapsed();
        let kept = outcome.is_ok() && !self.gave_up && !region.is_traced();
        if !kept {
            self.close();
        }
        runtime::set_last_region(stats.clone());
        outcome.map(|()| stats)
    }

    /// Ends the region underneath.
    fn close(&mut self) {
        if let Some(region) = self.region.take() {
            if region.is_taped() {
                region.end_tape();
            }
            self.past.merge(&region.replay_stats());
            // Its turns have told their failures.
            let _ = region.try_end();
        }
    }
}

impl Drop for Recording {
    fn drop(&mut self) {
        if self.turn != Turning::Between {
            let _ = self.end_turn();
        }
        self.close();
    }
}

/// The region of one turn. Dropping it waits, as [`end`](Self::end) does.
pub struct Turn<'k> {
    recording: &'k mut Recording,
}

impl Deref for Turn<'_> {
    type Target = Region;
    fn deref(&self) -> &Region {
        let region = self.recording.region.as_ref();
        region.expect("a turn has a region until it ends")
    }
}

impl Turn<'_> {
    /// Waits for all tasks and ends the turn.
    ///
    /// # Errors
    /// The first task that failed.
    pub fn try_end(self) -> Result<RegionStats, RegionError> {
        self.recording.end_turn()
    }

    /// The end of a region in emitted code.
    ///
    /// # Panics
    /// With the report, if a task failed.
    #[track_caller]
    pub fn end(self) {
        if let Err(error) = self.recording.end_turn() {
            raise(&error);
        }
    }
}

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        if self.recording.turn == Turning::Between {
            return;
        }
        if let (Err(error), false) = (self.recording.end_turn(), std::thread::panicking()) {
            raise(&error);
        }
    }
}
