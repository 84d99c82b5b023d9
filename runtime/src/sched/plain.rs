//! The short path: chains of plain tasks, each the kept successor of the one before.
//!
//! A plain task has small tiles, normal priority, no name or lock of its own, and a body that
//! lies in it (`graph/task.rs`). Where nothing is cancelled or perturbed, a chain of such tasks
//! needs to be guarded against panics once, not once per task.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::graph::body::Inside;
use crate::graph::pointer::TaskPtr;
use crate::graph::scope::{ScopeRef, bump};
use crate::graph::sort::Sort;
use crate::sched::complete::{Ready, set_up_next_lap};
use crate::sched::granularity::Alike;
use crate::sched::stack::Doing;
use crate::sched::worker::Worker;
use crate::sync::planted;

impl Worker {
    /// True when a task may take the short path.
    #[inline]
    fn is_ordinary(&self, task: TaskPtr, scope: ScopeRef) -> bool {
        task.is_plain() && self.calm && !self.shared.is_cancelled(scope) && self.shared.all_usual()
    }

    /// Runs a ready task, and the chain of kept successors while it is plain; the next task
    /// of the chain, if there is one.
    #[inline]
    pub(crate) fn execute(&self, task: TaskPtr) -> Option<TaskPtr> {
        let scope = task.scope();
        if !self.is_ordinary(task, scope) {
            if !self.calm
                && let Some(watch) = &self.shared.watch
            {
                return self.execute_watched(watch, task);
            }
            return self.execute_with_care(task);
        }
        if self.tally.get().0 != Some(scope) {
            self.settle_tally();
        }
        let outer = self.running.replace(Some(scope));
        let current = Cell::new(task);
        let around = self.doing.replace(Doing::task_of(&current));
        let (begun, ran) = (self.granularity.begin(|| Alike::of(&task)), self.ran.get());
        let of_first = || (Alike::of(&task), Sort::of_task(&task), task.is_recorded());
        let begun = begun.map(|begun| (begun, of_first()));
        let chain = catch_unwind(AssertUnwindSafe(|| match scope.is_recording() {
            false => self.run_plain::<false>(scope, &current),
            true => self.run_plain::<true>(scope, &current),
        }));
        self.running.set(outer);
        self.doing.set(around);
        if let Some((begun, (alike, sort, recorded))) = begun {
            let count = self.ran.get() - ran;
            let each = self
                .granularity
                .end_chain(begun, alike, count, self.shared.sharers());
            if count == 1 && !recorded {
                self.note_time(sort, each);
            }
        }
        chain.unwrap_or_else(|payload| {
            self.failed(current.get(), scope, payload);
            self.complete(current.get())
        })
    }

    fn run_plain<const TRACED: bool>(
        &self,
        scope: ScopeRef,
        current: &Cell<TaskPtr>,
    ) -> Option<TaskPtr> {
        let me = self.me();
        loop {
            let task = current.get();
            self.ran.set(self.ran.get() + 1);
            // SAFETY: this worker took the ready task out of a queue, where it was once, or
            // made it ready itself; a task is ready once, or once per lap with a body each time.
            let run = || unsafe { task.body().run(task.body_kind(), Inside::NOTHING) };
            match TRACED {
                false => run(),
                true => self.in_slice(task, run),
            }
            let task_was_recorded = task.is_recorded();
            let next = match task_was_recorded {
                true => self.complete_recorded(task, scope),
                false => {
                    if self.granularity.is_long() {
                        self.ask_for_books();
                    }
                    self.complete(task)
                }
            }?;
            // Long bodies are looked at one by one.
            let goes_on = next.is_plain()
                && (task_was_recorded || !self.granularity.is_long())
                && me.urgent.is_empty()
                && me.hand.is_empty()
                && !self.shared.is_cancelled(scope)
                && !planted("one task at a time");
            if !goes_on {
                return Some(next);
            }
            current.set(next);
        }
    }

    /// Completes a recorded task without extras: as `complete`, for the common case that few
    /// successors or none become ready.
    #[inline(always)]
    pub(crate) fn complete_recorded(&self, task: TaskPtr, scope: ScopeRef) -> Option<TaskPtr> {
        let (mut first, mut second): (Option<TaskPtr>, Option<TaskPtr>) = (None, None);
        let mut more = Vec::new();
        let tasks = &self.shared.tasks;
        set_up_next_lap(&self.shared.blocks, task, scope, |number| {
            let next = tasks.get(number);
            if next.release() {
                let next = TaskPtr::new(next);
                match (first, second) {
                    (None, _) => first = Some(next),
                    (_, None) => second = Some(next),
                    _ => more.push(next),
                }
            }
        });
        self.tell(scope, 1);
        let first = first?;
        if second.is_some() || !first.is_plain() || self.goes_home(task, first) {
            return self.keep_recorded(task, first, second, more);
        }
        bump(&scope.counts[self.ppu()].kept, 1);
        Some(first)
    }

    /// Several recorded tasks became ready, or one that is out of the ordinary.
    #[inline(never)]
    fn keep_recorded(
        &self,
        task: TaskPtr,
        first: TaskPtr,
        second: Option<TaskPtr>,
        more: Vec<TaskPtr>,
    ) -> Option<TaskPtr> {
        let ready: Ready = [first].into_iter().chain(second).chain(more).collect();
        let is_simple =
            |task: &TaskPtr| task.is_light() && task.priority() == 0 && !task.is_bodiless();
        if !ready.iter().all(is_simple) {
            return self.sort_out(None, ready);
        }
        // Queued newest first, so that the deque gives the oldest back first.
        let mut keep = None;
        for next in ready.into_iter().rev() {
            if self.goes_home(task, next) {
                self.send_home(next);
            } else if let Some(before) = keep.replace(next) {
                self.push(before);
            }
        }
        let keep = keep?;
        bump(&keep.scope().counts[self.ppu()].kept, 1);
        Some(keep)
    }

    /// Others wait for what waits for tasks of two PPUs: it is run before anything else there.
    fn send_home(&self, task: TaskPtr) {
        let home = usize::from(task.home());
        let at = &self.shared.ppus[home];
        if let Err(task) = at.hand.leave(task) {
            at.mailbox.push(task);
        }
        self.shared.post(home);
    }

    /// A task of a tape runs where its tiles were a lap ago: one that becomes ready on another
    /// PPU goes home, unless what came before it is a guest here as well and the home is busy.
    #[inline(always)]
    fn goes_home(&self, task: TaskPtr, next: TaskPtr) -> bool {
        !self.is_home_of(&next)
            && (next.home() != task.home()
                || self.shared.ppus[usize::from(next.home())].hand.is_open())
    }
}
