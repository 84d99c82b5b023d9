//! Many programs in one crate: translated, built once, run beside their serial twins.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use hp5_tests::program::{Ended, command, run};
use hp5_tests::translate::{Translated, translate};
use hp5_tests::workspace::{adopt_lock, cargo_build, remove_other_files, write};
use hp5_tests::{repository, scratch};

use super::program::{Program, Step};
use super::render::render;

/// How a program failed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Failure {
    /// The translator refused it, for another reason than a tiling that is not legal.
    Rejected(String),
    /// The translator panicked.
    Panicked,
    /// What it emitted does not compile.
    DoesNotCompile(String),
    /// It computed something else, panicked, crashed or hung.
    Wrong(String),
}

/// A program as it was accepted by the translator.
#[derive(Debug, Clone)]
pub struct Accepted {
    /// The program; with fewer tiled loops than asked for if those were refused.
    pub program: Program,
    /// Annotated source.
    pub source: String,
    /// Emitted source.
    pub emitted: String,
    /// Nests whose tiling was refused, and nests with several tiled loops.
    pub refused: (usize, usize),
}

/// Tilings that are not legal.
const NOT_PERMUTABLE: &str = "HP5-E0008";

/// Templates with more dimensions than the translator sees in linear indices.
const DIMENSIONS: &str = "HP5-E0005";

/// Translates a program; where a tiling of several loops is refused, only the outermost one
/// is tiled, and where a linear array is not recognised as one of several dimensions, its
/// templates go.
///
/// # Errors
/// What the translator said, if it was anything else.
pub fn accept(program: &Program) -> Result<Accepted, Failure> {
    let asked = program.bodies().map(|steps| several(steps)).sum();
    let mut program = program.clone();
    let mut refused = 0;
    // Each round takes away one kind of thing that may be refused.
    for _ in 0..3 {
        let source = render(&program);
        let done = translated(&source)?;
        if let Some(emitted) = done.text {
            return Ok(Accepted {
                program,
                source,
                emitted,
                refused: (refused, asked),
            });
        }
        let has = |code: &str| done.found.iter().filter(|f| f.code == code).count();
        let errors = done
            .found
            .iter()
            .filter(|f| f.code.starts_with("HP5-E"))
            .count();
        let (tilings, dimensions) = (has(NOT_PERMUTABLE), has(DIMENSIONS));
        let before = program.clone();
        if dimensions > 0 {
            without_linear_templates(&mut program);
        }
        if tilings > 0 {
            refused = tilings;
            outermost_only(&mut program);
        }
        if errors > tilings + dimensions || program == before {
            return Err(Failure::Rejected(done.stderr));
        }
    }
    Err(Failure::Rejected(
        "still refused after everything that may be refused is gone".to_owned(),
    ))
}

/// Takes away templates of linear arrays of several dimensions.
pub(crate) fn without_linear_templates(program: &mut Program) {
    let arrays = program.arrays.iter();
    let linear: Vec<bool> = arrays.map(|a| a.is_flat() && a.dims.len() > 1).collect();
    program.templates.retain(|(array, _)| !linear[*array]);
    fn inside(steps: &mut [Step], linear: &[bool]) {
        for step in steps {
            match step {
                Step::Nest { templates, .. } => templates.retain(|(array, _)| !linear[*array]),
                Step::Repeat { steps, .. } | Step::Composite { steps, .. } => inside(steps, linear),
                _ => {}
            }
        }
    }
    program
        .bodies_mut()
        .for_each(|steps| inside(steps, &linear));
}

fn translated(source: &str) -> Result<Translated, Failure> {
    std::panic::catch_unwind(|| translate("src/program.rs", source, false))
        .map_err(|_| Failure::Panicked)
}

fn several(steps: &[Step]) -> usize {
    let count = |step: &Step| match step {
        Step::Nest { tiles, .. } => usize::from(tiles.len() > 1),
        Step::Repeat { steps, .. } | Step::Composite { steps, .. } => several(steps),
        _ => 0,
    };
    steps.iter().map(count).sum()
}

/// Leaves of tiled loops the outermost ones.
pub(crate) fn outermost_only(program: &mut Program) {
    fn inside(steps: &mut [Step]) {
        for step in steps {
            match step {
                Step::Nest { tiles, clauses, .. } if tiles.len() > 1 => {
                    tiles.truncate(1);
                    // Sections may only name tiled loops.
                    clauses.retain(|clause| !clause.contains('['));
                }
                Step::Repeat { steps, .. } | Step::Composite { steps, .. } => inside(steps),
                _ => {}
            }
        }
    }
    program.bodies_mut().for_each(|steps| inside(steps));
}

/// Builds and runs the programs; says which fail and how. Building them `optimised` takes seven
/// times as long.
#[must_use]
pub fn run_batch(label: &str, optimised: bool, programs: &[Accepted]) -> BTreeMap<usize, Failure> {
    let texts: Vec<&str> = programs.iter().map(|p| p.emitted.as_str()).collect();
    run_texts(label, optimised, &texts)
}

