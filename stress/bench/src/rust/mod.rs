//! Programs in Rust as they are found, with indices behind methods, iterators and types: serial, and by `hp5 build`
//! at one PPU and at more.
//!
//! Both forms are one source (`stress/bench/rust`), built for this machine's processor; in the serial one the
//! directives are ignored. Programs run in turn, repetition by repetition, and time themselves. Checksums of
//! results are held against the serial ones.

mod build;

use std::path::PathBuf;
use std::time::Duration;

use serde::Serialize;
use serde_json::json;

use crate::common::{Common, machine, order};
use crate::process::Job;
use crate::report::stats::Figure;
use crate::report::table::{Table, number};
pub use build::side;

use build::{Built, PROGRAMS, Program};

/// Options of `hp5-bench rust`.
#[derive(clap::Args, Debug, Clone)]
pub struct Args {
    /// Where the programs are built.
    #[arg(long, value_name = "DIR", default_value_os_t = std::env::temp_dir().join("hp5-bench-rust"))]
    folder: PathBuf,
}

/// A form of a program at a number of PPUs.
#[derive(Debug, Serialize)]
struct Side {
    /// 0: serial.
    ppus: usize,
    /// Of every repetition, in seconds.
    samples: Vec<f64>,
    figure: Option<Figure>,
    /// Why there are none.
    trouble: Option<String>,
}

/// A program with its sides, the serial one first.
#[derive(Debug, Serialize)]
struct Measured {
    program: &'static str,
    sides: Vec<Side>,
}

/// Builds, runs and compares them, and prints the table.
///
/// # Errors
/// What cannot be built, results that differ, files that cannot be written.
pub fn run(common: &Common, args: &Args) -> Result<(), String> {
    let names: Vec<&str> = PROGRAMS.iter().map(|p| p.name).collect();
    common.check_only(&[&names])?;
    let wanted = PROGRAMS.iter().filter(|p| common.wants(p.name, &names));
    let wanted: Vec<&Program> = wanted.collect();
    let built = build::all(&wanted, &args.folder, common.quick)?;
    let pairs = wanted.iter().zip(&built);
    let all: Vec<Measured> = pairs.map(|(p, built)| measure(common, p, built)).collect();
    println!("{}", table(common, &all));
    if let Some(file) = &common.json {
        let value = json!({
            "bench": "rust", "machine": machine(), "reps": common.reps, "quick": common.quick,
            "unit": "seconds", "programs": all,
        });
        crate::report::write_json(file, &value)?;
    }
    let wrong: Vec<String> = all.iter().flat_map(Measured::troubles).collect();
    match wrong.is_empty() {
        true => Ok(()),
        false => Err(wrong.join("; ")),
    }
}

fn sides(common: &Common) -> Vec<Side> {
    let mut counts = vec![0, 1];
    if common.ppus > 1 {
        counts.push(common.ppus);
    }
    let side = |ppus| Side {
        ppus,
        samples: Vec::new(),
        figure: None,
        trouble: None,
    };
    counts.into_iter().map(side).collect()
}

fn measure(common: &Common, program: &Program, built: &Built) -> Measured {
    let mut sides = sides(common);
    let mut expected: Option<String> = None;
    for rep in 0..common.reps {
        let (name, of) = (program.name, common.reps);
        eprint!("\r{name}: repetition {} of {of}   ", rep + 1);
        for n in order(sides.len(), rep) {
            let side = &mut sides[n];
            if side.trouble.is_some() {
                continue;
            }
            let job = job(common, built, side.ppus);
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
    }
    Measured {
        program: program.name,
        sides,
    }
}

/// The seconds that a program took, and its checksum.
fn read(out: &str, err: &str) -> Result<(f64, String), String> {
    let mut lines = err.lines().rev();
    let seconds = lines.find_map(|line| line.strip_prefix("seconds ")?.trim().parse().ok());
    let sum = out.lines().find(|line| line.starts_with("checksum "));
    let pair = seconds.zip(sum.map(str::to_owned));
    pair.ok_or_else(|| "it does not say `seconds X` on stderr and `checksum Y`".to_owned())
}

fn job(common: &Common, built: &Built, ppus: usize) -> Job {
    let program = match ppus {
        0 => &built.serial,
        _ => &built.hp5,
    };
    Job {
        program: program.clone(),
        arguments: common.quick.then(|| "1".into()).into_iter().collect(),
        environment: vec![
            ("HP5_QUIET", "1".to_owned()),
            ("HP5_NUM_PPUS", ppus.max(1).to_string()),
        ],
        patience: Duration::from_secs(300),
    }
}

impl Measured {
    fn troubles(&self) -> impl Iterator<Item = String> {
        let troubles = self
            .sides
            .iter()
            .filter_map(|s| Some((s, s.trouble.as_ref()?)));
        troubles.map(|(side, why)| format!("{}, {}: {why}", self.program, called(side.ppus)))
    }

    fn serial(&self) -> &Side {
        &self.sides[0]
    }
}

impl Side {
    /// Its seconds to those of the serial program: of the best, of medians, and the median of the ratios within
    /// a repetition.
    fn to(&self, serial: &Side) -> Option<[f64; 3]> {
        let (own, other) = (self.figure?, serial.figure?);
        let pairs = self.samples.iter().zip(&serial.samples);
        let ratios: Vec<f64> = pairs.map(|(a, b)| a / b).collect();
        let by_pairs = Figure::of(&ratios)?.median;
        Some([own.best / other.best, own.median / other.median, by_pairs])
    }
}

fn called(ppus: usize) -> String {
    match ppus {
        0 => "serial".to_owned(),
        1 => "1 PPU".to_owned(),
        n => format!("{n} PPUs"),
    }
}

fn table(common: &Common, all: &[Measured]) -> Table {
    let title = format!(
        "Programs in Rust: seconds, best (median) of {} runs; HP5 / serial",
        common.reps
    );
    let heads = [
        "program",
        "",
        "seconds",
        "of best",
        "of medians",
        "by pairs",
    ];
    let mut table = Table::new(title, &heads);
    for measured in all {
        for side in &measured.sides {
            let seconds = side
                .figure
                .map(|f| format!("{:.4} ({:.4})", f.best, f.median));
            let ratios = side.to(measured.serial()).filter(|_| side.ppus > 0);
            let ratio = |n: usize| number(ratios.map(|r| r[n]));
            table.row(vec![
                if side.ppus == 0 {
                    measured.program.to_owned()
                } else {
                    String::new()
                },
                called(side.ppus),
                seconds.unwrap_or_else(|| "-".to_owned()),
                ratio(0),
                ratio(1),
                ratio(2),
            ]);
        }
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_programs_say_is_read() {
        let said = read("checksum 1f\n", "note\nseconds 0.25\n");
        assert_eq!(said, Ok((0.25, "checksum 1f".to_owned())));
        assert!(read("checksum 1f\n", "").is_err() && read("", "seconds 1").is_err());
    }

    #[test]
    fn ratios_are_to_the_serial_program() {
        let side = |ppus, samples: [f64; 3]| Side {
            ppus,
            samples: samples.to_vec(),
            figure: Figure::of(&samples),
            trouble: None,
        };
        let (serial, own) = (side(0, [1.0, 2.0, 4.0]), side(1, [1.5, 2.0, 2.0]));
        assert_eq!(own.to(&serial), Some([1.5, 1.0, 1.0]));
    }
}
