//! What tracing costs, off and on, at tasks of several lengths.
//!
//! A stencil of eight points per PPU, each task a chain of instructions of the same number in
//! every process. Four kinds of processes run in turn: *left out*, a build of this program
//! whose hooks are compiled out (`--cfg hp5_no_trace`); *off*, `HP5_TRACE` unset; *on, packets*, set to a
//! file in Perfetto's format, and *on, JSON*, to one in Chrome's.
//! *Off* is held against *left out*: the difference is what the hooks cost, as far as it
//! shows above how two builds of one program differ anyway (functions lie elsewhere). Both of *on* are
//! held against *off*, up to the end of waiting, which is what is in the tasks' way, and up to
//! the end of the region, which writes the file.

mod instructions;
mod side;
mod twin;

use std::path::PathBuf;

use serde::Serialize;
use serde_json::json;

use crate::common::{Common, machine};
use crate::metg::pattern::calibrate;
use crate::process::Job;
use crate::report::plot::{self, Content, Panel};
use crate::report::stats::Figure;
use crate::report::table::{Table, number};
use crate::systems::HP5;
use instructions::Instructions;
use side::Samples;
pub use side::side;

/// Options of `hp5-bench tracing`.
#[derive(clap::Args, Debug, Clone)]
pub struct Args {
    /// Lengths of a task; 0 is an empty one.
    #[arg(long, value_name = "MICROSECONDS,..", value_delimiter = ',', default_values_t = [10, 1, 0])]
    grain: Vec<u64>,
    /// Tasks of a pass, rounded up to whole laps.
    #[arg(long, value_name = "N", default_value_t = 4096)]
    tasks: usize,
    /// This program, built with `--cfg hp5_no_trace`; built when it is not given, but with --quick.
    #[arg(long, value_name = "FILE")]
    without: Option<PathBuf>,
}

/// Passes of a process take so long together, at least 3 and at most 60.
const BUDGET_NS: f64 = 240e6;

/// The kinds of processes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
enum Kind {
    LeftOut,
    Off,
    Packets,
    Json,
}

impl Kind {
    fn name(self) -> &'static str {
        match self {
            Kind::LeftOut => "left out",
            Kind::Off => "off",
            Kind::Packets => "on, packets",
            Kind::Json => "on, JSON",
        }
    }

    /// A trace is written.
    fn writes(self) -> bool {
        matches!(self, Kind::Packets | Kind::Json)
    }
}

/// How processes of each kind are started.
struct Starter<'a> {
    common: &'a Common,
    kinds: Vec<Kind>,
    without: Option<PathBuf>,
    /// Where the process writes, without the end that says the format.
    trace: PathBuf,
}

/// What was measured at one length of tasks.
#[derive(Debug, Clone, Serialize)]
struct Grain {
    microseconds: u64,
    tasks: usize,
    /// The bodies alone, on all PPUs, ns per task.
    ideal: f64,
    rows: Vec<Row>,
}

/// Figures of one kind, ns of time per task.
#[derive(Debug, Clone, Serialize)]
struct Row {
    kind: Kind,
    completed: Option<Figure>,
    /// From the end of waiting to the end of the region.
    closing: Option<Figure>,
    closed: Option<Figure>,
    /// Of a trace, per task.
    bytes: Option<f64>,
    samples: Vec<Samples>,
}

/// Runs with tracing left out, off and on, in turn, and prints the tables.
///
/// # Errors
/// Wrong numbers, a run that fails, files that cannot be written.
pub fn run(common: &Common, args: &Args) -> Result<(), String> {
    common.check_only(&[&[HP5.id]])?;
    if args.grain.is_empty() || args.tasks == 0 {
        return Err("--grain names a length, and --tasks is at least 1".to_owned());
    }
    let (without, missing) = match (&args.without, common.quick) {
        (Some(file), _) => (Some(file.clone()), None),
        (None, true) => (None, Some("--quick builds nothing".to_owned())),
        (None, false) => twin::build().map_or_else(|why| (None, Some(why)), |f| (Some(f), None)),
    };
    let trace = format!("hp5-bench-{}", std::process::id());
    let starter = Starter {
        common,
        kinds: match without {
            Some(_) => vec![Kind::LeftOut, Kind::Off, Kind::Packets, Kind::Json],
            None => vec![Kind::Off, Kind::Packets, Kind::Json],
        },
        without,
        trace: std::env::temp_dir().join(trace),
    };
    let mut grains = Vec::new();
    for &microseconds in &args.grain {
        let grain = measure(&starter, microseconds, args.tasks)?;
        println!("{}", table(common, &grain));
        grains.push(grain);
    }
    if let Some(why) = missing {
        println!("  no build without hooks: {why}\n");
    }
    let counted = count(&starter);
    match &counted {
        Ok(counted) => println!("{}", table_of_instructions(counted)),
        Err(why) => println!("  instructions are not counted: {why}\n"),
    }
    if let Some(file) = &common.json {
        let value = json!({
            "bench": "tracing", "machine": machine(), "reps": common.reps, "ppus": common.ppus,
            "quick": common.quick, "unit": "ns per task", "grains": grains,
            "instructions": counted.unwrap_or_default(),
        });
        crate::report::write_json(file, &value)?;
    }
    if let Some(file) = &common.svg {
        let panels: Vec<Panel> = grains.iter().map(panel).collect();
        crate::report::write(file, &plot::page("Tracing", &panels))?;
    }
    Ok(())
}

