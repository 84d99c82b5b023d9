//! Remote free: memory of completed tasks in, lists of it out to the lane that registered them.
//!
//! Protocol *return*. A task's memory is reused only by the lane that registered it
//! (`graph/successors.rs`, 4). Who completes tasks of another lane writes their numbers into blocks,
//! the same that edges stand in: a [`Chain`] of them. It hands the chain over when it is long
//! enough, when the next task is of another lane, or when the thread runs out of work. A lane
//! takes all its returned chains with one exchange, so no task is taken twice, and it has the
//! blocks then.
//!
//! Numbers stand in blocks, and not in the tasks, so that the lane reads one line for fifteen
//! tasks: a way from task to task, whose lines are another PPU's, was a tenth of registering a
//! short one. (Model: `stress/loom/tests/returned.rs`.)

use crate::graph::slab::{Cache, Slab};
use crate::graph::successors::{Block, PER_BLOCK};
use crate::sync::{AtomicU32, Ordering, scaled};

/// Tasks that are handed back at once.
const LONGEST: usize = scaled(4 * PER_BLOCK, 3);

/// No block, no task.
const NONE: u32 = u32::MAX;

/// Completed tasks on their way back to one lane: a stack of blocks.
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
    /// Hands the chain over, which is empty then.
    pub(crate) fn push(&self, blocks: &Slab<Block>, chain: &mut Chain) {
        let Chain { first, last, count } = std::mem::take(chain);
        if count == 0 {
            return;
        }
        let filled = count % PER_BLOCK;
        if filled != 0 {
            blocks.get(first).to[filled].store(NONE, Ordering::Relaxed);
        }
        let mut head = self.head.load(Ordering::Relaxed);
        loop {
            blocks.get(last).next.store(head, Ordering::Relaxed);
            match self
                .head
                .compare_exchange_weak(head, first, Ordering::Release, Ordering::Relaxed)
            {
                Ok(_) => return,
                Err(now) => head = now,
            }
        }
    }

    /// Takes everything: those that came back last are the first of `into`.
    pub(crate) fn take(&self, blocks: &Slab<Block>, cache: &mut Cache, into: &mut Vec<u32>) {
        let mut at = self.head.swap(NONE, Ordering::Acquire);
        while at != NONE {
            let block = blocks.get(at);
            let begin = into.len();
            let numbers = block.to.iter().map(|slot| slot.load(Ordering::Relaxed));
            into.extend(numbers.take_while(|&number| number != NONE));
            into[begin..].reverse();
            let next = block.next.load(Ordering::Relaxed);
            cache.give(blocks, at);
            at = next;
        }
    }
}

/// Numbers of completed tasks, in blocks: all full but the first.
#[derive(Default)]
pub(crate) struct Chain {
    first: u32,
    last: u32,
    count: usize,
}

impl Chain {
    /// It is to be handed over.
    #[inline]
    pub(crate) fn is_long(&self) -> bool {
        self.count >= LONGEST
    }

    /// Adds a task.
    #[inline]
    pub(crate) fn add(&mut self, blocks: &Slab<Block>, cache: &mut Cache, number: u32) {
        let at = self.count % PER_BLOCK;
        if at == 0 {
            self.begin_block(blocks, cache);
        }
        blocks.get(self.first).to[at].store(number, Ordering::Relaxed);
        self.count += 1;
    }

    #[cold]
    fn begin_block(&mut self, blocks: &Slab<Block>, cache: &mut Cache) {
        let block = cache.take(blocks);
        match self.count {
            0 => self.last = block,
            _ => blocks.get(block).next.store(self.first, Ordering::Relaxed),
        }
        self.first = block;
    }
}
