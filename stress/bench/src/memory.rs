//! Memory of tasks that wait: what a task and an edge cost, by growth of the process.
//!
//! A first task holds everything back while a million others are registered behind it. Each
//! of them reads `e` tiles that gates write, so it has `e` tiles and `e` edges; growth over
//! `e` is a line, whose slope is an edge (with its tile and its entry in the table of readers)
//! and whose start is a task. A wavefront, all of it waiting, is measured beside that; and a
//! loop of wavefronts, whose growth must end.

use std::sync::{Mutex, PoisonError};

use hp5::Runtime;
use hp5::rt::{self, Mode, Pending, Region, Site};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::common::{Common, machine};
use crate::report::plot::{self, Content, Panel};
use crate::report::stats::Figure;
use crate::report::table::{Table, number};
use crate::systems::HP5;

/// Options of `hp5-bench memory`.
#[derive(clap::Args, Debug, Clone)]
pub struct Args {
    /// Tasks that wait at once.
    #[arg(long, value_name = "N", default_value_t = 500_000)]
    tasks: usize,
    /// Wavefronts of 256 x 256 tasks, one after the other, for growth over time.
    #[arg(long, value_name = "N", default_value_t = 60)]
    laps: usize,
}

/// Most tiles of a task in the shapes `readers`.
const TILES: usize = 4;

/// Laps until the loop of wavefronts is taken to be steady.
const WARM: usize = 5;

const TASK: &Site = rt::site!("waiting", file!(), line!());

/// What a process prints.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Sample {
    tasks: usize,
    edges: u64,
    /// Growth of resident memory, in bytes.
    grown: f64,
}

/// The child process: `SHAPE TASKS PPUS`, where the shape is `readers1`.., `wavefront`, `loop`.
///
/// # Errors
/// Wrong words, a runtime that does not start, a failed region.
pub fn side(words: &[String]) -> Result<String, String> {
    let wrong = || format!("side memory hp5 SHAPE TASKS PPUS, not {words:?}");
    let [shape, tasks, ppus] = words else {
        return Err(wrong());
    };
    let number = |w: &String| w.parse::<usize>().ok().filter(|&n| n > 0).ok_or_else(wrong);
    let (tasks, ppus) = (number(tasks)?, number(ppus)?);
    let runtime = Runtime::builder()
        .ppus(ppus)
        .max_tasks(4 * tasks as u64 + 64)
        .build()
        .map_err(|e| e.to_string())?;
    let sample = runtime.install(|| match shape.strip_prefix("readers") {
        Some(tiles) => waiting(tasks, number(&tiles.to_owned())?, false),
        None if shape == "wavefront" => waiting(tasks, 3, true),
        None if shape == "loop" => steady(tasks),
        None => Err(wrong()),
    })?;
    serde_json::to_string(&sample).map_err(|e| e.to_string())
}

/// Resident memory of this process, in bytes.
fn resident() -> Result<f64, String> {
    let path = "/proc/self/smaps_rollup";
    let text = std::fs::read_to_string(path).map_err(|e| format!("{path}: {e}"))?;
    let line = text.lines().find_map(|line| line.strip_prefix("Rss:"));
    let kib = line.and_then(|rest| rest.split_whitespace().next()?.parse::<f64>().ok());
    kib.map(|kib| kib * 1024.0)
        .ok_or_else(|| format!("{path}: no line `Rss:`"))
}

/// What holds the first task back: it is finished at once and completed when this opens. No
/// PPU is kept busy meanwhile.
#[derive(Default)]
struct Gate {
    open: bool,
    held: Option<Pending>,
}

impl Gate {
    fn arrive(gate: &Mutex<Gate>, pending: Pending) {
        let mut gate = gate.lock().unwrap_or_else(PoisonError::into_inner);
        if !gate.open {
            gate.held = Some(pending);
        }
    }

    fn open(gate: &Mutex<Gate>) {
        let mut gate = gate.lock().unwrap_or_else(PoisonError::into_inner);
        gate.open = true;
        gate.held = None;
    }
}

