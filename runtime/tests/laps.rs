//! Loops of emitted code as laps: results are those of the serial loop, whatever the loop does.

use hp5::rt::{self, Mode, Order, Recording, Region, ReplayStats};
use hp5::{Replay, Runtime, last_region};

const CELLS: usize = 40;

/// Runs `f` on runtimes of several sizes and schedules, with this setting.
fn everywhere(replay: Replay, f: impl Fn()) {
    for (ppus, chaos, seed) in [
        (1, None, None),
        (2, None, None),
        (8, None, None),
        (8, Some(3), None),
        (2, None, Some(5)),
    ] {
        let mut builder = Runtime::builder().ppus(ppus).bind(hp5::Bind::None);
        builder = builder.replay(replay);
        if let Some(seed) = chaos {
            builder = builder.chaos(seed);
        }
        if let Some(seed) = seed {
            builder = builder.seed(seed);
        }
        builder.build().unwrap().install(&f);
    }
}

/// One sweep over `from` into `to`, by chunks of 4.
fn sweep(region: &Region, from: &Vec<u64>, to: &Vec<u64>, salt: u64, repeats: bool) {
    // SAFETY: callers keep both until the region has ended and do not touch them meanwhile.
    let (a, b) = unsafe {
        (
            region.array("from", rt::flat(&raw const *from), &[4]),
            region.array("to", rt::flat(&raw const *to), &[4]),
        )
    };
    let mut tasks = region.task_loop(rt::site!("sweep", file!(), line!()), Order::Parallel);
    for chunk in rt::chunks(1..CELLS - 1, 4, 0) {
        let (lo, hi) = rt::ends(&chunk);
        let mut task = tasks.task();
        task.access(&b, Mode::Out, &[(lo, hi)]);
        task.access(&a, Mode::In, &[(lo - 1, hi + 1)]);
        let (a, b) = (a.view(), b.view());
        let body = move || {
            let mut b = b;
            for i in chunk.clone() {
                b[i] = step(a[i - 1], a[i], a[i + 1], salt);
            }
        };
        // SAFETY: the body touches what the task declares.
        unsafe {
            if repeats {
                task.spawn_repeat(body);
            } else {
                task.spawn(body);
            }
        }
    }
    tasks.finish();
}

fn step(left: u64, middle: u64, right: u64, salt: u64) -> u64 {
    left.rotate_left(9)
        .wrapping_add(middle.wrapping_mul(31))
        .wrapping_sub(right)
        .wrapping_add(salt)
}

fn serial(a: &mut Vec<u64>, b: &mut Vec<u64>, salt: u64) {
    for i in 1..CELLS - 1 {
        b[i] = step(a[i - 1], a[i], a[i + 1], salt);
    }
    std::mem::swap(a, b);
}

fn start() -> (Vec<u64>, Vec<u64>) {
    let a: Vec<u64> = (0..CELLS as u64).map(|n| n * n + 1).collect();
    (a.clone(), a)
}

/// `sweeps` sweeps with the headers swapped after each, as laps or as rounds.
fn swapping(sweeps: u64, rounds: bool) -> ReplayStats {
    let (mut a, mut b) = start();
    let region = Region::begin(rt::site!("swapping", file!(), line!()));
    if rounds {
        for _ in region.rounds(2, 0..sweeps) {
            sweep(&region, &a, &b, 7, true);
            std::mem::swap(&mut a, &mut b);
        }
    } else {
        for t in region.laps(2, 0..sweeps) {
            sweep(&region, &a, &b, t, false);
            std::mem::swap(&mut a, &mut b);
        }
    }
    let stats = region.try_end().unwrap().replay;
    let (mut c, mut d) = start();
    for t in 0..sweeps {
        serial(&mut c, &mut d, if rounds { 7 } else { t });
    }
    assert_eq!((a, b), (c, d), "{sweeps} sweeps");
    stats
}

#[test]
fn sweeps_with_a_swap_are_replayed_two_by_two() {
    everywhere(Replay::Pays, || {
        for sweeps in [0, 1, 2, 3, 8, 30, 31, 100, 501] {
            let stats = swapping(sweeps, true);
            assert_eq!(stats.first_difference, None);
            // One turn is counted, and another one registered where an odd number is left.
            let plain = 1 + u64::from(sweeps.is_multiple_of(2));
            let laps = if sweeps < 30 { 0 } else { sweeps - plain };
            assert_eq!(stats.laps, laps, "{sweeps} sweeps: {stats:?}");
            assert_eq!(stats.matched, laps.saturating_sub(2) * 10);
            assert_eq!(stats.recorded, if laps == 0 { 0 } else { 20 });
        }
    });
}

