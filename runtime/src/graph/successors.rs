//! Successor lists: who waits for a task.
//!
//! Protocol *successor release*. One word per task holds the task's generation and the
//! number of its edges; the edges stand in slots, the first ones in the task itself.
//!
//! 1. Only the registering thread of the task's scope calls [`Links::add`]. It writes the
//!    slot after the last edge and then counts it by one exchange, which fails if the
//!    generation is another one.
//! 2. The worker that completes the task calls [`Links::close`] once: it exchanges the word
//!    for the next generation without edges, and owns every edge that was counted.
//! 3. `add` after `close` fails: the predecessor is completed, and the registering thread
//!    does not count it. So an edge is either handed to the completing worker or refused,
//!    never lost and never counted twice.
//! 4. A task's memory, its blocks of edges included, is reused by its own registering
//!    thread only, so slots and blocks are written by one thread, and never between that
//!    thread's look at the generation and its exchange. Whoever holds the number and
//!    generation of a completed task finds another generation. So who runs a task may look at edges
//!    that are counted already, before it closes them ([`Links::first_so_far`]). (Models:
//!    `stress/loom/tests/release.rs`.)
//!
//! A recorded task (`rt/replay.rs`) keeps its edges; its generation counts laps.

use crate::graph::slab::{Cache, Slab};
use crate::sync::{AtomicU32, AtomicU64, Ordering, planted, scaled};

/// Edges that stand in the task itself.
pub(super) const INLINE: usize = 4;
/// Edges per block beyond these.
pub(crate) const PER_BLOCK: usize = scaled(15, 2);

/// More edges of a task. Or numbers of completed tasks, on their way back (`sched/remote_free.rs`).
#[derive(Debug, Default)]
#[repr(align(64))]
pub(crate) struct Block {
    pub(crate) to: [AtomicU32; PER_BLOCK],
    pub(crate) next: AtomicU32,
}

/// The successors of one task.
#[derive(Debug)]
pub(crate) struct Links {
    /// Generation (high half) and number of edges.
    head: AtomicU64,
    slots: [AtomicU32; INLINE],
    /// First block, once there are more than `INLINE` edges, or [`NONE`].
    more: AtomicU32,
    /// The task's own number in the slab; stands here to fill the gap.
    pub(crate) number: AtomicU32,
}

/// No block.
const NONE: u32 = u32::MAX;

impl Default for Links {
    fn default() -> Self {
        Links {
            head: AtomicU64::new(0),
            slots: Default::default(),
            more: AtomicU32::new(NONE),
            number: AtomicU32::new(0),
        }
    }
}

const GENERATION: u64 = 1 << 32;

#[inline]
fn generation_of(head: u64) -> u32 {
    (head / GENERATION) as u32
}

#[inline]
fn count_of(head: u64) -> usize {
    (head % GENERATION) as usize
}

impl Links {
    /// The present generation: that of the task in registration, or of the next one.
    #[inline]
    pub(crate) fn generation(&self) -> u32 {
        generation_of(self.head.load(Ordering::Relaxed))
    }

    /// True when the task of this generation is completed.
    #[inline]
    pub(crate) fn is_completed(&self, generation: u32) -> bool {
        generation_of(self.head.load(Ordering::Acquire)) != generation
    }

    /// Adds an edge to task number `to`; `false` when the task of this generation is
    /// completed. `last` is the registering thread's note of the last block; `take` takes a
    /// block from its cache.
    #[inline]
    pub(crate) fn add(
        &self,
        generation: u32,
        to: u32,
        last: &AtomicU32,
        blocks: &Slab<Block>,
        take: impl FnOnce() -> u32,
    ) -> bool {
        let head = self.head.load(Ordering::Acquire);
        if generation_of(head) != generation {
            return false;
        }
        let n = count_of(head);
        match self.slots.get(n) {
            Some(slot) => slot.store(to, Ordering::Relaxed),
            None => self.write_beyond(n - INLINE, to, last, blocks, take),
        }
        self.head
            .compare_exchange(head, head + 1, Ordering::AcqRel, Ordering::Acquire)
            .is_ok()
            || planted("count refused edges")
    }

    /// Adds an edge of a recorded task, which nobody else knows yet; `false` when the slots
    /// are full.
    #[inline]
    pub(crate) fn record(&self, to: u32) -> bool {
        let head = self.head.load(Ordering::Relaxed);
        let Some(slot) = self.slots.get(count_of(head)) else {
            return false;
        };
        slot.store(to, Ordering::Relaxed);
        self.head.store(head + 1, Ordering::Relaxed);
        true
    }

    /// True when the newest edge of a recorded task leads to `to`.
    #[inline]
    pub(crate) fn is_newest(&self, to: u32, last: &AtomicU32, blocks: &Slab<Block>) -> bool {
        let Some(n) = count_of(self.head.load(Ordering::Relaxed)).checked_sub(1) else {
            return false;
        };
        let newest = match self.slots.get(n) {
            Some(slot) => slot,
            None => &blocks.get(last.load(Ordering::Relaxed)).to[(n - INLINE) % PER_BLOCK],
        };
        newest.load(Ordering::Relaxed) == to
    }

