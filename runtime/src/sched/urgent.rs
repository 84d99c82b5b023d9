//! Ready tasks with a priority above normal.
//!
//! One set of queues per PPU, one queue per power of two of the priority: exact order
//! among priorities of the same magnitude is not promised, and no lock is taken.
//!
//! Protocol *claims*. A count says how many tasks wait. Who pushes a task counts it when it is in
//! its queue; who takes one takes it off the count first, and so has a claim to some task that is
//! in a queue. So the count never says more than there is, and a PPU that sees it is never led
//! to look in vain, nor, as by a count that ran below 0, not to look at all. (Models:
//! `stress/loom/tests/urgent.rs`.)

use crate::graph::pointer::TaskPtr;
use crate::sync::{AtomicUsize, Injector, Ordering, planted, spin_loop, take_one};

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
        self.waiting() == 0
    }

    /// Tasks that nobody has claimed.
    pub(crate) fn waiting(&self) -> usize {
        self.waiting.load(Ordering::Acquire)
    }

    /// Takes the most urgent task.
    pub(crate) fn take(&self) -> Option<TaskPtr> {
        if !self.claim() {
            return None;
        }
        // There is one for every claim; others may pass it on the way through the levels.
        loop {
            let task = self.levels.iter().rev().find_map(take_one);
            if task.is_some() {
                if planted("claim late") {
                    self.waiting.fetch_sub(1, Ordering::Relaxed);
                }
                return task;
            }
            if planted("claim late") {
                return None;
            }
            spin_loop();
        }
    }

    /// Takes one task off the count, if there is one.
    fn claim(&self) -> bool {
        let mut waiting = self.waiting();
        while waiting > 0 && !planted("claim late") {
            let (now, order) = (waiting - 1, Ordering::Acquire);
            match (self.waiting).compare_exchange_weak(waiting, now, order, Ordering::Relaxed) {
                Ok(_) => return true,
                Err(other) => waiting = other,
            }
        }
        waiting > 0
    }
}
