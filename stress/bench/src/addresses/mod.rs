//! Tasks that name their data by addresses, through `hp5.h`: beside tiles of one array, and OpenMP's `depend`.
//!
//! The programs are C (`stress/bench/addresses`) against the installed library. Each makes several runs of one
//! graph; the first of these finds fresh memory, the others are what stands in the table.

mod build;

use std::path::PathBuf;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::common::{Common, machine, order};
use crate::process::Job;
use crate::report::stats::Figure;
use crate::report::table::{Table, number};

/// Options of `hp5-bench addresses`.
#[derive(clap::Args, Debug, Clone)]
pub struct Args {
    /// Where the library is installed and programs are built.
    #[arg(long, value_name = "DIR", default_value_os_t = std::env::temp_dir().join("hp5-bench-c"))]
    folder: PathBuf,
    /// Points of a step.
    #[arg(long, value_name = "N,..", value_delimiter = ',', default_values_t = [2, 8])]
    widths: Vec<usize>,
    /// Steps.
    #[arg(long, value_name = "N", default_value_t = 100_000)]
    steps: usize,
    /// Sets of outputs that steps write in turn; 0: one for each step.
    #[arg(long, value_name = "N,..", value_delimiter = ',', default_values_t = [0])]
    fields: Vec<usize>,
    /// Bytes of a task's arguments, 40 to 512.
    #[arg(long, value_name = "N,..", value_delimiter = ',', default_values_t = [40, 500])]
    bytes: Vec<usize>,
    /// What bodies take, in microseconds.
    #[arg(long, value_name = "US,..", value_delimiter = ',', default_values_t = [0.1, 1.0])]
    bodies: Vec<f64>,
}

/// Patterns of dependences, as of METG (`README.md`); `nearest` are two on either side. `random_nearest` is
/// Task Bench's: a point reads itself, and each of those nearest with probability 1/4, drawn for each of 3 steps.
const PATTERNS: [&str; 9] = [
    "trivial",
    "chain",
    "stencil",
    "nearest",
    "fft",
    "tree",
    "random",
    "random_nearest",
    "all_to_all",
];

/// What is compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum System {
    /// HP5, addresses and how far they reach.
    Addresses,
    /// HP5, tiles of one array.
    Tiles,
    /// HP5, addresses alone.
    Unknown,
    Gomp,
    Llvm,
}

const SYSTEMS: [System; 5] = [
    System::Addresses,
    System::Tiles,
    System::Unknown,
    System::Gomp,
    System::Llvm,
];

impl System {
    /// For `--only` and JSON.
    fn id(self) -> &'static str {
        match self {
            System::Addresses => "addresses",
            System::Tiles => "tiles",
            System::Unknown => "unknown",
            System::Gomp => "gomp",
            System::Llvm => "llvm",
        }
    }

    /// The executable's name.
    fn program(self) -> &'static str {
        match self {
            System::Gomp => "addresses-gomp",
            System::Llvm => "addresses-llvm",
            _ => "addresses-hp5",
        }
    }

    fn is_hp5(self) -> bool {
        self.program() == "addresses-hp5"
    }
}

/// A graph.
#[derive(Debug, Clone, Copy, Serialize)]
struct Case {
    pattern: &'static str,
    width: usize,
    steps: usize,
    fields: usize,
    bytes: usize,
    /// Of the body, in microseconds.
    body: f64,
}

/// A system at a graph; nanoseconds per task.
#[derive(Debug, Serialize)]
struct Measured {
    system: System,
    /// The first run of each process.
    first: Option<Figure>,
    /// The median of the other runs of each process.
    later: Option<Figure>,
    samples: Vec<Vec<f64>>,
    trouble: Option<String>,
}

#[derive(Deserialize)]
struct Line {
    ns: Vec<f64>,
}

/// Builds, runs and compares them, and prints the table.
///
/// # Errors
/// What cannot be built, results that differ, files that cannot be written.
pub fn run(common: &Common, args: &Args) -> Result<(), String> {
    let ids: Vec<&str> = SYSTEMS.iter().map(|s| s.id()).collect();
    common.check_only(&[&PATTERNS, &ids])?;
    crate::c::install(&args.folder)?;
    let (mut systems, mut missing) = (Vec::new(), Vec::new());
    for system in SYSTEMS {
        match build::built(system, &args.folder) {
            _ if !common.wants(system.id(), &ids) => {}
            Ok(program) => systems.push((system, program)),
            Err(why) if system.is_hp5() => return Err(why),
            Err(why) => missing.push(format!("{}: left out: {why}", system.id())),
        }
    }
    let program = &systems.first().ok_or("--only leaves no system")?.1;
    let iteration: f64 = job(
        common,
        program.clone(),
        &["calibrate".to_owned()],
        systems[0].0,
    )
    .run()?;
    let (mut rows, mut wrong) = (Vec::new(), Vec::new());
    for case in cases(common, args) {
        let measured = measure(common, &case, &systems, iteration);
        for m in &measured {
            if let Some(why) = &m.trouble {
                wrong.push(format!("{case:?}, {}: {why}", m.system.id()));
            }
        }
        rows.push((case, measured));
    }
    let mut table = table(common, &rows);
    missing.iter().for_each(|note| table.note(note));
    println!("{table}");
    if let Some(file) = &common.json {
        let graphs = rows
            .iter()
            .map(|(case, systems)| json!({"graph": case, "systems": systems}));
        let value = json!({
            "bench": "addresses", "machine": machine(), "reps": common.reps, "quick": common.quick,
            "ppus": common.ppus, "unit": "nanoseconds per task", "graphs": graphs.collect::<Vec<_>>(),
        });
        crate::report::write_json(file, &value)?;
    }
    match wrong.is_empty() {
        true => Ok(()),
        false => Err(wrong.join("; ")),
    }
}

