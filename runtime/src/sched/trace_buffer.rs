//! Slices of a trace that a worker has noted, and the region of their tasks does not have yet: they
//! are handed over together, since a lock and two counts per task were a third of what tracing cost.
//!
//! Protocol *slices first*. A region has the slice of a task before it can know that the task is
//! completed, so who ends it finds all. A worker counts the tasks that it completes and hands its
//! slices over before it tells a region of any ([`Worker::settle_tally`]); the slice of a task
//! that another thread may complete, a composite or one with a handle, is handed over before the
//! worker lets go of it.

use std::cell::{Cell, RefCell};

use crate::base::kinds::Slice;
use crate::graph::pointer::TaskPtr;
use crate::graph::scope::{ScopeRef, bump};
use crate::graph::slab::prefetch_soon;
use crate::sched::tsc;
use crate::sched::worker::Worker;
use crate::sync::{Ordering, lock, planted};

/// Slices of tasks of one scope, and how long they are together.
#[derive(Default)]
pub(crate) struct Slices {
    scope: Cell<Option<ScopeRef>>,
    list: RefCell<Vec<Slice>>,
    busy: Cell<u64>,
}

impl Worker {
    /// Notes when a body ran, in ticks: its region makes nanoseconds of them when it ends.
    pub(crate) fn note_slice(&self, task: TaskPtr, start: u64) {
        let end = tsc::after();
        let scope = task.scope();
        if self.slices.scope.get() != Some(scope) {
            self.hand_slices_over();
            self.slices.scope.set(Some(scope));
        }
        let length = end.saturating_sub(start);
        self.slices.busy.set(self.slices.busy.get() + length);
        let mut id = task.id();
        if task.is_recorded() {
            let lap = task.links.lap() * scope.lap_tasks.load(Ordering::Relaxed);
            id += scope.lap_base.load(Ordering::Relaxed) + lap;
        }
        self.slices.list.borrow_mut().push(Slice {
            task: id,
            ppu: self.ppu() as u32,
            start_ns: start,
            end_ns: start + length,
        });
    }

    /// Notes when `body` runs, even if it panics.
    #[inline]
    pub(crate) fn in_slice(&self, task: TaskPtr, body: impl FnOnce()) {
        struct Noting<'w>(&'w Worker, TaskPtr, u64);
        impl Drop for Noting<'_> {
            fn drop(&mut self) {
                self.0.note_slice(self.1, self.2);
            }
        }
        let _noting = Noting(self, task, tsc::before());
        body();
    }

    /// The same for a task that others may complete from here on.
    pub(crate) fn note_slice_now(&self, task: TaskPtr, start: u64) {
        self.note_slice(task, start);
        if !planted("slices when others end") {
            self.hand_slices_over();
        }
    }

    /// Gives a region what was noted of its tasks.
    #[inline]
    pub(crate) fn hand_slices_over(&self) {
        if crate::base::kinds::HOOKS
            && let Some(scope) = self.slices.scope.get()
        {
            self.hand_over_to(scope);
        }
    }

    #[cold]
    fn hand_over_to(&self, scope: ScopeRef) {
        self.slices.scope.set(None);
        let ppu = self.ppu();
        scope.begin_to_count(ppu);
        bump(&scope.counts[ppu].busy_ticks, self.slices.busy.take());
        let mut slices = lock(&scope.slices[ppu]);
        slices.append(&mut self.slices.list.borrow_mut());
        // Where the next few go: who gives the lock back waits until they are written.
        (0..4).for_each(|few| prefetch_soon(&slices, few * 3));
    }
}
