//! Deadlines of regions (`runtime/src/sched/reach.rs`), and the clock that watches them
//! (`runtime/src/sched/clock.rs`): one that passes ends its region and nobody else's, and the
//! clock's thread, which comes and goes, leaves none out.
#![cfg(hp5_shuttle)]

use std::sync::Arc;
use std::time::Duration;

use hp5::FailureKind;
use hp5::models::let_deadlines_pass;
use hp5::rt::{Mode, Region, is_cancelled};
use hp5_shuttle::tiles::{Tile, Way};
use hp5_shuttle::{SITE, explore, finds, on};
use shuttle::sync::atomic::{AtomicBool, Ordering};
use shuttle::thread;

fn task(region: &Region, tile: usize, body: impl FnOnce() + Send) {
    let mut task = region.task(&SITE);
    task.access_key(tile, Mode::InOut);
    // SAFETY: what the body touches is shared with it.
    unsafe { task.spawn(body) };
}

/// A body that goes on until its region is cancelled.
fn until_cancelled() {
    while !is_cancelled() {
        thread::yield_now();
    }
}

/// Three regions, one after the other: in each a task waits for the deadline, in the second one
/// inside of a composite. What comes after it does not run. The clock has had nothing to do in
/// between for no time, or for long, and its thread may be about to end.
#[test]
fn deadlines_end_their_regions() {
    explore(200, || {
        let_deadlines_pass(true);
        on(1, u64::MAX, || {
            for turn in 0..3 {
                let region = Region::begin(&SITE);
                region.deadline(Duration::from_millis(2));
                match turn {
                    1 => {
                        let mut composite = region.task(&SITE);
                        composite.access_key(1, Mode::InOut);
                        let body = |region: &Region| task(region, 1, until_cancelled);
                        // SAFETY: the bodies touch nothing.
                        unsafe { composite.spawn_nested(body) };
                    }
                    _ => task(&region, 1, until_cancelled),
                }
                task(&region, 1, || panic!("a successor runs"));
                let error = region.try_end().expect_err("the deadline passes");
                assert_eq!(error.kind, FailureKind::Deadline, "{error}");
            }
        });
    });
}

/// A deadline that passes about when its region ends, and a new one in its place: the region
/// ends by it or well, and the region after it, which has none, ends well.
#[test]
fn a_deadline_is_of_its_own_region() {
    explore(300, || {
        let_deadlines_pass(true);
        on(1, u64::MAX, || {
            let tile = Arc::new(Tile::default());
            let region = Region::begin(&SITE);
            region.deadline(Duration::from_millis(3));
            region.deadline(Duration::from_millis(1));
            for n in 0..2 {
                let tile = tile.clone();
                task(&region, 1, move || tile.use_it(Way::Alone, n..=n));
            }
            match region.try_end() {
                Ok(_) => assert_eq!(tile.writes(), 2),
                Err(error) => assert_eq!(error.kind, FailureKind::Deadline, "{error}"),
            }
            let next = Region::begin(&SITE);
            let ran = Arc::new(AtomicBool::new(false));
            let body = ran.clone();
            task(&next, 1, move || body.store(true, Ordering::SeqCst));
            next.try_end().expect("this one has no deadline");
            assert!(ran.load(Ordering::SeqCst), "the next region's task");
            // Alarms ring in their order: none is left when the runtime ends.
            let last = Region::begin(&SITE);
            last.deadline(Duration::from_millis(3));
            task(&last, 1, until_cancelled);
            last.try_end().expect_err("the deadline passes");
        });
    });
}

#[test]
fn planted_bugs_are_found() {
    // Those of a deadline and its region's end: `stress/loom/tests/cancel.rs`.
    finds(
        "deadlines_end_their_regions",
        "end unsaid",
        &["exceeded max_steps", "deadlock!"],
    );
}
