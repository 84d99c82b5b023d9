//! Empty tasks under HP5, through `hp5::rt` as emitted code and the C interface call it.
//!
//! One region serves all passes of a process and waits between them, as the parallel
//! region of OpenMP and the handles of StarPU do.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use hp5::Runtime;
use hp5::rt::{self, Array, Flat, Mode, Order, Region, Site, chunks};

use super::{Plan, Samples, cell, empty_body, mix};

/// Laps that are replayed at once.
const LAPS: u32 = 8;

const TASK: &Site = rt::site!("empty", file!(), line!());

/// Cells that tasks reach by number, under the keys that they declare.
#[derive(Clone, Copy)]
struct Cells(*mut u64);

// SAFETY: tasks touch a cell under its key alone, so HP5 orders them.
unsafe impl Send for Cells {}
// SAFETY: as above: several tasks of a loop share its body.
unsafe impl Sync for Cells {}

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
    let array = unsafe { region.array("keys", rt::flat(&raw const data), &[1]) };
    let register = Register {
        plan,
        array,
        cells: place,
    };
    let mut samples = Samples {
        tasks: plan.count(),
        ..Samples::default()
    };
    register.pass::<true, false>(&region);
    region.try_wait().map_err(|e| e.to_string())?;
    check(plan, &data, 1)?;
    registered(plan, &region, &register, &mut samples)?;
    data.fill(1);
    register.loops::<true>(&region);
    region.try_wait().map_err(|e| e.to_string())?;
    check(plan, &data, 1)?;
    by_one_call(plan, &region, &register, &mut samples)?;
    data.fill(1);
    let mut tape = region.record();
    tape.lap(|region| register.pass::<true, true>(region));
    tape.replay(2).map_err(|e| e.to_string())?;
    region.try_wait().map_err(|e| e.to_string())?;
    check(plan, &data, 3)?;
    drop(tape);
    replayed(plan, &region, &register, &mut samples)?;
    laps_by_one_call(plan, &region, &register, &mut samples)?;
    region.try_end().map_err(|e| e.to_string())?;
    Ok(samples)
}

/// Registers and waits, pass after pass.
fn registered(
    plan: &Plan<'_>,
    region: &Region,
    register: &Register<'_>,
    samples: &mut Samples,
) -> Result<(), String> {
    let wait = || region.try_wait().map_err(|e| e.to_string());
    register.pass::<false, false>(region);
    wait()?;
    plan.repeat(|| {
        let begun = Instant::now();
        register.pass::<false, false>(region);
        samples.register_ns.push(nanoseconds(begun));
        wait()?;
        samples.total_ns.push(nanoseconds(begun));
        Ok(())
    })
}

/// Registers all tasks of a pass by one call and waits, pass after pass.
fn by_one_call(
    plan: &Plan<'_>,
    region: &Region,
    register: &Register<'_>,
    samples: &mut Samples,
) -> Result<(), String> {
    let wait = || region.try_wait().map_err(|e| e.to_string());
    register.loops::<false>(region);
    wait()?;
    plan.repeat(|| {
        let begun = Instant::now();
        register.loops::<false>(region);
        samples.loop_register_ns.push(nanoseconds(begun));
        wait()?;
        samples.loop_total_ns.push(nanoseconds(begun));
        Ok(())
    })
}

/// Records, and builds; registers against a recording; replays one that was not, a lap at a time
/// and eight at once.
fn replayed(
    plan: &Plan<'_>,
    region: &Region,
    register: &Register<'_>,
    samples: &mut Samples,
) -> Result<(), String> {
    let wait = || region.try_wait().map_err(|e| e.to_string());
    plan.repeat(|| {
        let begun = Instant::now();
        let mut tape = region.record();
        tape.lap(|region| register.pass::<false, true>(region));
        wait()?;
        samples.record_ns.push(nanoseconds(begun));
        tape.build().map_err(|e| e.to_string())?;
        samples.build_ns.push(nanoseconds(begun));
        Ok(())
    })?;
    let mut tape = region.record();
    settle(region, &mut tape, |region| {
        register.pass::<false, true>(region)
    })?;
    plan.repeat(|| {
        let begun = Instant::now();
        tape.lap(|region| register.pass::<false, true>(region));
        wait()?;
        samples.guarded_ns.push(nanoseconds(begun));
        Ok(())
    })?;
    same(&tape)?;
    drop(tape);
    let mut tape = region.record();
    tape.lap(|region| register.pass::<false, true>(region));
    wait()?;
    let mut replay = |laps: u32, list: &mut Vec<u64>| {
        plan.repeat(|| {
            let begun = Instant::now();
            tape.replay(laps).map_err(|e| e.to_string())?;
            wait()?;
            list.push(nanoseconds(begun) / u64::from(laps));
            Ok(())
        })
    };
    replay(1, &mut Vec::new())?;
    replay(1, &mut samples.replay_ns)?;
    replay(LAPS, &mut samples.overlap_ns)?;
    same(&tape)
}