impl Starter<'_> {
    /// A process of a kind: so many tasks per pass, iterations of the body, passes, PPUs.
    fn job(&self, kind: Kind, words: [u64; 4]) -> Result<Job, String> {
        let words = words.map(|n| n.to_string());
        let mut job = HP5.job("tracing", &words, self.common)?;
        if let (Kind::LeftOut, Some(file)) = (kind, &self.without) {
            job.program.clone_from(file);
        }
        let file = self.trace_of(kind).unwrap_or_default();
        let file = file.to_string_lossy().into_owned();
        job.environment.push(("HP5_TRACE", file));
        Ok(job)
    }

    /// Runs it, and looks at what it left: its samples, and the bytes of its trace.
    fn run(&self, kind: Kind, words: [u64; 4]) -> Result<(Samples, Option<u64>), String> {
        let samples = self.job(kind, words)?.run::<Samples>();
        let bytes = self.take_trace(kind);
        let samples = samples?;
        if bytes.is_some() != kind.writes() {
            let not = if bytes.is_some() { "" } else { "not " };
            return Err(format!(
                "tracing {}: the trace was {not}written",
                kind.name()
            ));
        }
        match samples.hooks == (kind != Kind::LeftOut) {
            true => Ok((samples, bytes)),
            false => Err(format!(
                "--without {}: this is a build with the hooks",
                self.without.clone().unwrap_or_default().display()
            )),
        }
    }

    /// Where a process of a kind writes.
    fn trace_of(&self, kind: Kind) -> Option<PathBuf> {
        let end = if kind == Kind::Json {
            "json"
        } else {
            "pftrace"
        };
        kind.writes().then(|| self.trace.with_extension(end))
    }

    /// How long the trace is; it has served its purpose.
    fn take_trace(&self, kind: Kind) -> Option<u64> {
        let file = self.trace_of(kind)?;
        let bytes = std::fs::metadata(&file).ok()?.len();
        std::fs::remove_file(&file).ok()?;
        Some(bytes)
    }
}

fn measure(starter: &Starter<'_>, microseconds: u64, tasks: usize) -> Result<Grain, String> {
    let common = starter.common;
    let ns = calibrate();
    let iterations = (microseconds as f64 * 1e3 / ns).round() as u64;
    let tasks = if common.quick { 64 } else { tasks };
    let ideal = iterations as f64 * ns / common.ppus as f64;
    let passes = match common.quick {
        true => 1,
        false => (BUDGET_NS / (ideal.max(100.0) * tasks as f64)).clamp(3.0, 60.0) as u64,
    };
    let words = [tasks as u64, iterations, passes, common.ppus as u64];
    let mut runs: Vec<Vec<(Samples, Option<u64>)>> = vec![Vec::new(); starter.kinds.len()];
    for rep in 0..common.reps {
        let (n, of) = (rep + 1, common.reps);
        eprint!("\rtracing, {microseconds} us: repetition {n} of {of}");
        for (kind, runs) in starter.kinds.iter().zip(&mut runs) {
            runs.push(starter.run(*kind, words)?);
        }
    }
    eprintln!();
    let rows = starter.kinds.iter().zip(runs);
    Ok(Grain {
        microseconds,
        ideal,
        rows: rows.map(|(kind, runs)| row(*kind, runs, passes)).collect(),
        tasks,
    })
}

