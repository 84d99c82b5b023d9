//! Sharded counter: completed tasks of a region, counted by space and added to the region's counter in portions.
//!
//! Protocol *parts*. On a machine of several last caches the PPUs of each count into a word of
//! their own before anything reaches the region's counter. A PPU *joins* the part of its space
//! when it begins to count tasks of a region, and *leaves* it with what it counted: when it
//! has counted enough, finds no more work, or turns to another region. Who leaves as the last
//! one, or finds that much has come together, takes all that the part holds and tells the
//! region. So nothing stays in a part that nobody has joined, and as long as somebody has, the
//! region cannot be done: that one completed a task that it has not told of. (Models:
//! `stress/loom/tests/parts.rs`.)

use crate::sync::{AtomicU64, CachePadded, Ordering, planted};

/// One PPU that has joined; what the part holds stands below.
const JOINED: u64 = 1 << 48;
const HELD: u64 = JOINED - 1;

/// The parts of one region.
#[derive(Default)]
pub(crate) struct Parts {
    /// Empty where there is one space.
    words: Box<[CachePadded<AtomicU64>]>,
    /// What a part holds at most.
    most: u64,
}

impl Parts {
    /// For so many spaces, each of which holds back up to `most` tasks.
    pub(crate) fn new(spaces: usize, most: u64) -> Parts {
        let spaces = if spaces > 1 { spaces } else { 0 };
        Parts {
            words: (0..spaces).map(|_| CachePadded::default()).collect(),
            most,
        }
    }

    /// A PPU of this space begins to count.
    #[inline]
    pub(crate) fn join(&self, space: usize) {
        if let Some(word) = self.words.get(space) {
            word.fetch_add(JOINED, Ordering::Relaxed);
        }
    }

    /// A PPU of this space, which has joined, has counted `count` tasks; how many the region
    /// is to be told of.
    #[inline]
    #[must_use]
    pub(crate) fn leave(&self, space: usize, count: u64) -> u64 {
        match self.words.get(space) {
            Some(word) => self.take(word, count),
            None => count,
        }
    }

    fn take(&self, word: &AtomicU64, count: u64) -> u64 {
        // AcqRel: who tells the region speaks for all whose tasks it tells of.
        let change = count.wrapping_sub(JOINED);
        let mut now = word
            .fetch_add(change, Ordering::AcqRel)
            .wrapping_add(change);
        loop {
            let held = now & HELD;
            let stays = now >= JOINED && held < self.most;
            if held == 0 || stays || planted("leave it to nobody") {
                return 0;
            }
            match word.compare_exchange(now, now - held, Ordering::AcqRel, Ordering::Acquire) {
                Ok(_) => return held,
                Err(changed) => now = changed,
            }
        }
    }
}

#[cfg(all(test, not(any(hp5_loom, hp5_shuttle))))]
mod tests {
    use super::*;

    #[test]
    fn the_last_one_tells() {
        let parts = Parts::new(2, 100);
        parts.join(0);
        parts.join(0);
        parts.join(1);
        assert_eq!(parts.leave(0, 5), 0, "another one is there");
        assert_eq!(parts.leave(1, 7), 7, "a part for itself");
        parts.join(0);
        assert_eq!(parts.leave(0, 96), 101, "much has come together");
        assert_eq!(parts.leave(0, 3), 3);
        parts.join(0);
        assert_eq!(parts.leave(0, 0), 0);
    }

    #[test]
    fn one_space_needs_no_parts() {
        let parts = Parts::new(1, 100);
        parts.join(0);
        assert_eq!(parts.leave(0, 5), 5);
    }

    #[test]
    fn nothing_is_lost_between_threads() {
        const ROUNDS: u64 = 20_000;
        let parts = Parts::new(2, 8);
        let told: u64 = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..4)
                .map(|n| {
                    let parts = &parts;
                    let count = move |round| {
                        parts.join(n % 2);
                        parts.leave(n % 2, round % 3)
                    };
                    scope.spawn(move || (0..ROUNDS).map(count).sum::<u64>())
                })
                .collect();
            threads
                .into_iter()
                .map(|t| t.join().expect("no panic"))
                .sum()
        });
        let wanted: u64 = 4 * (0..ROUNDS).map(|round| round % 3).sum::<u64>();
        assert_eq!(told, wanted);
        assert!(
            parts
                .words
                .iter()
                .all(|word| word.load(Ordering::Relaxed) == 0)
        );
    }
}
