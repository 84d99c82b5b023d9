//! The tools as a user calls them: exit statuses, what is written and what is not, the
//! formats of messages; and the examples, translated by them, built and run.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

use hp5_tests::program::{Ended, command, run};
use hp5_tests::workspace::{Built, adopt_lock, cargo_build, write};
use hp5_tests::{repository, scratch};
use serde_json::Value;

/// The examples with sizes that run in an instant.
const EXAMPLES: [(&str, &[&str]); 9] = [
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
    (
        "smith-waterman",
        &["--n", "120", "--tile", "16", "--reps", "1"],
    ),
];

/// Examples with sums that are added in another order serially: their numbers are the same
/// for every number of PPUs, and close to the serial ones.
const CLOSE: [&str; 2] = ["cg", "nbody"];

/// The tools, built where the running test was built.
static TOOLS: LazyLock<PathBuf> = LazyLock::new(|| {
    let exe = std::env::current_exe().expect("a running test has a path");
    let profile = exe
        .ancestors()
        .nth(2)
        .expect("tests are in target/<profile>/deps");
    let mut cargo = command(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo
        .current_dir(repository())
        .args(["build", "-p", "hp5-annotate", "--bins"]);
    cargo.env(
        "CARGO_TARGET_DIR",
        profile
            .parent()
            .expect("profiles are in the target directory"),
    );
    if profile.ends_with("release") {
        cargo.arg("--release");
    }
    let built = cargo.output().expect("cargo can be started");
    assert!(
        built.status.success(),
        "{}",
        String::from_utf8_lossy(&built.stderr)
    );
    profile.to_owned()
});

fn tool(name: &str, arguments: &[&str]) -> Command {
    let mut command = command(TOOLS.join(name));
    command.args(arguments).current_dir(repository());
    command
}

fn annotate(arguments: &[&str]) -> Ended {
    run(tool("hp5-annotate", arguments))
}

/// An empty folder for one test.
fn fresh(name: &str) -> PathBuf {
    let folder = scratch().join("cli").join(name);
    if folder.exists() {
        fs::remove_dir_all(&folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    }
    fs::create_dir_all(&folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    folder
}

fn text(path: &Path) -> &str {
    path.to_str().expect("paths of the repository are text")
}

// ---- statuses and formats ----

#[test]
fn exit_statuses_tell_scripts() {
    let expect = [
        (0, vec!["tests/cases/ok/jacobi_flat.rs"]),
        (0, vec!["tests/cases/ok/jacobi_flat.rs", "--check"]),
        (0, vec!["tests/cases/ok/jacobi_flat.rs", "--diff"]),
        (
            1,
            vec!["tests/cases/ok/jacobi_flat.rs", "--diff", "--exit-code"],
        ),
        (0, vec!["tests/src/lib.rs", "--diff", "--exit-code"]),
        (1, vec!["tests/cases/reject/in_clause_too_small.rs"]),
        (
            1,
            vec!["tests/cases/reject/in_clause_too_small.rs", "--emit"],
        ),
        (2, vec!["tests/cases/there-is-none.rs"]),
        (2, vec!["--no-such-option"]),
        (2, vec![]),
        (0, vec!["--help"]),
        (0, vec!["--explain", "HP5-E0009"]),
        (2, vec!["--explain", "HP5-E9999"]),
    ];
    for (status, arguments) in expect {
        let ended = annotate(&arguments);
        assert_eq!(
            ended.status,
            Some(status),
            "{arguments:?}\n{}{}",
            ended.stdout,
            ended.stderr
        );
        let silent = ended.stdout.is_empty() && ended.stderr.is_empty();
        assert!(
            status == 0 || !silent || arguments.contains(&"--exit-code"),
            "{arguments:?} says nothing"
        );
    }
}

#[test]
fn a_clause_that_is_too_small_is_underlined() {
    let ended = annotate(&["tests/cases/reject/in_clause_too_small.rs"]);
    let lines: Vec<&str> = ended.stderr.lines().collect();
    let at = lines
        .iter()
        .position(|l| l.contains("b[i] = a[i - 1] + a[i] + a[i + 1];"))
        .expect("the line is shown");
    let column = lines[at].find("a[i + 1]").expect("the access is on it");
    assert!(
        lines[at + 1][column..].starts_with("^^^^^^^^"),
        "{}",
        ended.stderr
    );
    assert!(
        ended.stderr.contains("in_clause_too_small.rs:7:"),
        "{}",
        ended.stderr
    );
}

#[test]
fn messages_for_tools_are_json() {
    let ended = annotate(&[
        "tests/cases/reject/in_clause_too_small.rs",
        "--message-format",
        "json",
    ]);
    assert_eq!(ended.status, Some(1));
    let objects: Vec<Value> = ended
        .stdout
        .lines()
        .map(|l| serde_json::from_str(l).unwrap_or_else(|e| panic!("{l}: {e}")))
        .collect();
    let finding = objects
        .iter()
        .find(|o| o["type"] == "diagnostic")
        .expect("the finding");
    assert_eq!(finding["code"], "HP5-E0009");
    assert_eq!(finding["spans"][0]["text"], "a[i + 1]");
    assert_eq!(finding["spans"][0]["line_start"], 7);
    let summary = objects.last().expect("a summary");
    assert_eq!(
        (&summary["type"], summary["errors"].as_u64()),
        (&Value::from("summary"), Some(1))
    );
}

#[test]
fn a_diff_changes_the_source_into_what_is_emitted() {
    let path = "tests/cases/ok/jacobi_flat.rs";
    let emitted = annotate(&[path, "--emit"])
        .success()
        .unwrap_or_else(|why| panic!("{why}"));
    let expected = fs::read_to_string(repository().join("tests/cases/ok/jacobi_flat.emitted.rs"))
        .unwrap_or_default();
    assert_eq!(emitted, expected);
    let diff = annotate(&[path, "--diff"])
        .success()
        .unwrap_or_else(|why| panic!("{why}"));
    let added: Vec<&str> = diff
        .lines()
        .filter_map(|l| l.strip_prefix('+'))
        .filter(|l| !l.starts_with("++"))
        .collect();
    assert!(
        added.len() > 5 && added.iter().all(|line| emitted.contains(line)),
        "{diff}"
    );
}

// ---- trees ----

#[test]
fn files_without_directives_are_copied_as_they_are() {
    let folder = fresh("copies");
    let (input, output) = (folder.join("in"), folder.join("out"));
    let files: [(&str, &[u8]); 5] = [
        (
            "plain.rs",
            b"//! No directive; tabs\tand \r\n line ends stay.\r\nfn f() { let hp5 = 1; }",
        ),
        ("deep/er/table.bin", &[0, 159, 146, 150, 255]),
        ("deep/broken.rs", b"fn ( { not rust at all"),
        ("notes.txt", b"#[hp5::region] in a text"),
        ("empty.rs", b""),
    ];
    for (name, bytes) in files {
        let path = input.join(name);
        fs::create_dir_all(path.parent().expect("it has one")).expect("can be made");
        fs::write(path, bytes).expect("can be written");
    }
    write(
        &input.join("kernel.rs"),
        &fs::read_to_string(repository().join("tests/cases/ok/generic.rs")).expect("a case"),
    );
    let ended = annotate(&[text(&input), "--emit", text(&output)]);
    assert_eq!(ended.status, Some(0), "{}", ended.stderr);
    for (name, bytes) in files {
        assert_eq!(
            fs::read(output.join(name)).expect("was copied"),
            bytes,
            "{name}"
        );
    }
    let kernel = fs::read_to_string(output.join("kernel.rs")).expect("was translated");
    assert!(
        kernel.contains("hp5::rt::Region::begin") && !kernel.contains("#[hp5::region]"),
        "{kernel}"
    );
}

#[test]
fn nothing_is_written_when_there_is_an_error() {
    let folder = fresh("errors");
    let (input, output) = (folder.join("in"), folder.join("out"));
    for (name, case) in [
        ("good.rs", "ok/generic.rs"),
        ("bad.rs", "reject/tile_zero.rs"),
    ] {
        let source =
            fs::read_to_string(repository().join("tests/cases").join(case)).expect("a case");
        write(&input.join(name), &source);
    }
    let ended = annotate(&[text(&input), "--emit", text(&output)]);
    assert_eq!(ended.status, Some(1), "{}", ended.stderr);
    assert!(!output.exists(), "something was written");
}

#[test]
fn a_folder_with_other_files_is_not_overwritten() {
    let folder = fresh("foreign");
    let output = folder.join("out");
    write(&output.join("precious.txt"), "mine");
    let input = text(&repository().join("tests/cases/ok")).to_owned();
    let ended = annotate(&[&input, "--emit", text(&output)]);
    assert_eq!(ended.status, Some(2), "{}", ended.stderr);
    assert_eq!(
        fs::read_to_string(output.join("precious.txt")).expect("is still there"),
        "mine"
    );
}

// ---- the machine ----

#[test]
fn machines_are_shown_drawn_and_described() {
    let shown = run(tool("hp5", &["machine"]))
        .success()
        .unwrap_or_else(|why| panic!("{why}"));
    assert!(shown.lines().count() > 2, "{shown}");
    let folder = fresh("machine");
    let (svg, toml) = (folder.join("m.svg"), folder.join("m.pcubes.toml"));
    let drawn = run(tool(
        "hp5",
        &["machine", "--svg", text(&svg), "--toml", text(&toml)],
    ));
    assert_eq!(drawn.status, Some(0), "{}", drawn.stderr);
    let picture = fs::read_to_string(&svg).expect("was drawn");
    assert!(picture.contains("<svg") && picture.trim_end().ends_with("</svg>"));
    // What it wrote, it reads; and shows as the same tree.
    let again = run(tool("hp5", &["machine", text(&toml)]))
        .success()
        .unwrap_or_else(|why| panic!("{why}"));
    assert_eq!(
        shown.lines().count(),
        again.lines().count(),
        "{shown}\n{again}"
    );
    let mut wrong = fs::read_to_string(&toml).expect("was written");
    wrong.insert_str(0, "nonsense = [\n");
    write(&toml, &wrong);
    let refused = run(tool("hp5", &["machine", text(&toml)]));
    assert_eq!(refused.status, Some(2), "{}", refused.stdout);
    assert!(
        refused.stderr.contains("m.pcubes.toml"),
        "{}",
        refused.stderr
    );
}

// ---- the examples ----

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

/// Translates the package of an example and builds what came out.
fn emitted(name: &str, input: &Path) -> PathBuf {
    let output = scratch().join("examples").join(name);
    let done = annotate(&[text(input), "--emit", text(&output), "--force"]);
    assert_eq!(done.status, Some(0), "{}", done.stderr);
    assert!(
        !done.stderr.contains("warning["),
        "examples are without warnings:\n{}",
        done.stderr
    );
    adopt_lock(&output);
    let built = cargo_build(&output, &[]);
    built
        .executable(name)
        .unwrap_or_else(|why| panic!("{why}"))
        .to_owned()
}

fn run_with(program: &Path, arguments: &[&str], ppus: usize) -> Ended {
    let mut command = command(program);
    command
        .args(arguments)
        .env("HP5_NUM_PPUS", ppus.to_string());
    run(command)
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

// ---- conjugate gradients on files ----

/// The program that solves, translated.
static CG: LazyLock<PathBuf> =
    LazyLock::new(|| emitted("cg", &repository().join("examples/rust/cg")));

fn solve(path: &Path, ppus: usize) -> Ended {
    run_with(&CG, &["--input", text(path), "--reps", "1"], ppus)
}

/// The line of the annotated solver.
fn solution(path: &Path, ppus: usize) -> String {
    let printed = solve(path, ppus)
        .success()
        .unwrap_or_else(|why| panic!("{}: {why}", path.display()));
    printed
        .lines()
        .find(|l| l.starts_with("annotated"))
        .expect("the solution is reported")
        .to_owned()
}

fn iterations(line: &str) -> u64 {
    line.split_whitespace()
        .nth(1)
        .and_then(|n| n.parse().ok())
        .expect("the count is its second word")
}

#[test]
fn generated_matrices_are_solved_alike_on_all_ppus() {
    let folder = fresh("mtx");
    let n = 300;
    let mut entries = String::new();
    for i in 1..=n {
        entries += &format!("{i} {i} {}\n", 4.0 + (i % 7) as f64);
        for j in [i + 1, i + 17].into_iter().filter(|&j| j <= n) {
            entries += &format!("{j} {i} -1.25\n");
        }
    }
    let count = entries.lines().count();
    let path = folder.join("band.mtx");
    write(
        &path,
        &format!(
            "%%MatrixMarket matrix coordinate real symmetric\n% generated\n{n} {n} {count}\n{entries}"
        ),
    );
    let one = solution(&path, 1);
    assert!((5..100).contains(&iterations(&one)), "{one}");
    for ppus in [2, 8] {
        assert_eq!(one, solution(&path, ppus), "1 PPU (left) and {ppus}");
    }
}

#[test]
fn malformed_matrices_are_refused_with_their_line() {
    let folder = fresh("mtx-wrong");
    let head = "%%MatrixMarket matrix coordinate real symmetric\n";
    let cases = [
        ("empty", String::new(), ""),
        ("no-header", "3 3 1\n1 1 2.0\n".to_owned(), ":1"),
        (
            "dense",
            "%%MatrixMarket matrix array real general\n1 1\n2.0\n".to_owned(),
            ":1",
        ),
        (
            "complex",
            "%%MatrixMarket matrix coordinate complex general\n1 1 1\n1 1 2.0 0.0\n".to_owned(),
            ":1",
        ),
        (
            "truncated",
            format!("{head}3 3 3\n1 1 2.0\n2 2 2.0\n"),
            "truncated",
        ),
        (
            "too-many",
            format!("{head}2 2 2\n1 1 2.0\n2 2 2.0\n2 1 1.0\n"),
            ":5",
        ),
        ("not-square", format!("{head}3 4 1\n1 1 2.0\n"), ":2"),
        (
            "no-number",
            format!("{head}2 2 2\n1 1 2.0\n2 2 two\n"),
            ":4",
        ),
        ("outside", format!("{head}2 2 2\n1 1 2.0\n3 3 2.0\n"), ":4"),
        ("zero", format!("{head}2 2 2\n0 1 2.0\n2 2 2.0\n"), ":3"),
        (
            "not-finite",
            format!("{head}2 2 2\n1 1 2.0\n2 2 NaN\n"),
            ":4",
        ),
        ("sizes", format!("{head}many rows 2\n"), ":2"),
        ("huge", format!("{head}99999999999999999999 2 2\n"), ":2"),
        (
            "indefinite",
            format!("{head}2 2 2\n1 1 2.0\n2 2 -2.0\n"),
            "",
        ),
    ];
    for (name, contents, place) in cases {
        let path = folder.join(format!("{name}.mtx"));
        fs::write(&path, contents).expect("can be written");
        let ended = solve(&path, 2);
        let said = &ended.stderr;
        assert_eq!(ended.status, Some(1), "{name}: {}{said}", ended.stdout);
        assert!(
            said.starts_with("error: ") && !said.contains("panicked"),
            "{name}: {said}"
        );
        assert!(said.contains(place), "{name}: expected `{place}` in {said}");
    }
    let ended = solve(&folder.join("there-is-none.mtx"), 2);
    assert_eq!(ended.status, Some(1));
    assert!(
        ended.stderr.contains("there-is-none.mtx"),
        "{}",
        ended.stderr
    );
}

/// Real matrices, where they lie beside the checkout; counts as SciPy has them.
#[test]
fn real_matrices_are_solved() {
    let data = repository().join("../shared/data");
    if !data.is_dir() {
        println!("skipped: no matrices in {}", data.display());
        return;
    }
    for (name, expected) in [("gr_30_30", 41), ("1138_bus", 940), ("bcsstk13", 1360)] {
        let path = data.join(format!("{name}.mtx"));
        let one = solution(&path, 1);
        let (least, most) = (expected * 9 / 10, expected * 11 / 10);
        assert!(
            (least..=most).contains(&iterations(&one)),
            "{name}: about {expected} iterations: {one}"
        );
        for ppus in [2, 8] {
            assert_eq!(
                one,
                solution(&path, ppus),
                "{name}: 1 PPU (left) and {ppus}"
            );
        }
    }
}
