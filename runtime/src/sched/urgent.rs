//! Ready tasks with a priority above normal.
//!
//! One set of queues per PPU, one queue per power of two of the priority: exact order
//! among priorities of the same magnitude is not promised, and no lock is taken.

use crate::graph::task::TaskPtr;
use crate::sync::{AtomicUsize, Injector, Ordering, Steal};

const LEVELS: usize = 8;

/// The urgent tasks of one PPU.
pub(crate) struct Urgent {
    waiting: AtomicUsize,
    levels: [Injector<TaskPtr>; LEVELS],
}

impl Urgent {
    pub(crate) fn new() -> Self {
        Urgent {
            waiting: AtomicUsize::new(0),
            levels: std::array::from_fn(|_| Injector::new()),
        }
    }

    /// Adds a task; its priority is positive.
    pub(crate) fn push(&self, task: TaskPtr) {
        let level = task.priority().max(1).ilog2().min(LEVELS as u32 - 1) as usize;
        self.levels[level].push(task);
        self.waiting.fetch_add(1, Ordering::Release);
    }

    /// True when nothing waits; may say so for an instant after a push has begun.
    pub(crate) fn is_empty(&self) -> bool {
        self.waiting.load(Ordering::Acquire) == 0
    }

    /// Takes the most urgent task.
    pub(crate) fn take(&self) -> Option<TaskPtr> {
        if self.is_empty() {
            return None;
        }
        let task = self.levels.iter().rev().find_map(take_one)?;
        self.waiting.fetch_sub(1, Ordering::Relaxed);
        Some(task)
    }
}

/// Takes one task out of a queue, trying again as long as others interfere.
pub(crate) fn take_one<T>(queue: &Injector<T>) -> Option<T> {
    loop {
        match queue.steal() {
            Steal::Success(task) => return Some(task),
            Steal::Empty => return None,
            Steal::Retry => {}
        }
    }
}
