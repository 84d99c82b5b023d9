//! The examples, translated, built and run as a user does: serially, and emitted on 1, 2
//! and 8 PPUs.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::LazyLock;

use hp5_tests::tools::{annotate, emitted, run_with, text};
use hp5_tests::workspace::{Built, adopt_lock, cargo_build};
use hp5_tests::{repository, scratch};

/// The examples with sizes that run in an instant.
const EXAMPLES: [(&str, &[&str]); 11] = [
    ("cg", &["--reps", "1"]),
    ("cholesky", &["--n", "60", "--tile", "12", "--reps", "1"]),
    (
        "filter",
        &[
            "--levels",
            "7",
            "--latitudes",
            "24",
            "--longitudes",
            "40",
            "--rounds",
            "2",
            "--tile",
            "3",
            "--rows",
            "5",
            "--reps",
            "1",
        ],
    ),
    (
        "gauss-seidel",
        &[
            "--n", "90", "--sweeps", "4", "--tile", "16", "--width", "20", "--reps", "1",
        ],
    ),
    (
        "heat3d",
        &[
            "--n", "22", "--steps", "5", "--tile", "5", "--rows", "6", "--reps", "1",
        ],
    ),
    (
        "jacobi2d",
        &[
            "--n", "70", "--m", "55", "--sweeps", "9", "--tile", "8", "--reps", "1",
        ],
    ),
    ("lu", &["--n", "60", "--tile", "12", "--reps", "1"]),
    (
        "nbody",
        &["--n", "150", "--steps", "3", "--tile", "16", "--reps", "1"],
    ),
    ("npb-mg", &["--class", "S", "--reps", "1"]),
    (
        "smith-waterman",
        &["--n", "120", "--tile", "16", "--reps", "1"],
    ),
    (
        "tend-lin",
        &[
            "--longitudes",
            "24",
            "--latitudes",
            "75",
            "--levels",
            "13",
            "--steps",
            "2",
            "--reps",
            "1",
        ],
    ),
];

/// Examples with sums that are added in another order serially: their numbers are the same
/// for every number of PPUs, and close to the serial ones.
const CLOSE: [&str; 2] = ["cg", "nbody"];

/// All examples as they are: the serial programs.
static SERIAL: LazyLock<Built> = LazyLock::new(|| {
    let arguments: Vec<&str> = EXAMPLES.iter().flat_map(|(name, _)| ["-p", name]).collect();
    cargo_build(&repository(), &arguments)
});

fn serial(name: &str) -> &'static Path {
    SERIAL
        .executable(name)
        .unwrap_or_else(|why| panic!("{why}"))
}

/// What an example prints before it comes to times.
fn answer(program: &Path, arguments: &[&str], ppus: usize) -> Vec<String> {
    let printed = run_with(program, arguments, ppus).success();
    let printed =
        printed.unwrap_or_else(|why| panic!("{} on {ppus} PPUs: {why}", program.display()));
    let lines: Vec<String> = printed
        .lines()
        .take_while(|l| !l.starts_with("serial") || l.contains("iterations"))
        .map(str::to_owned)
        .collect();
    assert!(lines.len() > 1, "the answer is missing:\n{printed}");
    assert!(
        printed.contains("speed-up") || printed.contains("no task graph"),
        "{printed}"
    );
    lines
}

mod examples {
    use super::*;

    fn check(name: &str) {
        let (_, arguments) = EXAMPLES
            .iter()
            .find(|(n, _)| *n == name)
            .expect("every example has small sizes");
        let package = repository().join("examples/rust").join(name);
        let expected = answer(serial(name), arguments, 1);
        let program = emitted(name, &package);
        let one = answer(&program, arguments, 1);
        for ppus in [2, 8] {
            assert_eq!(
                one,
                answer(&program, arguments, ppus),
                "1 PPU (left) and {ppus}"
            );
        }
        if !CLOSE.contains(&name) {
            assert_eq!(expected, one, "serial (left) and emitted");
        }
    }

    include!(concat!(env!("OUT_DIR"), "/examples.rs"));
}

/// The first of the things that must be true of the project: `--emit` on the `src` folder
/// gives a package that builds, and its answer is the serial one bit for bit.
#[test]
fn the_sources_of_jacobi_become_a_program() {
    let source = repository().join("examples/rust/jacobi2d/src");
    let output = scratch().join("examples/jacobi2d-src");
    let done = annotate(&[text(&source), "--emit", text(&output), "--force"]);
    assert_eq!(done.status, Some(0), "{}", done.stderr);
    adopt_lock(&output);
    let built = cargo_build(&output, &[]);
    let names: BTreeSet<&str> = built.names().collect();
    let program = built
        .executable("jacobi2d")
        .unwrap_or_else(|why| panic!("{names:?}: {why}"));
    let arguments = ["--n", "65", "--sweeps", "7", "--tile", "8", "--reps", "1"];
    let expected = answer(serial("jacobi2d"), &arguments, 1);
    for ppus in [1, 2, 8] {
        assert_eq!(expected, answer(program, &arguments, ppus), "{ppus} PPUs");
    }
}
