//! Many programs of idioms in C: translated, compiled twice, run, compared.

use std::collections::BTreeMap;
use std::fmt;
use std::path::PathBuf;

use hp5_tests::scratch;
use hp5_tests::translate::translate;
use hp5_tests::workspace::write;

use super::c;
use crate::random::batch::Failure;
use crate::random::c::batch::{Texts, file, run_batch};

/// Programs in one executable.
const BATCH: usize = 50;

/// Failures that are made small; the rest are only named.
const SHRUNK: usize = 6;

/// What became of the programs.
#[derive(Debug, Default)]
pub struct Report {
    /// Programs made.
    pub programs: usize,
    /// Those that were refused, by the code that says why.
    pub refused: BTreeMap<String, usize>,
    /// Seeds of failing programs, how they fail, and where a small one was written.
    pub failures: Vec<(u64, Failure, Option<PathBuf>)>,
}

impl Report {
    /// True when all that were accepted are right, and less than half were refused (macros with effects go through the preprocessor).
    #[must_use]
    pub fn is_good(&self) -> bool {
        let refused: usize = self.refused.values().sum();
        self.failures.is_empty() && (self.programs < 20 || refused * 2 < self.programs)
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (seed, failure, file) in &self.failures {
            let text = format!("{failure:?}").replace("\\n", "\n    ");
            let short: String = text.chars().take(1200).collect();
            writeln!(f, "seed {seed}: {short}")?;
            if let Some(file) = file {
                writeln!(f, "  made small: {}", file.display())?;
            }
        }
        let refused: usize = self.refused.values().sum();
        write!(
            f,
            "{} programs of idioms in C, {refused} refused ({:?}), {} failed",
            self.programs,
            self.refused,
            self.failures.len()
        )
    }
}

/// A program as the translator took it.
struct Accepted {
    seed: u64,
    steps: Vec<String>,
    source: String,
    emitted: String,
}

impl Texts for Accepted {
    fn source(&self) -> &str {
        &self.source
    }

    fn emitted(&self) -> &str {
        &self.emitted
    }
}

/// Makes and runs `count` programs, of seeds `seed`, `seed + 1`, ..; `said` hears of progress.
pub fn campaign(count: usize, seed: u64, mut said: impl FnMut(&str)) -> Report {
    let mut report = Report::default();
    while report.programs < count {
        let size = BATCH.min(count - report.programs);
        let first = seed.wrapping_add(report.programs as u64);
        batch(first, size, &mut report);
        report.programs += size;
        said(&format!(
            "{} of {count} programs, {} failed",
            report.programs,
            report.failures.len()
        ));
    }
    report
}

/// Translates a program; the code of the first error where it is refused.
fn accept(seed: u64, steps: &[String], number: usize) -> Result<Result<Accepted, String>, Failure> {
    let source = c::program(steps, number);
    let done = std::panic::catch_unwind(|| translate(&file(number), &source, false))
        .map_err(|_| Failure::Panicked)?;
    let Some(emitted) = done.text else {
        let errors = done.found.iter().map(|found| &found.code);
        let mut errors = errors.filter(|code| code.starts_with("HP5-E"));
        return Ok(Err(errors.next().cloned().unwrap_or_default()));
    };
    Ok(Ok(Accepted {
        seed,
        steps: steps.to_vec(),
        source,
        emitted,
    }))
}

fn batch(first: u64, size: usize, report: &mut Report) {
    let mut accepted: Vec<Accepted> = Vec::new();
    for seed in (0..size as u64).map(|n| first.wrapping_add(n)) {
        let steps = c::steps(seed, accepted.len());
        match accept(seed, &steps, accepted.len()) {
            Ok(Ok(one)) => accepted.push(one),
            Ok(Err(code)) => *report.refused.entry(code).or_default() += 1,
            Err(failure) => report.failures.push((seed, failure, None)),
        }
    }
    let folder = scratch().join(format!("random-idioms/{}-{first}", std::process::id()));
    for (n, failure) in run_batch(&folder, &accepted) {
        let seed = accepted[n].seed;
        let small = (report.failures.len() < SHRUNK).then(|| {
            let path = scratch().join(format!("random-idioms/failed_{seed}.c"));
            write(&path, &c::program(&small(&folder, &accepted[n]), 0));
            path
        });
        report.failures.push((seed, failure, small));
    }
    // A folder that is left is in nobody's way.
    let _ = std::fs::remove_dir_all(&folder);
}

/// The fewest steps found that still fail. (A race may be gone by chance: then more are left.)
fn small(folder: &std::path::Path, failing: &Accepted) -> Vec<String> {
    let folder = folder.join("small");
    let outer = |steps: &[String]| -> Vec<String> {
        let end = |c: char| !c.is_ascii_digit();
        let renamed = steps.iter().map(|step| {
            let mut parts = step.split("outer_");
            let first = parts.next().unwrap_or_default().to_owned();
            parts.fold(first, |text, part| {
                text + "outer_0" + part.find(end).map_or("", |at| &part[at..])
            })
        });
        renamed.collect()
    };
    let fails = |steps: &[String]| {
        let made = accept(failing.seed, steps, 0);
        made.is_ok_and(|made| {
            made.is_ok_and(|one| !run_batch(&folder, std::slice::from_ref(&one)).is_empty())
        })
    };
    let mut steps = outer(&failing.steps);
    let mut at = 0;
    while at < steps.len() {
        let mut fewer = steps.clone();
        fewer.remove(at);
        if fails(&fewer) {
            steps = fewer;
        } else {
            at += 1;
        }
    }
    steps
}
