//! The clock of traced bodies: a processor's counter of time where the system trusts it, else the
//! system's clock, which costs four times as much. Two readings per task were half of what
//! tracing cost.
//!
//! Readings are in ticks until their region ends; then the two clocks are compared ([`Scale`]).
//! They order what other orders imply: a body that begins because another one has ended has the
//! later reading, whoever ran them. So [`before`] waits until what was read before it is read;
//! [`after`] needs not wait: it precedes the word that a task is completed, and its reading may
//! only be too early.

use std::time::{Duration, Instant};

use crate::sync::{OnceLock, now};

/// Where both clocks begin.
struct Origin {
    instant: Instant,
    ticks: u64,
    /// Ticks are the counter's, not nanoseconds since `instant`.
    counter: bool,
}

fn origin() -> &'static Origin {
    static ORIGIN: OnceLock<Origin> = OnceLock::new();
    ORIGIN.get_or_init(|| {
        let counter = counter::is_trusted();
        let (instant, ticks) = both_clocks();
        Origin {
            instant,
            ticks,
            counter,
        }
    })
}

/// Readings closer than this need not be tried again.
const CLOSE: u64 = 1_000;

/// Both clocks at one time: a thread may be stopped between two readings, so the closest pair of
/// a few is taken.
fn both_clocks() -> (Instant, u64) {
    let pair = || {
        let first = counter::read_in_order();
        let instant = now();
        let apart = counter::read_in_order().saturating_sub(first);
        (apart, instant, first + apart / 2)
    };
    let mut closest = pair();
    for _ in 0..16 {
        if closest.0 < CLOSE {
            break;
        }
        let next = pair();
        if next.0 < closest.0 {
            closest = next;
        }
    }
    (closest.1, closest.2)
}

/// What the times of slices count from.
pub(crate) fn epoch() -> Instant {
    origin().instant
}

/// The time before a body.
#[inline]
pub(crate) fn before() -> u64 {
    let origin = origin();
    match origin.counter {
        true => counter::read_in_order(),
        false => ns_since(origin.instant),
    }
}

/// The time after a body.
#[inline]
pub(crate) fn after() -> u64 {
    let origin = origin();
    match origin.counter {
        true => counter::read(),
        false => ns_since(origin.instant),
    }
}

fn ns_since(instant: Instant) -> u64 {
    u64::try_from((now() - instant).as_nanos()).unwrap_or(u64::MAX)
}

/// Ticks in nanoseconds, as they are by now: readings that are compared need one scale.
#[derive(Clone, Copy)]
pub(crate) struct Scale {
    first: u64,
    /// Nanoseconds per tick, in units of 2^-48: a multiplication and a shift for each reading.
    rate: u64,
}

/// See [`Scale::rate`].
const RATE_BITS: u32 = 48;

impl Scale {
    pub(crate) fn now() -> Scale {
        let origin = origin();
        if !origin.counter {
            return Scale {
                first: 0,
                rate: 1 << RATE_BITS,
            };
        }
        let (instant, ticks) = both_clocks();
        let ns = instant.saturating_duration_since(origin.instant).as_nanos();
        let ticks = ticks.saturating_sub(origin.ticks);
        Scale {
            first: origin.ticks,
            rate: (ns as f64 / ticks.max(1) as f64 * (1_u64 << RATE_BITS) as f64) as u64,
        }
    }

    /// Nanoseconds since [`epoch`] at a reading.
    #[inline]
    pub(crate) fn ns(self, reading: u64) -> u64 {
        self.length(reading.saturating_sub(self.first))
    }

    /// Nanoseconds between readings that are so far apart.
    #[inline]
    fn length(self, ticks: u64) -> u64 {
        ((u128::from(ticks) * u128::from(self.rate)) >> RATE_BITS) as u64
    }

    /// Ticks of so long a time.
    pub(crate) fn ticks(self, time: Duration) -> u64 {
        ((time.as_nanos() << RATE_BITS) / u128::from(self.rate.max(1))) as u64
    }

    /// As [`length`](Self::length).
    pub(crate) fn duration(self, ticks: u64) -> Duration {
        Duration::from_nanos(self.length(ticks))
    }
}

/// The time stamp counter of x86-64. Linux itself keeps time by it only where it runs at one
/// rate on all processors, whatever they do.
#[cfg(all(
    target_arch = "x86_64",
    target_os = "linux",
    not(any(hp5_loom, hp5_shuttle))
))]
mod counter {
    use std::arch::x86_64::{_mm_lfence, _rdtsc};

    pub(super) fn is_trusted() -> bool {
        let clock = "/sys/devices/system/clocksource/clocksource0/current_clocksource";
        std::fs::read_to_string(clock).is_ok_and(|name| name.trim() == "tsc")
    }

    #[inline]
    pub(super) fn read() -> u64 {
        // SAFETY: every processor of the architecture has it; it touches no memory.
        unsafe { _rdtsc() }
    }

    #[inline]
    pub(super) fn read_in_order() -> u64 {
        // SAFETY: as above; the fence waits for the instructions before it.
        unsafe {
            _mm_lfence();
            _rdtsc()
        }
    }
}

#[cfg(not(all(
    target_arch = "x86_64",
    target_os = "linux",
    not(any(hp5_loom, hp5_shuttle))
)))]
mod counter {
    pub(super) const fn is_trusted() -> bool {
        false
    }

    pub(super) const fn read() -> u64 {
        0
    }

    pub(super) const fn read_in_order() -> u64 {
        0
    }
}

#[cfg(all(test, not(any(hp5_loom, hp5_shuttle))))]
mod tests;