fn waiting(tasks: usize, tiles: usize, wavefront: bool) -> Result<Sample, String> {
    let edge = tasks.isqrt();
    let m = edge + 1;
    let keys = vec![0_u64; if wavefront { m * m } else { tiles + 1 }];
    let gate = Mutex::new(Gate::default());
    let region = Region::begin(rt::site!("memory", file!(), line!()));
    // SAFETY: the keys outlive the region's graph and are not touched.
    let array = unsafe { region.array("keys", rt::flat(&keys), &[1]) }.id();
    // The first task waits for the gate; of the wavefront it owns the corner that every cell
    // waits for, of the readers the key that the other gates wait for.
    let first = if wavefront { m + 1 } else { 0 };
    let mut task = region.task(TASK);
    task.access_tile(array, first, Mode::InOut);
    // SAFETY: the gate outlives the region, which ends before it is dropped.
    unsafe { task.spawn_pending(|pending| Gate::arrive(&gate, pending)) };
    if !wavefront {
        for key in 1..=tiles {
            let mut task = region.task(TASK);
            task.access_tile(array, 0, Mode::In);
            task.access_tile(array, key, Mode::Out);
            // SAFETY: the body touches nothing.
            unsafe { task.spawn(|| {}) };
        }
    }
    let before = resident();
    let mut count = 0;
    if wavefront {
        for i in 1..m {
            for j in 1..m {
                cell(&region, array, i * m + j, m);
                count += 1;
            }
        }
    } else {
        for _ in 0..tasks {
            let mut task = region.task(TASK);
            for key in 1..=tiles {
                task.access_tile(array, key, Mode::In);
            }
            // SAFETY: the body touches nothing.
            unsafe { task.spawn(|| {}) };
            count += 1;
        }
    }
    let after = resident();
    Gate::open(&gate);
    let grown = after? - before?;
    let stats = region.try_end().map_err(|e| e.to_string())?;
    // Every task of ours waited: its edges were drawn, none was found completed.
    Ok(Sample {
        tasks: count,
        edges: stats.edges,
        grown,
    })
}

/// A task of the wavefront: from above, from the left, own.
fn cell(region: &Region, array: u32, own: usize, m: usize) {
    let mut task = region.task(TASK);
    task.access_tile(array, own - m, Mode::In);
    task.access_tile(array, own - 1, Mode::In);
    task.access_tile(array, own, Mode::InOut);
    // SAFETY: the body touches nothing.
    unsafe { task.spawn(|| {}) };
}

/// A loop of wavefronts in one region: growth after the first few laps.
fn steady(laps: usize) -> Result<Sample, String> {
    const EDGE: usize = 256;
    let m = EDGE + 1;
    let keys = vec![0_u64; m * m];
    let region = Region::begin(rt::site!("memory", file!(), line!()));
    // SAFETY: the keys outlive the region's graph and are not touched.
    let array = unsafe { region.array("keys", rt::flat(&keys), &[1]) }.id();
    let mut before = resident()?;
    for lap in 0..laps {
        if lap == WARM.min(laps / 2) {
            before = resident()?;
        }
        for i in 1..m {
            for j in 1..m {
                cell(&region, array, i * m + j, m);
            }
        }
        region.try_wait().map_err(|e| e.to_string())?;
    }
    let grown = resident()? - before;
    let stats = region.try_end().map_err(|e| e.to_string())?;
    Ok(Sample {
        tasks: EDGE * EDGE * laps,
        edges: stats.edges,
        grown,
    })
}

/// Slope and start of the line through `points`, by least squares.
fn line(points: &[(f64, f64)]) -> Option<(f64, f64)> {
    let n = points.len() as f64;
    let mean = |f: fn(&(f64, f64)) -> f64| points.iter().map(f).sum::<f64>() / n;
    let (x, y) = (mean(|p| p.0), mean(|p| p.1));
    let spread: f64 = points.iter().map(|p| (p.0 - x).powi(2)).sum();
    let together: f64 = points.iter().map(|p| (p.0 - x) * (p.1 - y)).sum();
    (spread > 0.0).then(|| (together / spread, y - together / spread * x))
}

