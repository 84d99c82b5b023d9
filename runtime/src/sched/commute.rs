//! Mutual exclusion of commutative users of a tile, without blocking a PPU.
//!
//! Protocol: a worker that took a ready task tries its tiles' locks in one global order.
//! If one is held, it leaves the task in that lock's queue, gives back the locks taken so
//! far and looks for other work. Whoever gives a lock back takes one waiting task out and
//! makes it ready again. Queue and flag are under one mutex, so no task joins the queue of a
//! free lock. A task may stay in one for a while: when the task taken out before it waits at
//! an earlier lock. That task still wants this lock, and gives it back after it.

use std::collections::VecDeque;

use crate::graph::task::TaskPtr;
use crate::sync::{Mutex, lock};

/// The lock of one tile.
#[derive(Debug, Default)]
pub(crate) struct CommuteLock {
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    held: bool,
    waiting: VecDeque<TaskPtr>,
}

impl CommuteLock {
    /// Takes the lock, or leaves `task` in its queue.
    fn take(&self, task: &TaskPtr) -> bool {
        let mut state = lock(&self.state);
        if state.held {
            state.waiting.push_back(*task);
            return false;
        }
        state.held = true;
        true
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
    for (n, lock) in task.locks().iter().enumerate() {
        if !lock.take(task) {
            task.locks()[..n]
                .iter()
                .rev()
                .filter_map(|l| l.give())
                .for_each(&mut ready);
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
