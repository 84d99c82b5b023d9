//! What tracing costs at tasks of 10 microseconds, off and on.
//!
//! A stencil of eight points per PPU, each task a calibrated chain of instructions. Processes
//! with `HP5_TRACE` unset and set run in turn. *On* is held against *off*, up to the end of
//! waiting and up to the end of the region, which writes the file. *Off* is held against the
//! bodies alone: what that leaves is everything that HP5 does for a task, of which the
//! hooks of tracing are a part, so it bounds them from above.

use std::time::Instant;

use hp5::Runtime;
use hp5::rt::{self, Region};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::common::{Common, machine};
use crate::metg::hp5_side::{arrays, keys, lap};
use crate::metg::pattern::{Steps, calibrate};
use crate::report::plot::{self, Content, Panel};
use crate::report::stats::Figure;
use crate::report::table::{Table, number};
use crate::systems::HP5;

/// Options of `hp5-bench tracing`.
#[derive(clap::Args, Debug, Clone)]
pub struct Args {
    /// Length of a task.
    #[arg(long, value_name = "MICROSECONDS", default_value_t = 10)]
    grain: u64,
    /// Tasks of a pass, rounded up to whole laps.
    #[arg(long, value_name = "N", default_value_t = 8192)]
    tasks: usize,
}

/// What a process prints.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Samples {
    tasks: usize,
    /// The bodies alone, on all PPUs.
    ideal_ns: f64,
    /// Until all tasks are completed.
    wait_ns: Vec<f64>,
    /// Until the region is closed: a trace is written by then.
    end_ns: Vec<f64>,
}

/// Points of a step for each PPU.
const WIDTH: usize = 8;

/// The child process: `TASKS GRAIN_NS PASSES PPUS`.
///
/// # Errors
/// Wrong words, a runtime that does not start, a wrong outcome.
pub fn side(words: &[String]) -> Result<String, String> {
    let numbers: Vec<u64> = words.iter().filter_map(|w| w.parse().ok()).collect();
    let &[tasks, grain, passes, ppus] = numbers.as_slice() else {
        return Err(format!(
            "side tracing hp5 TASKS GRAIN_NS PASSES PPUS, not {words:?}"
        ));
    };
    let width = WIDTH * ppus as usize;
    let steps = &Steps::new("stencil", width)?;
    let laps = (tasks as usize).div_ceil(steps.points.len());
    let ns = calibrate();
    let iterations = (grain as f64 / ns).round() as u64;
    let runtime = Runtime::builder()
        .ppus(ppus as usize)
        .build()
        .map_err(|e| e.to_string())?;
    let keys = keys(width);
    let tasks = laps * steps.points.len();
    let mut samples = Samples {
        tasks,
        ideal_ns: tasks as f64 * iterations as f64 * ns / ppus as f64,
        wait_ns: Vec::new(),
        end_ns: Vec::new(),
    };
    let mut pass = |keep: bool| -> Result<(), String> {
        let begun = Instant::now();
        let region = Region::begin(rt::site!("tracing", file!(), line!()));
        // SAFETY: the keys outlive the region and are not touched.
        let arrays = unsafe { arrays(&region, &keys) };
        for _ in 0..laps {
            lap(&region, arrays, steps);
        }
        region.try_wait().map_err(|e| e.to_string())?;
        let waited = begun.elapsed();
        region.try_end().map_err(|e| e.to_string())?;
        if keep {
            samples.wait_ns.push(waited.as_nanos() as f64);
            samples.end_ns.push(begun.elapsed().as_nanos() as f64);
        }
        Ok(())
    };
    runtime.install(|| {
        steps.set_iterations(3);
        pass(false)?;
        let got = steps.content();
        if got != steps.serial(laps) {
            return Err("the tasks' result differs from serial order".to_owned());
        }
        steps.set_iterations(iterations);
        (0..passes).try_for_each(|_| pass(true))
    })?;
    serde_json::to_string(&samples).map_err(|e| e.to_string())
}

