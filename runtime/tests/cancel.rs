//! Regions that end early: by a handle, by a deadline, by a failing task; from outside, from
//! bodies, through composites and through regions inside bodies.

mod common;

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use hp5::rt::{self, Mode, Region};
use hp5::{FailureKind, RegionError, region};

use common::everywhere;

/// Registers a task on key `key` of `region`.
fn task(region: &Region, key: usize, body: impl FnOnce() + Send) {
    let mut task = region.task(rt::site!("link", file!(), line!()));
    task.access_key(key, Mode::InOut);
    // SAFETY: the bodies of these tests touch atomics that outlive the region.
    unsafe { task.spawn(body) };
}

fn composite(region: &Region, key: usize, body: impl FnOnce(&Region) + Send) {
    let mut task = region.task(rt::site!("composite", file!(), line!()));
    task.access_key(key, Mode::InOut);
    // SAFETY: as in `task`.
    unsafe { task.spawn_nested(body) };
}

fn begin() -> Region {
    Region::begin(rt::site!("early", file!(), line!()))
}

/// The runtime still works.
fn works() {
    let count = AtomicU64::new(0);
    let region = begin();
    for n in 0..100 {
        task(&region, n % 7, || {
            count.fetch_add(1, Ordering::Relaxed);
        });
    }
    assert_eq!(region.try_end().map(|stats| stats.cancelled), Ok(0));
    assert_eq!(count.into_inner(), 100);
}

#[test]
fn a_handle_ends_a_region_from_another_thread() {
    everywhere(|| {
        let ran = AtomicU64::new(0);
        let region = begin();
        let handle = region.cancel_handle();
        assert!(!handle.is_cancelled());
        for _ in 0..2000 {
            task(&region, 1, || {
                ran.fetch_add(1, Ordering::SeqCst);
                std::thread::sleep(Duration::from_millis(1));
            });
        }
        let line = std::thread::scope(|threads| {
            let (handle, ran) = (handle.clone(), &ran);
            let thread = threads.spawn(move || {
                while ran.load(Ordering::SeqCst) < 3 {
                    std::thread::yield_now();
                }
                assert!(handle.cancel_because("the user pressed stop"));
                assert!(!handle.cancel(), "the second one comes too late");
                line!() - 2
            });
            let error = region.try_end().unwrap_err();
            assert_eq!(error.kind, FailureKind::Cancelled);
            assert_eq!(error.message, "the user pressed stop");
            assert_eq!(error.cancelled + ran.load(Ordering::SeqCst), 2000);
            assert_eq!((error.file, &*error.task), (file!(), ""));
            let line = thread.join().unwrap();
            assert_eq!(error.line, line);
            let text = error.to_string();
            assert!(text.starts_with("region `early` was cancelled: the user pressed stop\n"));
            assert!(text.contains(&format!("{}:{line}", file!())), "{text}");
            line
        });
        assert!(line > 0 && handle.is_cancelled());
        // The scope is used again by the next region, which the handle must not reach.
        let region = begin();
        assert!(!handle.cancel());
        task(&region, 1, || {});
        assert!(!handle.cancel());
        region.end();
        works();
    });
}

#[test]
fn what_cancel_says_is_what_the_region_says() {
    everywhere(|| {
        let (mut hits, mut misses) = (0, 0);
        for round in 0..300_u64 {
            let region = begin();
            let handle = region.cancel_handle();
            for n in 0..round as usize % 5 {
                task(&region, n, || {});
            }
            let (told, ended) = std::thread::scope(|threads| {
                let thread = threads.spawn(|| {
                    (0..round * 20 % 3000).for_each(|_| std::hint::spin_loop());
                    handle.cancel()
                });
                let ended = region.try_end().map_err(|error| error.kind);
                (thread.join().unwrap(), ended.map(drop))
            });
            if told {
                assert_eq!(ended, Err(FailureKind::Cancelled));
                hits += 1;
            } else {
                assert_eq!(ended, Ok(()));
                misses += 1;
            }
        }
        assert_eq!(hits + misses, 300);
        works();
    });
}

/// A region that is cancelled while it waits is not one that something around it lost.
#[test]
fn a_wait_that_meets_a_cancellation_tells_the_region_apart_from_the_one_around() {
    everywhere(|| {
        for _ in 0..300 {
            let region = begin();
            let handle = region.cancel_handle();
            let other = std::thread::spawn(move || assert!(handle.cancel_because("now")));
            let error = loop {
                match region.try_wait() {
                    Ok(()) => std::hint::spin_loop(),
                    Err(error) => break error,
                }
            };
            assert_eq!(
                (error.kind, &*error.message),
                (FailureKind::Cancelled, "now")
            );
            other.join().unwrap();
            assert_eq!(region.try_end().map(|stats| stats.tasks), Ok(0));
        }
    });
    works();
}

