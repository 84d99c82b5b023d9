//! Laps of few tasks that are replayed when it is not known how long these take: the first lap shows
//! it, unless tasks take long, or the region fails before or meanwhile.

mod common;

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use hp5::Runtime;
use hp5::rt::{self, Mode, Region};

use common::everywhere;

/// They take long after all, or one of them fails in the lap that is tried.
#[test]
fn short_laps_of_long_tasks_and_of_failing_ones() {
    everywhere(|| {
        let (ran, fails) = (&AtomicU64::new(0), &AtomicU64::new(u64::MAX));
        let region = Region::begin(rt::site!("long", file!(), line!()));
        let mut tape = region.record();
        tape.lap(|region| {
            for n in 0..6_u64 {
                let mut task = region.task(rt::site!("nap", file!(), line!()));
                task.access_key(n as usize % 3, Mode::InOut);
                let body = move || {
                    std::thread::sleep(Duration::from_micros(100));
                    let before = ran.fetch_add(1, Ordering::Relaxed);
                    assert!(before != fails.load(Ordering::Relaxed), "it is its turn");
                };
                // SAFETY: what the body refers to outlives the region.
                unsafe { task.spawn_repeat(body) };
            }
        });
        tape.replay(5).unwrap();
        region.wait();
        assert_eq!(ran.load(Ordering::Relaxed), 6 * 6);
        let mut cancelled = 0;
        for times in [1, 9] {
            let before = ran.load(Ordering::Relaxed);
            fails.store(before + 3, Ordering::Relaxed);
            tape.replay(times).unwrap();
            let error = region.try_wait().expect_err("a task fails");
            assert_eq!(error.message, "it is its turn");
            let left = error.cancelled - std::mem::replace(&mut cancelled, error.cancelled);
            let ran = ran.load(Ordering::Relaxed) - before;
            assert_eq!(ran + left, 6 * u64::from(times));
        }
        drop(tape);
        region.end();
    });
    everywhere(|| {
        let (ran, region) = (
            &AtomicU64::new(0),
            Region::begin(rt::site!("fails", file!(), line!())),
        );
        let mut tape = region.record();
        tape.lap(|region| {
            for n in 0..12 {
                let mut task = region.task(rt::site!("turn", file!(), line!()));
                task.access_key(n % 5, Mode::In);
                task.access_key((n + 1) % 5, Mode::InOut);
                let body = move || {
                    let before = ran.fetch_add(1, Ordering::Relaxed);
                    assert!(before != 17, "it is its turn");
                };
                // SAFETY: what the body refers to outlives the region.
                unsafe { task.spawn_repeat(body) };
            }
        });
        tape.replay(30).unwrap();
        let error = region.try_wait().expect_err("a task fails");
        assert_eq!(error.message, "it is its turn");
        let before = ran.load(Ordering::Relaxed);
        assert_eq!(before + error.cancelled, 12 * 31, "{before} ran");
        tape.replay(4).unwrap();
        region.wait();
        assert_eq!(ran.load(Ordering::Relaxed), before + 12 * 4);
        drop(tape);
        region.end();
    });
}

#[test]
fn many_laps_of_a_region_that_failed_are_left_out() {
    everywhere(|| {
        let ran = &AtomicU64::new(0);
        let region = Region::begin(rt::site!("failed", file!(), line!()));
        let mut tape = region.record();
        tape.lap(|region| {
            for n in 0..8 {
                let mut task = region.task(rt::site!("one", file!(), line!()));
                task.access_key(n % 2, Mode::InOut);
                let body = move || {
                    ran.fetch_add(1, Ordering::Relaxed);
                    assert!(n != 3, "the fourth fails");
                };
                // SAFETY: the counter outlives the region.
                unsafe { task.spawn_repeat(body) };
            }
        });
        tape.replay(100_000).unwrap();
        let error = region.try_wait().expect_err("a task fails");
        assert_eq!(ran.load(Ordering::Relaxed) + error.cancelled, 8 * 100_001);
        drop(tape);
        region.end();
    });
}

/// A PPU that goes through replayed laps turns to other tasks now and then.
#[test]
fn urgent_tasks_need_not_wait_for_all_laps() {
    const LAPS: u32 = 200_000;
    let runtime = Runtime::builder().ppus(1).bind(hp5::Bind::None).build();
    runtime.unwrap().install(|| {
        let (ran, seen) = (&AtomicU64::new(0), &AtomicU64::new(0));
        let region = Region::begin(rt::site!("laps", file!(), line!()));
        let mut tape = region.record();
        tape.lap(|region| {
            for n in 0..8 {
                let mut task = region.task(rt::site!("one", file!(), line!()));
                task.access_key(n % 4, Mode::In);
                task.access_key((n + 1) % 4, Mode::InOut);
                let body = move || _ = ran.fetch_add(1, Ordering::Relaxed);
                // SAFETY: the counter outlives the region.
                unsafe { task.spawn_repeat(body) };
            }
        });
        tape.replay(LAPS).unwrap();
        while ran.load(Ordering::Relaxed) < 800 {
            std::hint::spin_loop();
        }
        let other = Region::begin(rt::site!("other", file!(), line!()));
        let mut task = other.task(rt::site!("urgent", file!(), line!()));
        task.access_key(9, Mode::InOut);
        task.priority(1);
        let body = move || seen.store(ran.load(Ordering::Relaxed), Ordering::Relaxed);
        // SAFETY: the counters outlive the region.
        unsafe { task.spawn(body) };
        // This thread has other things to do, and another one stands in for it.
        while seen.load(Ordering::Relaxed) == 0 {
            std::hint::spin_loop();
        }
        let all = 8 * (u64::from(LAPS) + 1);
        let seen = seen.load(Ordering::Relaxed);
        assert!(seen < all / 2, "it ran after {seen} of {all} tasks");
        other.end();
        drop(tape);
        region.end();
        assert_eq!(ran.load(Ordering::Relaxed), all);
    });
}