#[test]
fn sweeps_whose_bodies_differ_are_matched() {
    everywhere(Replay::Always, || {
        for sweeps in [0, 1, 2, 5, 40, 333] {
            let stats = swapping(sweeps, false);
            assert_eq!(stats.first_difference, None);
            let laps = if sweeps < 5 { 0 } else { sweeps - 1 };
            let so_many = (stats.laps, stats.matched);
            assert_eq!(so_many, (laps, laps.saturating_sub(2) * 10), "{sweeps}");
        }
    });
    // To hold them against a recording does not pay.
    everywhere(Replay::Pays, || assert_eq!(swapping(4000, false).laps, 0));
}

#[test]
fn an_off_switch() {
    everywhere(Replay::Never, || {
        assert_eq!(swapping(400, true).laps, 0);
        assert_eq!(swapping(400, false).laps, 0);
    });
}

#[test]
fn a_wrong_period_costs_only_speed() {
    everywhere(Replay::Always, || {
        let (mut a, mut b) = start();
        let region = Region::begin(rt::site!("period", file!(), line!()));
        for t in region.laps(1, 0..20) {
            sweep(&region, &a, &b, t, false);
            std::mem::swap(&mut a, &mut b);
        }
        let stats = region.try_end().unwrap().replay;
        let (mut c, mut d) = start();
        (0..20).for_each(|t| serial(&mut c, &mut d, t));
        assert_eq!((a, b), (c, d));
        let difference = stats.first_difference.expect("every second turn differs");
        assert!(difference.contains("task `sweep` at"), "{difference}");
    });
}

#[test]
fn of_nested_loops_the_inner_one_is_replayed() {
    for (inner, outer) in [(50_u64, 9_u64), (2, 40)] {
        everywhere(Replay::Pays, || {
            let (mut a, mut b) = start();
            let (mut c, mut d) = start();
            let region = Region::begin(rt::site!("nested", file!(), line!()));
            for _ in region.rounds(1, 0..outer) {
                for _ in region.rounds(2, 0..inner) {
                    sweep(&region, &a, &b, 1, true);
                    std::mem::swap(&mut a, &mut b);
                }
            }
            let stats = region.try_end().unwrap().replay;
            (0..inner * outer).for_each(|_| serial(&mut c, &mut d, 1));
            assert_eq!((a, b), (c, d));
            // The inner one is replayed in each turn, or the outer one as a whole.
            let recorded = if inner == 50 { 20 * outer } else { 20 };
            assert_eq!(stats.recorded, recorded, "{stats:?}");
            assert_eq!(stats.first_difference, None);
        });
    }
}

#[test]
fn leaving_a_loop_early() {
    everywhere(Replay::Always, || {
        for (last, inside) in [(0, true), (3, false), (7, true), (11, false)] {
            let (mut a, mut b) = start();
            let (mut c, mut d) = start();
            let region = Region::begin(rt::site!("early", file!(), line!()));
            for t in region.laps(2, 0..50_u64) {
                sweep(&region, &a, &b, t, false);
                if inside && t == last {
                    break;
                }
                std::mem::swap(&mut a, &mut b);
                if t == last {
                    break;
                }
            }
            // What comes after the loop comes after its tasks.
            sweep(&region, &a, &b, 99, false);
            region.end();
            for t in 0..=last {
                serial(&mut c, &mut d, t);
            }
            if inside {
                std::mem::swap(&mut c, &mut d);
            }
            serial(&mut c, &mut d, 99);
            std::mem::swap(&mut c, &mut d);
            assert_eq!((a, b), (c, d), "left in turn {last}");
        }
    });
}

#[test]
fn a_panic_in_generating_code_waits_for_the_tasks() {
    std::panic::set_hook(Box::new(|_| {}));
    everywhere(Replay::Always, || {
        for last in [0, 1, 2, 3, 8] {
            let (a, b) = start();
            let turns = std::cell::Cell::new(0);
            let left = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
                let region = Region::begin(rt::site!("panic", file!(), line!()));
                for t in region.laps(1, 0..50_u64) {
                    sweep(&region, &a, &b, t, false);
                    turns.set(t);
                    assert!(t != last, "generating code fails");
                }
                region.end();
            }));
            assert!(left.is_err());
            assert_eq!(turns.get(), last);
            let (mut c, mut d) = start();
            serial(&mut c, &mut d, last);
            assert_eq!(b, c, "the tasks of the last turn have run");
        }
    });
    let _ = std::panic::take_hook();
}

