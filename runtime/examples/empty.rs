//! Nanoseconds per empty task: independent, chain, wavefront; registered each time, recorded,
//! replayed. For profiles and instruction counts; `stress/bench` measures beside the peers.
//!
//! ```sh
//! cargo run --release -p hp5 --example empty [-- SIDE [SHAPE]]
//! ```

use hp5::rt::{self, Mode, Region, Site, Task};
use std::time::{Duration, Instant};

const TASK: &Site = rt::site!("empty", file!(), line!());

/// Declares the tiles of the task of cell (i, j).
fn declare(task: &mut Task<'_>, shape: &str, array: u32, n: usize, (i, j): (usize, usize)) {
    match shape {
        "independent" => task.access_tile(array, i * n + j, Mode::InOut),
        "chain" => task.access_tile(array, 0, Mode::InOut),
        _ => {
            if i > 0 {
                task.access_tile(array, (i - 1) * n + j, Mode::In);
            }
            if j > 0 {
                task.access_tile(array, i * n + j - 1, Mode::In);
            }
            task.access_tile(array, i * n + j, Mode::InOut);
        }
    }
}

/// Calls `f` with an open region and the number of an array of n x n cells.
fn with_region<R>(n: usize, f: impl FnOnce(&Region, u32) -> R) -> R {
    let data = vec![0_u64; n * n];
    let region = Region::begin(TASK);
    // SAFETY: no task touches the array, which outlives the region.
    let array = unsafe { region.array("a", rt::flat(&raw const data), &[1]) };
    let result = f(&region, array.id());
    region.end();
    result
}

fn cells(n: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..n).flat_map(move |i| (0..n).map(move |j| (i, j)))
}

fn body() {
    // SAFETY: no instruction at all.
    unsafe { std::arch::asm!("") }
}

/// Registration; registration and execution.
fn pass(shape: &str, n: usize) -> (Duration, Duration) {
    with_region(n, |region, array| {
        let start = Instant::now();
        for cell in cells(n) {
            let mut task = region.task(TASK);
            declare(&mut task, shape, array, n, cell);
            // SAFETY: the body touches nothing.
            unsafe { task.spawn(body) };
        }
        let registered = start.elapsed();
        region.wait();
        (registered, start.elapsed())
    })
}

/// Recording and the first lap; replay of `laps` laps, per lap.
fn replay(shape: &str, n: usize, laps: u32) -> (Duration, Duration) {
    with_region(n, |region, array| {
        let start = Instant::now();
        let mut tape = region.record();
        tape.lap(|region| {
            for cell in cells(n) {
                let mut task = region.task(TASK);
                declare(&mut task, shape, array, n, cell);
                // SAFETY: the body touches nothing.
                unsafe { task.spawn_repeat(body) };
            }
        });
        region.wait();
        let recorded = start.elapsed();
        let start = Instant::now();
        tape.replay(laps).expect("all bodies can be repeated");
        region.wait();
        (recorded, start.elapsed() / laps)
    })
}

/// The run with the best second figure, in nanoseconds per task.
fn best(n: usize, run: impl Fn() -> (Duration, Duration)) -> (f64, f64) {
    let per_task = |d: Duration| d.as_nanos() as f64 / (n * n) as f64;
    let runs = (0..15).map(|_| run());
    let (first, second) = runs.min_by_key(|run| run.1).expect("some runs");
    (per_task(first), per_task(second))
}

fn main() {
    let mut args = std::env::args().skip(1);
    let n = args.next().map_or(256, |a| a.parse().expect("a number"));
    let only = args.next();
    for shape in ["independent", "chain", "wavefront"] {
        if only.as_deref().is_some_and(|name| name != shape) {
            continue;
        }
        let (registered, run) = best(n, || pass(shape, n));
        let (recorded, once) = best(n, || replay(shape, n, 1));
        let (_, ten) = best(n, || replay(shape, n, 10));
        println!(
            "{shape}: registered {registered:.0}, registered and run {run:.0}; recorded \
             {recorded:.0}, replayed once {once:.1}, ten times {ten:.1} ns per task"
        );
    }
}
