//! The HighP5 programs of the paper beside hand-written C with OpenMP (`highp5/*.c`).
//!
//! Both read the same files, compute by the same algorithm and write files; reading and writing
//! are not timed. The files that they wrote are held against each other. Programs run in turn,
//! repetition by repetition, at one PPU and at all of them.

mod build;
mod inputs;
mod programs;
mod results;

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::common::{Common, machine};
use crate::process::Job;
use crate::report::stats::Figure;
use crate::report::table::{Table, number};
use programs::{PROGRAMS, Program};

/// Options of `hp5-bench highp5`.
#[derive(clap::Args, Debug, Clone)]
pub struct Args {
    /// Where programs are built, and inputs and outputs lie (2 GiB for all of them).
    #[arg(long, value_name = "DIR", default_value_os_t = std::env::temp_dir().join("hp5-bench-highp5"))]
    folder: PathBuf,
}

/// The last line of every program.
#[derive(Deserialize)]
struct Said {
    seconds: f64,
}

/// One of those that are compared.
#[derive(Debug, Serialize)]
struct Side {
    name: String,
    /// Of every repetition, in seconds.
    samples: Vec<f64>,
    figure: Option<Figure>,
    /// Why there are none.
    trouble: Option<String>,
}

/// A program at a number of PPUs.
#[derive(Debug, Serialize)]
struct Measured {
    program: &'static str,
    size: String,
    ppus: usize,
    sides: Vec<Side>,
    /// The greatest difference of results from those of the first C program, of the greatest
    /// value there.
    difference: Option<f64>,
}

/// Builds, runs and compares them, and prints the tables.
///
/// # Errors
/// What cannot be built or run at all, results that differ, files that cannot be written.
pub fn run(common: &Common, args: &Args) -> Result<(), String> {
    let names: Vec<&str> = PROGRAMS.iter().map(|program| program.name).collect();
    common.check_only(&[&names])?;
    let mut all = Vec::new();
    let mut ppus = vec![1, common.ppus];
    ppus.dedup();
    for program in PROGRAMS.iter().filter(|p| common.wants(p.name, &names)) {
        let folder = args.folder.join(program.name);
        std::fs::create_dir_all(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
        let size = program.size(common.quick);
        inputs::make(program, size, &folder)?;
        let sides = build::all(program, &args.folder)?;
        let measured: Vec<Measured> = ppus
            .iter()
            .map(|&ppus| measure(common, program, size, &folder, &sides, ppus))
            .collect::<Result<_, _>>()?;
        println!("{}", table(common, program, &measured));
        all.extend(measured);
    }
    if let Some(file) = &common.json {
        let value = json!({
            "bench": "highp5", "machine": machine(), "reps": common.reps, "quick": common.quick,
            "unit": "seconds", "programs": all,
        });
        crate::report::write_json(file, &value)?;
    }
    let apart = |m: &&Measured| m.difference.is_some_and(|d| d > programs::TOLERANCE);
    match all.iter().find(apart) {
        Some(m) => Err(format!(
            "{}: results differ by {:e} of the greatest value",
            m.program,
            m.difference.unwrap_or(f64::NAN)
        )),
        None => Ok(()),
    }
}

fn measure(
    common: &Common,
    program: &Program,
    size: &[(&str, &str)],
    folder: &Path,
    built: &[build::Built],
    ppus: usize,
) -> Result<Measured, String> {
    let mut sides: Vec<Side> = built
        .iter()
        .map(|built| Side {
            name: built.name.to_owned(),
            samples: Vec::new(),
            figure: None,
            trouble: built.program.as_ref().err().cloned(),
        })
        .collect();
    for rep in 0..common.reps {
        eprint!(
            "\r{}, {ppus} PPUs: repetition {} of {}",
            program.name,
            rep + 1,
            common.reps
        );
        for (side, built) in sides.iter_mut().zip(built) {
            let (Ok(file), None) = (&built.program, &side.trouble) else {
                continue;
            };
            match job(program, size, folder, built, file, ppus).run::<Said>() {
                Ok(said) => side.samples.push(said.seconds),
                Err(why) => side.trouble = Some(why),
            }
        }
    }
    eprintln!();
    for side in &mut sides {
        side.figure = Figure::of(&side.samples);
    }
    let compared = sides[0].figure.is_some() && sides[1].figure.is_some();
    let difference =
        compared.then(|| results::difference(program, folder, built[0].name, built[1].name));
    Ok(Measured {
        program: program.name,
        size: program.title(size),
        ppus,
        sides,
        difference: difference.transpose()?,
    })
}

/// A run of a side. HP5's programs take their arguments by name, those in C by place.
fn job(
    program: &Program,
    size: &[(&str, &str)],
    folder: &Path,
    built: &build::Built,
    file: &Path,
    ppus: usize,
) -> Job {
    let arguments = program.arguments(size, folder, built.name);
    let word = |(name, value): &(&str, String)| match built.by_name {
        true => OsString::from(format!("{name}={value}")),
        false => OsString::from(value),
    };
    let count = ppus.to_string();
    Job {
        program: file.to_owned(),
        arguments: arguments.iter().map(word).collect(),
        environment: vec![
            ("HP5_TIMES", "1".to_owned()),
            ("HP5_NUM_PPUS", count.clone()),
            ("OMP_NUM_THREADS", count.clone()),
            ("OPENBLAS_NUM_THREADS", count),
            ("OMP_PROC_BIND", "true".to_owned()),
            ("OMP_PLACES", "cores".to_owned()),
            ("OMP_DYNAMIC", "false".to_owned()),
        ],
        patience: Duration::from_secs(300),
    }
}

fn table(common: &Common, program: &Program, measured: &[Measured]) -> Table {
    let title = format!(
        "{}, {}: seconds, best (median) of {} runs",
        program.name,
        program.title(program.size(common.quick)),
        common.reps
    );
    let names = measured.first().map_or(&[][..], |m| &m.sides[..]);
    let mut heads = vec!["PPUs"];
    heads.extend(names.iter().map(|side| side.name.as_str()));
    heads.extend(["HighP5 / C", "of medians"]);
    let others: Vec<String> = names
        .iter()
        .skip(2)
        .map(|s| format!("{} / HighP5", s.name))
        .collect();
    heads.extend(others.iter().map(String::as_str));
    let mut table = Table::new(title, &heads);
    for m in measured {
        let figures: Vec<Option<Figure>> = m.sides.iter().map(|side| side.figure).collect();
        let ratio = |a: usize, b: usize, of: fn(Figure) -> f64| {
            number(figures[a].zip(figures[b]).map(|(a, b)| of(a) / of(b)))
        };
        let mut cells = vec![m.ppus.to_string()];
        cells.extend(figures.iter().map(|figure| cell(*figure)));
        cells.push(ratio(0, 1, |f| f.best));
        cells.push(ratio(0, 1, |f| f.median));
        cells.extend((2..figures.len()).map(|other| ratio(other, 0, |f| f.best)));
        table.row(cells);
    }
    for m in measured {
        for side in &m.sides {
            if let Some(why) = &side.trouble {
                table.note(format!("{}, {} PPUs: {why}", side.name, m.ppus));
            }
        }
        if let Some(difference) = m.difference {
            table.note(format!(
                "{} PPUs: results differ by {difference:.1e} at most",
                m.ppus
            ));
        }
    }
    table
}

fn cell(figure: Option<Figure>) -> String {
    figure.map_or("-".to_owned(), |figure| {
        format!("{:.4} ({:.4})", figure.best, figure.median)
    })
}
