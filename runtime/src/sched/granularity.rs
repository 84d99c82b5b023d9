//! Granularity: durations of the bodies that a worker ran in, whether they are long out: then what they release goes to
//! the long queue (`sched/long_queue.rs`).
//!
//! A body is long that takes [`PER_SHARER`] per PPU that shares the long queue, and more time than fetching the bytes of its
//! tiles anew. The clock costs, above all where bodies have pushed it out of the caches (a third of a microsecond
//! after each body of Smith-Waterman beside a neighbour on the same core), so not every body is looked at: after one
//! that was not long the next few are not, and of long ones of one sort one in a few.

use std::cell::Cell;
use std::time::{Duration, Instant};

use crate::graph::access::Size;
use crate::graph::task::Task;
use crate::sync::now;

/// Bodies below this, per PPU that shares the long queue, are not long.
const PER_SHARER: Duration = Duration::from_micros(10);

/// Bytes of tiles per nanosecond of the body, above which fetching them counts. Tiles that another PPU
/// has written come at some 9 (128 KiB in 14 us beside a matrix product), and others at more.
pub(crate) const RATE: u64 = 6;

/// After a long body it takes so many times as many bytes as make one not long. (In Cholesky in tiles of
/// 128 x 128 a quarter of the bodies takes 44 us for 256 KiB, which is just at the border: PPUs went by the plan
/// and depth first in turn, and the end of the graph came 4% later.)
const SLACK: u64 = 2;

/// After a body that was not long, so many are not looked at: the clock costs 50 ns where it is in the caches.
const PATIENCE: u8 = 15;
/// After a chain of plain tasks that were not long, so many such chains.
const PATIENCE_WITH_PLAIN: u8 = 255;

/// After a second long body of one sort, so many more of it are not looked at, if they take no longer than this
/// in all. (What the clock costs is nothing beside bodies that take longer.)
const MORE_ALIKE: u8 = 3;
const UNSEEN: Duration = Duration::from_micros(500);

/// Bodies that follow long ones without a look at other queues: none after one that was seen to take longer than
/// [`UNSEEN`].
const IN_A_ROW: u8 = 8;

/// In models time stands still, and tiles are small.
const MODEL: bool = cfg!(any(hp5_loom, hp5_shuttle));

/// What bodies of a sort have in common: the address of their site, and the size of the first tile. (A
/// [`Sort`](crate::graph::sort::Sort) would do, but reads a line that nobody else needs then.)
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Alike(usize, Size);

impl Alike {
    /// Of a task that the calling thread owns.
    #[inline]
    pub(crate) fn of(task: &Task) -> Alike {
        let first = task.listed().first();
        let size = first.map_or(Size::NOTHING, |tile| tile.size());
        Alike(std::ptr::from_ref(task.site()).addr(), size)
    }
}

/// Whether the bodies that a worker runs are long.
#[derive(Default)]
pub(crate) struct Granularity {
    long: Cell<bool>,
    /// Of the last body that was looked at.
    alike: Cell<Alike>,
    skip: Cell<u8>,
    /// How many tasks in a row it may run after long ones without a look at others.
    in_a_row: Cell<u8>,
}

impl Granularity {
    /// When a body of a sort begins that is to be looked at.
    #[inline]
    pub(crate) fn begin(&self, alike: impl FnOnce() -> Alike) -> Option<Instant> {
        match self.skip.get() {
            0 => Some(now()),
            _ if self.is_long() && alike() != self.alike.get() => Some(now()),
            n => {
                self.skip.set(n - 1);
                None
            }
        }
    }

    /// The body has run, on one of so many PPUs that share a long queue; how long it took.
    pub(crate) fn end(&self, begun: Instant, task: &Task, sharers: usize) -> Duration {
        let took = now() - begun;
        let bytes = task.tiles().map(|tile| u64::from(tile.size().bytes()));
        let long = match MODEL {
            true => task.id() % 2 == 1,
            false => self.finds_long(took, bytes.sum(), sharers),
        };
        self.note(long, PATIENCE, Alike::of(task), took);
        took
    }

    /// As [`end`](Self::end), for so many plain tasks, one after the other, the first of this sort; they have no
    /// tiles to speak of. How long each took.
    pub(crate) fn end_chain(
        &self,
        begun: Instant,
        alike: Alike,
        count: u64,
        sharers: usize,
    ) -> Duration {
        let took = now() - begun;
        let each = took / u32::try_from(count).unwrap_or(u32::MAX).max(1);
        self.note(is_long(each, 0, sharers), PATIENCE_WITH_PLAIN, alike, each);
        each
    }

