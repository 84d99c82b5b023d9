//! C with `#pragma hp5`: `tests/cases/c/ok/*.c` translated, compiled by gcc without warnings, run on
//! 1, 2 and 8 PPUs and on disturbed schedules, and compared with the same file compiled as it is;
//! `tests/cases/c/reject/*.c` refused, with the findings that the file says (`//~ HP5-E0005` on the
//! line, or in the line after a directive). What is accepted passes with its accesses looked at, too
//! (`--checked`); `tests/cases/c/checked/*.c` have a clause that is wrong in a way that only a run
//! shows, and that variant says where (`//~ a[12]`).

use std::fs;
use std::path::{Path, PathBuf};

use hp5_annotate::{Options, Output, SourceFile, translate};
use hp5_tests::program::{Ended, command, run};
use hp5_tests::repository;
use hp5_tests::tools::{c_library, c_library_arguments, fresh};
use rayon::prelude::*;

#[path = "c_cases/behind.rs"]
mod behind;
#[path = "c_cases/privates.rs"]
mod privates;

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
    translated_with(path, &Options::default())
}

fn translated_with(path: &Path, options: &Options) -> (String, Output) {
    let text = fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let file = SourceFile {
        path: path.file_name().map(PathBuf::from).expect("a file"),
        text: text.clone(),
    };
    (text, translate(&[file], options))
}

fn compile(arguments: &[&str], executable: &Path) {
    let mut gcc = command("gcc");
    gcc.args([
        "-std=gnu11",
        "-O2",
        "-Wall",
        "-Wextra",
        "-Werror",
        "-Wno-unknown-pragmas",
        "-Wno-array-bounds",
    ]);
    gcc.args(arguments).arg("-o").arg(executable).arg("-lm");
    run(gcc).success().unwrap_or_else(|why| panic!("{why}"));
}

/// Compiles emitted text into an executable in `folder`.
fn build(text: &str, name: &str, folder: &Path) -> PathBuf {
    let (written, executable) = (folder.join(format!("{name}.c")), folder.join(name));
    fs::write(&written, text).expect("a folder to write to");
    let [include, library, path_of] = c_library_arguments();
    let written = written.to_string_lossy();
    compile(&[&include, &written, &library, &path_of], &executable);
    executable
}

/// The variant whose accesses are held against what tasks declare.
fn checked(path: &Path, folder: &Path) -> PathBuf {
    let (_, output) = translated_with(path, &Options::checked(true));
    assert!(
        !output.has_errors(),
        "{}: {:#?}",
        path.display(),
        output.diagnostics
    );
    let text = &output.files[0].text;
    assert!(
        text.contains("hp5_touch(") && text.contains(".flags = HP5_CHECKS"),
        "{text}"
    );
    build(text, &format!("{}-checked", name(path)), folder)
}

/// Runs a program on so many PPUs.
fn on(executable: &Path, arguments: &[&str], ppus: usize) -> Ended {
    let mut program = command(executable);
    program
        .args(arguments)
        .env("HP5_NUM_PPUS", ppus.to_string())
        .env("HP5_QUIET", "1");
    run(program)
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
    let text = &emitted.text;
    if name(path) == "lbm" {
        // `to[x][y].f[q] = ..` writes a part of an element.
        assert!(
            text.contains(".array = hp5_array_to, .mode = HP5_INOUT"),
            "{text}"
        );
    }
    if name(path) == "pragmas" {
        assert_eq!(text.matches("hp5_spawn_loop(").count(), 2, "{text}");
        assert_eq!(text.matches("#pragma omp parallel").count(), 1, "{text}");
        assert!(text.contains("#pragma GCC ivdep") && text.contains("#pragma omp simd"));
    }
    if name(path) == "apart" {
        assert_eq!(text.matches("static void hp5_task_").count(), 13, "{text}");
        assert_eq!(text.matches(" void hp5_apart_").count(), 7, "{text}");
    }
    if name(path) == "offsets" {
        assert_eq!(text.matches("= hp5_offset(").count(), 3, "{text}");
        // `b[i + 1]`: chunks begin one before a tile does.
        assert!(text.contains("{1, 1, 1, (size_t)(width)}"), "{text}");
    }
    if name(path) == "corners" {
        assert_eq!(text.matches("hp5_spawn_loop(").count(), 2, "{text}");
        assert!(!text.contains("hp5_wait("), "{text}");
    }
    if name(path) == "scratch" {
        // What is set in a loop that may have no turn; the others' scalars are the tasks' own.
        assert_eq!(
            emitted.ir.matches("ordered loop").count(),
            2,
            "{}",
            emitted.ir
        );
    }
    if name(path) == "turns" {
        assert_eq!(text.matches("= hp5_recording_new(").count(), 3, "{text}");
        assert_eq!(text.matches("hp5_must_begin(").count(), 1, "{text}");
    }
    let serial = folder.join(format!("{}-serial", name(path)));
    compile(&[&path.to_string_lossy()], &serial);
    compare(path, &emitted.text, &serial, folder);
    // Each access costs a call: programs that take a size get a small one.
    let size = "40";
    let mut small = command(&serial);
    small.arg(size);
    let wanted = run(small).success().unwrap_or_else(|why| panic!("{why}"));
    let checked = checked(path, folder);
    let printed = on(&checked, &[size], 3).success();
    let printed = printed.unwrap_or_else(|why| panic!("{}: {why}", path.display()));
    assert_eq!(wanted, printed, "{}, checked", path.display());
}

