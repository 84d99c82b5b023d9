//! The registration API, call by call: regions, arrays and tiles, modes, waiting, loops,
//! reductions, composite tasks, commutative tasks, pending tasks, priorities, tapes. Each
//! part prints its answer and holds it against the serial one.
//!
//! This is what emitted code and the C interface call; programs written by hand use the safe
//! library (`hp5::api`). The promise behind each `unsafe` is the same: *a task's body touches
//! only the tiles that the task declared, and what it refers to lives until the region's
//! graph is done*. Race detectors run this example to see that the runtime keeps its side of
//! it: tasks that share a tile are ordered (`stress/drd`).
//!
//! ```sh
//! cargo run -p hp5 --example registration [-- SIZE]
//! ```

use std::process::ExitCode;

use hp5::rt::{self, Flat, Mode, Order, Region, Site, op};

/// Mixes a value into another one, so that the order of two updates shows.
fn mix(sum: u64, with: u64) -> u64 {
    (sum.rotate_left(7) ^ with).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

/// What tasks wrote to `value`, which they reached through the address of it.
fn seen<T: Copy>(value: &T) -> T {
    // SAFETY: the tasks are done.
    unsafe { (&raw const *value).read_volatile() }
}

/// *Arrays, tiles, modes, waiting.* A matrix cut into tiles of 2 x 3; each task reads the
/// tiles above and to the left, and updates its own. The runtime finds the order.
fn wavefront(size: usize) -> (u64, u64) {
    const REGION: &Site = rt::site!("wavefront", file!(), line!());
    const TASK: &Site = rt::site!("tile", file!(), line!());
    let (rows, columns) = (2 * size, 3 * size);
    let update = |cell: u64, above: u64, left: u64| mix(mix(cell, above), left);

    let mut serial = vec![1_u64; rows * columns];
    for sweep in 0..2 {
        for (i, j) in (0..rows).flat_map(|i| (0..columns).map(move |j| (i, j))) {
            let above = if i > 0 {
                serial[(i - 1) * columns + j]
            } else {
                sweep
            };
            let left = if j > 0 {
                serial[i * columns + j - 1]
            } else {
                sweep
            };
            serial[i * columns + j] = update(serial[i * columns + j], above, left);
        }
    }

    let matrix = vec![1_u64; rows * columns];
    let region = Region::begin(REGION);
    // SAFETY: the matrix outlives the region, and this function waits before it looks.
    let array = unsafe {
        let view = rt::flat(&raw const matrix).rows(columns);
        region.array("matrix", view, &[2, 3])
    };
    for sweep in 0..2 {
        for (i, j) in (0..rows)
            .step_by(2)
            .flat_map(|i| (0..columns).step_by(3).map(move |j| (i, j)))
        {
            let (r, c) = (i as isize, j as isize);
            let mut task = region.task(TASK);
            // Sections are half open and name the tiles that they meet.
            task.access(&array, Mode::InOut, &[(r, r + 2), (c, c + 3)]);
            if i > 0 {
                task.access(&array, Mode::In, &[(r - 1, r), (c, c + 3)]);
            }
            if j > 0 {
                task.access(&array, Mode::In, &[(r, r + 2), (c - 1, c)]);
            }
            let mut view = array.view();
            let body = move || {
                for (i, j) in (i..i + 2).flat_map(|i| (j..j + 3).map(move |j| (i, j))) {
                    let above = if i > 0 {
                        view[(i - 1) * columns + j]
                    } else {
                        sweep
                    };
                    let left = if j > 0 {
                        view[i * columns + j - 1]
                    } else {
                        sweep
                    };
                    view[i * columns + j] = update(view[i * columns + j], above, left);
                }
            };
            // SAFETY: the body touches its tile and the edges of the two that it reads.
            unsafe { task.spawn(body) };
        }
        // Everything registered so far is done after this; the region goes on.
        region.wait();
        assert_ne!(matrix[0], 1);
    }
    region.end();
    let fold = |cells: &[u64]| cells.iter().fold(0, |sum, &cell| mix(sum, cell));
    (fold(&matrix), fold(&serial))
}

/// *Loops and reductions.* The tasks of a parallel loop are registered by one call, their
/// tiles by arithmetic; then each task of a loop gets a slot of a reduction, which are folded
/// in the order of registration.
fn harmonic(size: usize) -> (u64, u64) {
    const REGION: &Site = rt::site!("harmonic", file!(), line!());
    const FILL: &Site = rt::site!("fill", file!(), line!());
    const SUM: &Site = rt::site!("sum", file!(), line!());
    const FOLD: &Site = rt::site!("fold", file!(), line!());
    let (count, chunk) = (16 * size, 8);

    let serial: Vec<f64> = (0..count).map(|n| 1.0 / (n + 1) as f64).collect();
    let parts = serial.chunks(chunk).map(|part| part.iter().sum::<f64>());
    let expected: f64 = parts.fold(0.0, |sum, part| sum + part);

    let terms = vec![0.0_f64; count];
    let sum = 0.0_f64;
    let region = Region::begin(REGION);
    // SAFETY: both outlive the region.
    let (array, scalar) = unsafe {
        let array = region.array("terms", rt::flat(&raw const terms), &[chunk]);
        (array, region.array("sum", rt::scalar(&raw const sum), &[]))
    };
    let mut fill = region.loop_tasks(FILL, Order::Parallel, rt::chunks(0..count, chunk, 0));
    fill.access(&array, Mode::Out, |[chunk]: [(isize, isize); 1]| [chunk]);
    let view = array.view();
    // SAFETY: each body writes its chunk, which is one tile.
    unsafe {
        fill.spawn(move |chunk| {
            let mut view = view;
            chunk.for_each(|n: usize| view[n] = 1.0 / (n + 1) as f64);
        });
    }
    // SAFETY: the scalar outlives the region.
    let reduction = unsafe { region.reduction::<op::Add, _>(&scalar) };
    let mut tasks = region.task_loop(SUM, Order::Parallel);
    for chunk in rt::chunks(0..count, chunk, 0) {
        let mut task = tasks.task();
        task.access(&array, Mode::In, &[rt::ends(&chunk)]);
        let slot = reduction.slot(&mut task);
        let view = array.view();
        // SAFETY: the body reads its chunk and writes its slot.
        unsafe { task.spawn(move || slot.put(chunk.map(|n| view[n]).sum())) };
    }
    tasks.finish();
    reduction.combine(FOLD);
    region.end();
    (seen(&sum).to_bits(), expected.to_bits())
}

/// *Composite tasks.* A task that registers tasks: it completes when they have. Here one
/// sorts a part of an array by sorting its halves and merging them.
fn sort(size: usize) -> (u64, u64) {
    const REGION: &Site = rt::site!("sort", file!(), line!());
    const HALVES: &Site = rt::site!("halves", file!(), line!());
    const LEAF: &Site = rt::site!("leaf", file!(), line!());
    const MERGE: &Site = rt::site!("merge", file!(), line!());

    /// Registers the tasks that sort `from..to` of the numbers at `place`.
    fn register(region: &Region, place: Flat<u64>, from: usize, to: usize) {
        let range = move || from..to;
        // One key stands for each half: a task declares the keys of what it touches.
        let key = move |n: usize| 8 * n + 1;
        if to - from <= 8 {
            let mut task = region.task(LEAF);
            task.access_key(key(from), Mode::InOut);
            // SAFETY: the tasks around it declared this part, and no task beside it does.
            unsafe {
                task.spawn(move || {
                    let mut view = place;
                    let mut part: Vec<u64> = range().map(|n| view[n]).collect();
                    part.sort_unstable();
                    range().zip(part).for_each(|(n, value)| view[n] = value);
                });
            }
            return;
        }
        let middle = from.midpoint(to);
        for (from, to) in [(from, middle), (middle, to)] {
            let mut task = region.task(HALVES);
            task.access_key(key(from), Mode::InOut);
            // SAFETY: as above, for all tasks that it registers.
            unsafe { task.spawn_nested(move |region| register(region, place, from, to)) };
        }
        let mut task = region.task(MERGE);
        task.access_key(key(from), Mode::InOut);
        task.access_key(key(middle), Mode::In);
        // SAFETY: as above.
        unsafe {
            task.spawn(move || {
                let mut view = place;
                let (mut one, mut other) = (from, middle);
                let next = |_| {
                    let take_one = other == to || (one < middle && view[one] <= view[other]);
                    let at = if take_one { &mut one } else { &mut other };
                    *at += 1;
                    view[*at - 1]
                };
                let merged: Vec<u64> = range().map(next).collect();
                range().zip(merged).for_each(|(n, value)| view[n] = value);
            });
        }
    }

    let numbers: Vec<u64> = (0..32 * size as u64).map(|n| mix(n, 7) >> 32).collect();
    let mut serial = numbers.clone();
    serial.sort_unstable();
    let region = Region::begin(REGION);
    // SAFETY: the numbers outlive the region, whose tasks alone touch them.
    let place = unsafe { rt::flat(&raw const numbers) };
    register(&region, place, 0, numbers.len());
    region.end();
    let fold = |numbers: &[u64]| numbers.iter().fold(0, |sum, &n| mix(sum, n));
    (fold(&numbers), fold(&serial))
}

/// *Commutative tasks, priorities.* Tasks that add to a few tiles in whatever order, one at a
/// time for each tile; those with a priority run before others that are ready.
fn histogram(size: usize) -> (u64, u64) {
    const REGION: &Site = rt::site!("histogram", file!(), line!());
    const COUNT: &Site = rt::site!("count", file!(), line!());
    const BINS: usize = 4;
    let values: Vec<u64> = (0..16 * size as u64).map(|n| mix(n, 3) >> 40).collect();
    let bin = |value: u64| (value % BINS as u64) as usize;

    let mut serial = [0_u64; BINS];
    for &value in &values {
        serial[bin(value)] += value;
        serial[(bin(value) + 1) % BINS] += 1;
    }

    let bins = [0_u64; BINS];
    let region = Region::begin(REGION);
    // SAFETY: the bins outlive the region.
    let array = unsafe { region.array("bins", rt::flat(&raw const bins), &[1]) };
    for (n, &value) in values.iter().enumerate() {
        let (one, other) = (bin(value), (bin(value) + 1) % BINS);
        let mut task = region.task(COUNT);
        // Tiles by their numbers, which costs less than sections.
        task.access_tile(array.id(), one, Mode::Commutative);
        task.access_tile(array.id(), other, Mode::Commutative);
        task.priority(n as i32 % 3 - 1);
        let mut view = array.view();
        // SAFETY: the body updates its two tiles.
        unsafe {
            task.spawn(move || {
                view[one] += value;
                view[other] += 1;
            });
        }
    }
    region.end();
    let fold = |bins: &[u64; BINS]| bins.iter().fold(0, |sum, &bin| mix(sum, bin));
    (fold(&seen(&bins)), fold(&serial))
}

/// *Pending tasks.* A task that starts a request and does not wait for it: it is complete when
/// the handle is gone, on whatever thread, and its successors see what that thread wrote.
fn requests(size: usize) -> (u64, u64) {
    const REGION: &Site = rt::site!("requests", file!(), line!());
    const REQUEST: &Site = rt::site!("request", file!(), line!());
    const USE: &Site = rt::site!("use", file!(), line!());
    let count = size.min(8);
    let serial = (0..count).fold(0, |sum, n| mix(sum, mix(n as u64, 11)));

    let answers = vec![0_u64; count];
    let sum = 0_u64;
    let region = Region::begin(REGION);
    // SAFETY: both outlive the region.
    let (array, scalar) = unsafe {
        let array = region.array("answers", rt::flat(&raw const answers), &[1]);
        (array, region.array("sum", rt::scalar(&raw const sum), &[]))
    };
    for n in 0..count {
        let mut task = region.task(REQUEST);
        task.access_tile(array.id(), n, Mode::Out);
        let mut view = array.view();
        // SAFETY: the thread writes the declared tile before it gives the handle up.
        unsafe {
            task.spawn_pending(move |pending| {
                // Not joined: the task's completion says that it is done.
                std::thread::spawn(move || {
                    view[n] = mix(n as u64, 11);
                    pending.complete();
                });
            });
        }
        let mut task = region.task(USE);
        task.access_tile(array.id(), n, Mode::In);
        task.access(&scalar, Mode::InOut, &[]);
        let (view, mut sum) = (array.view(), scalar.view());
        // SAFETY: the body reads its tile and updates the sum, both declared.
        unsafe { task.spawn(move || *sum = mix(*sum, view[n])) };
    }
    region.end();
    (seen(&sum), serial)
}

/// *Tapes.* The laps of a loop register the same tasks: they are recorded once. Later laps
/// only hand bodies in, or are replayed without any registration; laps overlap.
fn laps(size: usize) -> (u64, u64) {
    const REGION: &Site = rt::site!("laps", file!(), line!());
    const STEP: &Site = rt::site!("step", file!(), line!());
    let (cells, laps) = (4 * size, 8_u64);
    let step = |left: u64, here: u64, right: u64| mix(mix(here, left), right);

    let mut serial = vec![1_u64; cells + 2];
    for _ in 0..2 * laps {
        (1..=cells).for_each(|n| serial[n] = step(serial[n - 1], serial[n], serial[n + 1]));
    }

    let line = vec![1_u64; cells + 2];
    let region = Region::begin(REGION);
    // SAFETY: the line outlives the region.
    let array = unsafe { region.array("line", rt::flat(&raw const line), &[1]) };
    let mut tape = region.record();
    for _ in 0..laps {
        tape.lap(|region| {
            for n in 1..=cells {
                let mut task = region.task(STEP);
                task.access_tile(array.id(), n, Mode::InOut);
                task.access_tile(array.id(), n - 1, Mode::In);
                task.access_tile(array.id(), n + 1, Mode::In);
                let view = array.view();
                // SAFETY: the body touches the declared cells, each time that it runs.
                unsafe {
                    task.spawn_repeat(move || {
                        let mut view = view;
                        view[n] = step(view[n - 1], view[n], view[n + 1]);
                    });
                }
            }
        });
    }
    tape.replay(laps as u32).expect("all bodies may run again");
    drop(tape);
    region.end();
    let fold = |line: &[u64]| line.iter().fold(0, |sum, &cell| mix(sum, cell));
    (fold(&line), fold(&serial))
}

type Part = fn(usize) -> (u64, u64);

fn main() -> ExitCode {
    // The first thread that names no stack size has the standard library note one, by an atomic that race
    // detectors do not know: so this is done before there are others.
    let _noted = std::thread::spawn(|| ()).join();
    let argument = std::env::args().nth(1).unwrap_or_else(|| "10".into());
    let Some(size) = argument
        .parse()
        .ok()
        .filter(|&size| (1..=1000).contains(&size))
    else {
        eprintln!("registration: the size is a number from 1 to 1000, not `{argument}`");
        return ExitCode::from(2);
    };
    let parts: [(&str, Part); 6] = [
        ("wavefront", wavefront),
        ("harmonic", harmonic),
        ("sort", sort),
        ("histogram", histogram),
        ("requests", requests),
        ("laps", laps),
    ];
    let mut wrong = 0;
    for (name, part) in parts {
        let (answer, serial) = part(size);
        let verdict = if answer == serial {
            "as the serial one"
        } else {
            "WRONG"
        };
        println!("{name:<10} {answer:016x} {verdict}");
        wrong += usize::from(answer != serial);
    }
    ExitCode::from(u8::from(wrong > 0))
}
