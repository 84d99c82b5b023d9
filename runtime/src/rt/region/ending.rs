//! Waiting for a region's tasks, and its end: errors, counts, records.

use std::time::Duration;

use crate::base::error::RegionError;
use crate::graph::failure::{FailedTiles, Failure};
use crate::graph::scope::Residue;
use crate::record::compact::Run;
use crate::record::replay_stats::ReplayStats;
use crate::record::stats::RegionStats;
use crate::rt::cancel::raise;
use crate::rt::region::Region;
use crate::runtime;
use crate::sched::reach::Reach;
use crate::sched::worker;
use crate::sync::Ordering;

/// See [`Region::hold`].
pub struct Hold<'r> {
    region: &'r Region,
}

impl Drop for Hold<'_> {
    fn drop(&mut self) {
        self.region.play_what_is_recorded();
        self.region.wait_for_all();
    }
}

impl Region {
    /// A guard that waits for all tasks when it is dropped. Emitted code has one after each
    /// local that tasks use and that cannot be promoted: locals are dropped before the
    /// region, by `?`, `return` and panics too. A failed task is left for the next wait.
    #[must_use]
    pub fn hold(&self) -> Hold<'_> {
        Hold { region: self }
    }

    /// Waits until `done`, which tasks of this region make true, or until all of them are
    /// completed. Tasks that `done` does not depend on may be pending afterwards.
    pub fn wait_until(&self, done: impl Fn() -> bool) {
        if done() {
            return;
        }
        self.play_what_is_recorded();
        let registered = self.registered.get();
        let over = || done() || self.scope.reached(registered);
        self.worker().help_while(self.scope, over);
    }

    pub(super) fn wait_for(&self, count: u64) {
        self.worker().help_until(self.scope, count);
    }

    /// Waits until every task registered so far is completed.
    ///
    /// # Errors
    /// The first task that failed; the region can be used again afterwards.
    pub fn try_wait(&self) -> Result<(), RegionError> {
        self.play_what_is_recorded();
        self.wait_for_all();
        self.kept.borrow_mut().sweep();
        match self.shared.take_failure(self.scope) {
            Some(failure) => Err(self.report(failure)),
            None => self.lost_around().map_or(Ok(()), Err),
        }
    }

    /// Waits for all tasks and closes the region.
    ///
    /// # Errors
    /// The first task that failed.
    pub fn try_end(self) -> Result<RegionStats, RegionError> {
        self.finish()
    }

    /// `task_wait` of emitted code.
    ///
    /// # Panics
    /// With the report, if a task failed.
    #[track_caller]
    pub fn wait(&self) {
        if let Err(error) = self.try_wait() {
            raise(&error);
        }
    }

    /// The end of a region in emitted code.
    ///
    /// # Panics
    /// With the report, if a task failed.
    #[track_caller]
    pub fn end(self) {
        if let Err(error) = self.finish() {
            raise(&error);
        }
    }

    fn finish(&self) -> Result<RegionStats, RegionError> {
        self.play_what_is_recorded();
        self.wait_for_all();
        Reach::cut_from(&self.scope);
        let outcome = self.try_wait();
        self.closed.set(true);
        let stats = self.stats();
        if let Some(run) = self.take_run(stats.clone()) {
            // Part of a task: its slices lie inside that task's slice.
            if self.scope.outer().is_none() {
                let crew = |count, work: &(dyn Fn(usize) + Sync)| self.with_crew(count, work);
                crate::observe::sink::accept(&run, &crew);
            }
            crate::graph::notes::recycle(run);
        }
        match self.scope.outer() {
            Some(outer) => outer.add_inner(&stats),
            None => runtime::set_last_region(stats.clone()),
        }
        self.leave();
        outcome.map(|()| stats)
    }

    /// Gives back what the region has of its pool: it is closed, and nobody asks for its counts.
    pub(super) fn leave(&self) {
        self.worker().free_lists.borrow_mut().roll.leave(self.scope);
        self.shared.give_scope(self.scope);
        self.guest.borrow_mut().take();
    }

    /// The end of a composite's body: what must outlive it goes to the scope. `true` when
    /// the graph is done and the caller owns the composite's end.
    pub(crate) fn leave_to_workers(self) -> bool {
        // Of a tape that was forgotten: its tasks may run bodies that are written down there.
        self.play_what_is_recorded();
        let leaves_nothing = self.leaves_nothing();
        std::mem::forget(self.recorded.take());
        self.closed.set(true);
        match leaves_nothing {
            true => {
                self.scope
                    .leave_counts([self.own_tasks(), self.artificial.get(), self.edges.get()])
            }
            false => self.scope.leave(Residue {
                table: self.table.take(),
                kept: self.kept.take(),
                notes: self.notes.take(),
                stats: self.registered_stats(),
            }),
        }
        self.worker().rank_and_go(self.scope);
        self.scope.close(self.registered.get())
    }

    /// Nothing must outlive the body: tasks have no tiles and no values.
    fn leaves_nothing(&self) -> bool {
        self.table.borrow().is_blank()
            && self.kept.borrow().is_empty()
            && self.notes.borrow().is_none()
            && !self.has_recorded()
            && *self.replays.borrow() == ReplayStats::default()
    }

    // ---- reports ----

    pub(crate) fn report(&self, mut failure: Failure) -> RegionError {
        failure.name_tiles(&self.table.borrow());
        let tiles = match failure.tiles {
            FailedTiles::Names(names) => names,
            FailedTiles::Numbers(_) => Vec::new(),
        };
        let own = self.scope.counts.iter();
        let own: u64 = own.map(|c| c.cancelled.load(Ordering::Relaxed)).sum();
        self.keep_name();
        RegionError {
            kind: failure.kind,
            region: self.site.name,
            task: failure.task,
            file: failure.file,
            line: failure.line,
            tiles,
            message: failure.message,
            cancelled: own + self.scope.inner_cancelled(),
        }
    }

    /// An error has the region's name, which is to stay.
    pub(crate) fn keep_name(&self) {
        std::mem::forget(self.own_site.take());
    }

    pub(crate) fn stats(&self) -> RegionStats {
        let mut stats = RegionStats {
            idle: self.shared.idle_time().saturating_sub(self.idle_before),
            wall: self
                .opened
                .map_or(Duration::ZERO, |opened| opened.elapsed()),
            ..self.registered_stats()
        };
        self.scope.add_counts(&mut stats);
        stats
    }

    /// Tasks with a body.
    fn own_tasks(&self) -> u64 {
        self.registered.get() - self.artificial.get() + self.parts.get()
    }

    fn registered_stats(&self) -> RegionStats {
        RegionStats {
            tasks: self.own_tasks(),
            artificial: self.artificial.get(),
            edges: self.edges.get(),
            replay: self.replay_stats(),
            ppus: self.shared.ppus.len(),
            ..RegionStats::default()
        }
    }

    fn take_run(&self, stats: RegionStats) -> Option<Run> {
        let mut run = self.notes.take()?.finish(&self.table.borrow());
        run.collect(self.scope, self.shared.place.labels());
        run.stats = stats;
        Some(run)
    }
}

impl Drop for Region {
    fn drop(&mut self) {
        if self.closed.get() {
            return;
        }
        if worker::current().is_null() {
            // A body has hidden it in a thread-local value, and its worker is gone.
            eprintln!("hp5: region `{}` is open when its PPU ends", self.site.name);
            std::process::abort();
        }
        let outcome = self.finish();
        // An early return of generating code ends here; a failed task must not go unseen.
        if let (Err(error), false) = (outcome, std::thread::panicking()) {
            raise(&error);
        }
    }
}