#[test]
fn a_handle_reaches_composites_at_any_depth() {
    fn dig(region: &Region, depth: usize, ran: &AtomicU64, handle: &rt::CancelHandle) {
        if depth > 0 {
            composite(region, 1, move |region| dig(region, depth - 1, ran, handle));
            // After the composite before, which will be cancelled.
            composite(region, 1, |_| panic!("runs after it was cancelled"));
        } else {
            task(region, 1, move || {
                ran.fetch_add(1, Ordering::SeqCst);
                assert!(!rt::is_cancelled());
                assert!(handle.cancel());
                assert!(rt::is_cancelled());
            });
            for _ in 0..50 {
                task(region, 1, move || {
                    ran.fetch_add(1, Ordering::SeqCst);
                });
            }
        }
    }
    everywhere(|| {
        for depth in [0, 1, 2, 7] {
            let ran = AtomicU64::new(0);
            let region = begin();
            let handle = region.cancel_handle();
            dig(&region, depth, &ran, &handle);
            let error = region.try_end().unwrap_err();
            assert_eq!(error.kind, FailureKind::Cancelled);
            assert_eq!(ran.load(Ordering::SeqCst), 1, "depth {depth}");
            assert_eq!(error.cancelled, 50 + depth as u64, "depth {depth}");
        }
        works();
    });
}

#[test]
fn a_failing_task_ends_composites_beside_it() {
    std::panic::set_hook(Box::new(|_| {}));
    everywhere(|| {
        let (started, failed) = (AtomicBool::new(false), AtomicBool::new(false));
        let ran = AtomicU64::new(0);
        let region = begin();
        composite(&region, 1, |region| {
            composite(region, 1, |region| {
                task(region, 1, || {
                    started.store(true, Ordering::SeqCst);
                    // With one PPU the failing task runs after this one.
                    let start = Instant::now();
                    while !rt::is_cancelled() && start.elapsed() < Duration::from_millis(300) {
                        std::thread::yield_now();
                    }
                    failed.store(rt::is_cancelled(), Ordering::SeqCst);
                });
                for _ in 0..20 {
                    task(region, 1, || {
                        ran.fetch_add(u64::from(rt::is_cancelled()), Ordering::SeqCst);
                    });
                }
            });
        });
        let started = &started;
        task(&region, 2, move || {
            let start = Instant::now();
            while !started.load(Ordering::SeqCst) && start.elapsed() < Duration::from_millis(300) {
                std::thread::yield_now();
            }
            panic!("the one beside");
        });
        let error = region.try_end().unwrap_err();
        assert_eq!(
            (error.kind, &*error.message),
            (FailureKind::Task, "the one beside")
        );
        assert_eq!(ran.load(Ordering::SeqCst), 0);
        if failed.load(Ordering::SeqCst) {
            assert_eq!(error.cancelled, 20);
        }
        works();
    });
    let _ = std::panic::take_hook();
}

#[test]
fn a_region_inside_a_body_ends_with_the_one_around_it() {
    everywhere(|| {
        let inner = std::sync::Mutex::new(None::<RegionError>);
        let region = begin();
        let handle = region.cancel_handle();
        task(&region, 1, || {
            // A loop that waits for a result which its tasks would bring: it must not go on
            // for ever when they are not run any more.
            let steps = AtomicU64::new(0);
            while steps.load(Ordering::SeqCst) < 1_000_000 {
                let region = begin();
                for _ in 0..10 {
                    task(&region, 1, || {
                        if steps.fetch_add(1, Ordering::SeqCst) == 34 {
                            handle.cancel();
                        }
                    });
                }
                if let Err(error) = region.try_end() {
                    *inner.lock().unwrap() = Some(error);
                    break;
                }
            }
            assert_eq!(steps.load(Ordering::SeqCst), 35);
        });
        let error = region.try_end().unwrap_err();
        assert_eq!((error.kind, error.cancelled), (FailureKind::Cancelled, 5));
        let inner = inner.into_inner().unwrap().unwrap();
        assert_eq!((inner.kind, inner.cancelled), (FailureKind::Around, 5));
        assert!(
            inner
                .to_string()
                .contains("region `early` was not finished")
        );
        works();
    });
}

