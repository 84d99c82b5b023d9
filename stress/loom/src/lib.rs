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
//! yield. That the models would notice a mistake is held by [`finds`], which runs one of them
//! again, in a process of its own, with a bug planted. `--nocapture` shows how many schedules
//! each model has.
#![cfg(hp5_loom)]

use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Explores a model, with three preemptions at most.
pub fn check(model: impl Fn() + Sync + Send + 'static) {
    check_within(3, model);
}

/// Explores a model with at most so many preemptions: fewer where more threads take part.
pub fn check_within(preemptions: usize, model: impl Fn() + Sync + Send + 'static) {
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

/// Checks that model `test` of the calling program fails when `bug` is planted, and that it
/// fails because loom, or the model, saw the bug: the report must have one of `signs` in it.
///
/// # Panics
/// When the model passes, or fails for another reason.
pub fn finds(test: &str, bug: &str, signs: &[&str]) {
    let program = std::env::current_exe().expect("the path of this test program");
    let run = Command::new(program)
        .args([test, "--exact", "--nocapture"])
        .env("HP5_PLANT", bug)
        .output();
    let run = run.expect("this test program runs");
    let report = format!(
        "{}{}",
        String::from_utf8_lossy(&run.stdout),
        String::from_utf8_lossy(&run.stderr)
    );
    assert!(
        report.contains("running 1 test"),
        "there is no model `{test}`:\n{report}"
    );
    assert!(
        !run.status.success(),
        "`{test}` does not notice the bug `{bug}`"
    );
    assert!(
        signs.iter().any(|sign| report.contains(sign)),
        "`{test}` failed, but not for `{bug}`:\n{report}"
    );
}
