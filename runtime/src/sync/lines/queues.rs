//! `crossbeam-deque`'s queues, with the lines that they touch.
//!
//! A deque has its two ends on one line and its slots, 8 bytes each, in a ring; a thief moves
//! the one end, the owner the other one. An injector has each end on a line of its own, and
//! slots of 16 bytes in blocks, which the taker marks as read.

use std::panic::Location;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::{Arc, LINE, touch};

pub use crossbeam_deque::Steal;

/// Addresses that nothing else has, for lines of queues.
fn addresses() -> usize {
    static NEXT: AtomicUsize = AtomicUsize::new(0);
    usize::MAX / 2 + (NEXT.fetch_add(1, Ordering::Relaxed) << 24)
}

/// Slots of the ring that come round again.
const RING: usize = 1 << 12;

/// Where a queue's lines are, and how far its ends have gone.
struct Lines {
    base: usize,
    front: AtomicUsize,
    back: AtomicUsize,
}

impl Lines {
    fn new() -> Lines {
        Lines {
            base: addresses(),
            front: AtomicUsize::new(0),
            back: AtomicUsize::new(0),
        }
    }

    #[track_caller]
    fn touch(&self, line: usize, writes: bool) {
        touch(self.base + line * LINE, writes, Location::caller());
    }

    /// A slot of so many bytes.
    #[track_caller]
    fn slot(&self, number: usize, bytes: usize, writes: bool) {
        self.touch(4 + number % RING * bytes / LINE, writes);
    }
}

/// Both ends of a deque.
const ENDS: usize = 0;

/// The owner's end of a deque, newest first.
pub struct Deque<T>(crossbeam_deque::Worker<T>, Arc<Lines>);

impl<T> Deque<T> {
    pub fn new_lifo() -> Self {
        Deque(crossbeam_deque::Worker::new_lifo(), Arc::new(Lines::new()))
    }

    pub fn stealer(&self) -> Stealer<T> {
        Stealer(self.0.stealer(), self.1.clone())
    }

    #[track_caller]
    pub fn push(&self, item: T) {
        let at = self.1.back.fetch_add(1, Ordering::Relaxed);
        self.1.touch(ENDS, false);
        self.1.slot(at, 8, true);
        self.1.touch(ENDS, true);
        self.0.push(item);
    }

    #[track_caller]
    pub fn pop(&self) -> Option<T> {
        self.1.touch(ENDS, true);
        let item = self.0.pop()?;
        let at = self.1.back.fetch_sub(1, Ordering::Relaxed);
        self.1.slot(at - 1, 8, false);
        Some(item)
    }

    #[track_caller]
    pub fn is_empty(&self) -> bool {
        self.1.touch(ENDS, false);
        self.0.is_empty()
    }

    #[track_caller]
    pub fn len(&self) -> usize {
        self.1.touch(ENDS, false);
        self.0.len()
    }
}

/// The thieves' end of a deque, oldest first.
pub struct Stealer<T>(crossbeam_deque::Stealer<T>, Arc<Lines>);

impl<T> Stealer<T> {
    /// One task moves: the end is read and moved, the slot read.
    #[track_caller]
    fn moved(&self) {
        let at = self.1.front.fetch_add(1, Ordering::Relaxed);
        self.1.slot(at, 8, false);
        self.1.touch(ENDS, true);
    }

    #[track_caller]
    pub fn steal(&self) -> Steal<T> {
        self.1.touch(ENDS, false);
        let stolen = self.0.steal();
        if stolen.is_success() {
            self.moved();
        }
        stolen
    }

    /// Takes up to half of the tasks over, one by one.
    #[track_caller]
    pub fn steal_batch_and_pop(&self, to: &Deque<T>) -> Steal<T> {
        self.1.touch(ENDS, false);
        let before = to.0.len();
        let stolen = self.0.steal_batch_and_pop(&to.0);
        if stolen.is_success() {
            self.moved();
            for _ in before..to.0.len() {
                self.moved();
                let at = to.1.back.fetch_add(1, Ordering::Relaxed);
                to.1.slot(at, 8, true);
            }
            to.1.touch(ENDS, true);
        }
        stolen
    }

    #[track_caller]
    pub fn is_empty(&self) -> bool {
        self.1.touch(ENDS, false);
        self.0.is_empty()
    }

    #[track_caller]
    pub fn len(&self) -> usize {
        self.1.touch(ENDS, false);
        self.0.len()
    }
}

const HEAD: usize = 0;
const TAIL: usize = 2;

/// A queue, oldest first.
pub struct Injector<T>(crossbeam_deque::Injector<T>, Lines);

impl<T> Injector<T> {
    pub fn new() -> Self {
        Injector(crossbeam_deque::Injector::new(), Lines::new())
    }

    #[track_caller]
    pub fn push(&self, item: T) {
        self.1.touch(TAIL, true);
        let at = self.1.back.fetch_add(1, Ordering::Relaxed);
        self.1.slot(at, 16, true);
        self.0.push(item);
    }

    #[track_caller]
    pub fn steal(&self) -> Steal<T> {
        self.1.touch(HEAD, false);
        self.1.touch(TAIL, false);
        let stolen = self.0.steal();
        if stolen.is_success() {
            self.1.touch(HEAD, true);
            let at = self.1.front.fetch_add(1, Ordering::Relaxed);
            self.1.slot(at, 16, true);
        }
        stolen
    }

    #[track_caller]
    pub fn is_empty(&self) -> bool {
        self.1.touch(HEAD, false);
        self.1.touch(TAIL, false);
        self.0.is_empty()
    }
}