#[test]
fn a_deadline_ends_a_region() {
    everywhere(|| {
        let region = begin();
        region.deadline(Duration::from_millis(30));
        let line = line!() - 1;
        for _ in 0..60_000 {
            task(&region, 1, || std::thread::sleep(Duration::from_millis(1)));
        }
        let error = region.try_end().unwrap_err();
        assert_eq!(error.kind, FailureKind::Deadline);
        assert_eq!((error.file, error.line), (file!(), line));
        assert!(
            error
                .to_string()
                .contains("ran out of time: the deadline of 30ms passed")
        );
        assert!(error.cancelled > 0);
        works();
    });
}

#[test]
fn a_long_body_can_ask() {
    everywhere(|| {
        let region = begin();
        region.deadline(Duration::from_millis(10));
        composite(&region, 1, |region| {
            task(region, 1, || {
                while !rt::is_cancelled() {
                    std::thread::yield_now();
                }
            });
        });
        assert_eq!(region.try_wait().unwrap_err().kind, FailureKind::Deadline);
        // It was reported; the region goes on without a deadline.
        assert!(!region.is_cancelled());
        task(&region, 1, || {});
        region.end();
    });
}

#[test]
fn a_deadline_drops_what_waits_in_composites() {
    fn dig(region: &Region, depth: usize, ran: &AtomicU64) {
        if depth > 0 {
            composite(region, 1, move |region| dig(region, depth - 1, ran));
            // After the composite before, which will be cancelled.
            composite(region, 1, |_| panic!("runs after the deadline"));
            return;
        }
        task(region, 1, move || {
            ran.fetch_add(1, Ordering::SeqCst);
            while !rt::is_cancelled() {
                std::thread::yield_now();
            }
        });
        for _ in 0..50 {
            task(region, 1, move || {
                ran.fetch_add(1, Ordering::SeqCst);
            });
        }
    }
    everywhere(|| {
        for depth in [1, 7] {
            let ran = AtomicU64::new(0);
            let region = begin();
            region.deadline(Duration::from_millis(10));
            dig(&region, depth, &ran);
            let error = region.try_end().unwrap_err();
            assert_eq!(error.kind, FailureKind::Deadline);
            // On a busy machine the deadline may pass before the first task begins.
            let ran = ran.load(Ordering::SeqCst);
            assert!(ran <= 1, "depth {depth}: {ran} tasks ran");
        }
        works();
    });
}

#[test]
fn a_deadline_that_is_kept_does_nothing() {
    everywhere(|| {
        for _ in 0..50 {
            let region = begin();
            region.deadline(Duration::from_secs(7200));
            region.deadline(Duration::MAX);
            region.deadline(Duration::from_secs(3600));
            task(&region, 1, || {});
            region.end();
        }
        // One that was replaced does not ring.
        let region = begin();
        region.deadline(Duration::from_millis(150));
        region.deadline(Duration::from_secs(3600));
        task(&region, 1, || {
            std::thread::sleep(Duration::from_millis(300))
        });
        region.end();
        // The deadline of a region that is over does not reach the next one.
        for _ in 0..20 {
            let region = begin();
            region.deadline(Duration::from_millis(2));
            if region.try_end().is_err() {
                continue; // a slow machine
            }
            let region = begin();
            task(&region, 1, || std::thread::sleep(Duration::from_millis(4)));
            region.end();
        }
    });
}

#[test]
fn a_tape_can_be_cancelled() {
    everywhere(|| {
        let ran = AtomicU64::new(0);
        let region = begin();
        let handle = region.cancel_handle();
        let mut tape = region.record();
        tape.lap(|region| {
            for _ in 0..10 {
                let mut task = region.task(rt::site!("link", file!(), line!()));
                task.access_key(1, Mode::InOut);
                let (ran, handle) = (&ran, &handle);
                let body = move || {
                    if ran.fetch_add(1, Ordering::SeqCst) == 95 {
                        handle.cancel();
                    }
                };
                // SAFETY: as in `task`.
                unsafe { task.spawn_repeat(body) };
            }
        });
        tape.replay(99).unwrap();
        let error = region.try_wait().unwrap_err();
        assert_eq!((error.kind, error.cancelled), (FailureKind::Cancelled, 904));
        assert_eq!(ran.load(Ordering::SeqCst), 96);
        drop(tape);
        region.end();
        works();
    });
}

#[test]
fn the_safe_library_cancels_too() {
    everywhere(|| {
        let ended = region(|r| {
            r.deadline(Duration::from_millis(10));
            r.task("long").run(|()| {
                while !rt::is_cancelled() {
                    std::thread::yield_now();
                }
            });
        });
        assert_eq!(ended.unwrap_err().kind, FailureKind::Deadline);
    });
}
