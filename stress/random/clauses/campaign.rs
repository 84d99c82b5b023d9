//! Many programs with clauses: translated, built, run as they are emitted and checked.

use std::collections::BTreeMap;
use std::fmt;
use std::path::PathBuf;

use hp5_tests::scratch;
use hp5_tests::translate::translate;
use hp5_tests::workspace::write;

use super::draw::{Program, program};
use super::render::render;
use crate::random::Language;
use crate::random::batch::{Failure, run_texts};
use crate::random::c::batch::{Texts, file, run_batch};

/// Programs in one executable.
const BATCH: usize = 50;

/// Failures that are made small; the rest are only named.
const SHRUNK: usize = 4;

/// Of so many programs with exact clauses one is run checked.
const CHECKED: u64 = 8;

/// What became of the programs.
#[derive(Debug, Default)]
pub struct Report {
    /// Programs made.
    pub programs: usize,
    /// Those whose clauses are exact, or wider than exact.
    pub exact: usize,
    /// Findings of exact ones and of the others: the first error or `HP5-W0110`.
    pub said: [BTreeMap<String, usize>; 2],
    /// Of those with a clause that is too small nothing was said, and they were right by chance.
    pub silent: usize,
    /// They were not right, and a checked run said why.
    pub checked: usize,
    /// Seeds of exact ones that were warned about.
    pub noisy: Vec<u64>,
    /// Seeds of failing programs, how they fail, and where a small one was written.
    pub failures: Vec<(u64, String, Option<PathBuf>)>,
}

impl Report {
    /// True when no program failed, and all kinds of findings came up.
    #[must_use]
    pub fn is_good(&self) -> bool {
        let small = self.programs - self.exact;
        let errors = self.said[1].values().sum::<usize>();
        let drawn = self.programs < 40 || (small * 5 > self.programs && errors * 3 > small);
        self.failures.is_empty() && drawn && self.noisy.len() * 8 <= self.exact.max(8)
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (seed, failure, file) in &self.failures {
            let short: String = failure.chars().take(1500).collect();
            writeln!(f, "seed {seed}: {}", short.replace("\\n", "\n    "))?;
            if let Some(file) = file {
                writeln!(f, "  made small: {}", file.display())?;
            }
        }
        let few: Vec<&u64> = self.noisy.iter().take(12).collect();
        write!(
            f,
            "{} programs with clauses, {} failed; {} exact: {:?} said (warned: {few:?}); {} too small: {:?} said, of the \
             others {} right by chance and {} found by a checked run",
            self.programs,
            self.failures.len(),
            self.exact,
            self.said[0],
            self.programs - self.exact,
            self.said[1],
            self.silent,
            self.checked
        )
    }
}

/// A program as the translator took it.
struct Accepted {
    made: Program,
    exact: bool,
    warned: bool,
    source: String,
    emitted: String,
    checked: Option<String>,
}

/// A text beside its serial self.
struct Pair<'p>(&'p str, &'p str);