/// The same for emitted texts, of which each has a function `run(parallel: bool) -> u64`.
#[must_use]
pub fn run_texts(label: &str, optimised: bool, programs: &[&str]) -> BTreeMap<usize, Failure> {
    let folder = scratch().join("random").join(label);
    let mut failures = BTreeMap::new();
    let executable = loop {
        let left: Vec<usize> = (0..programs.len())
            .filter(|n| !failures.contains_key(n))
            .collect();
        if left.is_empty() {
            return failures;
        }
        write_crate(&folder, label, optimised, programs, &left);
        let built = cargo_build(&folder, &[]);
        match built.executable(&format!("random-{label}")) {
            Ok(path) => break path.to_owned(),
            Err(said) => {
                let bad = modules_named_in(&said, &left);
                if bad.is_empty() {
                    // Cannot be told apart: all of them.
                    failures.extend(
                        left.iter()
                            .map(|&n| (n, Failure::DoesNotCompile(said.clone()))),
                    );
                }
                failures.extend(
                    bad.into_iter()
                        .map(|(n, said)| (n, Failure::DoesNotCompile(said))),
                );
            }
        }
    };
    run_all(&executable, programs.len(), &mut failures);
    failures
}

fn write_crate(folder: &Path, label: &str, optimised: bool, programs: &[&str], left: &[usize]) {
    let mut manifest = format!(
        "[package]\nname = \"random-{label}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[workspace]\n\n\
         [dependencies]\nhp5 = {{ path = {:?} }}\n",
        repository().join("runtime")
    );
    if !optimised {
        // The runtime stays as it is.
        manifest += &format!("\n[profile.dev.package.random-{label}]\nopt-level = 0\n");
    }
    write(&folder.join("Cargo.toml"), &manifest);
    adopt_lock(folder);
    let mut files = BTreeSet::from(["main.rs".to_owned()]);
    for &n in left {
        write(&folder.join(format!("src/p{n}.rs")), programs[n]);
        files.insert(format!("p{n}.rs"));
    }
    let modules: String = left.iter().map(|n| format!("mod p{n};\n")).collect();
    let table: String = left
        .iter()
        .map(|n| format!("    ({n}, p{n}::run),\n"))
        .collect();
    write(
        &folder.join("src/main.rs"),
        &MAIN
            .replace("//MODULES", &modules)
            .replace("//TABLE", &table),
    );
    remove_other_files(&folder.join("src"), &files);
}

/// What every batch has around its programs.
const MAIN: &str = include_str!("batch_main.rs.txt");

/// Programs whose files the compiler complains about, with what it says.
fn modules_named_in(said: &str, left: &[usize]) -> BTreeMap<usize, String> {
    let mut bad = BTreeMap::<usize, String>::new();
    for message in said.split("\n\n").filter(|m| m.contains("error")) {
        for &n in left {
            if message.contains(&format!("src/p{n}.rs:")) {
                let text = bad.entry(n).or_default();
                text.push_str(message);
                text.push_str("\n\n");
            }
        }
    }
    bad
}

/// Runs the executable, again after every program that ends or hangs it.
fn run_all(executable: &PathBuf, count: usize, failures: &mut BTreeMap<usize, Failure>) {
    for _ in 0..=count {
        let skip: Vec<String> = failures.keys().map(ToString::to_string).collect();
        let mut command = command(executable);
        command.arg(skip.join(","));
        let ended = run(command);
        for line in ended.stdout.lines() {
            if let Some((number, how)) = line.strip_prefix("wrong ").and_then(|l| l.split_once(' '))
                && let Ok(n) = number.parse()
            {
                failures
                    .entry(n)
                    .or_insert_with(|| Failure::Wrong(how.to_owned()));
            }
        }
        if ended.status == Some(0) {
            return;
        }
        let Some(last) = last_begun(&ended) else {
            failures.insert(
                0,
                Failure::Wrong(format!("the batch does not start: {ended:?}")),
            );
            return;
        };
        let tail: Vec<&str> = ended.stderr.lines().rev().take(20).collect();
        let tail: Vec<&str> = tail.into_iter().rev().collect();
        let how = if ended.timed_out {
            "hangs"
        } else {
            "ends the process"
        };
        let how = format!(
            "{how} ({}):\n{}",
            ended.stdout.lines().last().unwrap_or(""),
            tail.join("\n")
        );
        failures.insert(last, Failure::Wrong(how));
    }
}

fn last_begun(ended: &Ended) -> Option<usize> {
    let begun = ended
        .stdout
        .lines()
        .rev()
        .find_map(|line| line.strip_prefix("begin "))?;
    begun.split(' ').next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::generate::program;

    /// The test of the test: with the order of ordered loops taken away, programs that
    /// depend on it must be caught.
    #[test]
    fn a_lost_dependence_is_noticed() {
        let ordered = "hp5::rt::Order::Ordered";
        let accepted = (1..400).filter_map(|seed| accept(&program(seed)).ok());
        let mut planted: Vec<Accepted> = accepted
            .filter(|p| p.emitted.contains(ordered))
            .take(12)
            .collect();
        for program in &mut planted {
            program.emitted = program.emitted.replace(ordered, "hp5::rt::Order::Parallel");
        }
        let failures = run_batch("planted", false, &planted);
        let wrong = failures
            .values()
            .filter(|f| matches!(f, Failure::Wrong(_)))
            .count();
        assert!(
            wrong >= 3,
            "of {} programs without order only {wrong} were noticed: {failures:?}",
            planted.len()
        );
    }
}
