//! The overflow queue, which is looked into last: tasks of negative priority, and tasks that
//! a waiting thread took out of a queue but must not run (`sched/help.rs`).
//!
//! A waiting thread takes only tasks of what it waits for out of it. So whoever puts a task in
//! wakes those who may wait for it, by name, besides somebody for whom it is one of many: the
//! threads that registered the regions around it. Both sides do as in `sched/eventcount.rs`: the
//! one puts in and then looks for sleepers, the other announces itself and then looks in.
//! (Models: `stress/shuttle/tests/threads.rs`.)

use std::collections::VecDeque;

use crate::graph::pointer::TaskPtr;
use crate::graph::scope::ScopeRef;
use crate::sched::pool::Shared;
use crate::sync::{AtomicUsize, Mutex, MutexGuard, Ordering, lock, planted};

/// See the module's text. Oldest first.
#[derive(Default)]
pub(crate) struct Overflow {
    /// How many there are: looked at before the lock is taken.
    count: AtomicUsize,
    tasks: Mutex<VecDeque<TaskPtr>>,
}

impl Overflow {
    fn push(&self, task: TaskPtr) {
        let mut tasks = lock(&self.tasks);
        tasks.push_back(task);
        self.count.store(tasks.len(), Ordering::Release);
    }

    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.count.load(Ordering::Relaxed) == 0
    }

    /// Takes a task, of whatever region.
    #[inline]
    pub(crate) fn take(&self) -> Option<TaskPtr> {
        self.look().and_then(|mut tasks| self.remove(&mut tasks, 0))
    }

    /// Takes a descendant of `scope`.
    pub(crate) fn take_within(&self, scope: ScopeRef) -> Option<TaskPtr> {
        let mut tasks = self.look()?;
        let at = position(&tasks, scope)?;
        self.remove(&mut tasks, at)
    }

    /// True when there is a descendant of `scope`.
    pub(crate) fn has_within(&self, scope: ScopeRef) -> bool {
        let tasks = self.look();
        tasks.is_some_and(|tasks| position(&tasks, scope).is_some())
    }

    fn look(&self) -> Option<MutexGuard<'_, VecDeque<TaskPtr>>> {
        (!self.is_empty()).then(|| lock(&self.tasks))
    }

    fn remove(&self, tasks: &mut VecDeque<TaskPtr>, at: usize) -> Option<TaskPtr> {
        let task = tasks.remove(at);
        self.count.store(tasks.len(), Ordering::Release);
        task
    }
}

/// A task in the queue is ready and not completed, so its scopes are open.
fn position(tasks: &VecDeque<TaskPtr>, scope: ScopeRef) -> Option<usize> {
    tasks.iter().position(|task| task.scope().is_within(scope))
}

impl Shared {
    /// Puts a ready task into the overflow queue, and wakes those who may run it; the caller
    /// is, or is near to, PPU `ppu`.
    pub(crate) fn put_aside(&self, task: TaskPtr, ppu: usize) {
        let scope = task.scope();
        self.overflow.push(task);
        // From here on the task may be done; scopes stay where they are, and at worst somebody
        // is woken in vain.
        let around = std::iter::successors(Some(scope), |scope| scope.outer());
        if !planted("wake anybody") {
            self.sleep.post_to(around.map(|scope| scope.registrar()));
        }
        self.post(ppu);
    }
}