impl Texts for Pair<'_> {
    fn source(&self) -> &str {
        self.0
    }

    fn emitted(&self) -> &str {
        self.1
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

/// What is emitted, checked or not, with the first error or the warning of interest.
fn translated(
    language: Language,
    source: &str,
    number: usize,
    checked: bool,
) -> Result<(Option<String>, String), String> {
    let path = match language {
        Language::C => file(number),
        Language::Rust => "src/program.rs".to_owned(),
    };
    let done = std::panic::catch_unwind(|| translate(&path, source, checked))
        .map_err(|_| "the translator panics".to_owned())?;
    let codes = || done.found.iter().map(|found| found.code.clone());
    let error = codes().find(|code| code.starts_with("HP5-E"));
    let warning = codes().find(|code| code == "HP5-W0110");
    Ok((done.text, error.or(warning).unwrap_or_default()))
}

/// A program that is accepted; none where it is refused.
fn accept(
    language: Language,
    made: Program,
    number: usize,
    report: &mut Report,
) -> Result<Option<Accepted>, String> {
    let exact = made.is_exact();
    let source = render(&made, language, number);
    let (emitted, code) = translated(language, &source, number, false)?;
    report.exact += usize::from(exact);
    if !code.is_empty() {
        *report.said[usize::from(!exact)]
            .entry(code.clone())
            .or_default() += 1;
    }
    let Some(emitted) = emitted else {
        return match exact {
            true => Err(format!("exact, and refused: {code}")),
            false => Ok(None),
        };
    };
    let warned = !code.is_empty();
    if warned && exact && !made.looks_up() {
        report.noisy.push(made.seed);
    }
    let checked = match !exact || made.seed.is_multiple_of(CHECKED) {
        true => translated(language, &source, number, true)?.0,
        false => None,
    };
    Ok(Some(Accepted {
        made,
        exact,
        warned,
        source,
        emitted,
        checked,
    }))
}

/// Builds and runs texts beside their serial selves.
fn outcomes(language: Language, label: &str, texts: &[Pair<'_>]) -> BTreeMap<usize, Failure> {
    match language {
        Language::C => {
            let folder = scratch().join(format!("random-clauses/{}-{label}", std::process::id()));
            let failures = run_batch(&folder, texts);
            // A folder that is left is in nobody's way.
            let _ = std::fs::remove_dir_all(&folder);
            failures
        }
        Language::Rust => {
            let emitted: Vec<&str> = texts.iter().map(|pair| pair.1).collect();
            run_texts(&format!("clauses-{label}"), false, &emitted)
        }
    }
}

fn batch(language: Language, first: u64, size: usize, report: &mut Report) {
    let mut accepted = Vec::new();
    for seed in (0..size as u64).map(|n| first.wrapping_add(n)) {
        match accept(language, program(seed), accepted.len(), report) {
            Ok(one) => accepted.extend(one),
            Err(why) => {
                let kept = keep(language, &program(seed), report);
                report.failures.push((seed, why, kept));
            }
        }
    }
    for (n, why) in verdicts(language, "plain", &accepted, Some(report)) {
        let small = (report.failures.len() < SHRUNK).then(|| small(language, &accepted[n].made));
        let kept = small.and_then(|small| keep(language, &small, report));
        report.failures.push((accepted[n].made.seed, why, kept));
    }
}

/// Programs of these that fail, and how.
fn verdicts(
    language: Language,
    label: &str,
    accepted: &[Accepted],
    mut report: Option<&mut Report>,
) -> Vec<(usize, String)> {
    let plain: Vec<Pair<'_>> = accepted
        .iter()
        .map(|a| Pair(&a.source, &a.emitted))
        .collect();
    let wrong = outcomes(language, label, &plain);
    let with: Vec<usize> = (0..accepted.len())
        .filter(|&n| accepted[n].checked.is_some())
        .collect();
    // They have other numbers there.
    let numbered = with.iter().enumerate().map(|(at, &n)| {
        let renamed =
            |text: &str| text.replace(&format!("program_{n}("), &format!("program_{at}("));
        let one = &accepted[n];
        (
            renamed(&one.source),
            renamed(one.checked.as_deref().unwrap_or_default()),
        )
    });
    let numbered: Vec<(String, String)> = numbered.collect();
    let checked: Vec<Pair<'_>> = numbered
        .iter()
        .map(|(source, text)| Pair(source, text))
        .collect();
    let found = outcomes(language, &format!("{label}-checked"), &checked);
    let found: BTreeMap<usize, &Failure> = found.iter().map(|(n, f)| (with[*n], f)).collect();
    let mut failures = Vec::new();
    for (n, one) in accepted.iter().enumerate() {
        let (wrong, found) = (wrong.get(&n), found.get(&n));
        let compiles = |failure: &Failure| !matches!(failure, Failure::DoesNotCompile(_));
        let how = match (wrong, found) {
            (Some(how), _) if one.exact || !compiles(how) => format!("{how:?}"),
            (_, Some(how)) if one.exact || !compiles(how) => format!("checked: {how:?}"),
            (Some(how), None) if !one.warned => format!("not noticed: {how:?}"),
            (_, None) if one.made.is_seen_when_checked() && one.checked.is_some() => {
                "a checked run misses an access that no clause covers".to_owned()
            }
            _ => {
                if let Some(report) = report.as_deref_mut().filter(|_| !one.exact && !one.warned) {
                    match wrong {
                        Some(_) => report.checked += 1,
                        None => report.silent += 1,
                    }
                }
                continue;
            }
        };
        failures.push((n, how));
    }
    failures
}

/// The fewest steps found that still fail. (A race may be gone by chance: then more are left.)
fn small(language: Language, failing: &Program) -> Program {
    let fails = |made: &Program| {
        let one = accept(language, made.clone(), 0, &mut Report::default());
        match one {
            Ok(Some(one)) => !verdicts(language, "small", &[one], None).is_empty(),
            Ok(None) => false,
            Err(_) => true,
        }
    };
    let mut made = failing.clone();
    let mut at = 0;
    while at < made.steps.len() {
        let mut fewer = made.clone();
        fewer.steps.remove(at);
        if fails(&fewer) {
            made = fewer;
        } else {
            at += 1;
        }
    }
    made
}

fn keep(language: Language, made: &Program, report: &Report) -> Option<PathBuf> {
    (report.failures.len() < SHRUNK * 3).then(|| {
        let name = format!("failed_{}.{}", made.seed, language.ending());
        let path = scratch().join("random-clauses").join(name);
        write(&path, &render(made, language, 0));
        path
    })
}
