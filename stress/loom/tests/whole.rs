//! The whole runtime in loom: real workers on real threads of the model, from `Runtime` to
//! the end of a region, with stand-ins for the deques alone. The programs are as small as can
//! be and the preemptions few; larger ones run under shuttle (`stress/shuttle`).
//!
//! Seen here and nowhere else: how the protocols go together. A wake-up that gets lost between
//! two of them is a deadlock, a body that runs too early is a race.
#![cfg(hp5_loom)]

use std::sync::Arc;

use hp5::models::{Data, runtime};
use hp5::rt::{Mode, Region, Site};
use hp5_loom::{check_within, finds};

static SITE: Site = Site::new("model", file!(), line!());

/// Runs `program` in a region of a new runtime, and ends that.
fn on(ppus: usize, program: impl FnOnce(&Region)) {
    let runtime = runtime(ppus, u64::MAX);
    runtime.install(|| {
        let region = Region::begin(&SITE);
        program(&region);
        region.try_end().expect("no task fails");
    });
}

/// A task on one tile, in some mode.
fn task(region: &Region, tile: usize, mode: Mode, body: impl FnOnce() + Send + 'static) {
    let mut task = region.task(&SITE);
    task.access_key(tile, mode);
    // SAFETY: what the body touches is shared with it, and ordered by the tile.
    unsafe { task.spawn(body) };
}

/// A runtime is started and stopped.
#[test]
fn start_and_stop() {
    check_within(3, || drop(runtime(2, u64::MAX)));
}

/// One task, on the one PPU or on the thread that registered it, and the end of its region.
#[test]
fn one_task() {
    check_within(2, || {
        let data = Arc::new(Data::default());
        on(1, |region| {
            let data = data.clone();
            task(region, 1, Mode::InOut, move || data.set(1));
        });
        assert_eq!(data.get(), 1);
    });
}

/// A chain: the second task is registered while the first runs, or waits.
#[test]
fn a_chain() {
    check_within(0, || {
        let data = Arc::new(Data::default());
        on(2, |region| {
            for n in 0..2 {
                let data = data.clone();
                task(region, 1, Mode::InOut, move || {
                    assert_eq!(data.get(), n, "out of order");
                    data.set(n + 1);
                });
            }
        });
        assert_eq!(data.get(), 2);
    });
}

#[test]
fn planted_bugs_are_found() {
    finds("one_task", "relaxed", &["deadlock", "Causality violation"]);
    finds("start_and_stop", "wake before the stop", &["deadlock"]);
}
