//! One measured run in a process of its own: HP5, or the serial program.
//!
//! The protocol is that of `peers/kernels/driver.c`: fill, run once to warm up, fill, run once
//! against the clock, print one line of JSON with the sum over the result.

use std::time::Instant;

use hp5::Runtime;
use hp5::rt::{Region, Site, flat, site};
use serde::{Deserialize, Serialize};

use super::graph::{Serial, Sink, Use, tasks};
use super::loops;
use super::problem::{Kernel, Problem, Size};
use clap::ValueEnum;

/// What a run prints.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Outcome {
    /// Tasks of the run.
    pub tasks: usize,
    /// Until the last task was registered, where that can be told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub registered_s: Option<f64>,
    /// Registration and execution.
    pub total_s: f64,
    /// Sum over every bit of the result, in hexadecimal digits.
    pub sum: String,
}

/// Runs `system` (`hp5` or `serial`) with the arguments of a peer's executable: `KERNEL N TILE
/// SWEEPS THREADS [VARIANT]`.
///
/// # Errors
/// Arguments that cannot be, or a run that failed.
pub fn run(system: &str, arguments: &[String]) -> Result<Outcome, String> {
    let (arguments, variant) = match arguments {
        [first @ .., variant] if first.len() == 5 => (first, Some(variant.as_str())),
        all => (all, None),
    };
    let [kernel, n, tile, sweeps, ppus] = arguments else {
        return Err(format!(
            "{} arguments; KERNEL N TILE SWEEPS THREADS [VARIANT] are needed",
            arguments.len()
        ));
    };
    let kernel = Kernel::from_str(kernel, false).map_err(|_| format!("no kernel {kernel}"))?;
    let number = |text: &String| {
        let error = |_| format!("'{text}' is no whole number");
        text.parse::<usize>().map_err(error)
    };
    let size = Size::new(kernel, number(n)?, number(tile)?, number(sweeps)?)?;
    match (system, variant) {
        ("serial", None) => Ok(serial(size)),
        ("hp5", variant) => {
            let runtime = Runtime::builder().ppus(number(ppus)?).build();
            let runtime = runtime.map_err(|error| error.to_string())?;
            runtime.install(|| match (variant, kernel) {
                (None, _) => hp5(size, once),
                (Some("loops"), _) => hp5(size, once_by_loops),
                (Some("replay"), Kernel::Jacobi) => replay(size),
                (Some("laps"), Kernel::Jacobi) => hp5(size, once_in_laps),
                (Some(other), _) => Err(format!("{} has no variant {other}", kernel.name())),
            })
        }
        (other, _) => Err(format!("no system {other} here")),
    }
}

fn outcome(problem: &Problem, registered_s: Option<f64>, total_s: f64) -> Outcome {
    Outcome {
        tasks: problem.size.tasks(),
        registered_s,
        total_s,
        sum: format!("{:016x}", problem.sum()),
    }
}

/// The tile operations one after the other.
pub fn serial(size: Size) -> Outcome {
    let mut problem = Problem::new(size);
    tasks(&mut problem, 0..size.sweeps, &mut Serial);
    problem.fill();
    let begun = Instant::now();
    tasks(&mut problem, 0..size.sweeps, &mut Serial);
    outcome(&problem, None, begun.elapsed().as_secs_f64())
}

/// Warms up, and measures.
fn hp5(
    size: Size,
    once: impl Fn(&mut Problem) -> Result<(f64, f64), String>,
) -> Result<Outcome, String> {
    let mut problem = Problem::new(size);
    once(&mut problem)?;
    problem.fill();
    let (registered, total) = once(&mut problem)?;
    Ok(outcome(&problem, Some(registered), total))
}

/// Registers task by task, as the peers do.
fn once(problem: &mut Problem) -> Result<(f64, f64), String> {
    timed(problem, |region, problem| {
        let arrays = arrays(region, problem);
        let sweeps = 0..problem.size.sweeps;
        tasks(problem, sweeps, &mut Registered { arrays, region });
    })
}

/// As [`once`], each loop of tasks by one call.
fn once_by_loops(problem: &mut Problem) -> Result<(f64, f64), String> {
    timed(problem, loops::register)
}

/// Opens a region, registers everything, waits: seconds until registered and until done.
fn timed(
    problem: &mut Problem,
    register: impl FnOnce(&Region, &mut Problem),
) -> Result<(f64, f64), String> {
    let begun = Instant::now();
    let region = Region::begin(site!("kernels", file!(), line!()));
    register(&region, problem);
    let registered = begun.elapsed().as_secs_f64();
    let stats = region.try_end().map_err(|error| error.to_string())?;
    let total = begun.elapsed().as_secs_f64();
    let (ran, meant) = (stats.tasks, problem.size.tasks() as u64);
    if ran == meant {
        Ok((registered, total))
    } else {
        Err(format!("ran {ran} tasks instead of {meant}"))
    }
}