/// The translated program prints what the serial one does, on any schedule.
fn compare(path: &Path, text: &str, serial: &Path, folder: &Path) {
    let parallel = build(text, &format!("{}-hp5", name(path)), folder);
    same(path, &parallel, serial);
}

/// Both print the same, on any schedule.
fn same(path: &Path, parallel: &Path, serial: &Path) {
    let expected = run(command(serial))
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
        let mut program = command(parallel);
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
    // What a thread of rayon says is not shown with the test.
    let failed = |path: &PathBuf| {
        let why = std::panic::catch_unwind(|| check(path, &folder)).err()?;
        let text = why.downcast_ref::<String>().cloned();
        Some(text.unwrap_or_else(|| format!("{}", path.display())))
    };
    let failures: Vec<String> = sources("ok").par_iter().filter_map(failed).collect();
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
}

/// The right file, line and element, and the task; no task after it.
#[test]
fn accesses_that_clauses_do_not_cover_end_checked_programs() {
    let folder = fresh("c-checked");
    for path in sources("checked") {
        let text = fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        let lines = text.lines().enumerate();
        let remark = lines.filter_map(|(n, line)| Some((n + 1, line.split_once("//~ ")?.1)));
        let (line, element) = remark.last().expect("a remark");
        let program = checked(&path, &folder);
        for ppus in [1, 2] {
            let ended = on(&program, &[], ppus);
            let said = &ended.stderr;
            assert_eq!(
                ended.status,
                Some(1),
                "{}: {}{said}",
                path.display(),
                ended.stdout
            );
            let place = format!("{}.c:{line}: task `", name(&path));
            assert!(said.contains(&place), "`{place}` is not in: {said}");
            assert!(said.contains(element), "`{element}` is not in: {said}");
        }
    }
}

