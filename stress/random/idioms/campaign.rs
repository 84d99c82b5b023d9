//! Many programs of idioms: translated, compiled, run beside their serial selves, compared.

use std::collections::BTreeMap;
use std::fmt;
use std::path::PathBuf;

use hp5_tests::scratch;
use hp5_tests::translate::translate;
use hp5_tests::workspace::write;

use super::{c, rust};
use crate::random::Language;
use crate::random::batch::{Failure, run_texts};
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
    /// Those that were refused, by the code that says why, with the first seed.
    pub refused: BTreeMap<String, (usize, u64)>,
    /// Loops whose tasks may all run at once, and those whose tasks are ordered.
    pub loops: (usize, usize),
    /// Seeds of failing programs, how they fail, and where a small one was written.
    pub failures: Vec<(u64, Failure, Option<PathBuf>)>,
}

impl Report {
    /// True when all that were accepted are right, less than half were refused (macros with effects go through
    /// the preprocessor), and some loops run at once: most idioms make iterations meet.
    #[must_use]
    pub fn is_good(&self) -> bool {
        let (free, ordered) = self.loops;
        let refused = self.count() * 2 < self.programs && free * 20 > ordered;
        self.failures.is_empty() && (self.programs < 20 || refused)
    }

    /// How many were refused.
    fn count(&self) -> usize {
        self.refused.values().map(|(count, _)| count).sum()
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
        let refused = self.refused.iter();
        let refused = refused.map(|(code, (count, seed))| format!("{code}: {count}, first {seed}"));
        write!(
            f,
            "{} programs of idioms, {} refused ({}), {} failed; {} loops of tasks that may all run at once, {} of ordered ones",
            self.programs,
            self.count(),
            refused.collect::<Vec<String>>().join("; "),
            self.failures.len(),
            self.loops.0,
            self.loops.1
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
pub fn campaign(language: Language, count: usize, seed: u64, mut said: impl FnMut(&str)) -> Report {
    let mut report = Report::default();
    while report.programs < count {
        let size = BATCH.min(count - report.programs);
        let first = seed.wrapping_add(report.programs as u64);
        batch(language, first, size, &mut report);
        report.programs += size;
        said(&format!(
            "{} of {count} programs, {} failed",
            report.programs,
            report.failures.len()
        ));
    }
    report
}

fn steps(language: Language, seed: u64, number: usize) -> Vec<String> {
    match language {
        Language::C => c::steps(seed, number),
        Language::Rust => rust::steps(seed),
    }
}

fn program(language: Language, steps: &[String], number: usize) -> String {
    match language {
        Language::C => c::program(steps, number),
        Language::Rust => rust::program(steps),
    }
}

/// Translates a program; the code of the first error where it is refused.
fn accept(
    language: Language,
    seed: u64,
    steps: &[String],
    number: usize,
) -> Result<Result<Accepted, String>, Failure> {
    let source = program(language, steps, number);
    let path = match language {
        Language::C => file(number),
        Language::Rust => "src/program.rs".to_owned(),
    };
    let done = std::panic::catch_unwind(|| translate(&path, &source, false))
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

fn batch(language: Language, first: u64, size: usize, report: &mut Report) {
    let mut accepted: Vec<Accepted> = Vec::new();
    for seed in (0..size as u64).map(|n| first.wrapping_add(n)) {
        let steps = steps(language, seed, accepted.len());
        match accept(language, seed, &steps, accepted.len()) {
            Ok(Ok(one)) => {
                let (free, ordered) = loops(language, &one.emitted);
                report.loops.0 += free;
                report.loops.1 += ordered;
                accepted.push(one);
            }
            Ok(Err(code)) => report.refused.entry(code).or_insert((0, seed)).0 += 1,
            Err(failure) => report.failures.push((seed, failure, None)),
        }
    }
    for (n, failure) in outcomes(language, &format!("{first}"), &accepted) {
        let seed = accepted[n].seed;
        let small = (report.failures.len() < SHRUNK).then(|| {
            let name = format!("failed_{seed}.{}", language.ending());
            let path = scratch().join("random-idioms").join(name);
            let small = small(language, &accepted[n]);
            write(&path, &program(language, &small, 0));
            path
        });
        report.failures.push((seed, failure, small));
    }
}

/// Loops of tasks that may all run at once in an emitted text, and loops of ordered ones.
fn loops(language: Language, emitted: &str) -> (usize, usize) {
    let count = |text: &str| emitted.matches(text).count();
    match language {
        Language::C => {
            let ordered = count("HP5_ORDERED");
            (count("hp5_spawn_loop(").saturating_sub(ordered), ordered)
        }
        Language::Rust => (count("Order::Parallel"), count("Order::Ordered")),
    }
}

/// Builds and runs the programs; says which fail and how.
fn outcomes(language: Language, label: &str, programs: &[Accepted]) -> BTreeMap<usize, Failure> {
    match language {
        Language::C => {
            let folder = scratch().join(format!("random-idioms/{}-{label}", std::process::id()));
            let failures = run_batch(&folder, programs);
            // A folder that is left is in nobody's way.
            let _ = std::fs::remove_dir_all(&folder);
            failures
        }
        Language::Rust => {
            let texts: Vec<&str> = programs.iter().map(|p| p.emitted.as_str()).collect();
            let label = if programs.len() == 1 {
                "idioms-small"
            } else {
                "idioms"
            };
            run_texts(label, false, &texts)
        }
    }
}

/// The fewest steps found that still fail. (A race may be gone by chance: then more are left.)
fn small(language: Language, failing: &Accepted) -> Vec<String> {
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
        let made = accept(language, failing.seed, steps, 0);
        made.is_ok_and(|made| made.is_ok_and(|one| !outcomes(language, "small", &[one]).is_empty()))
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
