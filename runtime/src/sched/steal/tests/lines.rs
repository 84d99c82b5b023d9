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
    /// By file of the source.
    files: Vec<(String, f64, f64)>,
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
            match count.files.last_mut() {
                Some(last) if last.0 == file => {
                    (last.1, last.2) = (last.1 + taken, last.2 + fetched)
                }
                _ => count.files.push((file, taken, fetched)),
            }
        }
        count
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

/// Registers `tasks` tasks, some per tick, while the PPUs but the first one run them: that one
/// is the registering thread's.
fn count(
    levels: &str,
    ppus: usize,
    cells: usize,
    tasks: u64,
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
            while ppu.is_none() && next < tasks && next < ran + AHEAD * ppus as u64 {
                register(&region, array, next as usize);
                next += 1;
            }
        };
        machine.run_from(1, tasks, |_| TICKS, turn);
        watch.plays(0);
        let moved = watch.take();
        region.try_end().expect("no body fails");
        moved
    });
    Count::of(moved, tasks)
}

#[test]
fn probe() {
    for (levels, ppus) in [("core:2", 2), ("core:8", 8), (SERVER, 64)] {
        let independent = count(levels, ppus, 8000, 8000, |region, array, n| {
            let mut task = region.task(site!("task", file!(), line!()));
            task.access_tile(array, n, Mode::InOut);
            // SAFETY: the body touches nothing.
            unsafe { task.spawn(|| {}) };
        });
        independent.print(&format!("independent, {levels}"));
        let wavefront = count(levels, ppus, 100 * 100, 10_000, |region, array, n| {
            let mut task = region.task(site!("task", file!(), line!()));
            if n >= 100 {
                task.access_tile(array, n - 100, Mode::In);
            }
            if n % 100 > 0 {
                task.access_tile(array, n - 1, Mode::In);
            }
            task.access_tile(array, n, Mode::InOut);
            // SAFETY: the body touches nothing.
            unsafe { task.spawn(|| {}) };
        });
        wavefront.print(&format!("wavefront, {levels}"));
    }
}
