//! Locality: Jacobi sweeps over a plate that no cache holds.
//!
//! The same sweeps four ways: HP5 with all sweeps in one graph, so that a PPU may run several
//! sweeps over rows while they are in cache; HP5 waiting after each sweep, so that it may not;
//! bands of rows under rayon, a barrier each sweep; and the loops alone on one thread. Counted
//! are steals and, where the machine offers it (`perf_event_open`), misses of the last-level
//! cache; time always. Every result is held against the serial one, bit for bit.

mod counters;
mod jacobi;

use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::common::{Common, machine};
use crate::report::plot::{self, Content, Panel};
use crate::report::stats::Figure;
use crate::report::table::{Table, number};
use crate::systems::HP5;

/// Options of `hp5-bench locality`.
#[derive(clap::Args, Debug, Clone)]
pub struct Args {
    /// Rows and columns of the plate (two of them, 8 bytes an element).
    #[arg(long, value_name = "N", default_value_t = 2048)]
    size: usize,
    /// Sweeps.
    #[arg(long, value_name = "N", default_value_t = 40)]
    sweeps: usize,
    /// Rows of a tile.
    #[arg(long, value_name = "N", default_value_t = 16)]
    tile: usize,
}

/// The ways, with names for people.
const WAYS: [(&str, &str); 4] = [
    ("graph", "HP5, sweeps overlap"),
    ("waits", "HP5, waits each sweep"),
    ("rayon", "rayon, a barrier each sweep"),
    ("serial", "one thread"),
];

/// What a process prints.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
struct Sample {
    /// All sweeps, in nanoseconds.
    ns: f64,
    /// HP5: tasks, those taken from another PPU, those kept by the PPU that made them ready.
    tasks: u64,
    steals: u64,
    kept: u64,
    /// Misses of the last-level cache over all threads.
    misses: Option<u64>,
    /// Why there are none.
    no_misses: Option<String>,
}

/// What a process is to run.
#[derive(Debug, Clone, Copy)]
struct Plan {
    size: usize,
    sweeps: usize,
    tile: usize,
    ppus: usize,
}

/// The child process: `WAY SIZE SWEEPS TILE PPUS`.
///
/// # Errors
/// Wrong words, a runtime that does not start, a wrong outcome.
pub fn side(words: &[String]) -> Result<String, String> {
    let wrong = || format!("side locality hp5 WAY SIZE SWEEPS TILE PPUS, not {words:?}");
    let (way, rest) = words.split_first().ok_or_else(wrong)?;
    let numbers: Vec<usize> = rest.iter().filter_map(|w| w.parse().ok()).collect();
    let &[size, sweeps, tile, ppus] = numbers.as_slice() else {
        return Err(wrong());
    };
    let sample = jacobi::measure(
        way,
        &Plan {
            size,
            sweeps,
            tile,
            ppus,
        },
    )?;
    serde_json::to_string(&sample).map_err(|e| e.to_string())
}

/// Runs all ways in turn and prints the table.
///
/// # Errors
/// Wrong numbers, a run that fails, files that cannot be written.
pub fn run(common: &Common, args: &Args) -> Result<(), String> {
    let ways: Vec<&str> = WAYS.iter().map(|w| w.0).collect();
    common.check_only(&[&ways])?;
    let (size, sweeps) = if common.quick {
        (128, 4)
    } else {
        (args.size, args.sweeps)
    };
    if size < 3 || sweeps == 0 || args.tile == 0 {
        return Err("--size is at least 3, --sweeps and --tile at least 1".to_owned());
    }
    let mut runs: Vec<Vec<Sample>> = vec![Vec::new(); WAYS.len()];
    for rep in 0..common.reps {
        eprint!("\rlocality: repetition {} of {}", rep + 1, common.reps);
        for ((way, _), runs) in WAYS.iter().zip(&mut runs) {
            if *way != "graph" && !common.wants(way, &ways) {
                continue;
            }
            let numbers = [size, sweeps, args.tile, common.ppus].map(|n| n.to_string());
            let words = [vec![(*way).to_owned()], numbers.to_vec()].concat();
            runs.push(HP5.job("locality", &words, common)?.run::<Sample>()?);
        }
    }
    eprintln!();
    let title = format!(
        "locality: Jacobi, {size} x {size}, {sweeps} sweeps, tiles of {} rows, {} PPUs, \
         best (median) of {} runs",
        args.tile, common.ppus, common.reps
    );
    let heads = [
        "",
        "ms per sweep",
        "GB/s of a sweep's data",
        "steals per 1000 tasks",
        "kept per 1000 tasks",
        "LLC misses per sweep",
    ];
    let mut table = Table::new(title, &heads);
    let cell = |f: Option<Figure>| match f {
        None => "-".to_owned(),
        Some(f) => format!("{} ({})", number(Some(f.best)), number(Some(f.median))),
    };
    let mut bars = Vec::new();
    for ((_, name), runs) in WAYS.iter().zip(&runs).filter(|(_, runs)| !runs.is_empty()) {
        let figure = |of: &dyn Fn(&Sample) -> Option<f64>| {
            Figure::of(&runs.iter().filter_map(of).collect::<Vec<_>>())
        };
        let ms = figure(&|s| Some(s.ns / 1e6 / sweeps as f64));
        let per_thousand =
            |count: u64, s: &Sample| (s.tasks > 0).then(|| count as f64 * 1e3 / s.tasks as f64);
        // One plate is read, one written.
        let rate = ms.map(|f| (2 * size * size * 8) as f64 / f.best / 1e6);
        table.row(vec![
            (*name).to_owned(),
            cell(ms),
            number(rate),
            cell(figure(&|s| per_thousand(s.steals, s))),
            cell(figure(&|s| per_thousand(s.kept, s))),
            cell(figure(&|s| Some(s.misses? as f64 / sweeps as f64))),
        ]);
        bars.extend(ms.map(|f| ((*name).to_owned(), f.best)));
    }
    if let Some(why) = runs.iter().flatten().find_map(|s| s.no_misses.as_ref()) {
        table.note(format!("no misses of the last-level cache: {why}"));
    }
    println!("{table}");
    if let Some(file) = &common.json {
        let named: serde_json::Map<_, _> = WAYS
            .iter()
            .zip(&runs)
            .map(|((way, _), runs)| ((*way).to_owned(), json!(runs)))
            .collect();
        let value = json!({
            "bench": "locality", "machine": machine(), "reps": common.reps, "ppus": common.ppus,
            "quick": common.quick, "size": size, "sweeps": sweeps, "tile": args.tile,
            "samples": named,
        });
        crate::report::write_json(file, &value)?;
    }
    if let Some(file) = &common.svg {
        let panel = Panel {
            title: format!("Jacobi, {size} x {size}, {sweeps} sweeps"),
            x: "milliseconds per sweep (logarithmic)".to_owned(),
            y: String::new(),
            content: Content::Bars(bars),
        };
        crate::report::write(file, &plot::page("Locality", &[panel]))?;
    }
    Ok(())
}