    /// As `record`, when the slots are full.
    #[cold]
    pub(crate) fn record_beyond(
        &self,
        to: u32,
        last: &AtomicU32,
        blocks: &Slab<Block>,
        cache: &mut Cache,
    ) {
        let head = self.head.load(Ordering::Relaxed);
        let take = || cache.take(blocks);
        self.write_beyond(count_of(head) - INLINE, to, last, blocks, take);
        self.head.store(head + 1, Ordering::Relaxed);
    }

    /// Writes edge `n` beyond the slots. A block that is added for an edge that comes too
    /// late stays in the chain, and the completing worker never looks at it: it counts edges.
    #[inline(never)]
    fn write_beyond(
        &self,
        n: usize,
        to: u32,
        last: &AtomicU32,
        blocks: &Slab<Block>,
        take: impl FnOnce() -> u32,
    ) {
        let at = n % PER_BLOCK;
        let mut number = last.load(Ordering::Relaxed);
        if at == 0 {
            let next = take();
            let link = match n {
                0 => &self.more,
                _ => &blocks.get(number).next,
            };
            link.store(next, Ordering::Relaxed);
            last.store(next, Ordering::Relaxed);
            number = next;
        }
        blocks.get(number).to[at].store(to, Ordering::Relaxed);
    }

    /// Gives the blocks of a completed task back, before its memory is used again; by its
    /// registering thread, which has not touched `last` since.
    #[inline]
    pub(crate) fn recycle(&self, last: &AtomicU32, blocks: &Slab<Block>, cache: &mut Cache) {
        if self.more.load(Ordering::Relaxed) != NONE {
            self.give_blocks(last.load(Ordering::Relaxed), blocks, cache);
        }
    }

    #[cold]
    fn give_blocks(&self, last: u32, blocks: &Slab<Block>, cache: &mut Cache) {
        let mut at = self.more.swap(NONE, Ordering::Relaxed);
        loop {
            let next = blocks.get(at).next.load(Ordering::Relaxed);
            cache.give(blocks, at);
            if at == last {
                return;
            }
            at = next;
        }
    }

    /// Ends the generation and hands each successor to `each`, oldest edge first.
    #[inline]
    pub(crate) fn close(&self, blocks: &Slab<Block>, each: impl FnMut(u32)) {
        let next = u64::from(self.generation().wrapping_add(1)) * GENERATION;
        // AcqRel: the slots were written before they were counted; whoever finds the new
        // generation sees what the task did.
        let count = count_of(self.head.swap(next, Ordering::AcqRel));
        self.walk(count, blocks, each);
    }

    /// Takes the edges off a recorded task that is not in flight; by its registering thread.
    pub(crate) fn clear(&self, blocks: &Slab<Block>, cache: &mut Cache) {
        let head = self.head.load(Ordering::Relaxed);
        let beyond = count_of(head).saturating_sub(INLINE);
        self.head.store(head - head % GENERATION, Ordering::Relaxed);
        let mut at = self.more.swap(NONE, Ordering::Relaxed);
        for _ in 0..beyond.div_ceil(PER_BLOCK) {
            let next = blocks.get(at).next.load(Ordering::Relaxed);
            cache.give(blocks, at);
            at = next;
        }
    }

    /// Hands each successor to `each`; the edges stay.
    #[inline(always)]
    pub(crate) fn each(&self, blocks: &Slab<Block>, each: impl FnMut(u32)) {
        let count = count_of(self.head.load(Ordering::Relaxed));
        self.walk(count, blocks, each);
    }

    /// Hands the first successors that are known by now to `each`; by who runs the task.
    #[inline]
    pub(crate) fn first_so_far(&self, blocks: &Slab<Block>, each: impl FnMut(u32)) {
        // Acquire: slots and block were written before their edges were counted.
        let count = count_of(self.head.load(Ordering::Acquire));
        self.walk(count.min(INLINE + PER_BLOCK), blocks, each);
    }

    /// How many laps a recorded task has completed (its generation is the lap).
    #[inline]
    pub(crate) fn lap(&self) -> u32 {
        generation_of(self.head.load(Ordering::Acquire))
    }

    /// Begins lap `lap` of a recorded task; only its present owner calls this.
    #[inline]
    pub(crate) fn set_lap(&self, lap: u32) {
        let count = self.head.load(Ordering::Relaxed) % GENERATION;
        self.head
            .store(u64::from(lap) * GENERATION + count, Ordering::Release);
    }

    #[inline(always)]
    fn walk(&self, count: usize, blocks: &Slab<Block>, mut each: impl FnMut(u32)) {
        for slot in &self.slots[..count.min(INLINE)] {
            each(slot.load(Ordering::Relaxed));
        }
        if count <= INLINE {
            return;
        }
        self.walk_beyond(count - INLINE, blocks, &mut each);
    }

    #[inline(never)]
    fn walk_beyond(&self, count: usize, blocks: &Slab<Block>, each: &mut dyn FnMut(u32)) {
        let mut left = count;
        let mut at = self.more.load(Ordering::Relaxed);
        while left > 0 {
            let block = blocks.get(at);
            let here = left.min(PER_BLOCK);
            for to in &block.to[..here] {
                each(to.load(Ordering::Relaxed));
            }
            left -= here;
            at = block.next.load(Ordering::Relaxed);
        }
    }
}
