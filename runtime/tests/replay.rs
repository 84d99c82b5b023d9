//! Record and replay: laps equal serial order, whatever differs between them.

mod common;

use hp5::ReplayError;
use hp5::rt::{self, Mode, Order, Region, ReplayStats, Tape};

use common::everywhere;

const CELLS: usize = 12;

/// A small deterministic generator.
struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n
    }
}

/// One task of a lap: it folds some cells into another one.
#[derive(Clone)]
struct Step {
    reads: Vec<usize>,
    writes: usize,
    repeat: bool,
}

fn steps(seed: u64, count: usize) -> Vec<Step> {
    let mut random = Random(seed);
    let mut cell = || random.below(CELLS as u64) as usize;
    let mut step = || {
        let count = cell() % 4;
        Step {
            reads: (0..count).map(|_| cell()).collect(),
            writes: cell(),
            repeat: false,
        }
    };
    (0..count).map(|_| step()).collect()
}

fn fold(step: &Step, cells: &mut [u64], salt: u64) {
    let sum = step
        .reads
        .iter()
        .fold(salt, |sum, &cell| sum.rotate_left(7) ^ cells[cell]);
    cells[step.writes] = cells[step.writes].wrapping_mul(31).wrapping_add(sum);
}

/// Registers a lap over `cells`.
fn register(region: &Region, cells: &Vec<u64>, steps: &[Step], salt: u64) {
    register_in_tiles(region, cells, 1, steps, salt);
}

/// As `register`, with cells that are the first elements of tiles of so many.
fn register_in_tiles(region: &Region, cells: &Vec<u64>, tile: usize, steps: &[Step], salt: u64) {
    // SAFETY: callers keep `cells` until the region has ended and do not touch it meanwhile.
    let array = unsafe { region.array("cells", rt::flat(&raw const *cells), &[tile]) };
    for step in steps {
        let mut task = region.task(rt::site!("step", file!(), line!()));
        task.access_tile(array.id(), step.writes, Mode::InOut);
        for &cell in &step.reads {
            task.access_tile(array.id(), cell, Mode::In);
        }
        let (view, step) = (array.view(), step.clone());
        let repeat = step.repeat;
        let body = move || {
            let mut view = view;
            let sum = step
                .reads
                .iter()
                .fold(salt, |sum, &cell| sum.rotate_left(7) ^ view[tile * cell]);
            let at = tile * step.writes;
            view[at] = view[at].wrapping_mul(31).wrapping_add(sum);
        };
        // SAFETY: the body touches the declared cells.
        unsafe {
            if repeat {
                task.spawn_repeat(body);
            } else {
                task.spawn(body);
            }
        }
    }
}

/// Runs laps on a tape and in order; both must agree. `lap` gives the steps of each lap.
fn compare(laps: u64, lap: impl Fn(u64) -> Vec<Step>) -> ReplayStats {
    let cells = vec![1_u64; CELLS];
    let mut serial = cells.clone();
    let region = Region::begin(rt::site!("laps", file!(), line!()));
    let mut tape = region.record();
    for n in 0..laps {
        let steps = lap(n);
        tape.lap(|region| register(region, &cells, &steps, n));
        steps.iter().for_each(|step| fold(step, &mut serial, n));
    }
    let stats = tape.stats();
    drop(tape);
    region.end();
    assert_eq!(cells, serial);
    stats
}

#[test]
fn laps_of_one_shape_run_from_the_recording() {
    everywhere(|| {
        for seed in 0..4 {
            let one = steps(seed, 3000);
            let stats = compare(9, |_| one.clone());
            assert_eq!(stats.first_difference, None);
            assert_eq!((stats.laps, stats.recorded, stats.plain), (9, 6000, 0));
            assert_eq!(stats.matched, 7 * 3000);
            assert!((stats.hit_rate() - 1.0).abs() < 1e-9);
        }
    });
}

#[test]
fn a_short_loop_is_recorded_and_run() {
    everywhere(|| {
        let one = steps(7, 5);
        let stats = compare(3, |_| one.clone());
        assert_eq!((stats.recorded, stats.matched, stats.plain), (15, 0, 0));
    });
}

#[test]
fn laps_that_alternate_are_found_the_same() {
    everywhere(|| {
        let (a, b) = (steps(1, 1500), steps(2, 1200));
        let stats = compare(40, |n| if n % 2 == 0 { a.clone() } else { b.clone() });
        assert_eq!(stats.first_difference, None);
        assert_eq!(stats.recorded, 4 * 1350);
        assert_eq!(stats.matched, 36 * 1350);
    });
}

