//! The process that is measured: passes over a stencil of eight points per PPU.

use std::time::Instant;

use hp5::Runtime;
use hp5::rt::{self, Region};
use serde::{Deserialize, Serialize};

use crate::metg::hp5_side::{arrays, keys, lap};
use crate::metg::pattern::Steps;

/// What a process prints.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(super) struct Samples {
    /// Tasks of a pass.
    pub(super) tasks: usize,
    /// The build has the hooks of tracing.
    pub(super) hooks: bool,
    /// Of each pass, until all tasks are completed.
    pub(super) wait_ns: Vec<f64>,
    /// Of each pass, until the region is closed: a trace is written by then.
    pub(super) end_ns: Vec<f64>,
}

/// Points of a step for each PPU.
const WIDTH: usize = 8;

/// The child process: `TASKS ITERATIONS PASSES PPUS`. It checks a pass against serial order
/// before it measures, with tracing as it is then.
///
/// # Errors
/// Wrong words, a runtime that does not start, a wrong outcome.
pub fn side(words: &[String]) -> Result<String, String> {
    let numbers: Vec<u64> = words.iter().filter_map(|w| w.parse().ok()).collect();
    let &[tasks, iterations, passes, ppus] = numbers.as_slice() else {
        return Err(format!(
            "side tracing hp5 TASKS ITERATIONS PASSES PPUS, not {words:?}"
        ));
    };
    let width = WIDTH * ppus as usize;
    let steps = &Steps::new("stencil", width)?;
    let laps = (tasks as usize).div_ceil(steps.points.len());
    let runtime = Runtime::builder()
        .ppus(ppus as usize)
        .build()
        .map_err(|e| e.to_string())?;
    let keys = keys(width);
    let mut samples = Samples {
        tasks: laps * steps.points.len(),
        hooks: hp5::observe::HOOKS,
        ..Samples::default()
    };
    runtime.install(|| {
        steps.set_iterations(3);
        close(until_completed(laps, &keys, steps)?)?;
        if steps.content() != steps.serial(laps) {
            return Err("the tasks' result differs from serial order".to_owned());
        }
        steps.set_iterations(iterations);
        for _ in 0..passes {
            let begun = Instant::now();
            let region = until_completed(laps, &keys, steps)?;
            samples.wait_ns.push(begun.elapsed().as_nanos() as f64);
            close(region)?;
            samples.end_ns.push(begun.elapsed().as_nanos() as f64);
        }
        Ok(())
    })?;
    serde_json::to_string(&samples).map_err(|e| e.to_string())
}

/// Opens a region, registers its tasks and waits for them. (A function of its own: valgrind
/// counts inside it.)
#[inline(never)]
fn until_completed(laps: usize, keys: &[Vec<u64>; 2], steps: &Steps) -> Result<Region, String> {
    let region = Region::begin(rt::site!("tracing", file!(), line!()));
    // SAFETY: the keys outlive the region and are not touched.
    let arrays = unsafe { arrays(&region, keys) };
    for _ in 0..laps {
        lap(&region, arrays, steps);
    }
    region.try_wait().map_err(|e| e.to_string())?;
    Ok(region)
}

/// Closes a region, which writes its trace. (As above.)
#[inline(never)]
fn close(region: Region) -> Result<(), String> {
    region.try_end().map(drop).map_err(|e| e.to_string())
}
