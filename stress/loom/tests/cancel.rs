//! Cancellation after a failure (`runtime/src/sched/pool.rs`, `graph/scope.rs`): what comes
//! after a failed task does not run, inside composites neither; the first failure is the one
//! that is reported; once it is taken out, bodies run again.
#![cfg(hp5_loom)]

use std::sync::Arc;

use hp5::models::{AtomicBool, Cancellation, Ordering, planted};
use hp5_loom::{check_within, finds};
use loom::thread;

const INSIDE: bool = true;
const AROUND: bool = false;

/// A task fails; its successor, and a task of a composite that comes after it, on another
/// thread, are not run.
#[test]
fn what_comes_after_does_not_run() {
    check_within(6, || {
        let world = Arc::new((Cancellation::new(), AtomicBool::new(false)));
        let failing = {
            let world = world.clone();
            thread::spawn(move || {
                let (cancellation, released) = &*world;
                if planted("release first") {
                    released.store(true, Ordering::Release);
                    thread::yield_now();
                    assert!(cancellation.fail(AROUND));
                } else {
                    assert!(cancellation.fail(AROUND));
                    released.store(true, Ordering::Release);
                }
            })
        };
        let (cancellation, released) = &*world;
        if released.load(Ordering::Acquire) {
            assert!(cancellation.is_cancelled(AROUND), "a successor runs");
            assert!(cancellation.is_cancelled(INSIDE), "a composite's task runs");
        }
        failing.join().unwrap();
        assert!(cancellation.take_failure(AROUND));
        assert!(!cancellation.is_cancelled(INSIDE), "bodies run again");
    });
}

/// Something from outside cancels the region; a worker that sees it leaves a task out, which ends the
/// wait for the region: the error is there.
#[test]
fn who_waits_for_what_was_left_out_finds_the_failure() {
    check_within(6, || {
        let world = Arc::new((Cancellation::new(), AtomicBool::new(false)));
        let outside = {
            let world = world.clone();
            thread::spawn(move || assert!(world.0.fail(AROUND)))
        };
        let worker = {
            let world = world.clone();
            thread::spawn(move || {
                let (cancellation, left_out) = &*world;
                if cancellation.is_cancelled(INSIDE) {
                    left_out.store(true, Ordering::Release);
                }
            })
        };
        let (cancellation, left_out) = &*world;
        if left_out.load(Ordering::Acquire) {
            assert!(cancellation.take_failure(AROUND), "no failure is seen");
        }
        outside.join().unwrap();
        worker.join().unwrap();
    });
}

/// Two tasks fail at once, one of them inside a composite that hands its failure up: one
/// failure is the first, and after it was taken out nothing is left cancelled.
#[test]
fn one_failure_is_the_first() {
    check_within(6, || {
        let world = Arc::new(Cancellation::new());
        let inner = {
            let world = world.clone();
            thread::spawn(move || {
                assert!(world.fail(INSIDE), "nobody else fails inside");
                // The composite's end (`end_composite`).
                assert!(world.take_failure(INSIDE));
                world.fail(AROUND)
            })
        };
        let first = world.fail(AROUND);
        let handed_up = inner.join().unwrap();
        assert!(first != handed_up, "one of them is the first");
        assert!(world.is_cancelled(INSIDE) && world.is_cancelled(AROUND));
        let taken = world.take_failure(AROUND);
        let again = planted("fail late") && world.fail(AROUND);
        assert!(taken && !again);
        assert!(
            !world.is_cancelled(INSIDE) && !world.is_cancelled(AROUND),
            "bodies run again"
        );
    });
}

/// The failure is taken out (a region that was waited for goes on) while another task fails:
/// either that failure is taken as well, or bodies do not run.
#[test]
fn a_failure_beside_the_report_is_not_lost() {
    check_within(6, || {
        let world = Arc::new(Cancellation::new());
        assert!(world.fail(AROUND));
        let other = {
            let world = world.clone();
            thread::spawn(move || world.fail(AROUND))
        };
        assert!(world.take_failure(AROUND));
        let is_first_again = other.join().unwrap();
        assert_eq!(
            world.is_cancelled(AROUND),
            is_first_again,
            "marked as long as noted"
        );
        assert_eq!(world.take_failure(AROUND), is_first_again);
        assert!(!world.is_cancelled(AROUND));
    });
}

/// A deadline rings while its region ends, and the scope is another region's: it is in the error
/// of its own region, or nobody hears of it.
#[test]
fn a_deadline_reaches_its_region_or_none() {
    check_within(6, || {
        let world = Arc::new(Cancellation::new());
        let deadline = Arc::new(world.deadline());
        let clock = {
            let deadline = deadline.clone();
            thread::spawn(move || deadline.rings())
        };
        let failed = world.end_region();
        assert!(!world.is_cancelled(INSIDE), "the next region runs");
        clock.join().unwrap();
        assert!(!world.is_cancelled(AROUND), "the next region runs on");
        assert_eq!(deadline.has_reached(), failed, "what the region was told");
        assert!(!world.end_region(), "the next region ends well");
    });
}

#[test]
fn planted_bugs_are_found() {
    finds(
        "what_comes_after_does_not_run",
        "release first",
        &["successor runs"],
    );
    finds(
        "what_comes_after_does_not_run",
        "relaxed",
        &["successor runs", "composite's task"],
    );
    finds(
        "what_comes_after_does_not_run",
        "spare what is inside",
        &["composite's task runs"],
    );
    finds(
        "one_failure_is_the_first",
        "fail late",
        &["taken && !again"],
    );
    finds(
        "who_waits_for_what_was_left_out_finds_the_failure",
        "see no failure",
        &["no failure is seen"],
    );
    let (deadline, late) = (
        "a_deadline_reaches_its_region_or_none",
        &["the next region", "what the region was told"],
    );
    finds(deadline, "leave the reach open", late);
    finds(deadline, "ring without the lock", late);
}
