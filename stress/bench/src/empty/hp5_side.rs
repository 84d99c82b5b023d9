//! Empty tasks under HP5, through `hp5::rt` as emitted code and the C interface call it.
//!
//! One region serves all passes of a process and waits between them, as the parallel
//! region of OpenMP and the handles of StarPU do.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use hp5::Runtime;
use hp5::rt::{self, Mode, Region, Site};

use super::{Plan, Samples, cell, empty_body, mix};

const TASK: &Site = rt::site!("empty", file!(), line!());

/// Cells that tasks reach by number, under the keys that they declare.
#[derive(Clone, Copy)]
struct Cells(*mut u64);

// SAFETY: tasks touch a cell under its key alone, so HP5 orders them.
unsafe impl Send for Cells {}

impl Cells {
    /// Reads and replaces cell `i`.
    ///
    /// # Safety
    /// The caller is a task that declared cell `i` as inout, and the cells are alive.
    unsafe fn update(self, i: usize, by: impl FnOnce(u64) -> u64) {
        // SAFETY: the caller's promise.
        unsafe { *self.0.add(i) = by(*self.0.add(i)) };
    }

    /// Reads cell `i`.
    ///
    /// # Safety
    /// The caller is a task that declared cell `i`, and the cells are alive.
    unsafe fn read(self, i: usize) -> u64 {
        // SAFETY: the caller's promise.
        unsafe { *self.0.add(i) }
    }
}

/// One process of HP5.
///
/// # Errors
/// A runtime that does not start, an unknown shape, a wrong outcome, a failed region.
pub(super) fn measure(plan: &Plan<'_>) -> Result<Samples, String> {
    let runtime = Runtime::builder()
        .ppus(plan.threads)
        .build()
        .map_err(|e| e.to_string())?;
    runtime.install(|| match plan.shape {
        "independent" | "chain" | "wavefront" => keyed(plan),
        "forkjoin" => forkjoin(plan),
        shape => Err(format!("shape {shape} is not known")),
    })
}

fn keyed(plan: &Plan<'_>) -> Result<Samples, String> {
    let edge = plan.edge();
    let cells = match plan.shape {
        "chain" => 1,
        "wavefront" => (edge + 1) * (edge + 1),
        _ => plan.tasks,
    };
    let mut data = vec![1_u64; cells];
    let place = Cells(data.as_mut_ptr());
    let region = Region::begin(rt::site!("empty tasks", file!(), line!()));
    // SAFETY: the vector outlives the region and is read only after waiting.
    let array = unsafe { region.array("keys", rt::flat(&raw const data), &[1]) }.id();
    register::<true>(&region, plan, array, place);
    region.try_wait().map_err(|e| e.to_string())?;
    if data != serial(plan, cells) {
        return Err(format!(
            "{}: the tasks' result differs from serial order",
            plan.shape
        ));
    }
    let mut samples = Samples {
        tasks: plan.count(),
        ..Samples::default()
    };
    register::<false>(&region, plan, array, place);
    region.try_wait().map_err(|e| e.to_string())?;
    let mut failed = None;
    plan.repeat(|| {
        let begun = Instant::now();
        register::<false>(&region, plan, array, place);
        samples.register_ns.push(begun.elapsed().as_nanos() as u64);
        failed = region.try_wait().err().or(failed.take());
        samples.total_ns.push(begun.elapsed().as_nanos() as u64);
    });
    failed = region.try_end().err().or(failed);
    match failed {
        None => Ok(samples),
        Some(error) => Err(error.to_string()),
    }
}

/// Registers one pass. With `CHECK` the bodies compute what `serial` does.
fn register<const CHECK: bool>(region: &Region, plan: &Plan<'_>, array: u32, cells: Cells) {
    match plan.shape {
        "wavefront" => wavefront::<CHECK>(region, plan.edge(), array, cells),
        shape => {
            for i in 0..plan.tasks {
                let key = if shape == "chain" { 0 } else { i };
                let mut task = region.task(TASK);
                task.access_tile(array, key, Mode::InOut);
                // SAFETY: the body touches the cell that it declared, or nothing.
                unsafe {
                    if CHECK {
                        task.spawn(move || cells.update(key, |x| mix(x, i as u64)));
                    } else {
                        task.spawn(empty_body);
                    }
                }
            }
        }
    }
}

fn wavefront<const CHECK: bool>(region: &Region, edge: usize, array: u32, cells: Cells) {
    let m = edge + 1;
    for i in 1..m {
        for j in 1..m {
            let (own, up, left) = (i * m + j, (i - 1) * m + j, i * m + j - 1);
            let mut task = region.task(TASK);
            task.access_tile(array, up, Mode::In);
            task.access_tile(array, left, Mode::In);
            task.access_tile(array, own, Mode::InOut);
            // SAFETY: the body touches the cells that it declared, or nothing.
            unsafe {
                if CHECK {
                    task.spawn(move || {
                        cells.update(own, |x| cell(x, cells.read(up), cells.read(left)));
                    });
                } else {
                    task.spawn(empty_body);
                }
            }
        }
    }
}

/// The cells after one checked pass in serial order.
fn serial(plan: &Plan<'_>, cells: usize) -> Vec<u64> {
    let mut data = vec![1_u64; cells];
    match plan.shape {
        "wavefront" => {
            let m = plan.edge() + 1;
            for own in (m..cells).filter(|own| !own.is_multiple_of(m)) {
                data[own] = cell(data[own], data[own - m], data[own - 1]);
            }
        }
        "chain" => data[0] = (0..plan.tasks as u64).fold(1, mix),
        _ => data.iter_mut().zip(0..).for_each(|(x, i)| *x = mix(*x, i)),
    }
    data
}

fn forkjoin(plan: &Plan<'_>) -> Result<Samples, String> {
    let levels = plan.levels();
    let region = Region::begin(rt::site!("tree", file!(), line!()));
    let seen = AtomicU64::new(0);
    tree::<true>(&region, levels, &seen);
    region.try_wait().map_err(|e| e.to_string())?;
    if seen.load(Ordering::Relaxed) != plan.count() as u64 {
        return Err("forkjoin: a task did not run".to_owned());
    }
    tree::<false>(&region, levels, &seen);
    region.try_wait().map_err(|e| e.to_string())?;
    let mut samples = Samples {
        tasks: plan.count(),
        ..Samples::default()
    };
    let mut failed = None;
    plan.repeat(|| {
        let begun = Instant::now();
        tree::<false>(&region, levels, &seen);
        failed = region.try_wait().err().or(failed.take());
        samples.total_ns.push(begun.elapsed().as_nanos() as u64);
    });
    failed = region.try_end().err().or(failed);
    match failed {
        None => Ok(samples),
        Some(error) => Err(error.to_string()),
    }
}

/// A binary tree: inner tasks are composites of their two subtrees.
fn tree<const CHECK: bool>(region: &Region, levels: u32, seen: &AtomicU64) {
    let body = move || {
        if CHECK {
            seen.fetch_add(1, Ordering::Relaxed);
        } else {
            empty_body();
        }
    };
    let task = region.task(TASK);
    // SAFETY: the counter outlives the outermost region, which is waited for.
    unsafe {
        if levels == 1 {
            task.spawn(body);
        } else {
            task.spawn_nested(move |inner| {
                body();
                tree::<CHECK>(inner, levels - 1, seen);
                tree::<CHECK>(inner, levels - 1, seen);
            });
        }
    }
}
