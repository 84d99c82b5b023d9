//! Worker speed: durations of long bodies by PPU in, relative speeds out, and which PPU is to have a task.
//!
//! PPUs are unlike where cores are (for performance, for efficiency), and where somebody else works on the
//! other hardware thread of a core: on a virtual machine with neighbours the same bodies took 4.2 ms on one
//! PPU and 7.7 on the other, for seconds on end. Where tasks are few and long, that matters: a slow PPU
//! that takes the last one, because it is free now, ends it later than a fast one that is free soon.
//!
//! So each PPU keeps how long those of its long bodies take that are timed, beside the mean of their sort (`sched/duration_model.rs`). Where
//! these differ clearly, and few tasks are on the long queue (`sched/long_queue.rs`), a PPU takes one only if no faster
//! one that shares the long queue would end it clearly sooner: the rule of the earliest finish time (Topcuoglu,
//! Hariri and Wu, "Performance-effective and low-complexity task scheduling for heterogeneous computing",
//! 2002, section 4.1), used when a PPU asks. Of tasks that come before it those count that faster PPUs would
//! have first. (Smith-Waterman in 4 x 4 tiles, bodies that spin for 4.2 ms on one PPU and 7.7 on the other:
//! 47.0 ms in place of 54.0. Simulated with the same speeds, Cholesky in 4 x 4 tiles takes 14.9 ms in place
//! of 16.9; where both are alike and one is thought to be slow, 12.5 in place of 11.9.)
//!
//! A task that is left so stays on the long queue, where the PPU that left it looks again soon: it does not
//! sleep. A task waits no longer for a faster PPU than that one would end it sooner (which, like renting skis
//! before one buys them, costs at most as much again as knowing would), whatever the faster one does
//! meanwhile. So it is still true that a graph ends.

use std::time::Duration;

use smallvec::SmallVec;

use crate::graph::sort::Sort;
use crate::graph::task::Task;
use crate::sched::duration_model::Times;
use crate::sync::{AtomicU32, Ordering};

/// Of the mean: what a PPU takes that is like the others.
const LIKE: u32 = 256;

/// A change by less than one part in so many is left.
const FINE: u32 = 128;

/// PPUs are unlike where one takes more than 7/6 of what another one takes.
const UNLIKE: (u32, u32) = (7, 6);

/// A faster PPU has a task if it ends it in at most 9/10 of the time.
const SOONER: (u64, u64) = (9, 10);

/// Nanoseconds until a PPU that rests begins a task.
const WAKING: u64 = 50_000;

/// When a PPU looks for a task: now.
pub(crate) const NOW: u64 = 0;
/// When that is not known.
pub(crate) const UNKNOWN: u64 = u64::MAX;

/// How long each PPU's long bodies take, of the mean of all PPUs, in 1/256.
pub(crate) struct Speeds(Box<[AtomicU32]>);

impl Speeds {
    pub(crate) fn new(ppus: usize) -> Speeds {
        Speeds((0..ppus).map(|_| AtomicU32::new(LIKE)).collect())
    }

    /// A body took so long on this PPU, and bodies of its sort take `mean`. Called by who works on it.
    pub(crate) fn note(&self, ppu: usize, mean: u32, took: Duration) {
        let old = self.of(ppu);
        let part = took.as_nanos() * u128::from(LIKE) / u128::from(mean.max(1));
        let part = u32::try_from(part).unwrap_or(u32::MAX);
        // One that was interrupted does not make a PPU slow.
        let part = part.clamp(old / 2, old + old / 2).clamp(LIKE / 8, LIKE * 8);
        let new = (7 * old + part).div_ceil(8);
        if new.abs_diff(old) > old / FINE {
            self.0[ppu].store(new, Ordering::Relaxed);
        }
    }

    /// How long a body that took so long on this PPU would take in the mean of all.
    pub(crate) fn as_mean(&self, ppu: usize, took: Duration) -> Duration {
        took * LIKE / self.of(ppu)
    }

    pub(crate) fn of(&self, ppu: usize) -> u32 {
        self.0[ppu].load(Ordering::Relaxed)
    }

    /// Whether some of these PPUs are faster than others.
    pub(crate) fn differ(&self, ppus: impl Iterator<Item = usize>) -> bool {
        let (least, most) = ppus.fold((u32::MAX, 0), |(least, most), ppu| {
            let slow = self.of(ppu);
            (least.min(slow), most.max(slow))
        });
        is_faster(least, most)
    }
}

/// Whether a PPU that takes so much of the mean is clearly faster than another one.
pub(crate) fn is_faster(slow: u32, other: u32) -> bool {
    u64::from(slow) * u64::from(UNLIKE.0) < u64::from(other) * u64::from(UNLIKE.1)
}

/// A PPU that is faster than the one that asks.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Rival {
    pub(crate) ppu: usize,
    /// How long it takes, of the mean, in 1/256.
    pub(crate) slow: u32,
    /// When it looks for a task, in nanoseconds, or [`NOW`], or [`UNKNOWN`].
    pub(crate) free: u64,
}

/// A PPU that asks for a task, and those that could end it sooner.
pub(crate) struct Choice<'a> {
    pub(crate) times: &'a Times,
    /// Nanoseconds.
    pub(crate) now: u64,
    pub(crate) slow: u32,
    pub(crate) rivals: SmallVec<[Rival; 4]>,
    /// A resting PPU that a task was left to.
    pub(crate) rests: Option<usize>,
    /// Since when tasks are left on the long queue.
    pub(crate) left_since: Option<u64>,
}

impl Choice<'_> {
    /// Nanoseconds that a task takes in the mean, if that is known.
    fn time(&self, task: &Task) -> Option<u64> {
        let known = || self.times.of(Sort::of_task(task)).map(u64::from);
        if task.is_recorded() { None } else { known() }
    }

    /// When this PPU is done with a task that it begins now.
    pub(crate) fn end(&self, task: &Task) -> u64 {
        let time = self.time(task);
        time.map_or(UNKNOWN, |time| self.now + part(time, self.slow))
    }

    /// Whether it is this PPU that is to have the next task, and not one that would end it sooner.
    pub(crate) fn is_mine(&mut self, task: &Task) -> bool {
        let Some(time) = self.time(task).filter(|_| !self.rivals.is_empty()) else {
            return true;
        };
        let mine = part(time, self.slow);
        let (now, left_since) = (self.now, self.left_since.unwrap_or(self.now));
        let ends = |rival: &mut Rival| {
            let takes = part(time, rival.slow);
            let sooner = mine.saturating_sub(takes);
            if now.saturating_sub(left_since) > sooner {
                return None;
            }
            let begins = match rival.free {
                NOW => now + WAKING,
                UNKNOWN => return None,
                free if free >= now => free,
                // It is late, or has just become free; or it does something else.
                free if now - free <= sooner => now,
                _ => return None,
            };
            Some(begins.saturating_add(takes))
        };
        let rivals = self.rivals.iter_mut();
        let first = rivals
            .filter_map(|rival| Some((ends(rival)?, rival)))
            .min_by_key(|(end, _)| *end);
        match first {
            Some((end, rival)) if (end - now) * SOONER.1 <= mine * SOONER.0 => {
                if rival.free == NOW {
                    self.rests = Some(rival.ppu);
                }
                rival.free = end;
                false
            }
            _ => true,
        }
    }
}

fn part(time: u64, slow: u32) -> u64 {
    time.saturating_mul(slow.into()) / u64::from(LIKE)
}
