//! The registration API, from Rust and from C, is clean under drd and helgrind, and a runtime that fails to order
//! what it must is not.

use std::path::Path;
use std::process::Command;
use std::sync::OnceLock;

use hp5_drd::{Example, Missing, Outcome, Run};

/// Says that a test is skipped if there is nothing to run an example with.
fn is_skipped() -> bool {
    let missing = Missing::here();
    if let Some(missing) = missing {
        missing.skip().unwrap_or_else(|why| panic!("{why}"));
    }
    missing.is_some()
}

type Built = OnceLock<Result<Example, String>>;

fn built(at: &'static Built, build: fn(&Path) -> Result<Example, String>) -> &'static Example {
    let example = at.get_or_init(|| build(Path::new(env!("CARGO_TARGET_TMPDIR"))));
    match example {
        Ok(example) => example,
        Err(error) => panic!("the example was not built: {error}"),
    }
}

/// The example in Rust, if there is something to run it with.
fn in_rust() -> Option<&'static Example> {
    static EXAMPLE: Built = OnceLock::new();
    (!is_skipped()).then(|| built(&EXAMPLE, hp5_drd::registration))
}

/// The example in C.
fn in_c() -> Option<&'static Example> {
    static EXAMPLE: Built = OnceLock::new();
    (!is_skipped()).then(|| built(&EXAMPLE, hp5_drd::heat))
}

fn run(run: Run<'_>, example: &Example) -> Outcome {
    run.of(example).unwrap_or_else(|error| panic!("{error}"))
}

fn is_clean(tool: &str, example: Option<&Example>, size: u32) {
    let Some(example) = example else { return };
    for (ppus, chaos) in [(1, None), (2, None), (3, Some(7))] {
        let one = Run {
            tool: Some(tool),
            ppus,
            chaos,
            size,
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
    is_clean("drd", in_rust(), 3);
}

#[test]
fn helgrind_is_content() {
    is_clean("helgrind", in_rust(), 3);
}

#[test]
fn drd_is_content_with_the_c_interface() {
    is_clean("drd", in_c(), 24);
}

#[test]
fn helgrind_is_content_with_the_c_interface() {
    is_clean("helgrind", in_c(), 24);
}

/// The tool sees the schedules that happen, so a bug has a few runs to show in.
fn is_found(plant: &str, example: Option<&Example>, size: u32) {
    let Some(example) = example else { return };
    let mut said = String::new();
    for attempt in 0..6 {
        let one = Run {
            tool: Some("drd"),
            ppus: 2,
            chaos: (attempt % 2 == 1).then_some(attempt),
            plant: Some(plant),
            size,
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
    is_found("push in silence", in_rust(), 3);
}

#[test]
fn a_lock_that_orders_nothing_is_found() {
    is_found("unlock in silence", in_rust(), 3);
}

#[test]
fn predecessors_that_are_counted_down_without_an_order_are_found() {
    is_found("relaxed graph/pending_count.rs", in_rust(), 3);
    is_found("relaxed graph/pending_count.rs", in_c(), 24);
}

#[test]
fn outside_valgrind_the_examples_run_as_ever() {
    for (example, size) in [(in_rust(), 12), (in_c(), 100)] {
        let Some(example) = example else { return };
        for ppus in [1, 2, 5] {
            let one = Run {
                ppus,
                size,
                ..Run::default()
            };
            let outcome = run(one, example);
            assert!(outcome.ended_well, "{one:?}: {}", outcome.text);
        }
    }
}

/// Where there is no valgrind, a test says that it is skipped, or fails if this is a machine that
/// has to have it.
#[test]
fn a_missing_tool_is_told_and_fails_where_it_must_be_there() {
    let alone = |ci: Option<&str>| {
        let mut test = Command::new(std::env::current_exe().unwrap());
        test.args(["--exact", "drd_is_content"]).env("PATH", "");
        match ci {
            Some(ci) => test.env("CI", ci),
            None => test.env_remove("CI"),
        };
        let ended = test.output().unwrap();
        let text = [ended.stdout, ended.stderr].concat();
        (
            ended.status.success(),
            String::from_utf8_lossy(&text).into_owned(),
        )
    };
    let is_ours = cfg!(all(target_arch = "x86_64", target_os = "linux"));
    for (ci, passes) in [
        (None, true),
        (Some("false"), true),
        (Some("true"), !is_ours),
    ] {
        let (passed, text) = alone(ci);
        assert_eq!(passed, passes, "CI is {ci:?}: {text}");
        assert!(text.contains("valgrind"), "{text}");
        assert_eq!(text.contains("skipped: "), passes, "{text}");
    }
}
