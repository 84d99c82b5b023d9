//! Many C programs: translated, compiled twice, run on many schedules, and compared.

use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use hp5_tests::program::{Ended, command, run, run_within};
use hp5_tests::scratch;
use hp5_tests::tools::c_library;
use hp5_tests::translate::translate;
use hp5_tests::workspace::write;

use super::render::render;
use crate::random::batch::{Failure, outermost_only, without_linear_templates};
use crate::random::generate::program;
use crate::random::program::Program;
use crate::random::shrink::shrink_by;

/// Programs in one executable.
const BATCH: usize = 50;

/// Failures of one kind that are made small; the rest are only named.
const SHRUNK: usize = 3;

/// Tilings that are not legal, and templates of more dimensions than are seen.
const MAY_BE_REFUSED: [&str; 2] = ["HP5-E0008", "HP5-E0005"];

/// Settings that each program is run under: a variable, its value, PPUs.
const SETTINGS: [(&str, &str, usize); 6] = [
    ("HP5_SEED", "1", 2),
    ("HP5_SEED", "2", 8),
    ("HP5_CHAOS", "0", 1),
    ("HP5_CHAOS", "0", 2),
    ("HP5_CHAOS", "1", 4),
    ("HP5_CHAOS", "2", 8),
];

/// A program as the translator accepted it.
#[derive(Debug, Clone)]
pub struct Accepted {
    /// The program; with fewer tiled loops than asked for if those were refused.
    pub program: Program,
    /// Annotated source.
    pub source: String,
    /// Emitted source.
    pub emitted: String,
}

/// Translates a program as number `number` of a batch, `checked` or not. Where a tiling of several loops is refused,
/// only the outermost one is tiled; where an array in flat memory is not seen to have several
/// dimensions, its templates go.
///
/// # Errors
/// What the translator said, if it was anything else.
pub fn accept(made: &Program, number: usize, checked: bool) -> Result<Accepted, Failure> {
    let mut program = made.clone();
    let mut said = String::new();
    for round in 0..3 {
        let source = render(&program, number);
        let done = std::panic::catch_unwind(|| translate(&file(number), &source, checked))
            .map_err(|_| Failure::Panicked)?;
        if let Some(emitted) = done.text {
            return Ok(Accepted {
                program,
                source,
                emitted,
            });
        }
        let errors = done.found.iter().filter(|f| f.code.starts_with("HP5-E"));
        let legal = errors
            .clone()
            .all(|f| MAY_BE_REFUSED.contains(&f.code.as_str()));
        said = done.stderr;
        if !legal {
            break;
        }
        match round {
            0 => outermost_only(&mut program),
            _ => without_linear_templates(&mut program),
        }
    }
    Err(Failure::Rejected(said))
}

/// Both texts of a program.
pub trait Texts {
    /// As it is written.
    fn source(&self) -> &str;
    /// As it is emitted.
    fn emitted(&self) -> &str;
}

impl Texts for Accepted {
    fn source(&self) -> &str {
        &self.source
    }

    fn emitted(&self) -> &str {
        &self.emitted
    }
}

pub(crate) fn file(number: usize) -> String {
    format!("p{number}.c")
}

/// What became of the programs.
#[derive(Debug, Default)]
pub struct Report {
    /// Programs made.
    pub programs: usize,
    /// Tasks in the emitted programs.
    pub tasks: usize,
    /// Seeds of failing programs, how they fail, and where a small one was written.
    pub failures: Vec<(u64, Failure, Option<PathBuf>)>,
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
        write!(
            f,
            "{} programs in C with {} tasks in their text, {} failed",
            self.programs,
            self.tasks,
            self.failures.len()
        )
    }
}

/// Makes and runs `count` programs, of seeds `seed`, `seed + 1`, ..; `said` hears of progress. `checked`
/// ones must not be found wrong: what is found out about a task is all that it touches.
pub fn campaign(count: usize, seed: u64, checked: bool, mut said: impl FnMut(&str)) -> Report {
    let mut report = Report::default();
    while report.programs < count {
        let size = BATCH.min(count - report.programs);
        let first = seed.wrapping_add(report.programs as u64);
        let seeds = (0..size as u64).map(|n| first.wrapping_add(n));
        batch(seeds, checked, &mut report);
        report.programs += size;
        said(&format!(
            "{} of {count} programs, {} failed",
            report.programs,
            report.failures.len()
        ));
    }
    report
}