#[test]
fn laps_that_differ_are_registered_plainly() {
    everywhere(|| {
        let one = steps(3, 5000);
        let stats = compare(8, |n| {
            let mut steps = one.clone();
            match n {
                4 => steps[2500].writes = (steps[2500].writes + 1) % CELLS,
                6 => steps.truncate(100),
                _ => {}
            }
            steps
        });
        let difference = stats.first_difference.clone().expect("lap 5 differs");
        assert!(
            difference.starts_with("lap 5: task `step` at "),
            "{difference}"
        );
        assert!(stats.plain >= 2500 && stats.matched > 10_000, "{stats:?}");
    });
}

#[test]
fn laps_that_never_agree_are_registered_plainly_for_good() {
    everywhere(|| {
        let stats = compare(20, |n| steps(n, 4200));
        assert!(stats.hit_rate() < 0.1, "{stats:?}");
        assert!(stats.recorded <= 3 * 4200, "{stats:?}");
    });
}

#[test]
fn waits_inside_laps() {
    everywhere(|| {
        let cells = vec![1_u64; CELLS];
        let mut serial = cells.clone();
        let one = steps(5, 600);
        let region = Region::begin(rt::site!("waits", file!(), line!()));
        let mut tape = region.record();
        for n in 0..5 {
            tape.lap(|region| {
                register(region, &cells, &one, n);
                region.wait();
                register(region, &cells, &one[..10], n);
            });
            one.iter()
                .chain(&one[..10])
                .for_each(|step| fold(step, &mut serial, n));
        }
        assert!(tape.stats().first_difference.is_some());
        drop(tape);
        region.end();
        assert_eq!(cells, serial);
    });
}

#[test]
fn a_wait_between_laps_runs_what_is_recorded() {
    everywhere(|| {
        let cells = vec![1_u64; CELLS];
        let mut serial = cells.clone();
        let one = steps(6, 300);
        let region = Region::begin(rt::site!("waits", file!(), line!()));
        let mut tape = region.record();
        for n in 0..20 {
            tape.lap(|region| register(region, &cells, &one, n));
            one.iter().for_each(|step| fold(step, &mut serial, n));
            if n % 5 == 0 {
                region.wait();
                assert_eq!(cells, serial);
            }
        }
        drop(tape);
        region.end();
        assert_eq!(cells, serial);
    });
}

fn replayed(tape: &mut Tape<'_>, times: u32) {
    tape.replay(times).unwrap();
}

#[test]
fn replaying_runs_laps_without_registering() {
    everywhere(|| {
        for (seed, count) in [(11, 1), (12, 40), (13, 2000), (14, 6000)] {
            let cells = vec![1_u64; CELLS];
            let mut serial = cells.clone();
            let mut one = steps(seed, count);
            one.iter_mut().for_each(|step| step.repeat = true);
            let region = Region::begin(rt::site!("replay", file!(), line!()));
            let mut tape = region.record();
            let mut expect = |laps: u32| {
                (0..laps).for_each(|_| one.iter().for_each(|step| fold(step, &mut serial, 3)));
                serial.clone()
            };
            tape.lap(|region| register(region, &cells, &one, 3));
            replayed(&mut tape, 10);
            region.wait();
            assert_eq!(cells, expect(11));
            replayed(&mut tape, 1);
            replayed(&mut tape, 0);
            replayed(&mut tape, 25);
            let laps = tape.stats().laps;
            tape.lap(|region| register(region, &cells, &one, 3));
            assert!(laps >= 37);
            replayed(&mut tape, 2);
            drop(tape);
            region.end();
            assert_eq!(cells, expect(29));
        }
    });
}

/// Tiles that are worth a look into who has them (8 KiB), and tasks with many successors, in this lap and the next.
#[test]
fn laps_of_large_tiles_are_replayed() {
    const TILE: usize = 1024;
    everywhere(|| {
        for (seed, count) in [(21, 1), (22, 3), (23, 40), (24, 700)] {
            let cells = vec![1_u64; CELLS * TILE];
            let mut serial = vec![1; CELLS];
            let mut one = steps(seed, count);
            one.iter_mut().for_each(|step| step.repeat = true);
            let region = Region::begin(rt::site!("large", file!(), line!()));
            let mut tape = region.record();
            tape.lap(|region| register_in_tiles(region, &cells, TILE, &one, seed));
            replayed(&mut tape, 10);
            tape.lap(|region| register_in_tiles(region, &cells, TILE, &one, seed));
            replayed(&mut tape, 3);
            drop(tape);
            region.end();
            (0..15).for_each(|_| one.iter().for_each(|step| fold(step, &mut serial, seed)));
            let first: Vec<u64> = cells.iter().copied().step_by(TILE).collect();
            assert_eq!(first, serial, "{count} tasks");
        }
    });
}

