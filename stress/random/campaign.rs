//! A run of many random programs, and the report of it.

use std::fmt;
use std::path::PathBuf;

use hp5_tests::scratch;
use hp5_tests::workspace::write;
use rayon::prelude::*;

use super::batch::{Accepted, Failure, accept, run_batch};
use super::generate::program;
use super::render::render;
use super::shrink::{shrink, shrink_by};

/// Programs in one crate.
const BATCH: usize = 50;

/// Of so many builds one is optimised, which takes most of the time.
const OPTIMISED: usize = 6;

/// Failures that are made small; the rest are only named.
const SHRUNK: usize = 3;

/// Characters of a failure that are shown.
const SHOWN: usize = 1200;

/// What became of the programs.
#[derive(Debug, Default)]
pub struct Report {
    /// Programs generated.
    pub programs: usize,
    /// Nests with several tiled loops, and how many of those tilings were refused.
    pub several: usize,
    /// See `several`.
    pub refused: usize,
    /// Loops whose laps are held against a recording, and loops that are replayed.
    pub laps: (usize, usize),
    /// Seeds of failing programs, how they fail, and where a small one was written.
    pub failures: Vec<(u64, Failure, Option<PathBuf>)>,
}

impl Report {
    /// True when every program computed what its serial twin did, tilings of several loops
    /// were not refused across the board, and loops were replayed.
    #[must_use]
    pub fn is_good(&self) -> bool {
        let tiled = self.several < 20 || self.refused * 10 < self.several * 9;
        let (laps, rounds) = self.laps;
        let replayed =
            self.programs < 100 || (laps * 100 > self.programs && rounds * 12 > self.programs);
        self.failures.is_empty() && tiled && replayed
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (seed, failure, file) in &self.failures {
            let text = format!("{failure:?}").replace("\\n", "\n    ");
            let short: String = text.chars().take(SHOWN).collect();
            writeln!(f, "seed {seed}: {short}")?;
            if let Some(file) = file {
                writeln!(f, "  made small: {}", file.display())?;
            }
        }
        write!(
            f,
            "{} programs, {} failed; {} of {} tilings of several loops refused; {} loops matched \
             lap by lap, {} replayed",
            self.programs,
            self.failures.len(),
            self.refused,
            self.several,
            self.laps.0,
            self.laps.1
        )
    }
}

/// Makes and runs `count` programs, of seeds `seed`, `seed + 1`, ..; `said` hears of progress.
pub fn campaign(count: usize, seed: u64, mut said: impl FnMut(&str)) -> Report {
    let mut report = Report::default();
    let mut number = 0;
    while number < count {
        let size = BATCH.min(count - number);
        let seeds = (number..number + size).map(|n| seed.wrapping_add(n as u64));
        batch(seeds, number / BATCH, &mut report);
        number += size;
        report.programs = number;
        said(&format!(
            "{number} of {count} programs, {} failed",
            report.failures.len()
        ));
    }
    report
}

fn batch(seeds: impl Iterator<Item = u64>, number: usize, report: &mut Report) {
    let mut accepted: Vec<Accepted> = Vec::new();
    let seeds: Vec<u64> = seeds.collect();
    let tried = |&seed: &u64| {
        let made = program(seed);
        let accepted = accept(&made);
        (seed, made, accepted)
    };
    let tried: Vec<_> = seeds.par_iter().map(tried).collect();
    for (seed, made, tried) in tried {
        match tried {
            Ok(program) => {
                report.refused += program.refused.0;
                report.several += program.refused.1;
                let count = |call| program.emitted.matches(call).count();
                report.laps.0 += count("in __hp5.laps(");
                report.laps.1 += count("in __hp5.rounds(");
                accepted.push(program);
            }
            Err(failure) => {
                let file = (report.failures.len() < SHRUNK).then(|| {
                    let kind = std::mem::discriminant(&failure);
                    let same = |p: &super::program::Program| {
                        accept(p).is_err_and(|f| std::mem::discriminant(&f) == kind)
                    };
                    keep(seed, &render(&shrink_by(&made, same)))
                });
                report.failures.push((seed, failure, file));
            }
        }
    }
    let optimised = number.is_multiple_of(OPTIMISED);
    let label = if optimised { "optimised" } else { "batch" };
    for (n, failure) in run_batch(label, optimised, &accepted) {
        let program = &accepted[n];
        let file = (report.failures.len() < SHRUNK)
            .then(|| keep(program.program.seed, &shrink(program).source));
        report.failures.push((program.program.seed, failure, file));
    }
}

fn keep(seed: u64, source: &str) -> PathBuf {
    let path = scratch().join("random").join(format!("failed_{seed}.rs"));
    write(&path, source);
    path
}