fn batch(seeds: impl Iterator<Item = u64>, checked: bool, report: &mut Report) {
    let mut accepted: Vec<Accepted> = Vec::new();
    for seed in seeds {
        let made = program(seed);
        match accept(&made, accepted.len(), checked) {
            Ok(one) => {
                report.tasks += one.emitted.matches("static void hp5_task_").count();
                accepted.push(one);
            }
            Err(failure) => {
                let kind = std::mem::discriminant(&failure);
                let same = |p: &Program| {
                    accept(p, 0, checked).is_err_and(|f| std::mem::discriminant(&f) == kind)
                };
                let small = (few(report, &failure)).then(|| shrink_by(&made, same));
                let file = small.map(|p| keep(seed, &render(&p, 0)));
                report.failures.push((seed, failure, file));
            }
        }
    }
    // Several processes may run at once, and tests of one.
    static BATCHES: AtomicUsize = AtomicUsize::new(0);
    let (process, number) = (std::process::id(), BATCHES.fetch_add(1, Ordering::Relaxed));
    let folder = scratch().join(format!("random-c/{process}-{number}"));
    for (n, failure) in run_batch(&folder, &accepted) {
        let seed = accepted[n].program.seed;
        let file = (few(report, &failure))
            .then(|| keep(seed, &small(&folder, &accepted[n], checked).source));
        report.failures.push((seed, failure, file));
    }
    // A folder that is left is in nobody's way.
    let _ = std::fs::remove_dir_all(&folder);
}

/// Few failures of this kind were made small so far.
fn few(report: &Report, failure: &Failure) -> bool {
    let kind = std::mem::discriminant(failure);
    let same = report.failures.iter();
    same.filter(|(_, f, _)| std::mem::discriminant(f) == kind)
        .count()
        < SHRUNK
}

/// The smallest program found that still fails when it is built and run.
fn small(folder: &Path, failing: &Accepted, checked: bool) -> Accepted {
    let folder = folder.join("small");
    let fails = |p: &Program| {
        accept(p, 0, checked)
            .is_ok_and(|one| !run_batch(&folder, std::slice::from_ref(&one)).is_empty())
    };
    let program = shrink_by(&failing.program, fails);
    accept(&program, 0, checked).unwrap_or_else(|_| failing.clone())
}

fn keep(seed: u64, source: &str) -> PathBuf {
    let path = scratch().join("random-c").join(format!("failed_{seed}.c"));
    write(&path, source);
    path
}

/// Compiles and runs the programs; says which fail and how.
#[must_use]
pub fn run_batch<P: Texts>(folder: &Path, programs: &[P]) -> BTreeMap<usize, Failure> {
    let mut failures = BTreeMap::new();
    let serial = build(&folder.join("serial"), programs, &mut failures, |p| {
        p.source()
    });
    let emitted = build(&folder.join("emitted"), programs, &mut failures, |p| {
        p.emitted()
    });
    let (Some(serial), Some(emitted)) = (serial, emitted) else {
        return failures;
    };
    let numbers: Vec<usize> = (0..programs.len())
        .filter(|n| !failures.contains_key(n))
        .collect();
    let expected = digests(command(&serial), &numbers, &mut failures);
    for (variable, value, ppus) in SETTINGS {
        let left: Vec<usize> = numbers
            .iter()
            .copied()
            .filter(|n| !failures.contains_key(n))
            .collect();
        let mut program = command(&emitted);
        program
            .env(variable, value)
            .env("HP5_NUM_PPUS", ppus.to_string())
            .env("HP5_QUIET", "1");
        for (n, digest) in digests(program, &left, &mut failures) {
            if expected.get(&n) != Some(&digest) {
                let how = format!(
                    "{digest} in place of {:?} with {variable}={value} on {ppus} PPUs",
                    expected.get(&n)
                );
                failures.entry(n).or_insert(Failure::Wrong(how));
            }
        }
    }
    failures
}

