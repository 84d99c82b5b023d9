//! The examples in C: serial, with OpenMP's `parallel for` on the same loops, and by `hp5cc`.
//!
//! Each is one source (`examples/c`), built three times by its own Makefile for this machine's
//! processor. Programs run in turn, repetition by repetition, and time themselves. OpenMP is as good as
//! its best schedule; HP5 runs before each of them, so that the best of both are of as many runs.
//! Checksums of results are held against the serial one's.

mod build;
mod cases;

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::Serialize;
use serde_json::json;

use crate::common::{Common, machine};
use crate::process::Job;
use crate::report::stats::Figure;
use crate::report::table::{Table, number};
pub(crate) use build::install;

use build::Example;
use cases::Case;

/// Options of `hp5-bench c`.
#[derive(clap::Args, Debug, Clone)]
pub struct Args {
    /// Where the library is installed and programs are built.
    #[arg(long, value_name = "DIR", default_value_os_t = std::env::temp_dir().join("hp5-bench-c"))]
    folder: PathBuf,
    /// At one PPU, and one thread, too.
    #[arg(long)]
    one: bool,
}

/// OpenMP's schedules, the best of which counts.
const SCHEDULES: [&str; 4] = ["static", "dynamic,1", "dynamic,16", "guided,4"];

/// One of those that are compared.
#[derive(Debug, Serialize)]
struct Side {
    name: &'static str,
    schedule: Option<&'static str>,
    /// Of every repetition, in seconds.
    samples: Vec<f64>,
    figure: Option<Figure>,
    /// Why there are none.
    trouble: Option<String>,
}

/// A case at a number of threads.
#[derive(Debug, Serialize)]
struct Measured {
    example: String,
    ppus: usize,
    sides: Vec<Side>,
}

/// The three programs of an example.
struct Programs {
    serial: PathBuf,
    openmp: PathBuf,
    hp5: PathBuf,
}

/// Builds, runs and compares them, and prints the table.
///
/// # Errors
/// What cannot be built, results that differ, files that cannot be written.
pub fn run(common: &Common, args: &Args) -> Result<(), String> {
    let examples = build::examples()?;
    let cases = cases::cases(examples, common.quick);
    let names: Vec<&str> = cases.iter().map(|c| c.name.as_str()).collect();
    common.check_only(&[&names])?;
    let hp5cc = install(&args.folder)?;
    let mut counts = vec![common.ppus];
    if args.one && common.ppus != 1 {
        counts.insert(0, 1);
    }
    let (mut all, mut wrong) = (Vec::new(), Vec::new());
    let mut programs = HashMap::new();
    for case in cases.iter().filter(|c| common.wants(&c.name, &names)) {
        let programs = match programs.entry(&case.example.name) {
            Entry::Occupied(built) => built.into_mut(),
            Entry::Vacant(place) => place.insert(build_all(&case.example, &args.folder, &hp5cc)?),
        };
        for &ppus in &counts {
            all.push(measure(common, case, programs, ppus, &mut wrong));
        }
    }
    println!("{}", table(common, &all));
    if let Some(file) = &common.json {
        let value = json!({
            "bench": "c", "machine": machine(), "reps": common.reps, "quick": common.quick,
            "unit": "seconds", "examples": all,
        });
        crate::report::write_json(file, &value)?;
    }
    match wrong.is_empty() {
        true => Ok(()),
        false => Err(wrong.join("; ")),
    }
}

fn build_all(example: &Example, folder: &Path, hp5cc: &Path) -> Result<Programs, String> {
    let cc = std::env::var("CC").unwrap_or_else(|_| "gcc".to_owned());
    let built = |kind: &str, compiler: &str| {
        build::built(example, &folder.join(kind), compiler)
            .map_err(|why| format!("{}, {kind}: {why}", example.name))
    };
    Ok(Programs {
        serial: built("serial", &format!("{cc} -Wno-unknown-pragmas"))?,
        openmp: built("openmp", &format!("{cc} -fopenmp -Wno-unknown-pragmas"))?,
        hp5: built("hp5", &hp5cc.to_string_lossy())?,
    })
}

