//! Time, processors and planted bugs in models.
//!
//! A model must do the same whenever it takes the same schedule, so the clock stands still
//! but for a step at every look at it: long enough that no thief paces itself, short enough
//! that a deadline is still to come when it was just set. Waits with a deadline wait until
//! they are woken: a wake-up that only a deadline would make up for is a deadlock here. What
//! happens when one passes is for models that ask for it ([`let_deadlines_pass`]).

use std::cell::Cell;
use std::num::NonZeroUsize;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// How far the clock goes at a look.
const STEP: Duration = Duration::from_micros(100);

std::thread_local! {
    // All threads of a model are on one of the system's; other models are on others.
    static TIME: Cell<Option<Instant>> = const { Cell::new(None) };
    static PASSES: Cell<bool> = const { Cell::new(false) };
    #[cfg(hp5_shuttle)]
    static AT_ONCE: Cell<bool> = const { Cell::new(false) };
    #[cfg(hp5_shuttle)]
    static STRANDS: Cell<bool> = const { Cell::new(false) };
}

/// The time.
pub fn now() -> Instant {
    pass(STEP);
    TIME.get().expect("it was just set")
}

/// The clock goes on.
pub fn pass(time: Duration) {
    let before = TIME.get().unwrap_or_else(Instant::now);
    TIME.set(Some(before + time));
}

/// From here on deadlines pass at once, or never (under shuttle).
pub fn let_deadlines_pass(pass: bool) {
    PASSES.set(pass);
}

/// See [`let_deadlines_pass`].
#[cfg_attr(hp5_loom, allow(dead_code))]
pub fn deadlines_pass() -> bool {
    PASSES.get()
}

/// From here on tasks run where they are registered whenever they may, or as it comes.
#[cfg(hp5_shuttle)]
pub fn let_tasks_run_at_once(at_once: bool) {
    AT_ONCE.set(at_once);
}

/// See [`let_tasks_run_at_once`].
#[cfg(hp5_shuttle)]
pub fn at_once_in_models() -> bool {
    AT_ONCE.get()
}

/// From here on laps that are replayed become strands wherever they may, or as it comes.
#[cfg(hp5_shuttle)]
pub fn let_laps_be_strands(strands: bool) {
    STRANDS.set(strands);
}

/// See [`let_laps_be_strands`].
#[cfg(hp5_shuttle)]
pub fn strands_in_models() -> bool {
    STRANDS.get()
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