/// Compiles one text of each program; those that do not compile are failures.
fn build<'p, P: Texts>(
    folder: &Path,
    programs: &'p [P],
    failures: &mut BTreeMap<usize, Failure>,
    text: impl Fn(&'p P) -> &'p str,
) -> Option<PathBuf> {
    write(&folder.join("random.h"), include_str!("random.h.txt"));
    for (n, program) in programs.iter().enumerate() {
        write(&folder.join(file(n)), text(program));
    }
    let library = c_library();
    // GCC 12 moves stores out of loops that read the same elements by another pointer, and gives loops that read and
    // write one array one pointer too few: its own -O0 and -O1 differ then, and sanitizers find nothing.
    let right = ["-fno-tree-loop-im", "-fno-ivopts"];
    let cc = |arguments: &[String]| {
        let mut cc = command("cc");
        cc.args(["-std=gnu11", "-O1"]).args(right);
        cc.args(["-w", "-Wno-unknown-pragmas", "-I"]);
        cc.arg(library.join("include"))
            .current_dir(folder)
            .args(arguments);
        run_within(cc, std::time::Duration::from_secs(600))
    };
    loop {
        let left: Vec<usize> = (0..programs.len())
            .filter(|n| !failures.contains_key(n))
            .collect();
        if left.is_empty() {
            return None;
        }
        let mut arguments = vec!["-c".to_owned()];
        arguments.extend(left.iter().map(|&n| file(n)));
        let compiled = cc(&arguments);
        if compiled.status == Some(0) {
            write(&folder.join("main.c"), &main_of(programs.len(), &left));
            let mut arguments = vec!["-o".to_owned(), "all".to_owned(), "main.c".to_owned()];
            arguments.extend(left.iter().map(|n| format!("p{n}.o")));
            arguments.push(library.join("lib/libhp5.a").display().to_string());
            arguments.extend(["-lpthread", "-ldl", "-lm"].map(str::to_owned));
            let linked = cc(&arguments);
            assert_eq!(linked.status, Some(0), "linking: {}", linked.stderr);
            return Some(folder.join("all"));
        }
        let before = failures.len();
        for n in left {
            let of_it = format!("{}:", file(n));
            let said: Vec<&str> = (compiled.stderr.lines())
                .filter(|line| line.contains(&of_it))
                .collect();
            if said.iter().any(|line| line.contains("error")) {
                failures.insert(n, Failure::DoesNotCompile(said.join("\n")));
            }
        }
        assert!(failures.len() > before, "cc: {}", compiled.stderr);
    }
}

fn main_of(count: usize, left: &[usize]) -> String {
    let declared: String = left
        .iter()
        .map(|n| format!("uint64_t program_{n}(void);\n"))
        .collect();
    let table: String = (0..count)
        .map(|n| match left.contains(&n) {
            true => format!("    program_{n},\n"),
            false => "    0,\n".to_owned(),
        })
        .collect();
    include_str!("main.c.txt")
        .replace("//DECLARATIONS", &declared)
        .replace("//TABLE", &table)
}

/// Digests of programs by their numbers; those that end or hang the process are failures.
fn digests(
    program: std::process::Command,
    numbers: &[usize],
    failures: &mut BTreeMap<usize, Failure>,
) -> BTreeMap<usize, String> {
    let mut found = BTreeMap::new();
    let mut left: Vec<usize> = numbers.to_vec();
    while !left.is_empty() {
        let mut again = command(program.get_program());
        for (name, value) in program.get_envs() {
            value.map(|value| again.env(name, value));
        }
        again.args(left.iter().map(ToString::to_string));
        let ended = run(again);
        for line in ended.stdout.lines() {
            let words: Vec<&str> = line.split(' ').collect();
            if let ["end", number, digest] = words.as_slice()
                && let Ok(number) = number.parse()
            {
                found.insert(number, (*digest).to_owned());
            }
        }
        if ended.status == Some(0) {
            break;
        }
        let last = begun(&ended).unwrap_or(left[0]);
        let how = if ended.timed_out {
            "hangs"
        } else {
            "ends the process"
        };
        let how = format!("{how}: {:?} {}", program.get_envs(), ended.stderr);
        failures.insert(last, Failure::Wrong(how));
        left.retain(|n| *n != last && !found.contains_key(n));
    }
    found
}

fn begun(ended: &Ended) -> Option<usize> {
    let line = ended.stdout.lines().rev();
    let mut numbers = line.filter_map(|line| line.strip_prefix("begin "));
    numbers.next()?.parse().ok()
}
