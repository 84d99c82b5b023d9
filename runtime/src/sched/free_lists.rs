//! Free lists of a thread: memory of completed tasks in, tasks, blocks and spaces for registration out.
//!
//! Memory of completed tasks comes back by protocol *return* (`sched/remote_free.rs`).

use crate::graph::body::Space;
use crate::graph::pointer::TaskPtr;
use crate::graph::scope::ScopeRef;
use crate::graph::slab::{Cache, Slab};
use crate::graph::successors::Block;
use crate::graph::task::Task;
use crate::sched::critical_path::Roll;
use crate::sched::pool::Shared;
use crate::sched::remote_free::{Chain, Returned};
use crate::sync::scaled;

/// So many tasks ahead, a free one is fetched: other PPUs ran it, so its lines are theirs.
const SOON: usize = 8;

/// Scopes that a thread keeps at most.
const SCOPES: usize = scaled(16, 1);

/// See the module's text.
pub(crate) struct FreeLists {
    lane: usize,
    tasks: Vec<u32>,
    /// Numbers for recorded tasks; never mixed with the others (`rt/replay.rs`).
    recorded: Vec<u32>,
    pub(crate) blocks: Cache,
    pub(crate) spaces: Cache,
    /// Scopes for the next composites; so few that it does not matter who has them.
    scopes: Vec<ScopeRef>,
    pub(crate) roll: Roll,
    /// Completed tasks of the lane with this number.
    chain: (usize, Chain),
}

/// The parts of the pool that [`FreeLists`] works with.
#[derive(Clone, Copy)]
pub(crate) struct Store<'a> {
    pub(crate) tasks: &'a Slab<Task>,
    pub(crate) blocks: &'a Slab<Block>,
    pub(crate) spaces: &'a Slab<Space>,
    pub(crate) returned: &'a [crate::sync::CachePadded<Returned>],
}

impl FreeLists {
    /// For the thread of this lane; `usize::MAX` for a thread that registers nothing.
    pub(crate) fn new(lane: usize) -> Self {
        FreeLists {
            lane,
            tasks: Vec::new(),
            recorded: Vec::new(),
            blocks: Cache::default(),
            spaces: Cache::default(),
            scopes: Vec::new(),
            roll: Roll::default(),
            chain: (usize::MAX, Chain::default()),
        }
    }

    /// A free task.
    #[inline]
    pub(crate) fn take_task<'a>(&mut self, store: Store<'a>) -> (u32, &'a Task) {
        let number = match self.tasks.pop() {
            Some(number) => number,
            None => self.more_tasks(store),
        };
        if let Some(&soon) = self.tasks.iter().nth_back(SOON) {
            store.tasks.prefetch(soon);
        }
        let task = store.tasks.get(number);
        task.links
            .recycle(&task.last, store.blocks, &mut self.blocks);
        (number, task)
    }

    #[cold]
    fn more_tasks(&mut self, store: Store<'_>) -> u32 {
        store.returned[self.lane].take(store.blocks, &mut self.blocks, &mut self.tasks);
        if self.tasks.is_empty() {
            store.tasks.make(&mut self.tasks);
            // Newest last: ascending numbers are handed out in order of address.
            self.tasks.reverse();
        }
        self.tasks.pop().expect("some were made")
    }

    /// A free task for a recording.
    pub(crate) fn take_recorded<'a>(&mut self, store: Store<'a>) -> (u32, &'a Task) {
        if self.recorded.is_empty() {
            store.tasks.make(&mut self.recorded);
            self.recorded.reverse();
        }
        let number = self.recorded.pop().expect("some were made");
        if let Some(&soon) = self.recorded.iter().nth_back(SOON) {
            store.tasks.prefetch(soon);
        }
        (number, store.tasks.get(number))
    }

    /// Takes the tasks of a recording back.
    pub(crate) fn give_recorded(&mut self, numbers: impl Iterator<Item = u32>) {
        self.recorded.extend(numbers);
    }

    /// Frees a completed task that lane `owner` registered.
    #[inline]
    pub(crate) fn free_task(&mut self, store: Store<'_>, task: TaskPtr, owner: usize) {
        let number = task.number();
        if owner == self.lane {
            self.tasks.push(number);
            return;
        }
        if self.chain.0 != owner || self.chain.1.is_long() {
            self.hand_over(store);
            self.chain.0 = owner;
        }
        self.chain.1.add(store.blocks, &mut self.blocks, number);
    }

    /// Hands the chain over.
    pub(crate) fn hand_over(&mut self, store: Store<'_>) {
        let (owner, chain) = &mut self.chain;
        if let Some(returned) = store.returned.get(*owner) {
            returned.push(store.blocks, chain);
        }
    }

    /// A scope for a new region.
    pub(crate) fn take_scope(&mut self, shared: &Shared) -> ScopeRef {
        self.scopes.pop().unwrap_or_else(|| shared.take_scope())
    }

    /// Gives a scope back, with nothing registered that is not completed.
    pub(crate) fn give_scope(&mut self, shared: &Shared, scope: ScopeRef) {
        if self.lane == usize::MAX || self.scopes.len() == SCOPES {
            return shared.give_scope(scope);
        }
        shared.clear_scope(scope);
        self.scopes.push(scope);
    }

    /// Gives up what others can use.
    pub(crate) fn flush(&mut self, store: Store<'_>) {
        self.hand_over(store);
        self.blocks.flush(store.blocks);
        self.spaces.flush(store.spaces);
    }
}