/// Laps of a few tasks are tried first, when it is not known how long these take.
#[test]
fn short_laps_are_replayed_in_order() {
    everywhere(|| {
        for seed in 0..24 {
            let cells = vec![1_u64; CELLS];
            let mut serial = cells.clone();
            let mut one = steps(seed, 2 + 6 * seed as usize);
            one.iter_mut().for_each(|step| step.repeat = true);
            let region = Region::begin(rt::site!("short", file!(), line!()));
            let mut tape = region.record();
            tape.lap(|region| register(region, &cells, &one, seed));
            let laps = [[1, 40, 7], [30, 1, 17], [0, 3, 45]][seed as usize % 3];
            for times in laps {
                replayed(&mut tape, times);
                if seed % 2 == 0 {
                    region.wait();
                }
            }
            assert_eq!(tape.stats().laps, 49);
            drop(tape);
            region.end();
            (0..49).for_each(|_| one.iter().for_each(|step| fold(step, &mut serial, seed)));
            assert_eq!(cells, serial, "seed {seed}");
        }
    });
}

#[test]
fn replay_means_the_last_lap() {
    everywhere(|| {
        let cells = vec![1_u64; CELLS];
        let mut serial = cells.clone();
        let region = Region::begin(rt::site!("last", file!(), line!()));
        let mut tape = region.record();
        let laps: Vec<Vec<Step>> = (0..4).map(|seed| steps(seed, 200)).collect();
        for lap in &laps {
            let lap: Vec<Step> = lap
                .iter()
                .map(|s| Step {
                    repeat: true,
                    ..s.clone()
                })
                .collect();
            tape.lap(|region| register(region, &cells, &lap, 9));
            lap.iter().for_each(|step| fold(step, &mut serial, 9));
        }
        replayed(&mut tape, 5);
        (0..5).for_each(|_| laps[3].iter().for_each(|step| fold(step, &mut serial, 9)));
        assert_eq!(tape.stats().laps, 9);
        drop(tape);
        region.end();
        assert_eq!(cells, serial);
    });
}

#[test]
fn the_last_lap_is_the_one_handed_in_last() {
    // Four laps of two shapes on the tape, then the first ones of them once more.
    let repeats = |seed| {
        let mut lap = steps(seed, 1024);
        lap.iter_mut().for_each(|step| step.repeat = true);
        lap
    };
    everywhere(|| {
        let shapes = [repeats(21), repeats(22)];
        for more in 0..5 {
            let cells = vec![1_u64; CELLS];
            let mut serial = cells.clone();
            let mut fold_all = |lap: &[Step]| lap.iter().for_each(|s| fold(s, &mut serial, 5));
            let region = Region::begin(rt::site!("handed in", file!(), line!()));
            let mut tape = region.record();
            for n in 0..4 + more {
                let lap = &shapes[usize::from(n % 4 > 1)];
                tape.lap(|region| register(region, &cells, lap, 5));
                fold_all(lap);
            }
            replayed(&mut tape, 3);
            let last = &shapes[usize::from((3 + more) % 4 > 1)];
            (0..3).for_each(|_| fold_all(last));
            let stats = tape.stats();
            assert_eq!((stats.laps, stats.plain), (7 + more, 0), "{stats:?}");
            drop(tape);
            region.end();
            assert_eq!(cells, serial, "{more} laps after the recording");
        }
    });
}

#[test]
fn tasks_between_laps_keep_their_place() {
    everywhere(|| {
        for count in [3, 700, 5000] {
            let cells = vec![1_u64; CELLS];
            let mut serial = cells.clone();
            let (one, other) = (steps(1, count), steps(2, 20));
            let region = Region::begin(rt::site!("between", file!(), line!()));
            let mut tape = region.record();
            for n in 0..12 {
                tape.lap(|region| register(region, &cells, &one, n));
                one.iter().for_each(|step| fold(step, &mut serial, n));
                if n % 3 == 1 {
                    register(&region, &cells, &other, n);
                    other.iter().for_each(|step| fold(step, &mut serial, n));
                }
            }
            drop(tape);
            register(&region, &cells, &other, 99);
            other.iter().for_each(|step| fold(step, &mut serial, 99));
            region.end();
            assert_eq!(cells, serial);
        }
    });
}

#[test]
fn what_cannot_be_replayed_is_said() {
    let cells = vec![1_u64; CELLS];
    let region = Region::begin(rt::site!("refused", file!(), line!()));
    let mut tape = region.record();
    assert_eq!(tape.replay(1), Err(ReplayError::Empty));
    tape.lap(|region| register(region, &cells, &steps(1, 3), 0));
    let error = tape.replay(1).unwrap_err();
    assert!(
        error.to_string().contains("`step` runs once only"),
        "{error}"
    );
    drop(tape);
    region.end();
}

