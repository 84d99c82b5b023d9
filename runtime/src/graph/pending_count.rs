//! Pending counts: how many predecessors a task waits for, and who makes it ready.
//!
//! Protocol *counting*. While a task is registered, its count starts at `BIAS`, which no
//! number of completing predecessors uses up. The registering thread counts the edges that
//! it drew in a plain variable and settles at the end: it takes `BIAS - edges` off. So no
//! edge costs it an exchange, and each count is given back once, by the predecessor. A
//! worker that finds 1 holds the last count and need not write: nobody else can.
//!
//! A recorded task (`rt/replay.rs`) has its count set for each lap. (Models:
//! `stress/loom/tests/release.rs`, `stress/loom/tests/replay.rs`.)

use crate::sync::{AtomicU32, Ordering};

/// Count of a task in registration; more than a task can have predecessors.
const BIAS: u32 = 1 << 30;

/// See the module's text.
#[derive(Debug, Default)]
#[repr(transparent)]
pub(crate) struct Count(AtomicU32);

impl Count {
    /// Registration begins.
    #[inline]
    pub(crate) fn begin(&self) {
        self.0.store(BIAS, Ordering::Relaxed);
    }

    /// Ends registration: the task has `edges` predecessors. `true` when all are completed:
    /// the caller owns the ready task.
    #[inline]
    #[must_use]
    pub(crate) fn settle(&self, edges: u32) -> bool {
        // AcqRel: what predecessors wrote happens before the body, through every count.
        edges == 0 || self.0.fetch_sub(BIAS - edges, Ordering::AcqRel) == BIAS - edges
    }

    /// Takes one count back; `true` for the caller that made the task ready and owns it.
    #[inline]
    #[must_use]
    pub(crate) fn release(&self) -> bool {
        // The last count is the caller's own: nobody else may write then.
        self.0.load(Ordering::Acquire) == 1 || self.0.fetch_sub(1, Ordering::AcqRel) == 1
    }

    /// Predecessors that a pending task waits for.
    pub(crate) fn waits_for(&self) -> u32 {
        let count = self.0.load(Ordering::Relaxed);
        if count >= BIAS / 2 { 0 } else { count }
    }

    /// Sets the count of a recorded task's next lap; by its owner, before it completes.
    #[inline]
    pub(crate) fn set(&self, count: u32) {
        self.0.store(count, Ordering::Relaxed);
    }
}
