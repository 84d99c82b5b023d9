//! Waiting: a thread that waits for tasks of a region runs tasks of that region, and of
//! regions inside it, and nothing else. So a body that holds a lock across a wait never
//! meets a stranger that wants the lock, and stacks stay as deep as the program's nesting.
//!
//! Protocol *waiting*. A thread that finds nothing of its own publishes what it waits for
//! (`Scope::expect`), announces itself as a sleeper, looks once more at the count and into the
//! queues, and parks. Who completes the last task gives it its token (`graph/scope.rs`); who
//! pushes a task wakes a sleeper (`sched/eventcount.rs`). A stranger that it was woken for goes to
//! the overflow queue, with a post that wakes those who may run it (`sched/overflow.rs`). Who
//! was woken for a task and has nothing to wait for any more passes the wake-up on. So no
//! wake-up is lost; the time for which it parks is limited all the same.

use std::time::{Duration, Instant};

use crate::graph::pointer::TaskPtr;
use crate::graph::scope::ScopeRef;
use crate::sched::backoff::LONG_PAUSE;
use crate::sched::worker::Worker;
use crate::sync::{now, planted, thread};

/// How long a waiting thread sleeps before it looks for tasks of its own again: as long as makes it
/// spin less next time.
const WAIT_SLICE: Duration = Duration::from_nanos(LONG_PAUSE);

/// After so long without a task to run, and without one that is completed, help ends.
const IN_VAIN: Duration = WAIT_SLICE;

impl Worker {
    /// Runs descendants of `scope`, and nothing else, until it has completed `count` tasks.
    pub(crate) fn help_until(&self, scope: ScopeRef, count: u64) {
        self.settle_books();
        if scope.completed() >= count {
            return;
        }
        self.engaged(scope, || {
            while scope.completed() < count {
                if let Some(task) = self.find_within(scope) {
                    self.run_chain_within(task, || scope.completed() >= count);
                    continue;
                }
                self.settle_books();
                if scope.completed() < count {
                    self.wait_for_more(scope, count);
                }
            }
        });
    }

    /// All tasks of `scope` are registered, and nobody waits for them.
    pub(crate) fn rank_and_go(&self, scope: ScopeRef) {
        if self.granularity.is_long() {
            self.free_lists.borrow_mut().roll.complete(scope);
            self.rank();
        }
        self.free_lists.borrow_mut().roll.leave(scope);
    }

    /// Ranks the tasks on this lane's roll, if they are all that there will be.
    pub(crate) fn rank(&self) {
        let roll = &mut self.free_lists.borrow_mut().roll;
        if roll.rank(self.store(), &self.shared.times, self.shared.ppus.len()) {
            self.shared.sort_shelves();
        }
    }

    /// How long it would take to rank the tasks on this lane's roll now, in nanoseconds; 0 if there is no reason to.
    pub(crate) fn ranking(&self) -> u64 {
        self.free_lists.borrow().roll.takes(&self.shared.times)
    }

    /// As [`Worker::help_until`], but gives up when for a while there is nothing to run and
    /// nothing is completed.
    pub(crate) fn help_towards(&self, scope: ScopeRef, count: u64) {
        self.help_towards_while(scope, count, |_| true);
    }

    /// As [`Worker::help_towards`], and gives up at some time.
    pub(crate) fn help_towards_until(&self, scope: ScopeRef, count: u64, until: Instant) {
        self.help_towards_while(scope, count, |now| now < until);
    }

    fn help_towards_while(&self, scope: ScopeRef, count: u64, goes_on: impl Fn(Instant) -> bool) {
        self.settle_books();
        self.engaged(scope, || {
            let (mut seen, mut since) = (scope.completed(), now());
            while seen < count && goes_on(since) {
                if let Some(task) = self.find_within(scope) {
                    self.run_chain_within(task, || !goes_on(now()));
                    since = now();
                    continue;
                }
                self.settle_books();
                if scope.completed() < count {
                    self.wait_for_more(scope, count);
                }
                let completed = scope.completed();
                if completed > seen {
                    (seen, since) = (completed, now());
                } else if now() - since >= IN_VAIN {
                    return;
                }
            }
        });
    }