/// Registers laps until one was held against a recording: the tape writes several down before.
fn settle(region: &Region, tape: &mut rt::Tape<'_>, lap: impl Fn(&Region)) -> Result<(), String> {
    const MOST: usize = 1 << 14;
    for _ in 0..MOST {
        tape.lap(&lap);
        region.try_wait().map_err(|e| e.to_string())?;
        if tape.stats().matched > 0 {
            return Ok(());
        }
    }
    Err(format!("no lap was found the same: {}", tape.stats()))
}

/// Checks that no lap of a tape differed.
fn same(tape: &rt::Tape<'_>) -> Result<(), String> {
    match tape.stats().first_difference {
        None => Ok(()),
        Some(what) => Err(format!("laps that are the same differed: {what}")),
    }
}

/// Records a pass of one call, and registers it against the recording.
fn laps_by_one_call(
    plan: &Plan<'_>,
    region: &Region,
    register: &Register<'_>,
    samples: &mut Samples,
) -> Result<(), String> {
    let wait = || region.try_wait().map_err(|e| e.to_string());
    let mut tape = region.record();
    settle(region, &mut tape, |region| register.loops::<false>(region))?;
    plan.repeat(|| {
        let begun = Instant::now();
        tape.lap(|region| register.loops::<false>(region));
        wait()?;
        samples.loop_guarded_ns.push(nanoseconds(begun));
        Ok(())
    })?;
    let stats = tape.stats();
    if stats.first_difference.is_some() || stats.whole_loops == 0 {
        return Err(format!("laps of one loop were not found the same: {stats}"));
    }
    Ok(())
}

fn nanoseconds(since: Instant) -> u64 {
    since.elapsed().as_nanos() as u64
}

/// Holds the cells against `passes` checked passes in serial order.
fn check(plan: &Plan<'_>, data: &[u64], passes: usize) -> Result<(), String> {
    if data == serial(plan, data.len(), passes) {
        return Ok(());
    }
    Err(format!(
        "{}: the tasks' result differs from serial order",
        plan.shape
    ))
}

/// What registers a pass.
struct Register<'a> {
    plan: &'a Plan<'a>,
    array: Array<Flat<u64>>,
    cells: Cells,
}

impl Register<'_> {
    /// Registers one pass. With `CHECK` the bodies compute what `serial` does; with `REPEAT`
    /// they may run again.
    fn pass<const CHECK: bool, const REPEAT: bool>(&self, region: &Region) {
        let (array, cells) = (self.array.id(), self.cells);
        match self.plan.shape {
            "wavefront" => self.wavefront::<CHECK, REPEAT>(region),
            shape => {
                for i in 0..self.plan.tasks {
                    let key = if shape == "chain" { 0 } else { i };
                    let mut task = region.task(TASK);
                    task.access_tile(array, key, Mode::InOut);
                    if CHECK {
                        // SAFETY: the body touches the cell that it declared.
                        hand_in::<REPEAT>(task, move || unsafe {
                            cells.update(key, |x| mix(x, i as u64));
                        });
                    } else {
                        hand_in::<REPEAT>(task, empty_body);
                    }
                }
            }
        }
    }

    fn wavefront<const CHECK: bool, const REPEAT: bool>(&self, region: &Region) {
        let (array, cells) = (self.array.id(), self.cells);
        let m = self.plan.edge() + 1;
        for i in 1..m {
            for j in 1..m {
                let (own, up, left) = (i * m + j, (i - 1) * m + j, i * m + j - 1);
                let mut task = region.task(TASK);
                task.access_tile(array, up, Mode::In);
                task.access_tile(array, left, Mode::In);
                task.access_tile(array, own, Mode::InOut);
                if CHECK {
                    // SAFETY: the body touches the cells that it declared.
                    hand_in::<REPEAT>(task, move || unsafe {
                        cells.update(own, |x| cell(x, cells.read(up), cells.read(left)));
                    });
                } else {
                    hand_in::<REPEAT>(task, empty_body);
                }
            }
        }
    }
}

