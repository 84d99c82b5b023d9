//! Regions that end early: failing tasks, handles, failing requests, and what comes after.
#![cfg(hp5_shuttle)]

use std::panic::resume_unwind;
use std::sync::Arc;

use hp5::rt::{Mode, Region};
use hp5_shuttle::tiles::{Tile, Way};
use hp5_shuttle::{SITE, explore, finds, on};
use shuttle::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use shuttle::thread;

const ANY: std::ops::RangeInclusive<u32> = 0..=u32::MAX;

fn task(region: &Region, tile: usize, body: impl FnOnce() + Send) {
    let mut task = region.task(&SITE);
    task.access_key(tile, Mode::InOut);
    // SAFETY: what the body touches is shared with it.
    unsafe { task.spawn(body) };
}

fn composite(region: &Region, tile: usize, body: impl FnOnce(&Region) + Send) {
    let mut task = region.task(&SITE);
    task.access_key(tile, Mode::InOut);
    // SAFETY: as above.
    unsafe { task.spawn_nested(body) };
}

fn count(counter: &AtomicU32) {
    counter.fetch_add(1, Ordering::SeqCst);
}

/// A panic that is not reported on the screen.
fn fail() {
    resume_unwind(Box::new("planned"));
}

/// A task fails among others, on its own, in a composite, or in a region that a body waits
/// for: what comes after it does not run, the region says so, and goes on afterwards.
#[test]
fn what_comes_after_a_failure_does_not_run() {
    for place in 0..3 {
        explore(150, move || {
            on(2, u64::MAX, || {
                let after = Arc::new(AtomicU32::new(0));
                let others = Arc::new(Tile::default());
                let region = Region::begin(&SITE);
                for n in 0..3 {
                    let others = others.clone();
                    task(&region, 2, move || others.use_it(Way::Alone, n..=n));
                }
                match place {
                    0 => task(&region, 1, fail),
                    1 => composite(&region, 1, |region| task(region, 1, fail)),
                    _ => task(&region, 1, || {
                        let region = Region::begin(&SITE);
                        task(&region, 1, fail);
                        region.end();
                    }),
                }
                let ran = after.clone();
                task(&region, 1, move || count(&ran));
                let ran = after.clone();
                composite(&region, 1, move |region| {
                    let inner = ran.clone();
                    task(region, 1, move || count(&inner));
                    ran.fetch_add(1, Ordering::SeqCst);
                });
                let error = region.try_wait().expect_err("a task failed");
                assert!(error.to_string().contains("planned"), "{error}");
                assert_eq!(after.load(Ordering::SeqCst), 0, "a successor ran");
                let ran = after.clone();
                task(&region, 1, move || count(&ran));
                region.try_end().expect("no task failed since");
                assert_eq!(after.load(Ordering::SeqCst), 1, "bodies run again");
            });
        });
    }
}

/// A composite is running when its region fails: its tasks, which nobody orders after the
/// failing one, are dropped from then on, and it ends.
#[test]
fn composites_end_with_their_region() {
    explore(300, || {
        on(2, u64::MAX, || {
            let failed = Arc::new(AtomicBool::new(false));
            let late = Arc::new(AtomicU32::new(0));
            let region = Region::begin(&SITE);
            let (seen, lates) = (failed.clone(), late.clone());
            composite(&region, 2, move |region| {
                for _ in 0..4 {
                    let (seen, lates) = (seen.clone(), lates.clone());
                    task(region, 2, move || {
                        lates.fetch_add(u32::from(seen.load(Ordering::SeqCst)), Ordering::SeqCst);
                    });
                }
            });
            task(&region, 1, fail);
            let seen = failed.clone();
            // Dropped, after the failure was noted.
            let noted = Noted(seen);
            task(&region, 1, move || std::mem::forget(noted));
            region.try_end().expect_err("a task failed");
            assert!(failed.load(Ordering::SeqCst), "the successor was dropped");
            // One body at a time can be past its last look.
            assert!(late.load(Ordering::SeqCst) <= 1, "a composite went on");
        });
    });
}

/// Says that it is dropped.
struct Noted(Arc<AtomicBool>);

impl Drop for Noted {
    fn drop(&mut self) {
        self.0.store(true, Ordering::SeqCst);
    }
}

/// A handle cancels a region from outside, at any time: early, late, after its end, when the
/// scope is another region's. What the handle was told is what the region says.
#[test]
fn handles_reach_their_own_region() {
    explore(500, || {
        on(2, u64::MAX, || {
            let tile = Arc::new(Tile::default());
            let region = Region::begin(&SITE);
            let handle = region.cancel_handle();
            let other = thread::spawn(move || handle.cancel());
            for _ in 0..3 {
                let tile = tile.clone();
                task(&region, 1, move || tile.use_it(Way::Alone, ANY));
            }
            let first = region.try_end();
            let next = Region::begin(&SITE);
            let ran = Arc::new(AtomicBool::new(false));
            let body = ran.clone();
            task(&next, 1, move || body.store(true, Ordering::SeqCst));
            next.try_end().expect("nobody cancels this one");
            assert!(ran.load(Ordering::SeqCst), "the next region's task");
            let cancelled = other.join().unwrap();
            assert_eq!(first.is_err(), cancelled, "what the handle was told");
            if first.is_ok() {
                assert_eq!(tile.writes(), 3);
            }
        });
    });
}

/// A request fails on a thread outside, while another one is under way.
#[test]
fn requests_fail() {
    explore(300, || {
        on(2, u64::MAX, || {
            let ends = Arc::new(AtomicU32::new(0));
            let region = Region::begin(&SITE);
            let outside = std::sync::Arc::new(std::sync::Mutex::new(Vec::new()));
            let mut request = region.task(&SITE);
            request.access_key(1, Mode::InOut);
            let (threads, early) = (outside.clone(), ends.clone());
            // SAFETY: the body touches what is shared with it.
            unsafe {
                request.spawn_pending(move |handle| {
                    let (second, late) = (handle.clone(), early.clone());
                    let fails = thread::spawn(move || {
                        count(&early);
                        handle.fail("planned");
                    });
                    let ends = thread::spawn(move || {
                        count(&late);
                        drop(second);
                    });
                    threads.lock().unwrap().extend([fails, ends]);
                });
            }
            task(&region, 1, || panic!("a successor of a failed request ran"));
            let error = region.try_end().expect_err("the request failed");
            assert!(error.to_string().contains("planned"), "{error}");
            assert_eq!(
                ends.load(Ordering::SeqCst),
                2,
                "ended before both were done"
            );
            let threads = std::mem::take(&mut *outside.lock().unwrap());
            threads
                .into_iter()
                .for_each(|thread| thread.join().unwrap());
        });
    });
}

#[test]
fn planted_bugs_are_found() {
    finds(
        "composites_end_with_their_region",
        "spare what is inside",
        &["a composite went on"],
    );
    finds(
        "what_comes_after_a_failure_does_not_run",
        "keep the failure",
        &["a task failed"],
    );
    finds(
        "handles_reach_their_own_region",
        "leave the reach open",
        &["what the handle was told", "nobody cancels this one"],
    );
}
