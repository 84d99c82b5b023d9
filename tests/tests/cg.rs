//! Conjugate gradients on matrices from files: generated, malformed, and real ones.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use hp5_tests::program::Ended;
use hp5_tests::repository;
use hp5_tests::tools::{emitted, fresh, run_with, text};
use hp5_tests::workspace::write;

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