#[test]
fn parallel_loops_with_shared_tiles_are_replayed() {
    everywhere(|| {
        let data = vec![0_u64; 100];
        let region = Region::begin(rt::site!("loops", file!(), line!()));
        let mut tape = region.record();
        for sweep in 0..400_u64 {
            tape.lap(|region| {
                // Tiles of 8, chunks of 6: neighbours meet in tiles.
                // SAFETY: as in `register`.
                let array = unsafe { region.array("data", rt::flat(&raw const data), &[8]) };
                let site = rt::site!("sweep", file!(), line!());
                let mut tasks = region.task_loop(site, Order::Parallel);
                for chunk in rt::chunks(0..100_usize, 6, 0) {
                    let mut task = tasks.task();
                    task.access(&array, Mode::InOut, &[rt::ends(&chunk)]);
                    let mut view = array.view();
                    let body = move || {
                        chunk.for_each(|i| {
                            view[i] = (view[i].wrapping_mul(3)).wrapping_add(sweep + i as u64)
                        })
                    };
                    // SAFETY: each body touches its own chunk.
                    unsafe { task.spawn(body) };
                }
                tasks.finish();
            });
        }
        let stats = tape.stats();
        drop(tape);
        region.end();
        let mut serial = vec![0_u64; 100];
        for sweep in 0..400 {
            (0..100)
                .for_each(|i| serial[i] = serial[i].wrapping_mul(3).wrapping_add(sweep + i as u64));
        }
        assert_eq!(data, serial);
        assert_eq!((stats.first_difference, stats.plain), (None, 0));
        assert!(stats.matched > 0);
    });
}

#[test]
fn commutative_tasks_and_tasks_without_tiles_are_replayed() {
    everywhere(|| {
        let sums = vec![0_u64; 3];
        let runs = std::sync::atomic::AtomicU64::new(0);
        let region = Region::begin(rt::site!("sums", file!(), line!()));
        // SAFETY: as in `register`.
        let array = unsafe { region.array("sums", rt::flat(&raw const sums), &[1]) };
        let mut tape = region.record();
        tape.lap(|region| {
            for n in 0..30_u64 {
                let mut task = region.task(rt::site!("add", file!(), line!()));
                let cell = (n % 3) as usize;
                task.access_tile(array.id(), cell, Mode::Commutative);
                let view = array.view();
                // SAFETY: the body touches its cell, alone by the lock.
                unsafe {
                    task.spawn_repeat(move || {
                        let mut view = view;
                        view[cell] += n;
                    })
                };
                let runs = &runs;
                let task = region.task(rt::site!("free", file!(), line!()));
                let body = move || {
                    runs.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
                };
                // SAFETY: the counter outlives the region.
                unsafe { task.spawn_repeat(body) };
            }
        });
        tape.replay(99).unwrap();
        drop(tape);
        region.end();
        assert_eq!(sums, [100 * 135, 100 * 145, 100 * 155]);
        assert_eq!(runs.into_inner(), 3000);
    });
}

#[test]
fn a_failing_lap_ends_the_region_and_leaves_the_tape_usable() {
    std::panic::set_hook(Box::new(|_| {}));
    everywhere(|| {
        let cells = vec![0_u64; 4];
        let region = Region::begin(rt::site!("failing", file!(), line!()));
        // SAFETY: as in `register`.
        let array = unsafe { region.array("cells", rt::flat(&raw const cells), &[1]) };
        let mut tape = region.record();
        tape.lap(|region| {
            for n in 0..20_usize {
                let mut task = region.task(rt::site!("count", file!(), line!()));
                task.access_tile(array.id(), n % 4, Mode::InOut);
                let view = array.view();
                let body = move || {
                    let mut view = view;
                    view[n % 4] += 1;
                    assert!(view[n % 4] != 57, "fifty-seven");
                };
                // SAFETY: the body touches its cell.
                unsafe { task.spawn_repeat(body) };
            }
        });
        tape.replay(50).unwrap();
        let error = region.try_wait().unwrap_err();
        assert_eq!(error.message, "fifty-seven");
        // SAFETY of the test: nothing is in flight.
        let before = cells.clone();
        tape.replay(2).unwrap();
        drop(tape);
        let end = region.try_end();
        if before.iter().all(|&n| n + 10 < 57 || n >= 57) {
            end.unwrap();
            assert_eq!(cells, before.iter().map(|n| n + 10).collect::<Vec<_>>());
        }
    });
    let _ = std::panic::take_hook();
}
