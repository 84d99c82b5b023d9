//! Undeferred tasks (OpenMP's word): a task in registration in, its body run at once where nobody else would run it sooner.
//!
//! A ready task is worth a place in memory and a way through a queue only if somebody else may
//! run it. Where tasks are short, none of the last ones had to wait for another one, and the
//! registering thread's own queue holds more ready tasks than others run meanwhile, that thread runs
//! new tasks at once, as OpenMP runs undeferred tasks: nothing is stored, and their tiles
//! need not remember them. Whether that is so is looked at every 64 tasks; the first task that
//! has to wait ends it until the next look.
//!
//! Thieves that find short tasks come back later and later (`sched/steal.rs`), so that such a thread
//! would do nearly all alone. But only it knows what a body takes without the way to it. Where that
//! is more than storing a task costs, it tells thieves to take several at once, and
//! to come back soon; so its queue runs low, and it stores more of what it registers.
//!
//! Where tasks are tiny that depend on one another, `rt/serial_mode.rs` decides that they run so.
//!
//! Protocol *passing*. A task may run at once if the tables know of nobody whom it would wait for,
//! or if all of these are found completed ([`Table::pass`](crate::graph::table::Table::pass)). The
//! look at a completed task's generation orders what it did before what runs now; so nothing
//! need be remembered of those, and nothing of the task itself, which is over before the next one
//! is registered. (Models: `stress/loom/tests/at_once.rs`, `stress/shuttle/tests/programs.rs`.)

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use crate::base::error::{FailureKind, panic_text};
use crate::base::site::Site;
use crate::graph::access::Access;
use crate::graph::body::{Inside, Kind};
use crate::graph::failure::{FailedTiles, Failure};
use crate::graph::reference::TaskRef;
use crate::graph::task::NewTask;
use crate::record::run_record::TaskKind;
use crate::rt::region::Region;
use crate::rt::region::ahead::BEAT;
use crate::rt::serial_mode::{self, Undeferred};
use crate::sync::{at_once_in_models, now};

/// Ready tasks in the own queue, per PPU that may steal them, beyond which tasks run at once: others run
/// about as many until that is looked at again.
const ENOUGH: usize = BEAT as usize;

/// A task that takes longer when it runs at once is worth the time of storing it, and the thief's
/// of fetching it with some others.
const WORTH_STORING: Duration = Duration::from_nanos(100);

/// Tasks that are registered one after the other and may run at once; one of them is the
/// present one.
pub(crate) trait Together {
    /// Tiles of the present task.
    fn tiles(&self) -> &[Access];
    /// Runs the present task.
    fn run(&self);
    /// The next task is the present one.
    fn advance(&mut self);
    /// Name and place of the present task.
    fn says(&self) -> (String, &'static Site);
}

/// How many tasks ran at once.
pub(crate) struct Ran {
    pub(crate) count: u64,
    /// The task after those, which is the present one now, is to be stored.
    pub(crate) stopped: bool,
}

impl Region {
    /// Looks whether tasks are to be run at once from here on.
    pub(crate) fn consider_at_once(&self, registered: u64) {
        if let Undeferred::Plenty(since, before) = self.at_once.replace(Undeferred::No) {
            let each = self
                .throttle
                .adapt(since, (registered - before) * self.shared.ppus.len() as u64);
            self.scope().set_generous(each > WORTH_STORING);
        }
        let worker = self.worker();
        // Where some tasks wait, running those that need not would bring the front of
        // registration, and its cache lines, to the thieves.
        let alone = self.held_back.take() == 0;
        if !alone {
            self.scope().set_generous(false);
        }
        let wanted = alone
            && !self.throttle.is_long()
            && worker.deque.len() >= ENOUGH * (self.shared.ppus.len() - 1);
        let wanted = (wanted || at_once_in_models()) && worker.calm && !self.is_observed();
        if wanted {
            self.at_once.set(Undeferred::Plenty(now(), registered));
        }
    }

    /// True when a task is to be run at once, if it may.
    #[inline]
    pub(crate) fn runs_at_once(&self) -> bool {
        !matches!(self.at_once.get(), Undeferred::No) && !self.is_replaying()
    }

