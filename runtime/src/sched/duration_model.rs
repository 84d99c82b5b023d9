//! Duration model: timed bodies in, the mean duration of tasks of one sort out, which ranks count in (`sched/critical_path.rs`).
//!
//! Tasks are of one *sort* that come from one place of the source, whatever they are called, and use a tile
//! of one size first: a Cholesky program has four. Bodies are timed by who runs them where it matters
//! whether they are long, of long ones of a sort one in a few ([`Granularity`](super::granularity::Granularity)); composites, tasks that end later than their
//! bodies, and what replays run are not. What is kept of a sort is one word, a mean in which late
//! bodies count more, and one that was interrupted does not count for much unless it was the first; on PPUs
//! that are unlike, what a body would take in the mean of them (`sched/worker_speed.rs`). Two
//! threads that note at once may lose one of the notes: times are hints, and only the order of tasks
//! depends on them. A word is written when a body took an eighth longer or less than the mean, which
//! is seldom after a few bodies, so it stays in the caches of those who read it.

use std::time::Duration;

use crate::graph::sort::Sort;
use crate::sync::{AtomicU32, AtomicU64, Ordering, scaled};

/// Sorts that are known at a time, a power of two; each stands in one of a few places.
const SLOTS: usize = scaled(256, 1);
const PLACES: usize = scaled(4, 1);

/// Nanoseconds; how long shorter bodies take is not known so well.
const SHORT: u32 = 1000;

/// A mean that would change by less than one part in so many is left.
const FINE: u32 = 32;

/// The times of sorts of tasks.
pub(crate) struct Times {
    /// What tells a sort apart (high half), and nanoseconds.
    slots: Box<[AtomicU64]>,
    /// How often a sort was met that was not known.
    met: AtomicU32,
}

impl Default for Times {
    fn default() -> Self {
        Times {
            slots: (0..SLOTS).map(|_| AtomicU64::new(0)).collect(),
            met: AtomicU32::new(0),
        }
    }
}

impl Times {
    /// A body of this sort took so long. How long they took until then, in nanoseconds, if that was known.
    pub(crate) fn note(&self, sort: Sort, took: Duration) -> Option<u32> {
        let took = u32::try_from(took.as_nanos()).unwrap_or(u32::MAX);
        let (first, mine) = sort.place();
        let known = self.find(first, mine);
        let (slot, mean) = match known {
            Some((slot, mean)) => (slot, nearer(mean, took)),
            None => {
                self.met.fetch_add(1, Ordering::Relaxed);
                (self.place_for(first), Some(took))
            }
        };
        if let Some(mean) = mean {
            let word = u64::from(mine) << 32 | u64::from(mean);
            slot.store(word, Ordering::Relaxed);
        }
        known.map(|(_, mean)| mean)
    }

    /// Nanoseconds that tasks of this sort take, if that is known.
    pub(crate) fn of(&self, sort: Sort) -> Option<u32> {
        if sort == Sort::NOTHING {
            return Some(0);
        }
        let (first, mine) = sort.place();
        self.find(first, mine).map(|(_, mean)| mean)
    }

    /// Changes when something is known of a sort that was not known before.
    pub(crate) fn met(&self) -> u32 {
        self.met.load(Ordering::Relaxed)
    }

    fn places(&self, first: usize) -> impl Iterator<Item = &AtomicU64> {
        (first..first + PLACES).map(|n| &self.slots[n % SLOTS])
    }

    fn find(&self, first: usize, mine: u32) -> Option<(&AtomicU64, u32)> {
        self.places(first).find_map(|slot| {
            let word = slot.load(Ordering::Relaxed);
            ((word >> 32) as u32 == mine).then_some((slot, word as u32))
        })
    }

    /// A free place, or that of a sort that is forgotten.
    fn place_for(&self, first: usize) -> &AtomicU64 {
        let free = |slot: &&AtomicU64| slot.load(Ordering::Relaxed) == 0;
        let place = self.places(first).find(free);
        place.unwrap_or(&self.slots[first % SLOTS])
    }
}

/// The mean with one more body in it, if that makes a difference. What took more than twice as long
/// was interrupted, perhaps.
fn nearer(mean: u32, took: u32) -> Option<u32> {
    let took = took.min(mean.saturating_mul(2).max(SHORT));
    let next = match took > mean {
        true => mean + (took - mean) / 4,
        false => mean - (mean - took) / 4,
    };
    (next.abs_diff(mean) > mean / FINE).then_some(next)
}

#[cfg(all(test, not(any(hp5_loom, hp5_shuttle))))]
mod tests {
    use super::*;
    use crate::base::site::Site;
    use crate::graph::access::Size;

    static HERE: Site = Site::new("task", "here.rs", 1);
    static THERE: Site = Site::new("task", "there.rs", 2);

    #[test]
    fn a_sort_has_the_mean_of_its_bodies() {
        let times = Times::default();
        let sort = |site, bytes| Sort::of(site, Some(Size::of(bytes)));
        let us = Duration::from_micros;
        let (small, large) = (sort(&HERE, 1000), sort(&HERE, 8000));
        assert_eq!((times.of(small), times.met()), (None, 0));
        times.note(small, us(10));
        times.note(large, us(80));
        times.note(sort(&THERE, 1000), us(30));
        assert_eq!(
            (times.of(small), times.of(large)),
            (Some(10_000), Some(80_000))
        );
        assert_eq!(times.of(Sort::of(&THERE, None)), None);
        assert_eq!(times.met(), 3);
        times.note(small, us(1000));
        assert_eq!(times.of(small), Some(12_500), "interrupted, perhaps");
        let known = (0..50).map(|_| times.note(small, us(100))).last();
        assert_eq!(known.flatten(), times.of(small), "what was known before");
        let mean = times.of(small).expect("it is known");
        assert!(
            (85_000..=100_000).contains(&mean),
            "{mean}: they take longer now"
        );
        assert_eq!(times.met(), 3);
        times.note(large, Duration::from_secs(100));
        assert!(times.of(large) > Some(80_000));
    }

    #[test]
    fn names_make_no_sorts_and_many_sorts_are_known_at_a_time() {
        let times = Times::default();
        let name = "another name";
        let named: &'static Site = Box::leak(Box::new(Site::new(name, HERE.file, HERE.line)));
        times.note(Sort::of(&HERE, None), Duration::from_micros(50));
        assert_eq!(times.of(Sort::of(named, None)), Some(50_000));
        let sort = |n: usize| Sort::of(&THERE, Some(Size::of(n * n + 1)));
        for n in 0..60 {
            times.note(sort(n), Duration::from_micros(n as u64 + 1));
        }
        let known = (0..60).filter(|&n| times.of(sort(n)).is_some()).count();
        assert!(known >= 58, "{known} of 60");
    }

    #[test]
    fn a_note_that_tells_nothing_new_is_not_written() {
        assert_eq!(nearer(1000, 1000), None);
        assert_eq!(nearer(1000, 1100), None);
        assert_eq!(nearer(1000, 1200), Some(1050));
        assert_eq!(nearer(1000, 0), Some(750));
        assert_eq!(nearer(u32::MAX, u32::MAX), None);
        assert_eq!(
            nearer(0, 500),
            Some(125),
            "a short one says nothing of the next"
        );
    }
}
