//! Long tasks run in the order of the program; short ones depth first.

use std::sync::Mutex;
use std::time::{Duration, Instant};

use hp5::Runtime;
use hp5::rt::{Mode, Region, flat, site};

/// 8 KiB: tiles that are worth a look.
const TILE: usize = 1024;

/// A root with two successors that have one each, on one PPU; the order in which they ran.
fn order(body: Duration) -> Vec<usize> {
    let runtime = Runtime::builder().ppus(1).build().unwrap();
    let ran = Mutex::new(Vec::new());
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
            let ran = &ran;
            let run = move || {
                let begun = Instant::now();
                while begun.elapsed() < body {
                    std::hint::spin_loop();
                }
                ran.lock().unwrap().push(number);
            };
            // SAFETY: the body touches what outlives the region.
            unsafe { task.spawn(run) };
        }
        region.end();
    });
    ran.into_inner().unwrap()
}

#[test]
fn long_tasks_run_in_the_order_of_the_program() {
    assert_eq!(order(Duration::from_millis(1)), [0, 1, 2, 3, 4]);
}

/// A task is long from 10 microseconds on, which one without a body takes only when the system
/// stops it just then.
#[test]
fn short_tasks_run_depth_first() {
    let tries: Vec<_> = (0..20).map(|_| order(Duration::ZERO)).collect();
    assert!(
        tries.iter().any(|order| *order == [0, 1, 3, 2, 4]),
        "{tries:?}"
    );
}
