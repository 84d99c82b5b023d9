//! Cache lines that move, per task, on machines that are made up: see `sync/lines.rs`.

use std::time::Duration;

use super::at_home::Machine;
use super::*;
use crate::graph::geometry::Mode;
use crate::rt::{Region, flat, site};
use crate::sync::{Moved, Watch};

/// Accesses that moved lines, per task.
#[derive(Debug, Default)]
struct Count {
    /// By place in the source: taken and fetched.
    lines: Vec<(String, f64, f64)>,
    taken: f64,
    fetched: f64,
}

impl Count {
    fn of(moved: std::collections::BTreeMap<(&'static str, u32), Moved>, tasks: u64) -> Count {
        let mut count = Count::default();
        for ((file, line), moved) in moved {
            let taken = moved.taken as f64 / tasks as f64;
            let fetched = moved.fetched as f64 / tasks as f64;
            count.taken += taken;
            count.fetched += fetched;
            let file = file.rsplit("src/").next().unwrap_or(file).to_owned();
            count.lines.push((format!("{file}:{line}"), taken, fetched));
        }
        count
    }

    /// Lines taken per task from within a file.
    fn file(&self, name: &str) -> f64 {
        let of_file = self.lines.iter().filter(|(place, ..)| {
            let file = place.rsplit_once(':').map_or("", |(file, _)| file);
            file.ends_with(name)
        });
        of_file.map(|(_, taken, _)| taken).sum()
    }

    fn print(&self, what: &str) {
        println!(
            "{what}: {:.2} taken, {:.2} fetched per task",
            self.taken, self.fetched
        );
        for (place, taken, fetched) in &self.lines {
            if *taken >= 0.005 || *fetched >= 0.005 {
                println!("    {place:<28} {taken:8.3} {fetched:8.3}");
            }
        }
    }
}

/// A task takes a microsecond.
const TICK: Duration = Duration::from_nanos(100);
const TICKS: u64 = 10;

/// Tasks in flight per PPU.
const AHEAD: u64 = 100;

/// Registers `tasks` tasks, each of which registers `inside` more, some per tick, while the PPUs but the first one run them: that one
/// is the registering thread's.
fn count(
    levels: &str,
    ppus: usize,
    cells: usize,
    tasks: u64,
    inside: u64,
    register: impl Fn(&Region, u32, usize),
) -> Count {
    let machine = Machine::new(levels, ppus);
    let data = vec![0_u64; cells];
    let watch = Watch::new();
    let moved = machine.runtime.install(|| {
        let region = Region::begin(site!("lines", file!(), line!()));
        // SAFETY: no task touches the cells, which outlive the region.
        let array = unsafe { region.array("cells", flat(&raw const data), &[1]) }.id();
        let mut next = 0;
        let _ = watch.take();
        let turn = |ppu: Option<usize>, ran: u64| {
            watch.plays(ppu.unwrap_or(0));
            if ppu.is_none() {
                watch.passes(TICK);
            }
            // Registration keeps ahead, but not by so much that it has to help.
            while ppu.is_none() && next < tasks && next * (1 + inside) < ran + AHEAD * ppus as u64 {
                register(&region, array, next as usize);
                next += 1;
            }
        };
        machine.run_from(1, tasks * (1 + inside), |_| TICKS, turn);
        watch.plays(0);
        let moved = watch.take();
        region.try_end().expect("no body fails");
        moved
    });
    Count::of(moved, tasks * (1 + inside))
}

/// A task of its own tile.
fn independent(region: &Region, array: u32, n: usize) {
    let mut task = region.task(site!("task", file!(), line!()));
    task.access_tile(array, n, Mode::InOut);
    // SAFETY: the body touches nothing.
    unsafe { task.spawn(|| {}) };
}

/// Edge of the wavefront.
const EDGE: usize = 100;

/// A task that waits for the one above and the one on the left.
fn wavefront(region: &Region, array: u32, n: usize) {
    let mut task = region.task(site!("task", file!(), line!()));
    if n >= EDGE {
        task.access_tile(array, n - EDGE, Mode::In);
    }
    if !n.is_multiple_of(EDGE) {
        task.access_tile(array, n - 1, Mode::In);
    }
    task.access_tile(array, n, Mode::InOut);
    // SAFETY: the body touches nothing.
    unsafe { task.spawn(|| {}) };
}

/// Two packages with four last caches each, of eight cores.
const CACHES: &str = "package:2 l3:4(size=32MiB) core:8 pu:1";

type Register = fn(&Region, u32, usize);

/// The shapes, and what may be taken per task: its own two lines when its memory is used
/// again, its counter and its successors' (a wavefront's task is the last one of two
/// predecessors), and the end of a deque when it is pushed and when it is stolen.
const SHAPES: [(&str, Register, f64); 2] = [
    ("independent", independent, 5.3),
    ("wavefront", wavefront, 5.2),
];

#[test]
fn lines_taken_per_task_do_not_grow_with_the_machine() {
    for (levels, ppus) in [("core:2", 2), ("core:8", 8), (CACHES, 64)] {
        for (shape, register, most) in SHAPES {
            let count = count(levels, ppus, EDGE * EDGE, (EDGE * EDGE) as u64, 0, register);
            let what = format!("{shape} tasks on {levels}");
            count.print(&what);
            assert!(
                count.taken <= most,
                "{what}: {} lines taken per task",
                count.taken
            );
            // What all PPUs of a pool write: a batch of 64 tasks at a time, or less often
            // still where PPUs of one cache count together.
            let shared = count.file("graph/scope.rs");
            assert!(shared <= 0.06, "{what}: {shared} lines of regions per task");
            // Memory on its way back to the thread that registers.
            let returned = count.file("sched/remote_free.rs");
            assert!(
                returned <= 0.15,
                "{what}: {returned} lines of returned tasks per task"
            );
            for rare in [
                "sched/eventcount.rs",
                "sched/overflow.rs",
                "graph/slab.rs",
                "sched/pool.rs",
            ] {
                let taken = count.file(rare);
                assert!(taken <= 0.03, "{what}: {taken} in {rare}");
            }
            assert!(count.file("graph/sharded_counter.rs") <= 0.25, "{what}");
        }
    }
}

/// What a composite costs is a matter of its tasks, not of the machine.
#[test]
fn composites_cost_the_same_on_a_large_machine() {
    const INSIDE: u64 = 4;
    for (levels, ppus) in [("core:2", 2), ("core:8", 8), (CACHES, 64)] {
        let count = count(levels, ppus, 2000, 2000, INSIDE, |region, array, n| {
            let mut task = region.task(site!("composite", file!(), line!()));
            task.access_tile(array, n, Mode::InOut);
            let build = |inside: &Region| {
                for key in 0..INSIDE as usize {
                    let mut task = inside.task(site!("inside", file!(), line!()));
                    task.access_key(key, Mode::InOut);
                    // SAFETY: the body touches nothing.
                    unsafe { task.spawn(|| {}) };
                }
            };
            // SAFETY: as above.
            unsafe { task.spawn_nested(build) };
        });
        let what = format!("composites of {INSIDE} tasks on {levels}");
        count.print(&what);
        assert!(
            count.taken <= 20.0,
            "{what}: {} lines taken per task",
            count.taken
        );
    }
}

/// The count sees what it is to see: a counter that all PPUs write for each task.
#[test]
fn a_shared_counter_would_be_noticed() {
    let shared = Arc::new(crate::sync::AtomicU64::new(0));
    let counted = count(CACHES, 64, 1000, 1000, 0, |region, array, n| {
        let mut task = region.task(site!("task", file!(), line!()));
        task.access_tile(array, n, Mode::InOut);
        let shared = shared.clone();
        let body = move || _ = shared.fetch_add(1, crate::sync::Ordering::Relaxed);
        // SAFETY: the body touches the counter, which it owns a part of.
        unsafe { task.spawn(body) };
    });
    let taken = counted.file("steal/tests/lines.rs");
    assert!(taken > 0.7, "{taken} lines of the shared counter per task");
}