impl Register<'_> {
    /// Registers one pass by one call.
    fn loops<const CHECK: bool>(&self, region: &Region) {
        let (array, cells, tasks) = (self.array, self.cells, self.plan.tasks);
        if self.plan.shape == "wavefront" {
            return self.square::<CHECK>(region);
        }
        let is_chain = self.plan.shape == "chain";
        let mut all = region.loop_tasks(TASK, Order::Ordered, chunks(0..tasks, 1, 0));
        match is_chain {
            true => all.access(&array, Mode::InOut, |[_]| [(0, 1)]),
            false => all.access(&array, Mode::InOut, |[i]| [i]),
        };
        let body = all.body(move |chunk| {
            let i = chunk.start;
            let key = if is_chain { 0 } else { i };
            match CHECK {
                // SAFETY: the body touches the cell that it declared.
                true => unsafe { cells.update(key, |x| mix(x, i as u64)) },
                false => empty_body(),
            }
        });
        // SAFETY: as in `hand_in`.
        unsafe { all.spawn(body) };
    }

    fn square<const CHECK: bool>(&self, region: &Region) {
        let (array, cells, m) = (self.array, self.cells, self.plan.edge() + 1);
        let nest = (chunks(1..m, 1, 0), chunks(1..m, 1, 0));
        let mut all = region.loop_tasks(TASK, Order::Ordered, nest);
        let rows = m as isize;
        let at = |key: isize| [(key, key + 1)];
        all.access(&array, Mode::In, |[(i, _), (j, _)]| at((i - 1) * rows + j));
        all.access(&array, Mode::In, |[(i, _), (j, _)]| at(i * rows + j - 1));
        all.access(&array, Mode::InOut, |[(i, _), (j, _)]| at(i * rows + j));
        let body = all.body(move |(i, j)| {
            let own = i.start * m + j.start;
            match CHECK {
                // SAFETY: the body touches the cells that it declared.
                true => unsafe {
                    cells.update(own, |x| cell(x, cells.read(own - m), cells.read(own - 1)));
                },
                false => empty_body(),
            }
        });
        // SAFETY: as in `hand_in`.
        unsafe { all.spawn(body) };
    }
}

/// Hands a body in that touches what the task declared, or nothing.
fn hand_in<const REPEAT: bool>(task: rt::Task<'_>, body: impl Fn() + Send) {
    // SAFETY: bodies of this module touch cells that they declared; the cells outlive the
    // region.
    unsafe {
        if REPEAT {
            task.spawn_repeat(body);
        } else {
            task.spawn(body);
        }
    }
}

/// The cells after some checked passes in serial order.
fn serial(plan: &Plan<'_>, cells: usize, passes: usize) -> Vec<u64> {
    let mut data = vec![1_u64; cells];
    for _ in 0..passes {
        serial_pass(plan, &mut data);
    }
    data
}

fn serial_pass(plan: &Plan<'_>, data: &mut [u64]) {
    match plan.shape {
        "wavefront" => {
            let m = plan.edge() + 1;
            for own in (m..data.len()).filter(|own| !own.is_multiple_of(m)) {
                data[own] = cell(data[own], data[own - m], data[own - 1]);
            }
        }
        "chain" => data[0] = (0..plan.tasks as u64).fold(data[0], mix),
        _ => data.iter_mut().zip(0..).for_each(|(x, i)| *x = mix(*x, i)),
    }
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
    plan.repeat(|| {
        let begun = Instant::now();
        tree::<false>(&region, levels, &seen);
        region.try_wait().map_err(|e| e.to_string())?;
        samples.total_ns.push(nanoseconds(begun));
        Ok(())
    })?;
    region.try_end().map_err(|e| e.to_string())?;
    Ok(samples)
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