fn sides() -> Vec<Side> {
    let side = |name, schedule| Side {
        name,
        schedule,
        samples: Vec::new(),
        figure: None,
        trouble: None,
    };
    let mut sides = vec![side("serial", None), side("HP5", None)];
    sides.extend(SCHEDULES.map(|schedule| side("OpenMP", Some(schedule))));
    sides
}

fn measure(
    common: &Common,
    case: &Case,
    programs: &Programs,
    ppus: usize,
    wrong: &mut Vec<String>,
) -> Measured {
    let mut sides = sides();
    let mut expected: Option<String> = None;
    for rep in 0..common.reps {
        eprint!(
            "\r{}, {ppus} PPUs: repetition {} of {}   ",
            case.name,
            rep + 1,
            common.reps
        );
        for n in turns(&sides) {
            let side = &mut sides[n];
            if side.trouble.is_some() {
                continue;
            }
            let job = job(case, programs, side, ppus);
            match job.output().and_then(|(out, err)| read(&out, &err)) {
                Ok((seconds, sum)) => {
                    side.samples.push(seconds);
                    let first = expected.get_or_insert_with(|| sum.clone());
                    if *first != sum {
                        side.trouble = Some(format!("its result is {sum}, not {first}"));
                    }
                }
                Err(why) => side.trouble = Some(why),
            }
        }
    }
    eprintln!();
    for side in &mut sides {
        side.figure = Figure::of(&side.samples);
        if let Some(why) = &side.trouble {
            wrong.push(format!("{}, {ppus} PPUs, {}: {why}", case.name, side.name));
        }
    }
    Measured {
        example: case.name.clone(),
        ppus,
        sides,
    }
}

/// Who runs in a repetition, one after the other: HP5 before each schedule of OpenMP.
fn turns(sides: &[Side]) -> Vec<usize> {
    let own = sides.iter().position(|side| side.name == "HP5");
    let turn = |n: usize| [own.filter(|_| sides[n].schedule.is_some()), Some(n)];
    let turns = (0..sides.len()).filter(|n| Some(*n) != own).flat_map(turn);
    turns.flatten().collect()
}

/// The seconds that a program took, and the checksum (all that it printed, where it has none).
fn read(out: &str, err: &str) -> Result<(f64, String), String> {
    let seconds = err
        .lines()
        .rev()
        .find_map(|line| line.strip_prefix("seconds ")?.trim().parse().ok());
    let seconds = seconds.ok_or_else(|| "it does not say `seconds X` on stderr".to_owned())?;
    let sum = out.lines().find(|line| line.starts_with("checksum "));
    Ok((seconds, sum.unwrap_or(out).to_owned()))
}

fn job(case: &Case, programs: &Programs, side: &Side, ppus: usize) -> Job {
    let program = match side.name {
        "serial" => &programs.serial,
        "HP5" => &programs.hp5,
        _ => &programs.openmp,
    };
    let count = ppus.to_string();
    Job {
        program: program.clone(),
        arguments: case.arguments.iter().map(Into::into).collect(),
        environment: vec![
            ("HP5_QUIET", "1".to_owned()),
            ("HP5_NUM_PPUS", count.clone()),
            ("OMP_NUM_THREADS", count),
            ("OMP_SCHEDULE", side.schedule.unwrap_or("static").to_owned()),
            ("OMP_PROC_BIND", "true".to_owned()),
            ("OMP_PLACES", "cores".to_owned()),
            ("OMP_DYNAMIC", "false".to_owned()),
        ],
        patience: Duration::from_secs(300),
    }
}

impl Measured {
    fn figure(&self, name: &str) -> Option<Figure> {
        self.sides.iter().find(|s| s.name == name)?.figure
    }

