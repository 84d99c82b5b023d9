//! What a pool holds for tasks to come: memory that was taken once and is used again, by later
//! tasks of any region, until the pool ends.
//!
//! It is bounded by what was in use at once. A task's memory is used again by the thread that
//! registered it (`graph/successors.rs`), a region's by whoever ended it, so each PPU and each thread
//! that registers comes to hold as many tasks as it ever had in flight, which `HP5_MAX_TASKS`
//! limits, and a few regions; blocks of edges and of bodies are shared, but for four batches of
//! each thread.

use crate::graph::body::Space;
use crate::graph::scope::Scope;
use crate::graph::successors::Block;
use crate::graph::task::Task;
use crate::sched::pool::Shared;

/// What a runtime holds: see [`Runtime::held`](crate::Runtime::held).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Held {
    /// Tasks, in use or free.
    pub tasks: usize,
    /// Blocks of 15 edges of tasks with more than four successors.
    pub edge_blocks: usize,
    /// Blocks of bodies that do not fit into their tasks.
    pub body_blocks: usize,
    /// Regions, open or not.
    pub regions: usize,
    /// Bytes of all these.
    pub bytes: usize,
}

impl Held {
    /// Adds what another runtime holds.
    pub fn add(&mut self, other: Held) {
        self.tasks += other.tasks;
        self.edge_blocks += other.edge_blocks;
        self.body_blocks += other.body_blocks;
        self.regions += other.regions;
        self.bytes += other.bytes;
    }
}

impl Shared {
    pub(crate) fn held(&self) -> Held {
        let (tasks, edge_blocks) = (self.tasks.made(), self.blocks.made());
        let (body_blocks, regions) = (self.spaces.made(), self.scopes().len());
        let of_region = Scope::bytes(self.ppus.len(), self.place.spaces());
        Held {
            tasks,
            edge_blocks,
            body_blocks,
            regions,
            bytes: tasks * size_of::<Task>()
                + edge_blocks * size_of::<Block>()
                + body_blocks * size_of::<Space>()
                + regions * of_region,
        }
    }
}