/// Two sweeps bring both grids back to their places.
const LAP: usize = 2;

/// Jacobi with a lap that was recorded, and run once, before the clock started.
fn replay(size: Size) -> Result<Outcome, String> {
    let mut problem = Problem::new(size);
    let times = u32::try_from(size.sweeps / LAP).map_err(|error| error.to_string())?;
    let region = Region::begin(site!("kernels", file!(), line!()));
    let mut sink = Repeated {
        arrays: arrays(&region, &problem),
        region: &region,
    };
    let mut tape = region.record();
    tape.lap(|_| tasks(&mut problem, 0..LAP, &mut sink));
    let mut go = || -> Result<f64, String> {
        region.try_wait().map_err(|error| error.to_string())?;
        problem.fill();
        let begun = Instant::now();
        tape.replay(times).map_err(|error| error.to_string())?;
        region.try_wait().map_err(|error| error.to_string())?;
        Ok(begun.elapsed().as_secs_f64())
    };
    go()?;
    let total = go()?;
    let stats = tape.stats();
    let replayed = 2 * size.tasks() as u64;
    if stats.matched != replayed || stats.plain != 0 {
        return Err(format!("{replayed} tasks were to be replayed: {stats:?}"));
    }
    drop(tape);
    region.try_end().map_err(|error| error.to_string())?;
    Ok(outcome(&problem, None, total))
}

/// Jacobi registered lap by lap on a tape: recorded, then held against the recording.
fn once_in_laps(problem: &mut Problem) -> Result<(f64, f64), String> {
    let begun = Instant::now();
    let region = Region::begin(site!("kernels", file!(), line!()));
    let mut sink = Registered {
        arrays: arrays(&region, problem),
        region: &region,
    };
    let mut tape = region.record();
    for _ in 0..problem.size.sweeps / LAP {
        tape.lap(|_| tasks(problem, 0..LAP, &mut sink));
    }
    let registered = begun.elapsed().as_secs_f64();
    region.try_wait().map_err(|error| error.to_string())?;
    let total = begun.elapsed().as_secs_f64();
    let stats = tape.stats();
    drop(tape);
    region.try_end().map_err(|error| error.to_string())?;
    match stats.first_difference {
        None => Ok((registered, total)),
        Some(what) => Err(format!("equal laps differed: {what}")),
    }
}

/// The arrays' numbers in the region; tiles are numbered as in [`super::graph`].
fn arrays(region: &Region, problem: &Problem) -> [u32; 2] {
    let (n, t) = (problem.size.n, problem.size.tile);
    // SAFETY: the arrays outlive the region, keep their place, and nobody but the tasks
    // touches them while it is open.
    unsafe {
        match problem.size.kernel {
            Kernel::Cholesky | Kernel::Lu => {
                let a = region.array("a", flat(&raw const *problem.a), &[t * t]);
                [a.id(); 2]
            }
            Kernel::Jacobi => {
                let a = region.array("a", flat(&raw const *problem.a).rows(n), &[t, t]);
                let b = region.array("b", flat(&raw const *problem.b).rows(n), &[t, t]);
                [a.id(), b.id()]
            }
            Kernel::SmithWaterman => {
                let tile = [problem.words()];
                let borders = region.array("borders", flat(&raw const *problem.borders), &tile);
                [borders.id(); 2]
            }
        }
    }
}

/// Registers each task.
struct Registered<'r> {
    region: &'r Region,
    arrays: [u32; 2],
}

impl Sink for Registered<'_> {
    #[inline]
    fn task(&mut self, site: &'static Site, tiles: &[Use], body: impl Fn() + Send + Copy) {
        let mut task = self.region.task(site);
        for &(array, tile, mode) in tiles {
            task.access_tile(self.arrays[array], tile, mode);
        }
        // SAFETY: a task of a `Sink` touches its tiles only; they are in a `Problem` that
        // outlives the region.
        unsafe { task.spawn(body) };
    }
}

/// Registers each task so that it may run again.
struct Repeated<'r> {
    region: &'r Region,
    arrays: [u32; 2],
}

impl Sink for Repeated<'_> {
    #[inline]
    fn task(&mut self, site: &'static Site, tiles: &[Use], body: impl Fn() + Send + Copy) {
        let mut task = self.region.task(site);
        for &(array, tile, mode) in tiles {
            task.access_tile(self.arrays[array], tile, mode);
        }
        // SAFETY: as in `Registered`.
        unsafe { task.spawn_repeat(body) };
    }
}
