//! The watchdog on the whole runtime (`runtime/src/sched/watch`): it reports a region that hangs,
//! and is in nobody's way. (That it reports nothing else: `stress/loom/tests/watchdog.rs`.)
#![cfg(hp5_shuttle)]

use std::sync::{Arc, Mutex};
use std::time::Duration;

use hp5::models::{let_deadlines_pass, watched_runtime};
use hp5::rt::{Mode, Pending};
use hp5_shuttle::program::{Program, Recipe};
use hp5_shuttle::{SITE, explore, finds, in_region, with};

/// Some looks of the watchdog.
const LIMIT: Duration = Duration::from_millis(4);

/// A task has a handle that nobody completes, until the watchdog says so: without its report, the
/// region would wait for ever.
#[test]
fn a_region_that_hangs_is_reported() {
    explore(200, || {
        let_deadlines_pass(true);
        let handle: Arc<Mutex<Option<Pending>>> = Arc::default();
        let told = handle.clone();
        let sink = move |report: &str| {
            let handle = told.lock().unwrap().take();
            if handle.is_some() {
                assert!(report.contains("hp5: watchdog: no task has completed"));
            }
            drop(handle);
        };
        with(watched_runtime(1, LIMIT, sink), || {
            in_region(|region| {
                let mut request = region.task(&SITE);
                request.access_key(1, Mode::InOut);
                let keep = move |pending| *handle.lock().unwrap() = Some(pending);
                // SAFETY: the body touches what is shared with it.
                unsafe { request.spawn_pending(keep) };
                let mut after = region.task(&SITE);
                after.access_key(1, Mode::InOut);
                // SAFETY: the body touches nothing.
                unsafe { after.spawn(|| {}) };
            });
        });
    });
}

/// Programs that are watched by somebody who is impatient.
#[test]
fn programs_are_watched() {
    let recipe = Recipe {
        steps: 12,
        depth: 1,
        rich: true,
    };
    for seed in 900..903 {
        let program = Arc::new(Program::random(seed, recipe));
        explore(60, move || {
            let_deadlines_pass(true);
            with(watched_runtime(2, LIMIT, |_: &str| {}), || program.run());
        });
    }
}

#[test]
fn planted_bugs_are_found() {
    finds(
        "a_region_that_hangs_is_reported",
        "forget how long",
        &["exceeded max_steps", "deadlock!"],
    );
}
