//! The front end held against brute force: random loop nests are lowered and analysed, then
//! every iteration is executed on paper for several sizes. What the analysis says must hold:
//!
//! - *covered*: each element that a task touches lies in a section that the task declares;
//! - *parallel*: no two tasks of a loop called parallel meet in an element that one writes;
//! - *ordered*: of two iterations that meet, the later one is in the same or a later task;
//! - *trusted*: sections that are checked once per task hold each access of a trusted view, and lie inside
//!   arrays that are just as long as the program needs.
//!
//! `HP5_FRONT_PROGRAMS` sets the number of programs, `HP5_FRONT_SEED` the first seed.

#[path = "front_random/eval.rs"]
mod eval;
#[path = "front_random/generate.rs"]
mod generate;
#[path = "front_random/simulate.rs"]
mod simulate;

use std::path::Path;

use hp5_annotate::diag::{Diagnostics, codes};
use hp5_annotate::ir::{Step, Task, Unit, validate};
use hp5_annotate::syntax::rust::{Source, parse};
use hp5_annotate::{lower, passes};

use generate::{Program, program};

/// What became of the programs of one run.
#[derive(Default, Debug)]
struct Counts {
    parallel: usize,
    ordered: usize,
    refused: usize,
    out_of_bounds: usize,
}

fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name)
        .ok()
        .and_then(|text| text.parse().ok())
        .unwrap_or(default)
}

fn front(text: &str) -> (Source, Unit, Diagnostics) {
    let src = parse(Path::new("random.rs"), text.to_owned()).expect("tree-sitter gives a tree");
    let mut diags = Diagnostics::default();
    let mut unit = lower::lower(&src, &mut diags);
    passes::run(&src, &mut unit, &mut diags);
    (src, unit, diags)
}

#[test]
fn analysis_agrees_with_brute_force() {
    let (first, programs) = (
        setting("HP5_FRONT_SEED", 1),
        setting("HP5_FRONT_PROGRAMS", 1500),
    );
    let mut counts = Counts::default();
    for seed in first..first + programs {
        let made = program(seed);
        if let Err(why) = check(&made, &mut counts) {
            panic!("seed {seed}: {why}\n{}", made.text());
        }
    }
    // The test must not pass by refusing or skipping everything.
    let kept = counts.parallel + counts.ordered;
    assert!(
        programs < 200 || kept as u64 > programs / 5,
        "too few programs were checked: {counts:?}"
    );
    assert!(
        programs < 200 || counts.parallel > 0 && counts.ordered > 0,
        "{counts:?}"
    );
    println!("{counts:?}");
}

fn check(made: &Program, counts: &mut Counts) -> Result<(), String> {
    let (src, unit, diags) = front(&made.text());
    let breaches = validate::check(&src.text, &unit);
    if !breaches.is_empty() {
        return Err(format!("inconsistent IR: {breaches:?}"));
    }
    if diags.has_errors() {
        let other = diags.list.iter().find(|d| {
            d.severity == hp5_annotate::diag::Severity::Error && d.code != codes::NOT_PERMUTABLE
        });
        counts.refused += 1;
        return other.map_or(Ok(()), |d| {
            Err(format!("unexpected diagnostic {}: {}", d.code, d.message))
        });
    }
    let region = unit.regions.first().ok_or("no region")?;
    let task = task_of(region.steps.first()).ok_or("no task")?;
    for sizes in generate::SIZES {
        match simulate::run(made, sizes, region, task) {
            Ok(true) => {}
            Ok(false) => {
                counts.out_of_bounds += 1;
                return Ok(());
            }
            Err(why) => {
                let dump = hp5_annotate::ir::print::print(&unit);
                return Err(format!("with (n, m, w) = {sizes:?}: {why}\n{dump}"));
            }
        }
    }
    if task.parallel {
        counts.parallel += 1;
    } else {
        counts.ordered += 1;
    }
    Ok(())
}

fn task_of(step: Option<&Step>) -> Option<&Task> {
    match step? {
        Step::Task(task) => Some(task),
        Step::Wait { .. } => None,
    }
}