    /// OpenMP's seconds at its best schedule to those of HP5 just before, the median.
    fn by_pairs(&self) -> Option<f64> {
        let best = self.openmp()?.0;
        let own = self.sides.iter().find(|s| s.name == "HP5")?;
        let mut peers = self
            .sides
            .iter()
            .filter(|s| s.schedule.is_some())
            .enumerate();
        let (nth, peer) = peers.find(|(_, s)| s.schedule == Some(best))?;
        let before = own.samples.iter().skip(nth).step_by(SCHEDULES.len());
        let ratios: Vec<f64> = peer
            .samples
            .iter()
            .zip(before)
            .map(|(a, b)| a / b)
            .collect();
        Some(Figure::of(&ratios)?.median)
    }

    /// OpenMP at its best schedule.
    fn openmp(&self) -> Option<(&'static str, Figure)> {
        let tried = self
            .sides
            .iter()
            .filter_map(|s| Some((s.schedule?, s.figure?)));
        tried.min_by(|a, b| a.1.best.total_cmp(&b.1.best))
    }
}

fn table(common: &Common, all: &[Measured]) -> Table {
    let title = format!(
        "Examples in C: seconds, best (median) of {} runs of each schedule of OpenMP, the best of which counts, and of {} of HP5",
        common.reps,
        common.reps * SCHEDULES.len()
    );
    let heads = [
        "example",
        "PPUs",
        "serial",
        "OpenMP",
        "schedule",
        "HP5",
        "OpenMP / HP5",
        "of medians",
        "by pairs",
        "serial / HP5",
    ];
    let mut table = Table::new(title, &heads);
    for m in all {
        let (serial, own, peer) = (m.figure("serial"), m.figure("HP5"), m.openmp());
        let ratio = |a: Option<Figure>, of: fn(Figure) -> f64| {
            number(a.zip(own).map(|(a, own)| of(a) / of(own)))
        };
        let figure = peer.map(|(_, figure)| figure);
        table.row(vec![
            m.example.clone(),
            m.ppus.to_string(),
            cell(serial),
            cell(figure),
            peer.map_or("-", |(name, _)| name).to_owned(),
            cell(own),
            ratio(figure, |f| f.best),
            ratio(figure, |f| f.median),
            number(m.by_pairs()),
            ratio(serial, |f| f.best),
        ]);
    }
    table
}

fn cell(figure: Option<Figure>) -> String {
    figure.map_or("-".to_owned(), |f| {
        format!("{:.3} ({:.3})", f.best, f.median)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_have_as_many_runs_and_pairs_stand_side_by_side() {
        let mut sides = sides();
        let order = turns(&sides);
        let names: Vec<&str> = order.iter().map(|&n| sides[n].name).collect();
        assert_eq!(names[..3], ["serial", "HP5", "OpenMP"]);
        let runs = |name| names.iter().filter(|n| **n == name).count();
        assert_eq!((runs("HP5"), runs("OpenMP")), (4, 4));
        // Three repetitions in which the machine gets slower, HP5 takes half as long as the second
        // schedule, and the others are slower.
        let mut slow = 1.0;
        for _ in 0..3 {
            for &n in &order {
                slow *= 1.01;
                let side = &mut sides[n];
                let takes = match (side.name, side.schedule) {
                    ("HP5", _) => 1.0,
                    (_, schedule) if schedule == Some(SCHEDULES[1]) => 2.0,
                    _ => 3.0,
                };
                side.samples.push(takes * slow);
            }
        }
        for side in &mut sides {
            side.figure = Figure::of(&side.samples);
        }
        let measured = Measured {
            example: "example".to_owned(),
            ppus: 2,
            sides,
        };
        assert_eq!(measured.openmp().map(|(name, _)| name), Some(SCHEDULES[1]));
        let ratio = measured.by_pairs().expect("there are pairs");
        assert!((ratio - 2.02).abs() < 1e-9, "{ratio}");
    }
}
