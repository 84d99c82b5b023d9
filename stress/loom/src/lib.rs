//! Loom models of the runtime's protocols, on the runtime's own code (`hp5::models`).
//!
//! Run them with
//!
//! ```text
//! RUSTFLAGS="--cfg hp5_loom" cargo test -p hp5-loom --target-dir target/loom
//! ```
//!
//! Each protocol has its file in `tests/`. Loom runs a model under every schedule with a
//! bounded number of preemptions ([`check_within`]), and under every value that an atomic may
//! yield. `HP5_MODEL_PREEMPTIONS=1` allows each model so many preemptions more than it has of
//! its own. That the models would notice a mistake is held by [`finds`], which runs one of
//! them again, in a process of its own, with a bug planted. `--nocapture` shows how many
//! schedules each model has.
#![cfg(hp5_loom)]

mod planted;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

pub use planted::finds;

/// Explores a model, with four preemptions at most.
pub fn check(model: impl Fn() + Sync + Send + 'static) {
    check_within(4, model);
}

/// Explores a model with at most so many preemptions: fewer where more threads take part.
pub fn check_within(preemptions: usize, model: impl Fn() + Sync + Send + 'static) {
    let preemptions = preemptions + planted::number("HP5_MODEL_PREEMPTIONS", 0) as usize;
    let mut builder = loom::model::Builder::new();
    builder.preemption_bound = Some(preemptions);
    builder.max_branches = 20_000;
    let schedules = Arc::new(AtomicU64::new(0));
    let count = schedules.clone();
    builder.check(move || {
        count.fetch_add(1, Ordering::Relaxed);
        model();
    });
    println!(
        "{}: {} schedules, {preemptions} preemptions at most",
        std::thread::current().name().unwrap_or("model"),
        schedules.load(Ordering::Relaxed)
    );
}
