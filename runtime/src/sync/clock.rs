//! Time, processors and planted bugs in models.
//!
//! A model must do the same whenever it takes the same schedule, so the clock stands still
//! but for a step at every look at it: long enough that no thief paces itself, short enough
//! that a deadline is still to come when it was just set. Waits with a deadline wait until
//! they are woken: a wake-up that only a deadline would make up for is a deadlock here.

use std::cell::Cell;
use std::num::NonZeroUsize;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// How far the clock goes at a look.
const STEP: Duration = Duration::from_micros(100);

/// The time.
pub fn now() -> Instant {
    std::thread_local! {
        // All threads of a model are on one of the system's; other models are on others.
        static TIME: Cell<Option<Instant>> = const { Cell::new(None) };
    }
    let time = TIME.get().map_or_else(Instant::now, |time| time + STEP);
    TIME.set(Some(time));
    time
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
