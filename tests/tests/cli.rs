//! The tools as a user calls them: exit statuses, what is written and what is not, the
//! formats of messages.

use std::fs;

use hp5_tests::program::run;
use hp5_tests::repository;
use hp5_tests::tools::{annotate, fresh, text, tool};
use hp5_tests::workspace::write;
use serde_json::Value;

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
        (0, vec!["--emit", "tests/cases/c/ok/floyd.c"]),
        (2, vec!["--emit", "tests/cases/there-is-none.rs"]),
        (2, vec!["--emit"]),
        (2, vec!["tests/cases/there-is-none.rs"]),
        (2, vec!["--no-such-option"]),
        (2, vec![]),
        (0, vec!["--help"]),
        (0, vec!["--explain", "HP5-E0009"]),
        (2, vec!["--explain", "HP5-E9999"]),
        (0, vec!["tests/cases/highp5/ok/inference.hp5", "--check"]),
        (0, vec!["examples/highp5/stencil/stencil.hp5"]),
        (1, vec!["tests/cases/highp5/reject/types.hp5"]),
        (0, vec!["tests/cases/highp5/ok/inference.hp5", "--emit"]),
        (1, vec!["tests/cases/highp5/reject/types.hp5", "--emit"]),
        (0, vec!["--explain", "HP5-E0315"]),
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
fn what_a_package_forbids_is_said_before_anything_is_written() {
    let source =
        fs::read_to_string(repository().join("tests/cases/ok/generic.rs")).expect("a case");
    let package = "[package]\nname = \"p\"\nversion = \"0.1.0\"\nedition = \"2024\"\n";
    let own = format!("{package}[lints.rust]\nunsafe_code = \"forbid\"\n[workspace]\n");
    let table = format!(
        "{package}[lints.rust.unsafe_code]\nlevel = \"forbid\"\npriority = 1\n[workspace]\n"
    );
    let inherited = format!("{package}[lints]\nworkspace = true\n");
    let denied = format!("{package}[lints.rust]\nunsafe_code = \"deny\"\n[workspace]\n");
    let workspace =
        "[workspace]\nmembers = [\"in\"]\n[workspace.lints.rust]\nunsafe_code = \"forbid\"\n";
    let forbids = "#![forbid(unsafe_code)]\nmod kernel;\nfn main() {}\n";
    let cases = [
        (
            "own",
            &own,
            "mod kernel;\nfn main() {}\n",
            "in/Cargo.toml:6",
        ),
        (
            "table",
            &table,
            "mod kernel;\nfn main() {}\n",
            "in/Cargo.toml:5",
        ),
        (
            "inherited",
            &inherited,
            "mod kernel;\nfn main() {}\n",
            "Cargo.toml:4",
        ),
        ("root", &denied, forbids, "main.rs:1"),
        ("denied", &denied, "mod kernel;\nfn main() {}\n", ""),
    ];
    for (name, manifest, main, place) in cases {
        let folder = fresh(&format!("forbids_{name}"));
        let (input, output) = (folder.join("in"), folder.join("out"));
        if name == "inherited" {
            write(&folder.join("Cargo.toml"), workspace);
        }
        write(&input.join("Cargo.toml"), manifest);
        write(&input.join("src/main.rs"), main);
        write(&input.join("src/kernel.rs"), &source);
        let ended = annotate(&[text(&input), "--emit", text(&output)]);
        let refused = !place.is_empty();
        assert_eq!(
            ended.status,
            Some(i32::from(refused)),
            "{name}: {}",
            ended.stderr
        );
        assert_eq!(output.exists(), !refused, "{name}");
        let said = ended.stderr.contains("HP5-E0025") && ended.stderr.contains(place);
        assert!(said || !refused, "{name}: {}", ended.stderr);
    }
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
