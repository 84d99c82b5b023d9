//! Time, processors and planted bugs in models.
//!
//! A model must do the same whenever it takes the same schedule, so the clock stands still
//! but for a step at every look at it: long enough that no thief paces itself, short enough
//! that a deadline is still to come when it was just set. Waits with a deadline wait until
//! they are woken: a wake-up that only a deadline would make up for is a deadlock here.

use std::num::NonZeroUsize;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

/// How far the clock goes at a look.
const STEP: Duration = Duration::from_micros(100);

/// The time.
pub fn now() -> Instant {
    static START: OnceLock<Instant> = OnceLock::new();
    static LOOKS: AtomicU32 = AtomicU32::new(0);
    let looks = LOOKS.fetch_add(1, Ordering::Relaxed);
    *START.get_or_init(Instant::now) + STEP * looks
}

/// Lets the others go first.
pub fn sleep(_: Duration) {
    super::thread::yield_now();
}

/// More than a model has PPUs.
pub fn available_parallelism() -> std::io::Result<NonZeroUsize> {
    Ok(NonZeroUsize::MAX)
}

/// True when the environment plants this bug (`HP5_PLANT`), to see that a model finds it.
pub fn planted(bug: &str) -> bool {
    static PLANT: OnceLock<Option<String>> = OnceLock::new();
    PLANT
        .get_or_init(|| std::env::var("HP5_PLANT").ok())
        .as_deref()
        == Some(bug)
}