/// Measures and prints the table.
///
/// # Errors
/// Wrong numbers, a run that fails, a file that cannot be written.
pub fn run(common: &Common, args: &Args) -> Result<(), String> {
    common.check_only(&[&[HP5.id]])?;
    if args.tasks < 1000 || args.laps < 2 {
        return Err("--tasks is at least 1000 and --laps at least 2".to_owned());
    }
    let (tasks, laps) = if common.quick {
        (20_000, 4)
    } else {
        (args.tasks, args.laps)
    };
    let mut shapes: Vec<String> = (1..=TILES).map(|e| format!("readers{e}")).collect();
    shapes.extend(["wavefront".to_owned(), "loop".to_owned()]);
    let mut runs: Vec<Vec<Sample>> = vec![Vec::new(); shapes.len()];
    for rep in 0..common.reps {
        eprint!("\rmemory: repetition {} of {}", rep + 1, common.reps);
        for (shape, runs) in shapes.iter().zip(&mut runs) {
            let many = if shape == "loop" { laps } else { tasks };
            let words = [shape.clone(), many.to_string(), common.ppus.to_string()];
            runs.push(HP5.job("memory", &words, common)?.run::<Sample>()?);
        }
    }
    eprintln!();
    let figure = |runs: &[Sample], of: fn(&Sample) -> f64| {
        Figure::of(&runs.iter().map(of).collect::<Vec<_>>())
    };
    let per_task = |s: &Sample| s.grown / s.tasks as f64;
    let title = format!(
        "memory: bytes by growth of the process, {tasks} tasks waiting, best (median) of {} runs",
        common.reps
    );
    let mut table = Table::new(title, &["shape", "bytes per task", "edges per task"]);
    let cell = |f: Option<Figure>| match f {
        None => "-".to_owned(),
        Some(f) => format!("{} ({})", number(Some(f.best)), number(Some(f.median))),
    };
    let mut points = Vec::new();
    for (shape, runs) in shapes
        .iter()
        .zip(&runs)
        .filter(|(shape, _)| *shape != "loop")
    {
        let bytes = figure(runs, per_task);
        let edges = figure(runs, |s| s.edges as f64 / s.tasks as f64);
        if let (Some(bytes), Some(tiles)) = (bytes, shape.strip_prefix("readers")) {
            points.push((tiles.parse().unwrap_or(0.0), bytes.median));
        }
        table.row(vec![
            shape.clone(),
            cell(bytes),
            number(edges.map(|e| e.median)),
        ]);
    }
    let fitted = line(&points);
    if let Some((edge, task)) = fitted {
        table.note(format!(
            "a task: {} bytes; an edge with its tile and its table entry: {} bytes (line through readers1..{TILES})",
            number(Some(task)),
            number(Some(edge))
        ));
    }
    let growth = runs.last().and_then(|runs| figure(runs, |s| s.grown));
    let warm = WARM.min(laps / 2);
    table.note(format!(
        "{laps} wavefronts of 65536 tasks, one after the other: {} bytes of growth after the first {warm}",
        cell(growth)
    ));
    println!("{table}");
    if let Some(file) = &common.svg {
        let bars = shapes
            .iter()
            .zip(&runs)
            .filter(|(shape, _)| *shape != "loop");
        let bars = bars.filter_map(|(s, runs)| Some((s.clone(), figure(runs, per_task)?.median)));
        let panel = Panel {
            title: format!("{tasks} tasks waiting"),
            x: "bytes per task, edges and tables included (logarithmic)".to_owned(),
            y: String::new(),
            content: Content::Bars(bars.collect()),
        };
        crate::report::write(file, &plot::page("Memory", &[panel]))?;
    }
    if let Some(file) = &common.json {
        let named: serde_json::Map<_, _> = shapes
            .iter()
            .zip(&runs)
            .map(|(shape, runs)| (shape.clone(), json!(runs)))
            .collect();
        let value = json!({
            "bench": "memory", "machine": machine(), "reps": common.reps, "ppus": common.ppus,
            "quick": common.quick, "unit": "bytes", "bytes_per_task": fitted.map(|f| f.1),
            "bytes_per_edge": fitted.map(|f| f.0), "growth_of_loop": growth, "laps": laps,
            "samples": named,
        });
        crate::report::write_json(file, &value)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_through_points() {
        let (slope, start) = line(&[(1.0, 140.0), (2.0, 152.0), (3.0, 164.0)]).expect("a line");
        assert!((slope - 12.0).abs() < 1e-9 && (start - 128.0).abs() < 1e-9);
        assert_eq!(line(&[(1.0, 5.0)]), None);
    }

    #[test]
    fn growth_is_seen() {
        let before = resident().expect("this system tells");
        let block = vec![1_u8; 64 << 20];
        let after = resident().expect("this system tells");
        assert!(after - before > f64::from(60 << 20), "{}", after - before);
        assert_eq!(block[1 << 20], 1);
    }
}