    /// Runs a task of these tiles by `run` if nobody whom it would wait for is pending;
    /// `false` when it is to be stored.
    #[inline]
    pub(crate) fn run_at_once(
        &self,
        tiles: &[Access],
        run: impl FnOnce(),
        name: impl FnOnce() -> (String, &'static Site),
    ) -> bool {
        let tasks = &self.shared.tasks;
        let is_completed =
            |task: TaskRef| tasks.get(task.number).links.is_completed(task.generation);
        if self.shared.is_cancelled(self.scope())
            || !self.table.borrow_mut().pass(tiles, is_completed)
        {
            self.run_none_at_once();
            return false;
        }
        self.count_in(false);
        let worker = self.worker();
        worker.ran.set(worker.ran.get() + 1);
        let outer = worker.running.replace(Some(self.scope()));
        let mode = self.scope().mode.get().in_force();
        let mut ran = Ok(());
        let begun = self.alone.looks(self.registered(), || worker.next_random());
        worker.as_current(|| ran = catch_unwind(AssertUnwindSafe(run)));
        if let Some(begun) = begun {
            self.look_at(begun, 1);
        }
        drop(mode);
        worker.running.set(outer);
        if let Err(payload) = ran {
            self.failed_at_once(name(), tiles, payload);
        }
        worker.tell(self.scope(), 1);
        self.throttle();
        true
    }

    /// Runs up to `most` tasks at once, each if nobody whom it would wait for is pending. They
    /// are counted, and a panic is caught, for many of them together, up to where it is looked
    /// again whether tasks are to be run at once.
    #[inline]
    pub(crate) fn run_together<T: Together>(&self, most: u64, tasks: &mut T) -> Ran {
        let (shared, worker) = (self.shared, self.worker());
        let store = &shared.tasks;
        let is_completed =
            |task: TaskRef| store.get(task.number).links.is_completed(task.generation);
        let most = most.min(self.until_beat());
        let next = self.registered() + 1;
        let begun = self.alone.looks(next, || worker.next_random());
        let most = most.min(match begun {
            Some(_) => serial_mode::EVERY,
            None => self.alone.until_look(next),
        });
        let (mut count, mut at) = (0, 0);
        let outer = worker.running.replace(Some(self.scope()));
        let mode = self.scope().mode.get().in_force();
        let mut run_some = |tasks: &mut T| {
            while count < most {
                if at < count {
                    tasks.advance();
                    at = count;
                }
                if shared.is_cancelled(self.scope())
                    || !self.table.borrow_mut().pass(tasks.tiles(), is_completed)
                {
                    return;
                }
                count += 1;
                tasks.run();
            }
        };
        worker.as_current(|| {
            while let Err(payload) = catch_unwind(AssertUnwindSafe(|| run_some(tasks))) {
                self.failed_at_once(tasks.says(), tasks.tiles(), payload);
            }
        });
        drop(mode);
        worker.running.set(outer);
        let stopped = count < most;
        if let (Some(begun), 1..) = (begun, count) {
            self.look_at(begun, count);
        }
        if stopped {
            self.run_none_at_once();
        }
        if count > 0 {
            self.count_in_many(count, 0);
            worker.ran.set(worker.ran.get() + count);
            worker.tell(self.scope(), count);
            self.throttle();
        }
        Ran { count, stopped }
    }

    /// A task has to wait; those that follow do so too, as a rule.
    #[cold]
    pub(crate) fn run_none_at_once(&self) {
        self.store_again();
        self.at_once.set(Undeferred::No);
    }

    /// As [`run_at_once`](Self::run_at_once), for a task whose body is stored already.
    pub(crate) fn run_stored_at_once(&self, new: &mut NewTask<'_>) -> bool {
        let kind = new.body.1.once().kind;
        if kind != Kind::Once || new.kind != TaskKind::User || new.priority != 0 {
            return false;
        }
        let body = &mut new.body.0;
        // SAFETY: the body is no task's: this thread owns it, and runs it once.
        let run = || unsafe { body.run(kind, Inside::NOTHING) };
        let name = || {
            (
                new.name.as_deref().unwrap_or(new.site.name).to_owned(),
                new.site,
            )
        };
        let ran = self.run_at_once(new.tiles, run, name);
        if ran && !new.locks.is_empty() {
            drop(std::mem::take(&mut *new.locks));
        }
        if ran && new.body.1.in_block {
            let free_lists = &mut self.worker().free_lists.borrow_mut();
            // SAFETY: the flag says that the body lay in a block; it is used up.
            let block = unsafe { new.body.0.block() };
            free_lists.spaces.give(&self.shared.spaces, block);
        }
        ran
    }

    #[cold]
    pub(crate) fn failed_at_once(
        &self,
        (task, site): (String, &'static Site),
        tiles: &[Access],
        payload: Box<dyn std::any::Any + Send>,
    ) {
        let failure = Failure {
            kind: FailureKind::Task,
            task,
            file: site.file,
            line: site.line,
            tiles: FailedTiles::Numbers(tiles.to_vec()),
            message: panic_text(payload.as_ref()),
        };
        self.shared.fail(self.scope(), failure);
        let _ = catch_unwind(AssertUnwindSafe(|| drop(payload)));
    }
}