#[test]
fn a_loop_split_in_another_way_is_another_loop() {
    // Two laps with the same tasks in the same order, first in one parallel loop, then in
    // two: the second task may not run beside the first one then.
    everywhere(Replay::Always, || {
        let data = vec![1_u64; 8];
        let region = Region::begin(rt::site!("split", file!(), line!()));
        for t in region.laps(1, 0..12_u64) {
            // SAFETY: the data stay; the body touches the one tile that it declares.
            let array = unsafe { region.array("data", rt::flat(&raw const data), &[8]) };
            let site = rt::site!("half", file!(), line!());
            let one = t < 6;
            let mut tasks = region.task_loop(site, Order::Parallel);
            for half in 0..2 {
                let mut task = tasks.task();
                task.access(&array, Mode::InOut, &[]);
                let view = array.view();
                let body = move || {
                    let mut view = view;
                    // Alone: the second half reads what the first one wrote.
                    let from = if one || half == 0 { 4 * half } else { 0 };
                    for i in 0..4 {
                        let x = view[from + i];
                        view[4 * half + i] = x.wrapping_mul(3).wrapping_add(t);
                        std::thread::yield_now();
                    }
                };
                // SAFETY: as above.
                unsafe { task.spawn(body) };
                if !one && half == 0 {
                    let next = region.task_loop(site, Order::Parallel);
                    std::mem::replace(&mut tasks, next).finish();
                }
            }
            tasks.finish();
        }
        let stats = region.try_end().unwrap().replay;
        let mut want = [1_u64; 8];
        for t in 0..12 {
            for i in 0..8 {
                let from = if t < 6 { i } else { i % 4 };
                want[i] = want[from].wrapping_mul(3).wrapping_add(t);
            }
        }
        assert_eq!(data, want);
        assert!(stats.first_difference.is_some(), "{stats:?}");
    });
}

#[test]
fn stats_of_the_last_region_say_what_was_replayed() {
    let runtime = Runtime::builder().ppus(2).build().unwrap();
    runtime.install(|| swapping(100, true));
    let text = last_region().expect("a region has ended").to_string();
    assert!(text.contains("replayed"), "{text}");
}

/// Turns of a loop of regions, each of which adds `salt` to the cells of `tiles`.
fn turn(region: &Region, cells: &Vec<u64>, tiles: std::ops::Range<usize>, salt: u64) {
    // SAFETY: callers keep the cells, and leave them alone until the turn has ended.
    let array = unsafe { region.array("cells", rt::flat(&raw const *cells), &[1]) };
    for n in tiles {
        let mut task = region.task(rt::site!("add", file!(), line!()));
        task.access_tile(array.id(), n, Mode::InOut);
        task.access_tile(array.id(), (n + 1) % CELLS, Mode::In);
        let view = array.view();
        let body = move || {
            let mut view = view;
            view[n] = view[n].wrapping_mul(3) ^ view[(n + 1) % CELLS].wrapping_add(salt);
        };
        // SAFETY: the body touches what the task declares.
        unsafe { task.spawn_repeat(body) };
    }
}

fn serial_turn(cells: &mut [u64], tiles: std::ops::Range<usize>, salt: u64) {
    for n in tiles {
        cells[n] = cells[n].wrapping_mul(3) ^ cells[(n + 1) % CELLS].wrapping_add(salt);
    }
}

#[test]
fn a_loop_of_regions_is_recorded_once() {
    everywhere(Replay::Pays, || {
        let mut cells = start().0;
        let mut serial = cells.clone();
        let mut kept = Recording::new(rt::site!("turns", file!(), line!()));
        for t in 0..20 {
            let region = kept.begin();
            turn(&region, &cells, 0..CELLS, t);
            let stats = region.try_end().unwrap();
            assert_eq!(stats.tasks, CELLS as u64, "of this turn alone");
            assert_eq!(stats.replay.matched, if t < 2 { 0 } else { CELLS as u64 });
            serial_turn(&mut serial, 0..CELLS, t);
            assert_eq!(cells, serial);
            // Between turns everything may be used.
            cells[5] += 1;
            serial[5] += 1;
        }
        let stats = kept.stats();
        assert_eq!((stats.recorded, stats.matched), (40, 18 * 40));
        assert_eq!(stats.first_difference, None);
    });
}