fn cases(common: &Common, args: &Args) -> Vec<Case> {
    let steps = if common.quick { 200 } else { args.steps };
    let mut cases = Vec::new();
    for &fields in &args.fields {
        for &body in &args.bodies {
            for &bytes in &args.bytes {
                for &width in &args.widths {
                    let patterns = PATTERNS.iter().filter(|p| common.wants(p, &PATTERNS));
                    cases.extend(patterns.map(|&pattern| Case {
                        pattern,
                        width,
                        steps,
                        fields: if fields == 0 { steps } else { fields },
                        bytes,
                        body,
                    }));
                }
            }
        }
    }
    cases
}

/// Of HP5 the first word says what names the data.
fn job(common: &Common, program: PathBuf, words: &[String], system: System) -> Job {
    let threads = common.ppus.to_string();
    let naming = system.is_hp5().then(|| system.id().to_owned());
    Job {
        program,
        arguments: naming.iter().chain(words).map(Into::into).collect(),
        environment: vec![
            ("HP5_QUIET", "1".to_owned()),
            ("HP5_NUM_PPUS", threads.clone()),
            ("OMP_NUM_THREADS", threads),
            ("OMP_PROC_BIND", "true".to_owned()),
            ("OMP_PLACES", "cores".to_owned()),
            ("OMP_DYNAMIC", "false".to_owned()),
        ],
        patience: Duration::from_secs(300),
    }
}

fn measure(
    common: &Common,
    case: &Case,
    systems: &[(System, PathBuf)],
    iteration: f64,
) -> Vec<Measured> {
    let iterations = (case.body * 1000.0 / iteration.max(0.01)).round();
    let mut all: Vec<Measured> = systems
        .iter()
        .map(|(system, _)| Measured::new(*system))
        .collect();
    let runs = if common.quick { 2 } else { 3 };
    let words = [
        case.pattern.to_owned(),
        case.width.to_string(),
        case.steps.to_string(),
        case.fields.to_string(),
        case.bytes.to_string(),
        format!("{iterations:.0}"),
        runs.to_string(),
    ];
    for rep in 0..common.reps {
        eprint!(
            "\r{}: repetition {} of {}   ",
            words.join(" "),
            rep + 1,
            common.reps
        );
        for n in order(systems.len(), rep) {
            let (system, program) = &systems[n];
            if all[n].trouble.is_some() {
                continue;
            }
            match job(common, program.clone(), &words, *system).run::<Line>() {
                Ok(line) => all[n].samples.push(line.ns),
                Err(why) => all[n].trouble = Some(why),
            }
        }
    }
    eprintln!();
    for one in &mut all {
        let first: Vec<f64> = one
            .samples
            .iter()
            .filter_map(|s| s.first().copied())
            .collect();
        let later = one.samples.iter().filter_map(|s| Figure::of(s.get(1..)?));
        let later: Vec<f64> = later.map(|figure| figure.median).collect();
        (one.first, one.later) = (Figure::of(&first), Figure::of(&later));
    }
    all
}

impl Measured {
    fn new(system: System) -> Measured {
        Measured {
            system,
            first: None,
            later: None,
            samples: Vec::new(),
            trouble: None,
        }
    }
}

fn table(common: &Common, rows: &[(Case, Vec<Measured>)]) -> Table {
    let title = format!(
        "Tasks by addresses through hp5.h: nanoseconds per task on {} PPUs, medians of {} processes; first runs in brackets",
        common.ppus, common.reps
    );
    let heads = [
        "pattern",
        "width",
        "fields",
        "bytes",
        "body us",
        "addresses",
        "tiles",
        "no length",
        "libgomp",
        "LLVM",
        "to tiles",
        "to libgomp",
        "tiles to libgomp",
    ];
    let mut table = Table::new(title, &heads);
    for (case, measured) in rows {
        let of = |system: System| measured.iter().find(|m| m.system == system);
        let median = |system| Some(of(system)?.later?.median);
        let cell = |system| match of(system).and_then(|m| m.later.zip(m.first)) {
            Some((later, first)) => format!("{:.0} ({:.0})", later.median, first.median),
            None => "-".to_owned(),
        };
        let ratio = |a, b| number(median(a).zip(median(b)).map(|(a, b)| a / b));
        let fields = if case.fields == case.steps {
            "all".to_owned()
        } else {
            case.fields.to_string()
        };
        let mut row = vec![
            case.pattern.to_owned(),
            case.width.to_string(),
            fields,
            case.bytes.to_string(),
        ];
        row.push(case.body.to_string());
        row.extend(SYSTEMS.map(cell));
        row.push(ratio(System::Addresses, System::Tiles));
        row.push(ratio(System::Addresses, System::Gomp));
        row.push(ratio(System::Tiles, System::Gomp));
        table.row(row);
    }
    table
}
