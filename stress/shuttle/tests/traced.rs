//! Regions that are recorded: who ends one finds the slice of every task, whoever ran or
//! completed it (protocol *slices first*, `runtime/src/sched/trace_buffer.rs`).
#![cfg(hp5_shuttle)]

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicU32, Ordering};

use hp5::observe::{RunRecord, capture_records};
use hp5::rt::{Mode, Region};
use hp5_shuttle::{SITE, explore, finds, in_region, on};
use shuttle::thread;

fn task<'r>(region: &'r Region, tile: usize) -> hp5::rt::Task<'r> {
    let mut task = region.task(&SITE);
    task.access_key(tile, Mode::InOut);
    task
}

/// Ran: so many bodies.
#[derive(Default)]
struct Ran(AtomicU32);

impl Ran {
    fn one(&self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }
}

/// Tasks on so many tiles.
fn plain(region: &Region, tasks: usize, tiles: usize, ran: &Ran) {
    for n in 0..tasks {
        // SAFETY: the body touches an atomic that outlives the region.
        unsafe { task(region, n % tiles).spawn(|| ran.one()) };
    }
}

/// A composite of two tasks.
fn composite(region: &Region, ran: &Ran) {
    let body = |region: &Region| {
        ran.one();
        plain(region, 2, 2, ran);
    };
    // SAFETY: as above.
    unsafe { task(region, 9).spawn_nested(body) };
}

/// A task that another thread completes, perhaps.
fn pending(region: &Region, ran: &Ran) {
    // SAFETY: as above.
    unsafe {
        task(region, 8).spawn_pending(|handle| {
            ran.one();
            thread::spawn(move || drop(handle));
        });
    }
}

/// Runs `tasks` in a region and the same in the next one, which may have the scope of the first: each
/// has a slice of every task.
fn recorded(ppus: usize, tasks: impl Fn(&Region, &Ran)) {
    on(ppus, u64::MAX, || {
        for _ in 0..2 {
            let ran = Ran::default();
            let ((), records) = capture_records(|| in_region(|region| tasks(region, &ran)));
            let [record] = &*records else {
                panic!("{} regions", records.len());
            };
            all_have_slices(record, ran.0.load(Ordering::Relaxed));
        }
    });
}

fn all_have_slices(record: &RunRecord, tasks: u32) {
    let mut slices: Vec<u32> = record.slices.iter().map(|slice| slice.task).collect();
    slices.sort_unstable();
    let all: Vec<u32> = (0..tasks).collect();
    assert_eq!(slices, all, "a slice is missing");
}

/// More tasks than are told of at once, on one tile and on several.
#[test]
fn every_task_has_a_slice() {
    explore(150, || recorded(2, |region, ran| plain(region, 8, 1, ran)));
    explore(150, || recorded(3, |region, ran| plain(region, 8, 3, ran)));
}

/// The last task of a composite may end before the thread that built it looks at the clock.
#[test]
fn every_composite_has_a_slice() {
    explore(300, || {
        recorded(2, |region, ran| {
            plain(region, 1, 1, ran);
            composite(region, ran);
        });
    });
}

/// So may the request of a task with a handle.
#[test]
fn every_pending_task_has_a_slice() {
    explore(300, || {
        recorded(2, |region, ran| {
            pending(region, ran);
            plain(region, 1, 1, ran);
        });
    });
}

/// One task of a chain fails; those after it are dropped.
#[test]
fn a_task_that_fails_has_a_slice() {
    explore(300, || {
        on(2, u64::MAX, || {
            let ran = Ran::default();
            let ((), records) = capture_records(|| {
                let region = Region::begin(&SITE);
                plain(&region, 2, 1, &ran);
                // SAFETY: it touches nothing.
                unsafe { task(&region, 0).spawn(|| resume_unwind(Box::new("planned"))) };
                plain(&region, 2, 1, &ran);
                region.try_end().expect_err("a task fails");
            });
            assert_eq!(ran.0.load(Ordering::Relaxed), 2, "those before it ran");
            all_have_slices(&records[0], 5);
        });
    });
}

#[test]
fn planted_bugs_are_found() {
    let missing = &["a slice is missing"];
    finds("every_task_has_a_slice", "slices after the count", missing);
    finds(
        "every_pending_task_has_a_slice",
        "slices when others end",
        missing,
    );
}
