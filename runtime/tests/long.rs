//! Long tasks run in the order of the program, short ones depth first, and none is lost on the way.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use hp5::Runtime;
use hp5::rt::{Mode, Region, flat, site};

/// 8 KiB: tiles that are worth a look.
const TILE: usize = 1024;

/// A root with two successors that have one each, on one PPU; the order in which they ran.
fn order(body: Duration) -> Vec<usize> {
    let runtime = Runtime::builder().ppus(1).build().unwrap();
    let ran = Mutex::new(Vec::new());
    let registered = AtomicBool::new(false);
    runtime.install(|| {
        let data = vec![0.0_f64; 5 * TILE];
        let region = Region::begin(site!("long", file!(), line!()));
        // SAFETY: no body touches the array, which outlives the region.
        let array = unsafe { region.array("tiles", flat(&raw const *data), &[TILE]) };
        for (number, before) in [None, Some(0), Some(0), Some(1), Some(2)]
            .into_iter()
            .enumerate()
        {
            let mut task = region.task(site!("task", file!(), line!()));
            task.access_tile(array.id(), number, Mode::InOut);
            if let Some(before) = before {
                task.access_tile(array.id(), before, Mode::In);
            }
            let (ran, registered) = (&ran, &registered);
            let run = move || {
                // Whoever runs the root: all others wait for it.
                while !registered.load(Ordering::SeqCst) {
                    std::thread::yield_now();
                }
                let begun = Instant::now();
                while begun.elapsed() < body {
                    std::hint::spin_loop();
                }
                ran.lock().unwrap().push(number);
            };
            // SAFETY: the body touches what outlives the region.
            unsafe { task.spawn(run) };
        }
        registered.store(true, Ordering::SeqCst);
        region.end();
    });
    ran.into_inner().unwrap()
}

/// True for a third of many tries: where the system stops a thread at the wrong moment, the PPU's
/// own thread stands in for it, and two threads run tasks for a while.
fn as_a_rule(body: Duration, expected: [usize; 5]) {
    let tries: Vec<_> = (0..15).map(|_| order(body)).collect();
    let so = tries.iter().filter(|order| **order == expected).count();
    assert!(so >= 5, "{tries:?}");
}

#[test]
fn long_tasks_run_in_the_order_of_the_program() {
    as_a_rule(Duration::from_millis(1), [0, 1, 2, 3, 4]);
}

/// A task is long from 10 microseconds on.
#[test]
fn short_tasks_run_depth_first() {
    as_a_rule(Duration::ZERO, [0, 1, 3, 2, 4]);
}

/// What is waited for is asked between two long tasks, of which the second is in no queue then.
#[test]
fn a_condition_that_panics_between_two_long_tasks_loses_none() {
    const TASKS: usize = 40;
    let runtime = Runtime::builder().ppus(1).build().unwrap();
    for panics_at in 10..20 {
        let ran = AtomicUsize::new(0);
        runtime.install(|| {
            let data = [0_u64];
            let region = Region::begin(site!("chain", file!(), line!()));
            // SAFETY: no body touches the array, which outlives the region.
            let array = unsafe { region.array("one", flat(&raw const data), &[1]) };
            for _ in 0..TASKS {
                let mut task = region.task(site!("task", file!(), line!()));
                task.access_tile(array.id(), 0, Mode::InOut);
                let ran = &ran;
                let run = move || {
                    let begun = Instant::now();
                    while begun.elapsed() < Duration::from_micros(100) {
                        std::hint::spin_loop();
                    }
                    ran.fetch_add(1, Ordering::SeqCst);
                };
                // SAFETY: the body touches what outlives the region.
                unsafe { task.spawn(run) };
            }
            let condition = || {
                assert!(ran.load(Ordering::SeqCst) < panics_at, "planned");
                false
            };
            let waits = catch_unwind(AssertUnwindSafe(|| region.wait_until(condition)));
            assert!(waits.is_err(), "it panics");
            region.end();
        });
        assert_eq!(ran.into_inner(), TASKS);
    }
}
