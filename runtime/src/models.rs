//! The protocols as loom models see them: the real types, made reachable from
//! `stress/loom`. Exists under `--cfg hp5_loom` only, is part of no build that users get,
//! and holds no logic of its own.

use crate::graph::edges::Successors;
use crate::graph::scope::Scope;
use crate::sched::idle::Sleep;

pub use crate::sync::{AtomicBool, AtomicU32, Ordering, planted};

/// *Successor release*: see `graph/edges.rs`.
#[derive(Debug, Default)]
pub struct Edges<T>(Successors<T>);

impl<T: Clone + Default> Edges<T> {
    /// Adds an edge; `false` when the predecessor is completed.
    pub fn add(&self, to: &T) -> bool {
        self.0.add(to)
    }

    /// Completes the predecessor and hands its successors out, oldest first.
    pub fn close(&self, each: impl FnMut(T)) {
        self.0.close(each);
    }
}

/// *Sleep and wake-up*: see `sched/idle.rs`.
pub struct Sleepers(Sleep);

impl Sleepers {
    /// So many PPUs, all awake.
    #[must_use]
    pub fn new(ppus: usize) -> Self {
        Sleepers(Sleep::new(ppus))
    }

    /// From here on posters see the PPU.
    pub fn announce(&self, ppu: usize) {
        self.0.announce(ppu);
    }

    /// Takes the announcement back.
    pub fn withdraw(&self, ppu: usize) {
        self.0.withdraw(ppu);
    }

    /// Sleeps until somebody wakes the PPU.
    pub fn park(&self, ppu: usize) {
        self.0.park(ppu);
    }

    /// Wakes the first sleeper in `order`.
    pub fn post(&self, order: impl Iterator<Item = usize>) {
        self.0.post(order);
    }

    /// Wakes all.
    pub fn wake_all(&self) {
        self.0.wake_all();
    }
}

/// *Region completion*: see `graph/scope.rs`.
pub struct RegionEnd(Scope);

impl RegionEnd {
    /// A scope of the slab.
    #[must_use]
    pub fn new() -> Self {
        RegionEnd(Scope::new(0))
    }

    /// The scope's next region.
    pub fn begin(&self) {
        self.0.reset(None, None, false);
    }

    /// A worker's word that a task is completed; `true` when it owns a composite's end.
    #[must_use]
    pub fn complete_one(&self) -> bool {
        self.0.complete_one()
    }

    /// The registering thread waits until so many are completed.
    pub fn wait(&self, count: u64) {
        self.0.wait(count, None);
    }

    /// The end of a composite's body; `true` when the caller owns the composite's end.
    #[must_use]
    pub fn close(&self, registered: u64) -> bool {
        self.0.close(registered)
    }
}

impl Default for RegionEnd {
    fn default() -> Self {
        Self::new()
    }
}