    /// Whether a body counts as long after the last one.
    fn finds_long(&self, took: Duration, bytes: u64, sharers: usize) -> bool {
        let slack = if self.is_long() { SLACK } else { 1 };
        is_long(took, bytes / slack, sharers)
    }

    fn note(&self, long: bool, patience: u8, alike: Alike, took: Duration) {
        let (was_long, before) = (self.long.replace(long), self.alike.replace(alike));
        let again = was_long && before == alike;
        if took > UNSEEN {
            self.in_a_row.set(0);
        }
        self.skip.set(match long {
            _ if MODEL => 0,
            false => patience,
            true if again => more_alike(took),
            true => 0,
        });
    }

    /// The worker looks at all its queues.
    #[inline]
    pub(crate) fn look_around(&self) {
        self.in_a_row.set(IN_A_ROW);
    }

    /// After a long body: whether the next one may follow without a look at others. Each time that it is asked counts.
    pub(crate) fn goes_on(&self) -> bool {
        let left = self.in_a_row.get();
        self.in_a_row.set(left.saturating_sub(1));
        left > 0
    }

    /// The last body was long, in a test.
    #[cfg(all(test, not(any(hp5_loom, hp5_shuttle))))]
    pub(crate) fn note_long(&self) {
        self.note(true, 0, Alike::default(), Duration::ZERO);
    }

    /// The last body was long.
    #[inline]
    pub(crate) fn is_long(&self) -> bool {
        self.long.get()
    }
}

/// How many more long bodies that take so long are not looked at.
fn more_alike(took: Duration) -> u8 {
    let fit = UNSEEN.as_nanos() / took.as_nanos().max(1);
    u8::try_from(fit).map_or(MORE_ALIKE, |fit| fit.min(MORE_ALIKE))
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
        assert!(is_long(us(80), 3 * mib / 8, 2), "and of 128");
        assert!(!is_long(us(1200), 48 * mib, 2), "Jacobi, tiles of 1008");
        assert!(!is_long(us(15), 1000, 2), "the lock would count");
        assert!(is_long(us(25), 1000, 2) && !is_long(us(25), 1000, 8));
    }

    /// `syrk` in tiles of 128 x 128 among the other tasks of Cholesky.
    #[test]
    fn after_a_long_body_one_at_the_border_is_long_too() {
        let (us, kib, granularity) = (Duration::from_micros, 1 << 10, Granularity::default());
        assert!(!granularity.finds_long(us(43), 256 * kib, 2));
        granularity.note_long();
        assert!(granularity.finds_long(us(43), 256 * kib, 2));
        assert!(
            !granularity.finds_long(us(43), 600 * kib, 2),
            "fetching counts"
        );
        assert!(
            !granularity.finds_long(us(15), 1000, 2),
            "the lock would count"
        );
    }

    #[test]
    fn of_long_bodies_of_a_sort_some_are_looked_at_and_each_of_another() {
        let (us, granularity) = (Duration::from_micros, Granularity::default());
        let (one, other) = (Alike(1, Size::of(1)), Alike(2, Size::of(1)));
        let looks = |alike| granularity.begin(|| alike).is_some();
        let long = |alike, took| granularity.note(true, PATIENCE, alike, took);
        long(one, us(100));
        assert!(looks(one), "the second of its sort");
        long(one, us(100));
        assert_eq!(
            [(); 5].map(|()| looks(one)),
            [false, false, false, true, true]
        );
        long(one, us(100));
        assert!(!looks(one) && looks(other));
        long(other, us(100));
        assert!(looks(one), "another sort than the last one");
        long(one, us(100));
        assert!(looks(one));
        long(one, us(300));
        assert!(
            !looks(one) && looks(one),
            "a body of 300 us is longer than what is left out"
        );
        long(one, us(3000));
        assert!(looks(one), "beside it the clock costs nothing");
        granularity.note(false, PATIENCE, one, us(1));
        let seen = (0..32)
            .filter(|n| looks(if n % 2 == 0 { one } else { other }))
            .count();
        assert_eq!(
            seen,
            32 - usize::from(PATIENCE),
            "of short ones none, until it is time"
        );
    }

    #[test]
    fn a_few_bodies_follow_long_ones_without_a_look_at_others() {
        let (us, granularity) = (Duration::from_micros, Granularity::default());
        let alike = Alike(1, Size::of(1));
        let follow = || (0..99).take_while(|_| granularity.goes_on()).count();
        granularity.look_around();
        granularity.note(true, PATIENCE, alike, us(100));
        assert_eq!(follow(), usize::from(IN_A_ROW));
        granularity.look_around();
        granularity.note(true, PATIENCE, alike, us(600));
        assert_eq!(follow(), 0, "it takes long to come back");
    }
}
