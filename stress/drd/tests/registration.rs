//! The registration API is clean under drd and helgrind, and a runtime that fails to order
//! what it must is not.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use hp5_drd::{Outcome, Run, build, missing};

/// The example, if there is something to run it with.
fn example() -> Option<&'static Path> {
    static EXAMPLE: OnceLock<Result<PathBuf, String>> = OnceLock::new();
    if let Some(why) = missing() {
        eprintln!("skipped: {why}");
        return None;
    }
    let example = EXAMPLE.get_or_init(|| build(Path::new(env!("CARGO_TARGET_TMPDIR"))));
    match example {
        Ok(example) => Some(example),
        Err(error) => panic!("the example was not built: {error}"),
    }
}

fn run(run: Run<'_>, example: &Path) -> Outcome {
    run.of(example).unwrap_or_else(|error| panic!("{error}"))
}

fn is_clean(tool: &str) {
    let Some(example) = example() else { return };
    for (ppus, chaos) in [(1, None), (2, None), (3, Some(7))] {
        let one = Run {
            tool: Some(tool),
            ppus,
            chaos,
            size: 3,
            ..Run::default()
        };
        let outcome = run(one, example);
        let clean = outcome.errors == 0 && outcome.ended_well;
        assert!(
            clean,
            "{one:?}: {} errors\n{}",
            outcome.errors, outcome.text
        );
    }
}

#[test]
fn drd_is_content() {
    is_clean("drd");
}

#[test]
fn helgrind_is_content() {
    is_clean("helgrind");
}

/// The tool sees the schedules that happen, so a bug has a few runs to show in.
fn is_found(plant: &str) {
    let Some(example) = example() else { return };
    let mut said = String::new();
    for attempt in 0..6 {
        let one = Run {
            tool: Some("drd"),
            ppus: 2,
            chaos: (attempt % 2 == 1).then_some(attempt),
            plant: Some(plant),
            size: 3,
        };
        let outcome = run(one, example);
        if outcome.errors > 0 {
            return;
        }
        said = outcome.text;
    }
    panic!("`{plant}` was not found in six runs; the last one said:\n{said}");
}

#[test]
fn a_queue_that_orders_nothing_is_found() {
    is_found("push in silence");
}

#[test]
fn a_lock_that_orders_nothing_is_found() {
    is_found("unlock in silence");
}

#[test]
fn predecessors_that_are_counted_down_without_an_order_are_found() {
    is_found("relaxed graph/count.rs");
}

#[test]
fn outside_valgrind_the_example_runs_as_ever() {
    let Some(example) = example() else { return };
    for ppus in [1, 2, 5] {
        let one = Run {
            ppus,
            size: 12,
            ..Run::default()
        };
        let outcome = run(one, example);
        assert!(outcome.ended_well, "{one:?}: {}", outcome.text);
    }
}
