//! Mutual exclusion of commutative users of a tile, without blocking a PPU.
//!
//! Protocol: a worker that took a ready task tries its tiles' locks in one global order.
//! If one is held, it leaves the task in that lock's queue, gives back the locks taken so
//! far and looks for other work. Whoever gives a lock back takes one waiting task out and
//! makes it ready again. Queue and flag are under one mutex, so no task joins the queue of a
//! free lock. A task may stay in one for a while: when the task taken out before it waits at
//! an earlier lock. That task still wants this lock, and gives it back after it. A task that
//! was left in a queue is another worker's from then on: nobody looks into it any more.
//! (Models: `stress/loom/tests/commute.rs`.)

use std::collections::VecDeque;
use std::mem::ManuallyDrop;
use std::ops::Deref;

use smallvec::SmallVec;

use crate::graph::pointer::TaskPtr;
use crate::sync::{Arc, Mutex, lock, planted};

/// The lock of one tile.
#[derive(Debug, Default)]
pub(crate) struct CommuteLock {
    state: Mutex<State>,
}

/// Locks that a task took before one that is held.
type Taken = SmallVec<[Arc<CommuteLock>; 4]>;

/// The locks of a task: none as a rule, which costs a look where a task is registered, or one,
/// which needs no memory of its own.
#[derive(Default)]
pub(crate) enum Locks {
    #[default]
    None,
    One(Arc<CommuteLock>),
    Several(Box<[Arc<CommuteLock>]>),
}

impl Locks {
    /// None, for a new task.
    pub(crate) const fn none() -> ManuallyDrop<Self> {
        ManuallyDrop::new(Locks::None)
    }
}

impl Deref for Locks {
    type Target = [Arc<CommuteLock>];
    #[inline]
    fn deref(&self) -> &[Arc<CommuteLock>] {
        match self {
            Locks::None => &[],
            Locks::One(lock) => std::slice::from_ref(lock),
            Locks::Several(locks) => locks,
        }
    }
}

impl FromIterator<Arc<CommuteLock>> for Locks {
    fn from_iter<I: IntoIterator<Item = Arc<CommuteLock>>>(locks: I) -> Self {
        let mut locks = locks.into_iter();
        let Some(first) = locks.next() else {
            return Locks::None;
        };
        match locks.next() {
            None => Locks::One(first),
            Some(second) => Locks::Several([first, second].into_iter().chain(locks).collect()),
        }
    }
}

#[derive(Debug, Default)]
struct State {
    held: bool,
    waiting: VecDeque<TaskPtr>,
}

impl CommuteLock {
    /// Takes the lock, or leaves `task` in its queue: then it is another's, and those of its
    /// locks that were taken before are handed out.
    fn take(&self, task: &TaskPtr, before: &[Arc<CommuteLock>]) -> Result<(), Taken> {
        let mut state = lock(&self.state);
        if state.held && !planted("share a lock") {
            let taken = before.iter().cloned().collect();
            state.waiting.push_back(*task);
            return Err(taken);
        }
        state.held = true;
        Ok(())
    }

    /// True when the task of this number waits for the lock, for the watchdog.
    pub(crate) fn has_waiting(&self, number: u32) -> bool {
        let state = lock(&self.state);
        state.waiting.iter().any(|task| task.number() == number)
    }

    /// Gives the lock back; the task that must be made ready again, if one waits.
    fn give(&self) -> Option<TaskPtr> {
        let mut state = lock(&self.state);
        state.held = false;
        state.waiting.pop_front()
    }
}

/// Takes all locks of `task`; if one is held, the task waits there, and `ready` gets
/// the tasks that the locks given back let go on.
pub(crate) fn take_all(task: &TaskPtr, mut ready: impl FnMut(TaskPtr)) -> bool {
    let locks = task.locks();
    for (n, lock) in locks.iter().enumerate() {
        if let Err(taken) = lock.take(task, &locks[..n]) {
            let freed = taken.iter().rev().filter_map(|lock| lock.give());
            freed.for_each(&mut ready);
            return false;
        }
    }
    true
}

/// Gives all locks of `task` back; `ready` gets the tasks that may go on.
pub(crate) fn give_all(task: &TaskPtr, ready: impl FnMut(TaskPtr)) {
    task.locks()
        .iter()
        .rev()
        .filter_map(|l| l.give())
        .for_each(ready);
}
