//! C with `#pragma hp5`: `tests/cases/c/ok/*.c` translated, compiled by gcc without warnings, run on
//! 1, 2 and 8 PPUs and on disturbed schedules, and compared with the same file compiled as it is;
//! `tests/cases/c/reject/*.c` refused, with the findings that the file says (`//~ HP5-E0005` on the
//! line, or in the line after a directive).

use std::fs;
use std::path::{Path, PathBuf};

use hp5_annotate::{Options, Output, SourceFile, translate};
use hp5_tests::program::{command, run};
use hp5_tests::repository;
use hp5_tests::tools::{c_library, fresh};

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
    if name(path) == "pragmas" {
        let text = &emitted.text;
        assert_eq!(text.matches("hp5_spawn_loop(").count(), 2, "{text}");
        assert_eq!(text.matches("#pragma omp parallel").count(), 1, "{text}");
        assert!(text.contains("#pragma GCC ivdep") && text.contains("#pragma omp simd"));
    }
    let place = |what: &str| folder.join(format!("{}{what}", name(path)));
    let written = place("-hp5.c");
    fs::write(&written, &emitted.text).expect("a folder to write to");
    let (serial, parallel) = (place("-serial"), place("-hp5"));
    compile(&[&path.to_string_lossy()], &serial);
    let include = format!("-I{}", c_library().join("include").display());
    let library = c_library().join("lib");
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

/// Local arrays live on, so that a loop which declares some does not wait.
#[test]
fn blocks_do_not_wait_for_the_tasks_of_their_arrays() {
    let folder = repository().join("tests/cases/c/ok");
    let (_, output) = translated(&folder.join("locals.c"));
    let text = &output.files[0].text;
    assert!(!text.contains("hp5_wait("), "{text}");
    assert_eq!(text.matches("cleanup(hp5_local_end)").count(), 3, "{text}");
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

/// A project of several files whose Makefile knows nothing of HP5: `make CC=hp5cc`.
#[test]
fn a_project_is_built_by_its_own_makefile() {
    let from = repository().join("tests/cases/c/project");
    let build = |name: &str, compiler: &str| {
        let folder = fresh(name);
        fs::create_dir_all(folder.join("src")).expect("a folder");
        for file in [
            "Makefile",
            "src/plate.h",
            "src/main.c",
            "src/sweep.c",
            "src/norm.c",
        ] {
            fs::copy(from.join(file), folder.join(file)).expect("a file to copy");
        }
        let mut make = command("make");
        make.arg("-C").arg(&folder).arg(format!("CC={compiler}"));
        run(make).success().unwrap_or_else(|why| panic!("{why}"));
        folder
    };
    let hp5cc = c_library().join("bin/hp5cc");
    let serial = build("c-project-serial", "gcc -Wno-unknown-pragmas");
    let parallel = build("c-project", &hp5cc.to_string_lossy());
    let expected = run(command(serial.join("plate")))
        .success()
        .expect("it runs");
    for ppus in ["1", "2", "8"] {
        let mut program = command(parallel.join("plate"));
        program.env("HP5_NUM_PPUS", ppus).env("HP5_QUIET", "1");
        let printed = run(program).success().unwrap_or_else(|why| panic!("{why}"));
        assert_eq!(expected, printed, "{ppus} PPUs");
    }
    let dependences = fs::read_to_string(parallel.join("src/sweep.d")).expect("made by -MMD");
    assert!(
        dependences.contains("src/sweep.c") && !dependences.contains("hp5cc-"),
        "{dependences}"
    );
    let mut trace = command(parallel.join("plate"));
    let svg = parallel.join("run.svg");
    trace.env("HP5_SVG", &svg).env("HP5_NUM_PPUS", "2");
    run(trace).success().unwrap_or_else(|why| panic!("{why}"));
    assert!(svg.is_file(), "the graph was drawn");
}

#[test]
fn the_wrapper_says_what_it_does_and_reports_what_is_wrong() {
    let folder = fresh("c-wrapper");
    fs::write(folder.join("plain.c"), "int main(void) { return 0; }\n").expect("a file");
    let wrong = "int a;\nvoid f(void) {\n#pragma hp5 taks\n    a = 1;\n}\n";
    fs::write(folder.join("wrong.c"), wrong).expect("a file");
    let hp5cc = |arguments: &[&str]| {
        let mut hp5cc = command(c_library().join("bin/hp5cc"));
        hp5cc.args(arguments).current_dir(&folder);
        run(hp5cc)
    };
    let shown = hp5cc(&["--show", "-O2", "-o", "plain", "plain.c"]);
    let line = shown.success().expect("it says so");
    assert!(
        line.starts_with("cc -O2 -o plain plain.c") && line.contains("-lhp5"),
        "{line}"
    );
    assert!(!folder.join("plain").exists(), "nothing was run");
    let only = hp5cc(&["--show", "-c", "plain.c"])
        .success()
        .expect("it says so");
    assert!(!only.contains("-lhp5"), "{only}");
    let refused = hp5cc(&["-c", "wrong.c"]);
    assert_eq!(refused.status, Some(1));
    assert!(
        refused.stderr.contains("HP5-E0002") && refused.stderr.contains("wrong.c:3"),
        "{}",
        refused.stderr
    );
    assert!(!folder.join("wrong.o").exists(), "nothing was compiled");
    assert!(
        hp5cc(&["--help"])
            .success()
            .expect("help")
            .contains("HP5CC_CC")
    );
    let mut missing = command(c_library().join("bin/hp5cc"));
    missing
        .args(["-c", "plain.c"])
        .current_dir(&folder)
        .env("HP5CC_CC", "no-such-compiler");
    let missing = run(missing);
    assert!(missing.status == Some(2) && missing.stderr.contains("no-such-compiler"));
}