/// Runs with tracing off and on, in turn, and prints the table.
///
/// # Errors
/// Wrong numbers, a run that fails, files that cannot be written.
pub fn run(common: &Common, args: &Args) -> Result<(), String> {
    common.check_only(&[&[HP5.id]])?;
    if args.grain == 0 || args.tasks == 0 {
        return Err("--grain and --tasks are at least 1".to_owned());
    }
    let (tasks, passes) = if common.quick {
        (64, 1)
    } else {
        (args.tasks, 3)
    };
    let trace = std::env::temp_dir().join(format!("hp5-bench-{}.trace.json", std::process::id()));
    let words =
        [tasks as u64, args.grain * 1000, passes, common.ppus as u64].map(|n| n.to_string());
    let mut runs: [Vec<Samples>; 2] = Default::default();
    for rep in 0..common.reps {
        eprint!("\rtracing: repetition {} of {}", rep + 1, common.reps);
        for (on, runs) in runs.iter_mut().enumerate() {
            let mut job = HP5.job("tracing", &words, common)?;
            let file = if on == 1 {
                trace.to_string_lossy().into_owned()
            } else {
                String::new()
            };
            job.environment.push(("HP5_TRACE", file));
            let outcome = job.run::<Samples>();
            // The file served its purpose; there is none when tracing is off.
            let written = std::fs::remove_file(&trace).is_ok();
            if written != (on == 1) && outcome.is_ok() {
                return Err(format!(
                    "tracing {}: the trace was {}written",
                    on,
                    if written { "" } else { "not " }
                ));
            }
            runs.push(outcome?);
        }
    }
    eprintln!();
    let per_task = |runs: &[Samples], list: fn(&Samples) -> Vec<f64>| {
        let all = |s: &Samples| {
            list(s)
                .into_iter()
                .map(|ns| ns / s.tasks as f64)
                .collect::<Vec<_>>()
        };
        Figure::of(&runs.iter().flat_map(all).collect::<Vec<_>>())
    };
    let ideal = per_task(&runs[0], |s| vec![s.ideal_ns]);
    let off = per_task(&runs[0], |s| s.wait_ns.clone());
    let on = per_task(&runs[1], |s| s.wait_ns.clone());
    let off_end = per_task(&runs[0], |s| s.end_ns.clone());
    let on_end = per_task(&runs[1], |s| s.end_ns.clone());
    let count = runs[0].first().map_or(0, |s| s.tasks);
    let title = format!(
        "tracing: {count} tasks of {} us, {} PPUs, ns of time per task, best (median) of {} runs",
        args.grain, common.ppus, common.reps
    );
    let mut table = Table::new(
        title,
        &["", "until completed", "over", "region closed", "over"],
    );
    let cell = |f: Option<Figure>| match f {
        None => "-".to_owned(),
        Some(f) => format!("{} ({})", number(Some(f.best)), number(Some(f.median))),
    };
    let over = |f: Option<Figure>, base: Option<Figure>| match (f, base) {
        (Some(f), Some(base)) => format!(
            "{:+.2}% ({:+.2}%)",
            (f.best / base.best - 1.0) * 100.0,
            (f.median / base.median - 1.0) * 100.0
        ),
        _ => "-".to_owned(),
    };
    let blank = String::new;
    table.row(vec![
        "bodies alone".into(),
        cell(ideal),
        blank(),
        blank(),
        blank(),
    ]);
    table.row(vec![
        "off".into(),
        cell(off),
        over(off, ideal),
        cell(off_end),
        blank(),
    ]);
    table.row(vec![
        "on".into(),
        cell(on),
        over(on, off),
        cell(on_end),
        over(on_end, off_end),
    ]);
    table.note("off: over the bodies alone, which bounds what the hooks cost; on: over off");
    println!("{table}");
    if let Some(file) = &common.json {
        let value = json!({
            "bench": "tracing", "machine": machine(), "reps": common.reps, "ppus": common.ppus,
            "quick": common.quick, "grain_ns": args.grain * 1000, "unit": "ns per task",
            "ideal": ideal, "off": off, "on": on, "off_closed": off_end, "on_closed": on_end,
            "samples": {"off": runs[0], "on": runs[1]},
        });
        crate::report::write_json(file, &value)?;
    }
    if let Some(file) = &common.svg {
        let named = [
            ("bodies alone", ideal),
            ("HP5, tracing off", off),
            ("HP5, tracing on", on),
        ];
        let bars = named
            .into_iter()
            .filter_map(|(name, f)| Some((name.to_owned(), f?.best)));
        let panel = Panel {
            title: format!("{count} tasks of {} us", args.grain),
            x: "nanoseconds of time per task".to_owned(),
            y: String::new(),
            content: Content::Bars(bars.collect()),
        };
        crate::report::write(file, &plot::page("Tracing", &[panel]))?;
    }
    Ok(())
}
