//! The examples in C that have directives: each is built by its own Makefile as it is and by `hp5cc`,
//! and prints the same under several numbers of PPUs and on disturbed schedules.
//!
//! A folder with directives that has no entry here fails the test.

use std::fs;
use std::path::{Path, PathBuf};

use hp5_tests::program::{command, run};
use hp5_tests::repository;
use hp5_tests::tools::{c_library, fresh, is_there};
use rayon::prelude::*;

/// A folder of `examples/c`, its program, and arguments that make it quick.
struct Example {
    folder: &'static str,
    program: &'static str,
    arguments: &'static [&'static str],
}

const fn example(
    folder: &'static str,
    program: &'static str,
    arguments: &'static [&'static str],
) -> Example {
    Example {
        folder,
        program,
        arguments,
    }
}

const EXAMPLES: &[Example] = &[
    example("bodies", "bodies", &["300", "3"]),
    example("cholesky", "cholesky", &["7", "13"]),
    example("fft", "fft", &["17", "1"]),
    example("floyd-warshall", "floyd", &["96", "16"]),
    example("jacobi-levels", "jacobi", &["150", "7"]),
    example("lattice-boltzmann", "lbm", &["3", "3"]),
    example("npb-mg", "npb-mg", &["S"]),
    example("red-black", "sor", &["150", "60", "3"]),
    example("smith-waterman", "align", &["333", "40"]),
    example("sparse-lu", "sparse-lu", &["9", "8"]),
    example("tend-lin", "tend-lin", &["60", "31", "5", "3"]),
    example("wave", "wave", &["150", "20", "4"]),
];

fn home() -> PathBuf {
    repository().join("examples/c")
}

/// All files below a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut list = Vec::new();
    let mut open = vec![folder.to_owned()];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(&folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display())) {
            let path = entry.expect("an entry").path();
            match path.is_dir() {
                true => open.push(path),
                false => list.push(path),
            }
        }
    }
    list
}

fn is_source(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default();
    let ending = path.extension().unwrap_or_default();
    name == "Makefile" || ending == "c" || ending == "h"
}

/// Puts what the example is made of into a folder, beside what all examples share.
fn copied(example: &Example, to: &Path) {
    for part in ["common", example.folder] {
        for file in files(&home().join(part)).iter().filter(|f| is_source(f)) {
            let place = to.join(file.strip_prefix(home()).expect("a file of the examples"));
            fs::create_dir_all(place.parent().expect("a folder")).expect("a folder to write to");
            fs::copy(file, place).expect("a file to copy");
        }
    }
}

fn built(example: &Example, folder: &Path, compiler: &str, real: &str) -> PathBuf {
    copied(example, folder);
    let mut make = command("make");
    make.arg("-s").arg("-C").arg(folder.join(example.folder));
    make.arg(format!("CC={compiler}")).env("HP5CC_CC", real);
    run(make)
        .success()
        .unwrap_or_else(|why| panic!("{}: {why}", example.folder));
    folder.join(example.folder).join(example.program)
}

fn printed(example: &Example, program: &Path, settings: &[(&str, &str)]) -> String {
    let mut command = command(program);
    command.args(example.arguments).env("HP5_QUIET", "1");
    command.envs(settings.iter().copied());
    run(command)
        .success()
        .unwrap_or_else(|why| panic!("{} with {settings:?}: {why}", example.folder))
}

#[test]
fn every_example_with_directives_is_tested() {
    let with_directives = |folder: &Path| {
        let sources = files(folder).into_iter().filter(|f| is_source(f));
        sources.into_iter().any(|f| {
            let text = fs::read_to_string(&f).unwrap_or_default();
            text.lines()
                .any(|l| l.trim_start().starts_with("#pragma hp5"))
        })
    };
    let entries = fs::read_dir(home()).expect("the examples");
    let mut found: Vec<String> = entries
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.is_dir() && with_directives(path))
        .map(|path| {
            path.file_name()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned()
        })
        .collect();
    found.sort();
    let tested: Vec<&str> = EXAMPLES.iter().map(|e| e.folder).collect();
    assert_eq!(
        found, tested,
        "folders with directives (left), tested here (right)"
    );
}

#[test]
fn examples_print_what_their_serial_builds_print() {
    let hp5cc = c_library().join("bin/hp5cc");
    let compilers: Vec<&str> = ["gcc", "clang"]
        .into_iter()
        .filter(|c| is_there(c))
        .collect();
    EXAMPLES.par_iter().for_each(|example| {
        for compiler in &compilers {
            let place =
                |kind: &str| fresh(&format!("c-examples/{}-{compiler}-{kind}", example.folder));
            let plain = format!("{compiler} -Wno-unknown-pragmas");
            let serial = built(example, &place("serial"), &plain, compiler);
            let parallel = built(example, &place("hp5"), &hp5cc.to_string_lossy(), compiler);
            let expected = printed(example, &serial, &[]);
            assert!(expected.contains("checksum"), "{expected}");
            for settings in [
                [("HP5_NUM_PPUS", "1"), ("HP5_CHAOS", "0")],
                [("HP5_NUM_PPUS", "2"), ("HP5_CHAOS", "0")],
                [("HP5_NUM_PPUS", "8"), ("HP5_CHAOS", "0")],
                [("HP5_NUM_PPUS", "4"), ("HP5_CHAOS", "1")],
                [("HP5_NUM_PPUS", "2"), ("HP5_CHAOS", "2")],
                [("HP5_NUM_PPUS", "2"), ("HP5_SEED", "3")],
            ] {
                let found = printed(example, &parallel, &settings);
                assert_eq!(expected, found, "{} with {settings:?}", example.folder);
            }
            refuses_nonsense(example, &serial);
        }
    });
}

fn refuses_nonsense(example: &Example, program: &Path) {
    for arguments in [&["many"][..], &["3", "-1"], &["1"; 20]] {
        let mut command = command(program);
        command.args(arguments);
        let ended = run(command);
        let lines = ended.stderr.lines().count();
        assert!(
            ended.status == Some(2) && lines == 1,
            "{} {arguments:?}: {:?}, {}",
            example.folder,
            ended.status,
            ended.stderr
        );
    }
}
