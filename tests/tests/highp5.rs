//! The programs of `examples/highp5`, checked and run by the interpreter, against the same
//! in plain Rust: for one element, primes, fewer elements than LPUs, and several partitions.

use std::collections::BTreeSet;
use std::path::PathBuf;

use hp5_annotate::diag::{Diagnostics, text::render_all};
use hp5_annotate::highp5::{check, typed::Program};
use hp5_tests::highp5::interpret::{Outputs, Setting, run};
use hp5_tests::repository;

#[path = "highp5/bodies.rs"]
mod bodies;
#[path = "highp5/grids.rs"]
mod grids;
#[path = "highp5/linear.rs"]
mod linear;
#[path = "highp5/lists.rs"]
mod lists;
#[path = "highp5/readme.rs"]
mod readme;
#[path = "highp5/semantics.rs"]
mod semantics;

fn folder() -> PathBuf {
    repository().join("examples/highp5")
}

/// Names of the programs: folders.
fn programs() -> BTreeSet<String> {
    let entries = std::fs::read_dir(folder()).expect("the examples are there");
    let folders = entries.flatten().filter(|e| e.path().is_dir());
    folders
        .map(|e| e.file_name().to_string_lossy().into_owned())
        .collect()
}

fn source(name: &str) -> String {
    let path = folder().join(name).join(format!("{name}.hp5"));
    std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

/// A text, checked.
fn checked(name: &str, text: &str) -> Program {
    let mut found = Diagnostics::default();
    let program = check(text, &mut found);
    let shown = render_all(name, text, &found.list, false);
    program.unwrap_or_else(|| panic!("{shown}"))
}

/// A program of the examples, to be run.
struct Example {
    text: String,
    program: Program,
}

impl Example {
    fn new(name: &str) -> Example {
        let text = source(name);
        let program = checked(&format!("{name}.hp5"), &text);
        Example { text, program }
    }

    fn run(&self, setting: &Setting) -> Outputs {
        run(&self.program, setting).unwrap_or_else(|e| panic!("{}", e.in_source(&self.text)))
    }

    /// What a run says that must fail.
    fn error(&self, setting: &Setting) -> String {
        match run(&self.program, setting) {
            Ok(_) => panic!("a run that must fail did not"),
            Err(e) => e.in_source(&self.text),
        }
    }
}

/// Numbers that look random, between -5 and 5.
fn numbers(count: usize, seed: usize) -> Vec<f64> {
    let at = |i: usize| (((i + seed) * 7919 + seed * 31 + 13) % 1009) as f64 / 100.0 - 5.0;
    (0..count).map(at).collect()
}

/// Whole numbers from 0 to `below`, without it.
fn whole(count: usize, seed: usize, below: usize) -> Vec<i32> {
    let at = |i: usize| ((i + seed) * 7919 + (i + seed) * (i + 3) / 5) % below;
    (0..count).map(|i| i32::try_from(at(i)).unwrap()).collect()
}

#[test]
fn every_program_is_accepted_without_warnings_and_has_its_maps() {
    let mut wrong = String::new();
    for name in programs() {
        let text = source(&name);
        let mut found = Diagnostics::default();
        let _ = check(&text, &mut found);
        wrong += &render_all(&format!("{name}.hp5"), &text, &found.list, false);
        for map in ["local.map", "hermes.map"] {
            if !folder().join(&name).join(map).is_file() {
                wrong += &format!("{name}: no {map}\n");
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// The five of the paper are no longer than its authors', in lines that are not blank or
/// remarks (table 3).
#[test]
fn programs_of_the_paper_are_as_short_as_there() {
    for (name, most) in [
        ("matrix-multiply", 51),
        ("block-lu", 166),
        ("conjugate-gradient", 152),
        ("monte-carlo", 124),
        ("stencil", 59),
    ] {
        let text = source(name);
        let says = |line: &&str| !line.trim().is_empty() && !line.trim().starts_with("//");
        let lines = text.lines().filter(says).count();
        assert!(lines <= most, "{name}: {lines} lines, {most} in the paper");
    }
}