#[test]
fn turns_that_differ_or_wait_are_regions_of_their_own() {
    everywhere(Replay::Pays, || {
        for waits in [false, true] {
            let cells = start().0;
            let mut serial = cells.clone();
            let mut kept = Recording::new(rt::site!("turns", file!(), line!()));
            for t in 0..24 {
                let tiles = if !waits && t % 7 == 3 { 3..9 } else { 0..12 };
                let region = kept.begin();
                turn(&region, &cells, tiles.clone(), t);
                if waits {
                    region.wait();
                    turn(&region, &cells, 20..22, t);
                }
                let stats = region.try_end().unwrap();
                serial_turn(&mut serial, tiles.clone(), t);
                if waits {
                    serial_turn(&mut serial, 20..22, t);
                }
                assert_eq!(cells, serial);
                let count = tiles.len() + if waits { 2 } else { 0 };
                assert_eq!(stats.tasks, count as u64);
            }
            let first = kept.stats().first_difference.expect("something differs");
            let want = if waits {
                "a wait inside"
            } else {
                "lap 3: task"
            };
            assert!(first.starts_with(want), "{first}");
        }
    });
}

#[test]
fn other_arrays_in_each_turn_cost_no_memory() {
    let runtime = Runtime::builder().ppus(2).build().unwrap();
    runtime.install(|| {
        let mut kept = Recording::new(rt::site!("turns", file!(), line!()));
        let mut held = Vec::new();
        for t in 0..50 {
            let cells = start().0;
            let mut serial = cells.clone();
            let region = kept.begin();
            turn(&region, &cells, 0..CELLS, t);
            region.end();
            serial_turn(&mut serial, 0..CELLS, t);
            assert_eq!(cells, serial);
            held.push(cells);
        }
        // Three strikes, then nothing is recorded any more.
        let stats = kept.stats();
        assert!(stats.recorded <= 4 * CELLS as u64, "{stats:?}");
        assert!(stats.laps <= 8, "{stats:?}");
    });
}

#[test]
fn a_turn_that_fails_says_so_and_the_next_one_runs() {
    std::panic::set_hook(Box::new(|_| {}));
    everywhere(Replay::Pays, || {
        let cells = start().0;
        let mut kept = Recording::new(rt::site!("turns", file!(), line!()));
        for t in 0..12 {
            let region = kept.begin();
            turn(&region, &cells, 0..10, t);
            if t % 4 == 3 {
                let task = region.task(rt::site!("fails", file!(), line!()));
                // SAFETY: the body touches nothing.
                unsafe { task.spawn(|| panic!("as planned")) };
            }
            let ended = region.try_end();
            match t % 4 {
                3 => assert!(ended.unwrap_err().to_string().contains("as planned")),
                _ => assert_eq!(ended.unwrap().tasks, 10),
            }
        }
        // What panics in a turn's generating code waits for the turn's tasks.
        let left = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            let region = kept.begin();
            turn(&region, &cells, 0..10, 1);
            panic!("generating code");
        }));
        assert!(left.is_err());
        let region = kept.begin();
        turn(&region, &cells, 0..10, 1);
        drop(region);
    });
    let _ = std::panic::take_hook();
}

#[test]
fn bodies_of_a_turn_are_gone_when_it_has_ended() {
    let runtime = Runtime::builder().ppus(2).build().unwrap();
    runtime.install(|| {
        let mut kept = Recording::new(rt::site!("turns", file!(), line!()));
        for _ in 0..6 {
            let count = std::sync::Arc::new(());
            let region = kept.begin();
            for _ in 0..5 {
                let told = count.clone();
                let task = region.task(rt::site!("told", file!(), line!()));
                let body = move || {
                    let _ = &told;
                };
                // SAFETY: the body touches nothing.
                unsafe { task.spawn_repeat(body) };
            }
            region.end();
            assert_eq!(std::sync::Arc::strong_count(&count), 1);
        }
        assert_eq!(kept.stats().matched, 4 * 5);
    });
}

#[test]
fn records_have_the_tasks_of_every_lap() {
    everywhere(Replay::Pays, || {
        let (_, records) = hp5::observe::capture_records(|| swapping(100, true));
        let [record] = records.as_slice() else {
            panic!("one region, {} records", records.len());
        };
        assert_eq!(record.stats.replay.matched, 96 * 10);
        hp5::observe::oracle::check(record)
            .expect("all edges, and no task before its predecessors");
    });
}

#[test]
fn a_tape_is_no_longer_than_memory_allows() {
    let builder = Runtime::builder().ppus(2).bind(hp5::Bind::None);
    builder.max_tasks(8).build().unwrap().install(|| {
        // Laps that are handed in are recorded until there are thousands of tasks.
        assert_eq!(swapping(2700, false).laps, 0);
        assert_eq!(swapping(100, true).recorded, 20);
    });
}