    /// Calls `f`, which runs or waits for tasks of `scope`.
    fn engaged(&self, scope: ScopeRef, f: impl FnOnce()) {
        let watch = self.shared.watch.as_deref();
        // This thread may compute otherwise since the region began.
        let _mode = scope.mode.get().in_force();
        watch.inspect(|watch| watch.waits(self.lane, scope));
        if self.is_ppu() {
            f();
        } else {
            let engaged = self.shared.guests.engage(self.lane, true);
            self.as_current(f);
            self.leave_portion();
            self.shared.guests.engage(self.lane, engaged);
        }
        watch.inspect(|watch| watch.waits_no_more(self.lane));
        self.waited.set(true);
        // It was woken for a task, perhaps, that it left to a faster PPU.
        if self.granularity.is_long() && !self.shared.long_queue_of(self.ppu()).is_empty() {
            self.shared.post(self.ppu());
        }
    }

    /// Runs descendants of `scope`, and nothing else, until something is done that they do.
    pub(crate) fn help_while(&self, scope: ScopeRef, done: impl Fn() -> bool) {
        self.engaged(scope, || {
            while !done() {
                match self.find_within(scope) {
                    Some(task) => self.run_chain_within(task, &done),
                    None => {
                        self.settle_books();
                        if !self.waits_for_faster() && !self.spin(|| done() || self.sees_work()) {
                            thread::yield_now();
                        }
                    }
                }
            }
        });
    }

    /// Sleeps until there is more to do, or nothing.
    fn wait_for_more(&self, scope: ScopeRef, count: u64) {
        let shared = self.shared;
        let done = || scope.completed() >= count;
        let look = || done() || self.sees_work();
        if self.granularity.is_long() {
            // Something to do may come sooner than the ranks are there; they can wait until that is done.
            let (ranking, mut found) = (self.ranking(), false);
            if ranking > 0 {
                self.idle(|| found = self.spin_for(ranking, look));
            }
            if found {
                return;
            }
            self.rank();
        }
        self.idle(|| {
            if self.spin(look) || self.sees_work_anywhere() {
                return;
            }
            scope.expect(count);
            shared.sleep.announce(self.lane);
            let over = done() && !planted("no look after the target");
            if over || self.sees_work_anywhere() || shared.overflow.has_within(scope) {
                shared.sleep.withdraw(self.lane);
            } else {
                let deadline = now() + WAIT_SLICE;
                shared.sleep.park_until(self.lane, deadline);
                shared.sleep.withdraw(self.lane);
            }
            scope.expect_nothing();
            // Woken for a task, but done: somebody else must have a look at it.
            if done() && shared.has_work() {
                shared.post(self.ppu());
            }
        });
    }

    /// Successors of a descendant are descendants, so a chain stays inside. One of long tasks ends when it is enough.
    pub(crate) fn run_chain_within(&self, task: TaskPtr, enough: impl Fn() -> bool) {
        let mut next = self.execute(task);
        while let Some(task) = next {
            let held = InHand { worker: self, task };
            if self.granularity.is_long() && enough() {
                return;
            }
            std::mem::forget(held);
            next = self.execute(task);
        }
    }

    /// Looks everywhere for a descendant of `scope`; strangers go to the overflow queue,
    /// where every PPU that does not wait finds them.
    fn find_within(&self, scope: ScopeRef) -> Option<TaskPtr> {
        if let Some(seeded) = &self.seeded {
            return self.find_seeded(seeded, scope);
        }
        self.left.set(false);
        loop {
            let near = self.find_own().or_else(|| self.find_soon()).or_else(|| {
                self.settle_tally();
                self.find_own().or_else(|| self.find_elsewhere())
            });
            let Some(task) = near else {
                return self.shared.overflow.take_within(scope);
            };
            if task.scope().is_within(scope) || planted("help strangers") {
                return Some(task);
            }
            self.shared.put_aside(task, self.ppu());
        }
    }
}

/// A task that nobody else knows of, while something is called that may be the user's and may panic: it is queued then.
struct InHand<'w> {
    worker: &'w Worker,
    task: TaskPtr,
}

impl Drop for InHand<'_> {
    fn drop(&mut self) {
        self.worker.leave(self.task);
    }
}
