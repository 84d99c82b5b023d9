//! What a thread has at hand for registering and completing: free tasks, blocks, spaces.
//!
//! Protocol *return*. A task's memory is reused only by the lane that registered it
//! (`graph/links.rs`, 4). Who completes a task of another lane strings it to a chain of that
//! lane's tasks, and hands the chain over when it is long enough, when the next task is of
//! another lane, or when the thread runs out of work. A lane takes all its returned chains
//! with one exchange, so no task is taken twice.

use crate::graph::body::Space;
use crate::graph::links::Block;
use crate::graph::scope::ScopeRef;
use crate::graph::slab::{Cache, Slab};
use crate::graph::task::{Task, TaskPtr};
use crate::sched::pool::Shared;
use crate::sched::rank::Roll;
use crate::sync::{AtomicU32, Ordering, scaled};

/// Tasks that are handed back at once.
const CHAIN: u32 = scaled(64, 2) as u32;

/// So many tasks ahead, a free one is fetched: other PPUs ran it, so its lines are theirs.
const SOON: usize = 8;

/// Scopes that a thread keeps at most.
const SCOPES: usize = scaled(16, 1);

/// No task.
const NONE: u32 = u32::MAX;

/// Completed tasks on their way back to one lane: a stack of chains, linked through
/// `Task::link_free`.
pub(crate) struct Returned {
    head: AtomicU32,
}

impl Default for Returned {
    fn default() -> Self {
        Returned {
            head: AtomicU32::new(NONE),
        }
    }
}

impl Returned {
    /// Hands a chain over, from `first` to `last`.
    fn push(&self, tasks: &Slab<Task>, first: u32, last: u32) {
        let mut head = self.head.load(Ordering::Relaxed);
        loop {
            tasks.get(last).link_free(head);
            match self
                .head
                .compare_exchange_weak(head, first, Ordering::Release, Ordering::Relaxed)
            {
                Ok(_) => return,
                Err(now) => head = now,
            }
        }
    }

    /// Takes everything.
    fn take(&self, tasks: &Slab<Task>, into: &mut Vec<u32>) {
        let mut at = self.head.swap(NONE, Ordering::Acquire);
        while at != NONE {
            into.push(at);
            at = tasks.get(at).linked_free();
        }
    }
}

/// See the module's text.
pub(crate) struct Hands {
    lane: usize,
    tasks: Vec<u32>,
    /// Numbers for recorded tasks; never mixed with the others (`rt/tape.rs`).
    recorded: Vec<u32>,
    pub(crate) blocks: Cache,
    pub(crate) spaces: Cache,
    /// Scopes for the next composites; so few that it does not matter who has them.
    scopes: Vec<ScopeRef>,
    pub(crate) roll: Roll,
    /// The chain that grows: owner, first, last, length.
    chain: (usize, u32, u32, u32),
}

/// The parts of the pool that [`Hands`] works with.
#[derive(Clone, Copy)]
pub(crate) struct Store<'a> {
    pub(crate) tasks: &'a Slab<Task>,
    pub(crate) blocks: &'a Slab<Block>,
    pub(crate) spaces: &'a Slab<Space>,
    pub(crate) returned: &'a [crate::sync::CachePadded<Returned>],
}

impl Hands {
    /// For the thread of this lane; `usize::MAX` for a thread that registers nothing.
    pub(crate) fn new(lane: usize) -> Self {
        Hands {
            lane,
            tasks: Vec::new(),
            recorded: Vec::new(),
            blocks: Cache::default(),
            spaces: Cache::default(),
            scopes: Vec::new(),
            roll: Roll::default(),
            chain: (usize::MAX, NONE, NONE, 0),
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
        store.returned[self.lane].take(store.tasks, &mut self.tasks);
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
        if self.chain.0 != owner || self.chain.3 >= CHAIN {
            self.hand_over(store);
            self.chain = (owner, NONE, number, 0);
        }
        task.link_free(self.chain.1);
        self.chain.1 = number;
        self.chain.3 += 1;
    }

    /// Hands the chain over.
    pub(crate) fn hand_over(&mut self, store: Store<'_>) {
        let (owner, first, last, length) = self.chain;
        if length > 0 {
            store.returned[owner].push(store.tasks, first, last);
            self.chain = (usize::MAX, NONE, NONE, 0);
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
