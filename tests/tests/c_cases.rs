//! C with `#pragma hp5`: `tests/cases/c/ok/*.c` translated, compiled by gcc without warnings, run on
//! 1, 2 and 8 PPUs and on disturbed schedules, and compared with the same file compiled as it is;
//! `tests/cases/c/reject/*.c` refused, with the findings that the file says (`//~ HP5-E0005` on the
//! line, or in the line after a directive).

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use hp5_annotate::{Options, Output, SourceFile, translate};
use hp5_tests::program::{command, run};
use hp5_tests::repository;
use hp5_tests::tools::fresh;

/// The C library, installed for these tests.
static PREFIX: LazyLock<PathBuf> = LazyLock::new(|| {
    let prefix = fresh("c-cases-installed");
    let mut install = command(repository().join("capi/install"));
    install.arg("--dev").arg("--prefix").arg(&prefix);
    run(install).success().unwrap_or_else(|why| panic!("{why}"));
    prefix
});

fn sources(kind: &str) -> Vec<PathBuf> {
    let folder = repository().join("tests/cases/c").join(kind);
    let entries = fs::read_dir(&folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    let mut list: Vec<PathBuf> = entries.map(|e| e.expect("an entry").path()).collect();
    list.sort();
    assert!(!list.is_empty());
    list
}

fn name(path: &Path) -> String {
    path.file_stem()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned()
}

fn translated(path: &Path) -> (String, Output) {
    let text = fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let file = SourceFile {
        path: path.file_name().map(PathBuf::from).expect("a file"),
        text: text.clone(),
    };
    (text, translate(&[file], &Options::default()))
}

fn compile(arguments: &[&str], executable: &Path) {
    let mut gcc = command("gcc");
    gcc.args([
        "-std=gnu11",
        "-O1",
        "-Wall",
        "-Wextra",
        "-Werror",
        "-Wno-unknown-pragmas",
    ]);
    gcc.args(arguments).arg("-o").arg(executable).arg("-lm");
    run(gcc).success().unwrap_or_else(|why| panic!("{why}"));
}

fn check(path: &Path, folder: &Path) {
    let (text, output) = translated(path);
    assert!(
        !output.has_errors(),
        "{}: {:#?}",
        path.display(),
        output.diagnostics
    );
    let emitted = &output.files[0];
    assert!(emitted.changed && emitted.text != text);
    let place = |what: &str| folder.join(format!("{}{what}", name(path)));
    let written = place("-hp5.c");
    fs::write(&written, &emitted.text).expect("a folder to write to");
    let (serial, parallel) = (place("-serial"), place("-hp5"));
    compile(&[&path.to_string_lossy()], &serial);
    let include = format!("-I{}", PREFIX.join("include").display());
    let library = PREFIX.join("lib");
    let path_of = format!("-Wl,-rpath,{}", library.display());
    let (written, library) = (written.to_string_lossy(), library.join("libhp5.so"));
    compile(
        &[&include, &written, &library.to_string_lossy(), &path_of],
        &parallel,
    );
    let expected = run(command(&serial))
        .success()
        .unwrap_or_else(|why| panic!("{why}"));
    assert!(
        expected.lines().count() > 0,
        "a case prints what it computed"
    );
    let settings = [
        ("HP5_CHAOS", "0", 1),
        ("HP5_CHAOS", "", 1),
        ("HP5_CHAOS", "", 2),
        ("HP5_CHAOS", "", 8),
        ("HP5_CHAOS", "1", 4),
        ("HP5_CHAOS", "2", 4),
        ("HP5_SEED", "3", 2),
    ];
    for (variable, value, ppus) in settings {
        let mut program = command(&parallel);
        program
            .env(variable, value)
            .env("HP5_NUM_PPUS", ppus.to_string())
            .env("HP5_QUIET", "1");
        let printed = run(program)
            .success()
            .unwrap_or_else(|why| panic!("{}: {why}", path.display()));
        assert_eq!(
            expected,
            printed,
            "{} on {ppus} PPUs, {variable}={value}",
            path.display()
        );
    }
}

#[test]
fn translated_programs_print_what_they_printed() {
    let folder = fresh("c-cases");
    for path in sources("ok") {
        check(&path, &folder);
    }
}

#[test]
fn wrong_programs_are_refused_where_they_are_wrong() {
    for path in sources("reject") {
        let (text, output) = translated(&path);
        assert!(
            output.has_errors() && !output.files[0].changed,
            "{} is accepted",
            path.display()
        );
        let line_of = |byte: usize| text[..byte].matches('\n').count() + 1;
        let found: Vec<(usize, &str)> = (output.diagnostics.iter())
            .flat_map(|(_, list)| &list.list)
            .filter(|d| d.code.starts_with("HP5-E"))
            .map(|d| (line_of(d.primary.span.start), d.code))
            .collect();
        let mut wanted = Vec::new();
        for (n, line) in text.lines().enumerate() {
            let codes = line.split("//~").nth(1).unwrap_or("").split_whitespace();
            wanted.extend(codes.map(|code| (n + 1, code)));
        }
        let mut sorted = found.clone();
        sorted.sort_unstable();
        assert_eq!(
            wanted,
            sorted,
            "{} (wanted left, found right): {:#?}",
            path.display(),
            output.diagnostics
        );
    }
}

/// Whatever is cut out of a program or doubled in it: no panic, and what is accepted can be compiled
/// if the program itself could.
#[test]
fn damaged_programs_are_no_panic() {
    for path in sources("ok") {
        let (text, _) = translated(&path);
        let lines: Vec<&str> = text.lines().collect();
        let file = |text: String| SourceFile {
            path: PathBuf::from("damaged.c"),
            text,
        };
        for n in 0..lines.len() {
            let without: Vec<&str> = lines
                .iter()
                .enumerate()
                .filter(|(k, _)| *k != n)
                .map(|(_, l)| *l)
                .collect();
            let mut twice = lines.clone();
            twice.insert(n, lines[n]);
            for damaged in [without, twice] {
                let _output = translate(&[file(damaged.join("\n"))], &Options::default());
            }
        }
        let ends = (0..text.len())
            .filter(|n| text.is_char_boundary(*n))
            .step_by(7);
        for end in ends {
            let _output = translate(&[file(text[..end].to_owned())], &Options::default());
        }
    }
}
