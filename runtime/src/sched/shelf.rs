//! Long tasks in the order of the program: one queue per last cache.
//!
//! Depth first, newest first and at home is the right order where a task's tiles are worth
//! their way: it finds them in cache. Where a body takes much longer than fetching its tiles
//! anew, that gains nothing, and it costs: with few long tasks, what counts is that none that
//! much depends on lies behind others in one PPU's queue. Smith-Waterman in 4 x 4 blocks took
//! ten steps on two PPUs that way, and nine are possible.
//!
//! So a PPU looks at what it has just run ([`Gauge`]): were the tiles' bytes fewer than the
//! body's time could have fetched several times over, then the successors that became ready go
//! to the *shelf* of the PPUs that share its last cache, which gives out the task of the highest
//! priority, and of these the one that the program has first. That is list scheduling
//! (Graham, "Bounds on multiprocessing timing anomalies", 1969): no PPU rests while
//! a task is on the shelf, so a graph takes at most twice as long as by the best order; that
//! of the program is a good one, since what comes first there is what the rest needs.
//!
//! The shelf has a lock, which a PPU takes twice per task. A body is long only above
//! [`PER_SHARER`] per PPU that shares the shelf, so the lock is free 95% of the time and more.

use std::cell::Cell;
use std::cmp::{Ordering as Order, Reverse};
use std::collections::BinaryHeap;
use std::time::{Duration, Instant};

use crate::graph::task::{Task, TaskPtr};
use crate::sync::{AtomicUsize, Mutex, Ordering, lock, now};

/// Bodies below this, per PPU of the space, are not long.
const PER_SHARER: Duration = Duration::from_micros(10);

/// Bytes of tiles per nanosecond of the body, above which fetching them counts. A processor
/// fetches three to five times as many from memory that is not its own.
const RATE: u64 = 4;

/// After a body that was not long, so many are not looked at: the clock costs 50 ns.
const PATIENCE: u8 = 15;

/// A task among others: those that come first are larger.
struct Place {
    key: (i32, Reverse<(u32, u32)>),
    task: TaskPtr,
}

impl Place {
    fn of(task: TaskPtr) -> Place {
        let lap = if task.is_recorded() {
            task.links.lap()
        } else {
            0
        };
        Place {
            key: (task.priority(), Reverse((lap, task.id()))),
            task,
        }
    }
}

impl PartialEq for Place {
    fn eq(&self, other: &Place) -> bool {
        self.key == other.key
    }
}

impl Eq for Place {}

impl PartialOrd for Place {
    fn partial_cmp(&self, other: &Place) -> Option<Order> {
        Some(self.cmp(other))
    }
}

impl Ord for Place {
    fn cmp(&self, other: &Place) -> Order {
        self.key.cmp(&other.key)
    }
}

/// Ready tasks of the PPUs of one space.
#[derive(Default)]
pub(crate) struct Shelf {
    /// How many there are: looked at before the lock is taken.
    waiting: AtomicUsize,
    tasks: Mutex<BinaryHeap<Place>>,
}

impl Shelf {
    /// Adds a task; somebody is to be woken for it.
    pub(crate) fn put(&self, task: TaskPtr) {
        let mut tasks = lock(&self.tasks);
        tasks.push(Place::of(task));
        self.waiting.store(tasks.len(), Ordering::Release);
    }

    /// True when it holds nothing.
    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.waiting.load(Ordering::Acquire) == 0
    }

    /// Takes the first task.
    #[inline]
    pub(crate) fn take(&self) -> Option<TaskPtr> {
        if self.is_empty() {
            return None;
        }
        self.take_first()
    }

    #[inline(never)]
    fn take_first(&self) -> Option<TaskPtr> {
        let mut tasks = lock(&self.tasks);
        let first = tasks.pop()?;
        self.waiting.store(tasks.len(), Ordering::Release);
        Some(first.task)
    }
}

/// In models time stands still, and tiles are small.
const MODEL: bool = cfg!(any(hp5_loom, hp5_shuttle));

/// True for a task that goes to the shelf after a long body.
pub(crate) fn belongs_here(task: &Task) -> bool {
    task.priority() >= 0 && (MODEL || !task.is_light())
}

/// Whether the bodies that a worker runs are long.
#[derive(Default)]
pub(crate) struct Gauge {
    long: Cell<bool>,
    skip: Cell<u8>,
}

impl Gauge {
    /// When a body begins that is to be looked at.
    #[inline]
    pub(crate) fn begin(&self, task: &Task) -> Option<Instant> {
        if task.is_light() && !MODEL {
            self.long.set(false);
            return None;
        }
        match self.skip.get() {
            0 => Some(now()),
            n => {
                self.skip.set(n - 1);
                None
            }
        }
    }

    /// The body has run, on one of so many PPUs that share a shelf.
    pub(crate) fn end(&self, begun: Instant, task: &Task, sharers: usize) {
        let took = now() - begun;
        let bytes = task.tiles().map(|tile| u64::from(tile.size().bytes()));
        let long = match MODEL {
            true => task.id() % 2 == 1,
            false => is_long(took, bytes.sum(), sharers),
        };
        self.long.set(long);
        self.skip.set(if long || MODEL { 0 } else { PATIENCE });
    }

    /// The last body was long.
    #[inline]
    pub(crate) fn is_long(&self) -> bool {
        self.long.get()
    }
}

fn is_long(took: Duration, bytes: u64, sharers: usize) -> bool {
    let enough = took >= PER_SHARER * u32::try_from(sharers).unwrap_or(u32::MAX);
    enough && u128::from(bytes) < took.as_nanos() * u128::from(RATE)
}

#[cfg(all(test, not(any(hp5_loom, hp5_shuttle))))]
mod tests {
    use super::*;

    #[test]
    fn bodies_are_long_where_tiles_are_fetched_in_less() {
        let us = Duration::from_micros;
        let mib = 1 << 20;
        assert!(is_long(us(3000), 3 * mib / 2, 2), "Cholesky, tiles of 256");
        assert!(!is_long(us(1200), 48 * mib, 2), "Jacobi, tiles of 1008");
        assert!(!is_long(us(15), 1000, 2), "the lock would count");
        assert!(is_long(us(25), 1000, 2) && !is_long(us(25), 1000, 8));
    }
}
