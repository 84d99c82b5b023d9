//! What recording costs, by counting.

use crate::graph::reference::COMPARED;
use crate::rt::{Mode, Region, Site};
use crate::sync::{Arc, AtomicU64, Ordering};
use crate::{RegionStats, Runtime};

static SITE: Site = Site::new("tape", file!(), line!());

/// Laps of a star: a writer, so many readers, a writer. What the region counted, and how often
/// its registering thread compared two tasks.
fn star(readers: u64, laps: u32) -> (RegionStats, u64) {
    let runtime = Runtime::builder().ppus(1).build().expect("a runtime");
    runtime.install(|| {
        let ran = Arc::new(AtomicU64::new(0));
        let region = Region::begin(&SITE);
        let before = COMPARED.get();
        let mut tape = region.record();
        for _ in 0..laps {
            tape.lap(|region| {
                for n in 0..readers + 2 {
                    let is_writer = n == 0 || n == readers + 1;
                    let mut task = region.task(&SITE);
                    // Twice: the second time, every edge is known.
                    task.access_key(1, if is_writer { Mode::Out } else { Mode::In });
                    task.access_key(2, if is_writer { Mode::Out } else { Mode::In });
                    let ran = ran.clone();
                    let body = move || {
                        ran.fetch_add(1, Ordering::Relaxed);
                    };
                    // SAFETY: the body touches what it shares with this function.
                    unsafe { task.spawn_repeat(body) };
                }
            });
        }
        drop(tape);
        let compared = COMPARED.get() - before;
        let stats = region.try_end().expect("no task fails");
        let tasks = u64::from(laps) * (readers + 2);
        assert_eq!(ran.load(Ordering::Relaxed), tasks, "bodies that ran");
        (stats, compared)
    })
}

#[test]
fn many_predecessors_are_recorded_in_linear_time() {
    let (_, few) = star(500, 3);
    let (stats, many) = star(5_000, 3);
    assert!(
        many < 15 * few,
        "{few} comparisons, {many} for ten times as many tasks"
    );
    assert!(many < 100 * stats.tasks, "{many} for {} tasks", stats.tasks);
}