fn row(kind: Kind, runs: Vec<(Samples, Option<u64>)>, passes: u64) -> Row {
    // The trace has the pass that was checked, too.
    let in_trace = |s: &Samples| s.tasks as f64 * (passes + 1) as f64;
    let bytes = runs.first().and_then(|(samples, bytes)| {
        let bytes = (*bytes)? as f64;
        Some(bytes / in_trace(samples))
    });
    let samples: Vec<Samples> = runs.into_iter().map(|(samples, _)| samples).collect();
    let per_task = |of: fn(f64, f64) -> f64| {
        let pass = |s: &Samples| {
            let both = s.wait_ns.iter().zip(&s.end_ns);
            let ns = both.map(|(wait, end)| of(*wait, *end) / s.tasks as f64);
            ns.collect::<Vec<_>>()
        };
        Figure::of(&samples.iter().flat_map(pass).collect::<Vec<_>>())
    };
    Row {
        kind,
        completed: per_task(|wait, _| wait),
        closing: per_task(|wait, end| end - wait),
        closed: per_task(|_, end| end),
        bytes,
        samples,
    }
}

fn table(common: &Common, grain: &Grain) -> Table {
    let what = match grain.microseconds {
        0 => "empty tasks".to_owned(),
        us => format!("tasks of {us} us"),
    };
    let title = format!(
        "tracing: {} {what}, {} PPUs, ns of time per task, best (median) of {} runs",
        grain.tasks, common.ppus, common.reps
    );
    let heads = [
        "",
        "until completed",
        "over",
        "closing the region",
        "closed",
        "over",
    ];
    let mut table = Table::new(title, &heads);
    let cell = |f: Option<Figure>| match f {
        None => "-".to_owned(),
        Some(f) => format!("{} ({})", number(Some(f.best)), number(Some(f.median))),
    };
    let mut before: Option<&Row> = None;
    for row in &grain.rows {
        let base = |of: fn(&Row) -> Option<Figure>| over(of(row), before.and_then(of));
        table.row(vec![
            row.kind.name().to_owned(),
            cell(row.completed),
            base(|row| row.completed),
            cell(row.closing),
            cell(row.closed),
            base(|row| row.closed),
        ]);
        // Each is held against the one before, but both that write against the one that does not.
        if !row.kind.writes() {
            before = Some(row);
        }
    }
    if grain.microseconds > 0 {
        table.note(format!("bodies alone: {} ns", number(Some(grain.ideal))));
    }
    for row in &grain.rows {
        if let Some(bytes) = row.bytes {
            let (name, bytes) = (row.kind.name(), number(Some(bytes)));
            table.note(format!("the trace, {name}: {bytes} bytes per task"));
        }
    }
    table.note("over: off over left out, both of on over off");
    table
}

/// By how much more, in percent: of the best, and of the medians.
fn over(f: Option<Figure>, base: Option<Figure>) -> String {
    let (Some(f), Some(base)) = (f, base) else {
        return String::new();
    };
    let more = |a: f64, b: f64| (a / b - 1.0) * 100.0;
    let (best, median) = (more(f.best, base.best), more(f.median, base.median));
    format!("{best:+.2}% ({median:+.2}%)")
}

/// Instructions per task of each kind.
fn count(starter: &Starter<'_>) -> Result<Vec<(Kind, Instructions)>, String> {
    // Two passes, the one that is checked and another; large enough that the region itself
    // does not show.
    let tasks = if starter.common.quick { 64 } else { 8192 };
    let kinds = starter.kinds.iter();
    let counted = kinds.map(|kind| {
        let job = starter.job(*kind, [tasks, 0, 1, 1])?;
        let counted = instructions::count(&job, 2 * tasks as usize);
        starter.take_trace(*kind);
        Ok((*kind, counted?))
    });
    counted.collect()
}

fn table_of_instructions(counted: &[(Kind, Instructions)]) -> Table {
    let mut table = Table::new(
        "tracing: instructions per task, 1 PPU, bodies of next to none, by callgrind",
        &["", "until completed", "closing the region"],
    );
    for (kind, each) in counted {
        table.row(vec![
            kind.name().to_owned(),
            format!("{:.1}", each.completed),
            format!("{:.1}", each.closing),
        ]);
    }
    table
}

fn panel(grain: &Grain) -> Panel {
    let mut bars: Vec<(String, f64)> = Vec::new();
    if grain.microseconds > 0 {
        bars.push(("bodies alone".to_owned(), grain.ideal));
    }
    for row in &grain.rows {
        let name = format!("HP5, tracing {}", row.kind.name());
        bars.extend(row.completed.map(|f| (name.clone(), f.best)));
        if row.kind.writes() {
            bars.extend(row.closed.map(|f| (format!("{name}, written"), f.best)));
        }
    }
    Panel {
        title: format!("{} tasks of {} us", grain.tasks, grain.microseconds),
        x: "nanoseconds of time per task".to_owned(),
        y: String::new(),
        content: Content::Bars(bars),
    }
}
