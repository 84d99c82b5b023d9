//! How far a thread registers ahead of the threads that run its tasks.
//!
//! A registered task waits in memory until its turn comes. Where tasks are tiny, that memory
//! is what matters: as many tasks as fit a core's cache keeps tasks, edges and tiles warm
//! between registration and execution (LU in tiles of 8 x 8 runs 1.5 times faster with 2,048
//! tasks in flight than with 16,384). Where tasks are long, a wide view ahead matters: more
//! tasks are ready, and a PPU finds one on warm tiles (Jacobi in tiles of 72 x 72 runs 1.2
//! times faster with all sweeps in flight). So the throttle starts low, and doubles up to
//! `HP5_MAX_TASKS` as often as the registering thread, when it helps, sees tasks that are
//! long, or none that is ready. It need not help where the other PPUs' tasks were long while it
//! registered: the sooner they see far, the sooner they go deep. (Jacobi in tiles of 32 x 32, whose bodies
//! take half as long where a PPU goes from sweep to sweep as where it goes through each, takes 0.93 of the
//! time for that.)

use std::cell::Cell;
use std::time::{Duration, Instant};

use crate::sync::now;

/// Tasks in flight per PPU where tasks are tiny.
const NARROW: u64 = 1024;

/// Tasks that take longer do not count every cache line.
const LONG: Duration = Duration::from_nanos(2_500 * SLOWER);
pub(crate) const SHORT: Duration = Duration::from_nanos(1_200 * SLOWER);
/// Tasks that tell how long tasks are.
const ENOUGH: u64 = 64;
/// So many times as long does the way to a body take in a build that is not optimised.
pub(crate) const SLOWER: u64 = if cfg!(debug_assertions) { 20 } else { 1 };

/// Of one region: tasks in flight before its registering thread helps.
pub(crate) struct Throttle {
    size: Cell<u64>,
    least: u64,
    most: u64,
    ppus: u32,
    /// What a task took when that was looked at last.
    each: Cell<Duration>,
    /// Since when this thread has only registered, or has been seen to, and how many tasks were completed then.
    looked: Cell<Option<(Instant, u64)>>,
}

impl Throttle {
    /// A throttle of at most `most` tasks.
    pub(crate) fn new(most: u64, ppus: usize) -> Self {
        let least = (NARROW * ppus as u64).min(most);
        Throttle {
            size: Cell::new(least),
            least,
            most,
            ppus: ppus as u32,
            each: Cell::new(Duration::MAX),
            looked: Cell::new(None),
        }
    }

    /// Tasks that may be in flight now.
    #[inline]
    pub(crate) fn size(&self) -> u64 {
        self.size.get()
    }

    /// True when no more tasks may be in flight, whatever they are.
    pub(crate) fn is_widest(&self) -> bool {
        self.size.get() >= self.most
    }

    /// True when tasks were long when that was looked at last, or it was not looked at.
    #[inline]
    pub(crate) fn is_long(&self) -> bool {
        self.each.get() > LONG
    }

    /// True when tasks were short when that was looked at last.
    #[inline]
    pub(crate) fn is_short(&self) -> bool {
        self.each.get() < SHORT
    }

    /// Tasks are not short any more, until that is looked at again.
    pub(crate) fn forget_short(&self) {
        self.each.set(Duration::MAX);
    }

    /// From here on this thread registers and nothing else, if it did not before; so many tasks are completed.
    #[inline]
    pub(crate) fn look(&self, completed: u64) {
        if self.looked.get().is_none() {
            self.looked.set(Some((now(), completed)));
        }
    }

    /// It does something else.
    #[inline]
    pub(crate) fn look_away(&self) {
        self.looked.set(None);
    }

    /// True when the other PPUs were seen to run long tasks while this thread registered: the throttle is wider
    /// then. So many tasks are completed.
    pub(crate) fn opens(&self, completed: u64) -> bool {
        let now = now();
        let before = self.looked.replace(Some((now, completed)));
        let Some((since, before)) = before.filter(|&(_, before)| completed >= before + ENOUGH)
        else {
            return false;
        };
        let tasks = u32::try_from(completed - before).unwrap_or(u32::MAX);
        let long = (now - since) * (self.ppus - 1) / tasks > LONG;
        if !long || self.is_widest() {
            return false;
        }
        self.forget_short();
        self.widen();
        true
    }

    fn widen(&self) {
        self.size.set((self.size.get() * 2).min(self.most));
    }

    /// Notes that `tasks` tasks were completed while the registering thread helped from
    /// `since` until now. Returns what a task took, of all PPUs' time.
    pub(crate) fn adapt(&self, since: Instant, tasks: u64) -> Duration {
        let each = (now() - since) * self.ppus / tasks.clamp(1, 1 << 20) as u32;
        let size = self.size.get();
        self.each.set(each);
        if each > LONG {
            self.widen();
        } else if each < SHORT {
            self.size.set((size / 2).max(self.least));
        }
        each
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The throttle after so many tasks that took so long, in an optimised build.
    fn after(throttle: &Throttle, each: Duration, tasks: u64) -> u64 {
        let each = each * SLOWER as u32;
        let since = Instant::now().checked_sub(each * tasks as u32);
        throttle.adapt(since.expect("the clock runs for long"), tasks);
        throttle.size()
    }

    #[test]
    fn long_tasks_widen_the_window_and_tiny_ones_narrow_it() {
        let throttle = Throttle::new(1 << 14, 2);
        assert_eq!(throttle.size(), 2048);
        assert_eq!(after(&throttle, Duration::from_micros(3), 1000), 4096);
        assert_eq!(after(&throttle, Duration::from_micros(3), 1000), 8192);
        assert_eq!(after(&throttle, Duration::from_micros(3), 1000), 1 << 14);
        assert_eq!(after(&throttle, Duration::from_micros(3), 1000), 1 << 14);
        assert_eq!(after(&throttle, Duration::from_nanos(100), 100_000), 8192);
        assert_eq!(after(&throttle, Duration::from_nanos(900), 10_000), 8192);
    }

    /// What the others do while a thread of two registers.
    #[test]
    fn the_window_opens_without_help_where_others_run_long_tasks() {
        let opens = |throttle: &Throttle, tasks: u64, each: Duration| {
            let since = Instant::now().checked_sub(each * SLOWER as u32 * tasks as u32);
            throttle.looked.set(since.map(|since| (since, 100)));
            throttle.opens(100 + tasks)
        };
        let (short, long) = (Duration::from_micros(1), Duration::from_micros(3));
        let throttle = Throttle::new(5000, 2);
        assert!(!throttle.opens(1000), "since when?");
        assert!(!opens(&throttle, 30, long), "few say nothing");
        assert!(!opens(&throttle, 1000, short));
        throttle.look(2000);
        assert!(!throttle.opens(1100), "none since then");
        assert_eq!(throttle.size(), 2048);
        assert!(opens(&throttle, 1000, long) && throttle.size() == 4096);
        assert!(opens(&throttle, 1000, long) && throttle.size() == 5000);
        assert!(!opens(&throttle, 1000, long), "it is as wide as may be");
        assert!(
            !opens(&Throttle::new(5000, 1), 1000, long),
            "there are no others"
        );
    }

    #[test]
    fn what_the_user_allows_is_the_limit() {
        let throttle = Throttle::new(100, 64);
        assert_eq!(after(&throttle, Duration::from_millis(1), 10), 100);
        assert_eq!(after(&throttle, Duration::from_nanos(1), 1_000_000), 100);
    }
}