/// `hp5cc`, behind the preprocessor and not, with `--checked` and without.
#[test]
fn the_compiler_in_place_makes_checked_programs() {
    let folder = fresh("c-hp5cc-checked");
    let cases = repository().join("tests/cases/c");
    let hp5cc = |flags: &[&str], case: &str| {
        let executable = folder.join(format!("{}{}", name(Path::new(case)), flags.len()));
        let mut hp5cc = command(c_library().join("bin/hp5cc"));
        hp5cc.env("HP5CC_CC", "gcc").args(flags).arg("-w").arg("-o");
        hp5cc.arg(&executable).arg(cases.join(case)).arg("-lm");
        run(hp5cc).success().unwrap_or_else(|why| panic!("{why}"));
        on(&executable, &[], 2)
    };
    for flags in [&["--checked"][..], &["--checked", "--cpp"]] {
        let ended = hp5cc(flags, "checked/callee.c");
        assert_eq!(ended.status, Some(1), "{}", ended.stderr);
        assert!(
            ended.stderr.contains("callee.c:5: task"),
            "{}",
            ended.stderr
        );
        let passed = hp5cc(flags, "ok/accesses.c").success();
        passed.unwrap_or_else(|why| panic!("{why}"));
    }
    // Loops that register task by task name `PTRDIFF_MAX`; `stderr` is a variable.
    for case in ["ok/locals.c", "ok/streams.c"] {
        let ended = hp5cc(&["--cpp"], case);
        assert_eq!(ended.status, Some(0), "{}", ended.stderr);
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

/// A program that has no errors, translated.
fn translated_text(text: String) -> Output {
    let path = PathBuf::from("text.c");
    let output = translate(&[SourceFile { path, text }], &Options::default());
    assert!(!output.has_errors(), "{:#?}", output.diagnostics);
    output
}

/// An index that cannot be followed: the section is all of the dimension, and a warning says so.
#[test]
fn sections_that_had_to_be_widened_are_said() {
    let text = "double a[64], b[64];\nvoid f(int n, const int *to) {\n#pragma hp5 region begin\n\
                #pragma hp5 array_tile dimtile(8) arrvar(a, b)\n#pragma hp5 do tasktile(8)\n    \
                for (int i = 0; i < n; i++)\n        b[to[i]] += a[i];\n#pragma hp5 region end\n}\n";
    let output = translated_text(text.to_owned());
    assert!(output.files[0].changed);
    let list = &output.diagnostics[0].1.list;
    let found: Vec<(&str, &str)> = (list.iter())
        .map(|d| (d.code, &text[d.primary.span.clone()]))
        .collect();
    assert_eq!(found, [("HP5-W0101", "b[to[i]]")], "{list:#?}");
    // A clause that says less may be wrong.
    let clause = |section: &str| {
        let said = format!("do tasktile(8) inout(b[{section}])");
        let output = translated_text(text.replace("do tasktile(8)", &said));
        let list = output
            .diagnostics
            .into_iter()
            .flat_map(|(_, list)| list.list);
        let codes = list.map(|d| d.code).filter(|c| !c.starts_with("HP5-N"));
        codes.collect::<Vec<_>>()
    };
    assert!(clause("0:64").is_empty());
    assert_eq!(clause("i:1"), ["HP5-W0110"]);
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

/// Functions that only read wait for those tasks that write what they read, if any.
#[test]
fn calls_of_functions_that_only_read_do_not_wait() {
    let folder = repository().join("tests/cases/c/ok");
    let (text, output) = translated(&folder.join("helpers.c"));
    let found = (output.diagnostics.iter()).flat_map(|(_, list)| &list.list);
    let found: Vec<(&str, &str)> =
        (found.map(|d| (d.code, &text[d.primary.span.clone()]))).collect();
    assert_eq!(found, [("HP5-W0102", "scale()")]);
}

/// Whatever is cut out of a program or doubled in it: no panic, and what is accepted can be compiled
/// if the program itself could.
#[test]
fn damaged_programs_are_no_panic() {
    sources("ok").par_iter().for_each(|path| {
        let (text, _) = translated(path);
        let lines: Vec<&str> = text.lines().collect();
        let file = |text: String| SourceFile {
            path: PathBuf::from("damaged.c"),
            text,
        };
        for n in (0..lines.len()).step_by(1 + lines.len() / 5) {
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
            .step_by((text.len() / 15).max(21));
        for end in ends {
            let _output = translate(&[file(text[..end].to_owned())], &Options::default());
        }
    });
}

/// Builds a copy of a project by its own Makefile.
fn built(from: &Path, files: &[&str], name: &str, compiler: &str) -> PathBuf {
    let folder = fresh(name);
    for file in files {
        let to = folder.join(file);
        fs::create_dir_all(to.parent().expect("a folder")).expect("a folder");
        fs::copy(from.join(file), to).expect("a file to copy");
    }
    let mut make = command("make");
    make.arg("-C").arg(&folder).arg(format!("CC={compiler}"));
    run(make).success().unwrap_or_else(|why| panic!("{why}"));
    folder
}

/// Macros that hide loops, statements and members, regions in headers, conditions in regions: `hp5cc`
/// preprocesses such files by itself.
#[test]
fn what_macros_and_headers_hide_is_preprocessed() {
    let from = repository().join("tests/cases/c/macros");
    let files = [
        "Makefile",
        "include/loops.h",
        "include/fields.h",
        "src/main.c",
        "src/fields.c",
        "src/rows.c",
    ];
    let hp5cc = c_library().join("bin/hp5cc");
    let hp5cc = hp5cc.to_string_lossy();
    let serial = built(&from, &files, "c-macros-serial", "gcc");
    let parallel = built(&from, &files, "c-macros", &hp5cc);
    let expected = run(command(serial.join("macros")))
        .success()
        .expect("it runs");
    for ppus in ["1", "2", "8"] {
        let mut program = command(parallel.join("macros"));
        program.env("HP5_NUM_PPUS", ppus).env("HP5_QUIET", "1");
        let printed = run(program).success().unwrap_or_else(|why| panic!("{why}"));
        assert_eq!(expected, printed, "{ppus} PPUs");
    }
    let dependences = fs::read_to_string(parallel.join("src/fields.d")).expect("made by -MMD");
    for named in ["src/fields.o:", "src/fields.c", "include/loops.h"] {
        assert!(dependences.contains(named), "{dependences}");
    }
    assert!(!dependences.contains("hp5cc-"), "{dependences}");
    // Tasks are known by the lines that were written, in the header too.
    let svg = parallel.join("run.svg");
    let mut trace = command(parallel.join("macros"));
    trace.env("HP5_SVG", &svg).env("HP5_NUM_PPUS", "2");
    run(trace).success().unwrap_or_else(|why| panic!("{why}"));
    let drawn = fs::read_to_string(&svg).expect("drawn");
    // The region that took longest is drawn, which any may be on a busy machine.
    let named = ["src/fields.c:17", "include/fields.h:22", "src/rows.c:13"];
    assert!(named.iter().any(|place| drawn.contains(place)), "{drawn}");
    let program = fs::read(parallel.join("macros")).expect("it was built");
    let named = b"include/fields.h\0";
    assert!(program.windows(named.len()).any(|w| w == named));
}

/// What is wrong behind the preprocessor is said of the lines that were written.
#[test]
fn findings_behind_the_preprocessor_name_the_lines_of_the_sources() {
    let folder = fresh("c-cpp");
    let put = |name: &str, text: &str| fs::write(folder.join(name), text).expect("a file");
    put(
        "each.h",
        "#define EACH(i, n) for (int i = 0; i < n; i++)\n#define LEAVE return\n",
    );
    let program = |code: &str| {
        format!(
            "#include \"each.h\"\ndouble a[9];\nvoid f(int n) {{\n#pragma hp5 region begin\n\
             #pragma hp5 do tasktile(SIZE)\n    EACH(i, n)\n        {code};\n#pragma hp5 region end\n}}\n"
        )
    };
    put("right.c", &program("a[i] = n"));
    put("wrong.c", &program("if (a[i] > 0) LEAVE"));
    put("typo.c", &program("a[i] = m"));
    let wrapped = |arguments: &[&str]| {
        let mut hp5cc = command(c_library().join("bin/hp5cc"));
        hp5cc.args(arguments).current_dir(&folder);
        run(hp5cc)
    };
    let done = wrapped(&["-DSIZE=4", "-c", "right.c"]);
    assert_eq!(done.status, Some(0), "{}", done.stderr);
    assert!(folder.join("right.o").is_file(), "named as it would be");
    let shown = wrapped(&["--show", "--cpp", "-DSIZE=4", "-c", "right.c"]);
    let text = shown.success().expect("it says so");
    assert!(
        text.lines().count() == 2 && text.starts_with("cc -E -dD") && text.contains("right.i"),
        "{text}"
    );
    let refused = wrapped(&["-DSIZE=4", "-c", "wrong.c"]);
    assert_eq!(refused.status, Some(1));
    let said = &refused.stderr;
    assert!(
        said.contains("HP5-E0011") && said.contains("wrong.c:7") && said.contains("LEAVE"),
        "{said}"
    );
    let typo = wrapped(&["-DSIZE=4", "-c", "typo.c"]);
    assert!(
        typo.status == Some(1) && typo.stderr.contains("typo.c:7"),
        "{}",
        typo.stderr
    );
    // What is wrong by itself is said, not that a macro was not seen before the preprocessor.
    let own = program("if (a[i] > 0) return").replace("EACH(i, n)", "for (int i = 0; i < n; i++)");
    let size = "#ifndef SIZE\n#define SIZE 4\n#endif\n#include";
    put("own.c", &own.replace("#include", size));
    let said = wrapped(&["-c", "own.c"]).stderr;
    let by_itself = said.contains("own.c:10") && !said.contains("HP5-E0504");
    assert!(by_itself, "{said}");
    let mut stdin = command("sh");
    let hp5cc = c_library().join("bin/hp5cc");
    let line = format!("{} -DSIZE=2 -x c -c -o in.o - < right.c", hp5cc.display());
    stdin.args(["-c", &line]).current_dir(&folder);
    run(stdin).success().unwrap_or_else(|why| panic!("{why}"));
    let mut symbols = command("nm");
    symbols.arg(folder.join("in.o"));
    let symbols = run(symbols).success().expect("an object");
    assert!(symbols.contains("hp5_spawn"), "{symbols}");

    let annotate = |arguments: &[&str]| {
        let mut program = command(c_library().join("bin/hp5-annotate"));
        program.args(arguments).current_dir(&folder);
        run(program)
    };
    let plain = annotate(&["right.c"]);
    assert!(
        plain.status == Some(1) && plain.stderr.contains("HP5-E0504"),
        "{}",
        plain.stderr
    );
    assert!(plain.stderr.contains("--cpp"), "{}", plain.stderr);
    let seen = annotate(&["--cpp", "-D", "SIZE=4", "--emit", "out", "right.c"]);
    assert_eq!(seen.status, Some(0), "{}", seen.stderr);
    let emitted = fs::read_to_string(folder.join("out/right.c")).expect("written");
    assert!(
        emitted.contains("hp5_task_") && !emitted.contains("HP5_OUT"),
        "{emitted}"
    );
    let missing = annotate(&["--cpp", "--emit", "out", "no-such.c"]);
    assert_eq!(missing.status, Some(2));
}

/// A project of several files whose Makefile knows nothing of HP5: `make CC=hp5cc`.
#[test]
fn a_project_is_built_by_its_own_makefile() {
    let from = repository().join("tests/cases/c/project");
    let files = [
        "Makefile",
        "src/plate.h",
        "src/main.c",
        "src/sweep.c",
        "src/norm.c",
    ];
    let build = |name: &str, compiler: &str| built(&from, &files, name, compiler);
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
