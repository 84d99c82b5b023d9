//! `hp5cc` as a compiler: what it runs, what it reads, and what it writes beside objects.

use std::fs;
use std::os::unix::process::ExitStatusExt as _;
use std::path::Path;
use std::process::{ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use hp5_tests::program::{Ended, LIMIT, command, run};
use hp5_tests::tools::{c_library, fresh, is_there};

/// A source with a directive, a header and a macro.
const SOURCE: &str = "#include \"size.h\"\nvoid f(double *a);\nvoid f(double *a)\n{\n#pragma hp5 region\n    {\n\
    #pragma hp5 do tasktile(16)\n        for (int i = 0; i < SIZE; i++)\n            a[i] = 1;\n    }\n}\n";

/// Runs `hp5cc` in a folder, with this compiler, on this input.
fn hp5cc(folder: &Path, compiler: &str, arguments: &[&str], input: &str) -> Ended {
    fs::write(folder.join("input"), input).expect("a file");
    let program = c_library().join("bin/hp5cc");
    let line = format!("exec {} {} < input", program.display(), arguments.join(" "));
    let mut shell = command("sh");
    shell
        .args(["-c", &line])
        .current_dir(folder)
        .env("HP5CC_CC", compiler);
    run(shell)
}

fn symbols(folder: &Path, object: &str) -> String {
    let mut nm = command("nm");
    nm.arg(folder.join(object));
    run(nm).success().unwrap_or_else(|why| panic!("{why}"))
}

#[test]
fn the_standard_input_is_a_source_too() {
    let folder = fresh("c-stdin");
    fs::write(folder.join("size.h"), "#define SIZE 64\n").expect("a file");
    let plain = "int twice(int x) { return 2 * x; }\n";
    for how in [
        "-c -o plain.o",
        "-S -o plain.s",
        "-E -o plain.i",
        "-O2 -c -o again.o",
    ] {
        let done = hp5cc(&folder, "gcc", &["-x c -", how], plain);
        assert_eq!(done.status, Some(0), "{how}: {}", done.stderr);
    }
    for file in ["plain.s", "plain.i"] {
        let text = fs::read_to_string(folder.join(file)).expect("written");
        assert!(text.contains("twice"), "{file}: {text}");
    }
    assert!(symbols(&folder, "plain.o").contains(" T twice"));
    let wrong = hp5cc(&folder, "gcc", &["-x c -fsyntax-only -"], "int f( {");
    assert!(
        wrong.status == Some(1) && wrong.stderr.contains("<stdin>:1"),
        "{}",
        wrong.stderr
    );
    let done = hp5cc(&folder, "gcc", &["-x c -c -o tasks.o -"], SOURCE);
    assert_eq!(done.status, Some(0), "{}", done.stderr);
    assert!(symbols(&folder, "tasks.o").contains("hp5_spawn"));
    // So is one whose name is not one of C.
    fs::write(folder.join("tasks.txt"), SOURCE).expect("a file");
    for cpp in ["", "--cpp"] {
        let done = hp5cc(&folder, "gcc", &[cpp, "-c -x c tasks.txt"], "");
        assert_eq!(done.status, Some(0), "{cpp}: {}", done.stderr);
        assert!(symbols(&folder, "tasks.o").contains("hp5_spawn"));
        fs::remove_file(folder.join("tasks.o")).expect("it is there");
    }
}

/// Where the source is translated as it is, and behind the preprocessor; nothing is said of a source that
/// is refused, and nothing of folders that are gone.
#[test]
fn dependences_are_those_of_the_source() {
    let folder = fresh("c-dependences");
    let put = |name: &str, text: &str| fs::write(folder.join(name), text).expect("a file");
    put("size.h", "#define SIZE 64\n");
    put("a.c", SOURCE);
    put("b.c", "#include \"size.h\"\nint b = SIZE;\n");
    put("wrong.c", &SOURCE.replace("a[i] = 1", "return"));
    fs::create_dir(folder.join("out")).expect("a folder");
    for compiler in ["gcc", "clang"].into_iter().filter(|c| is_there(c)) {
        for cpp in ["", "--cpp"] {
            let compile = |flags: &str| {
                let all = [cpp, "-Wall -Wextra -Werror -c", flags];
                hp5cc(&folder, compiler, &all, "")
            };
            let cases = [
                ("-MMD -MP -o out/a.o a.c", "out/a.d", "out/a.o: a.c size.h"),
                ("-MD a.c", "a.d", "a.o: a.c"),
                (
                    "-MMD -MF x.d -MT one -MT two a.c",
                    "x.d",
                    "one two: a.c size.h",
                ),
                (
                    "-Wp,-MMD,out/.p.d -o out/a.o a.c",
                    "out/.p.d",
                    "a.o: a.c size.h",
                ),
            ];
            for (flags, file, wanted) in cases {
                let done = compile(flags);
                assert_eq!(
                    done.status,
                    Some(0),
                    "{compiler} {cpp} {flags}: {}",
                    done.stderr
                );
                let text = fs::read_to_string(folder.join(file)).expect("written");
                let text = text
                    .replace("\\\n", " ")
                    .split_whitespace()
                    .collect::<Vec<_>>()
                    .join(" ");
                assert!(
                    text.contains(wanted) && !text.contains("hp5cc-"),
                    "{flags}: {text}"
                );
                fs::remove_file(folder.join(file)).expect("it is there");
            }
            let both = compile("-MMD a.c b.c");
            assert_eq!(both.status, Some(0), "{}", both.stderr);
            for name in ["a", "b"] {
                let text = fs::read_to_string(folder.join(name).with_extension("d"));
                assert!(text.expect("written").contains("size.h"), "{name}");
            }
            let linked = [cpp, "-MMD -fPIC -shared a.c -o out/liba.so"];
            let linked = hp5cc(&folder, compiler, &linked, "");
            assert_eq!(linked.status, Some(0), "{}", linked.stderr);
            let text = fs::read_to_string(folder.join("out/liba.d")).expect("written");
            assert!(text.starts_with("out/liba.so: a.c"), "{text}");
            assert_eq!(compile("-MMD wrong.c").status, Some(1));
            assert!(!folder.join("wrong.d").exists(), "{compiler} {cpp}");
        }
        if compiler == "clang" {
            let done = hp5cc(&folder, compiler, &["-Werror -c -MJ a.json a.c"], "");
            assert_eq!(done.status, Some(0), "{}", done.stderr);
            let entry = fs::read_to_string(folder.join("a.json")).expect("written");
            assert!(
                entry.contains("\"file\":\"a.c\"") && !entry.contains("hp5cc-"),
                "{entry}"
            );
        }
    }
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
    // What the shown commands compile is there for who runs them.
    fs::write(folder.join("tasks.c"), SOURCE).expect("a file");
    fs::write(folder.join("size.h"), "#define SIZE 64\n").expect("a file");
    let shown = hp5cc(&["--show", "-c", "tasks.c"]).success();
    let line = shown.expect("it says so");
    let mut words = line.split_whitespace();
    let made = words.find(|word| word.ends_with("/tasks.c"));
    assert!(made.is_some_and(|made| Path::new(made).exists()), "{line}");
    let only = hp5cc(&["--show", "-c", "plain.c"])
        .success()
        .expect("it says so");
    assert!(!only.contains("-lhp5"), "{only}");
    let told = hp5cc(&["--summary", "-c", "tasks.c"]);
    let line = "tasks.c:6: region `f`: 1 loop in parallel; no waits inside";
    assert!(
        told.stderr.contains(line) && told.status == Some(0),
        "{}",
        told.stderr
    );
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

/// Directives in a header that the command line includes.
#[test]
fn headers_of_the_command_line_may_have_directives() {
    let folder = fresh("c-included");
    let header = "static void all(double *a, int n)\n{\n#pragma hp5 region\n    {\n\
        #pragma hp5 do tasktile(16)\n        for (int i = 0; i < n; i++)\n            a[i] += 1;\n    }\n}\n";
    let source =
        "int main(void)\n{\n    double a[64] = {0};\n    all(a, 64);\n    return a[63] != 1;\n}\n";
    fs::create_dir(folder.join("inc")).expect("a folder");
    fs::write(folder.join("inc/all.h"), header).expect("a file");
    fs::write(folder.join("main.c"), source).expect("a file");
    for how in ["-include inc/all.h", "-Iinc -includeall.h"] {
        let done = hp5cc(
            &folder,
            "gcc",
            &["-Wall -Werror", how, "-o main main.c"],
            "",
        );
        assert_eq!(done.status, Some(0), "{how}: {}", done.stderr);
        assert!(symbols(&folder, "main").contains("hp5_task_"), "{how}");
        let done = run(command(folder.join("main")));
        assert_eq!(done.status, Some(0), "{how}: {}", done.stderr);
    }
}

/// Caches of compilers know a source by its path and its text: both are the same each time, and links that stand
/// where the folder would be are not followed.
#[test]
fn the_compiler_is_told_the_same_each_time() {
    let folder = fresh("c-same");
    let meanwhile = folder.join("tmp");
    fs::create_dir(&meanwhile).expect("a folder");
    fs::write(folder.join("size.h"), "#define SIZE 64\n").expect("a file");
    fs::write(folder.join("a.c"), SOURCE).expect("a file");
    let script = "#!/bin/sh\necho \"$@\" >> words\nexec gcc \"$@\"\n";
    fs::write(folder.join("log"), script).expect("a file");
    let line = format!(
        "HP5CC_CC='sh log' TMPDIR={} exec {} -c a.c",
        meanwhile.display(),
        c_library().join("bin/hp5cc").display()
    );
    let told = || {
        let mut shell = command("sh");
        shell.args(["-c", &line]).current_dir(&folder);
        let done = run(shell);
        assert_eq!(done.status, Some(0), "{}", done.stderr);
        assert!(is_empty(&meanwhile), "it left its folder");
        let words = fs::read_to_string(folder.join("words")).expect("a file");
        words.lines().last().unwrap_or_default().to_owned()
    };
    let first = told();
    assert_eq!(first, told());
    let word = first.split(' ').find(|word| word.contains("/hp5cc-"));
    let made = Path::new(word.expect("a source")).ancestors().nth(2);
    let made = made.expect("a folder").to_owned();
    let victim = folder.join("victim");
    fs::create_dir(&victim).expect("a folder");
    std::os::unix::fs::symlink(&victim, &made).expect("a link");
    let line = line.replace("exec ", "");
    let mut shell = command("sh");
    shell.args(["-c", &line]).current_dir(&folder);
    let done = run(shell);
    assert_eq!(done.status, Some(0), "{}", done.stderr);
    assert!(is_empty(&victim), "it followed the link");
}

/// What cannot be printed is no success.
/// Macros of a header that name variables which tasks write, in tasks and between them.
#[test]
fn macros_of_headers_name_what_tasks_write() {
    let folder = fresh("c-header-macros");
    let put = |name: &str, text: &str| fs::write(folder.join(name), text).expect("a file");
    put(
        "macros.h",
        "#define max(a, b) ((a) > (b) ? (a) : (b))\n#define TOTAL(j) (total + d1 * (j))\n\
         #define BUMP(x) (d1 += (x))\nextern int d1, d2, total;\n",
    );
    put(
        "a.c",
        "#include <stdio.h>\n#include \"macros.h\"\nint d1 = 4, d2 = 3, total = 5;\nstatic double a[200];\n\
         static double slow(double v) { for (int k = 0; k < 100000; k++) v = v * 0.5 + 1; return v; }\n\
         static double called(int j) { return TOTAL(j) + max(d1 + 3 * j, d2); }\n\
         int main(void) {\n    int j = 2;\n#pragma hp5 region\n    {\n#pragma hp5 task\n\
         {d1 = (int)slow(1) + 5;}\n#pragma hp5 task\na[0] = max(d1 + 3 * j, d2);\n#pragma hp5 task\n\
         a[1] = slow(BUMP(2)) + called(j);\nint v = max(d1 + 3 * j, d2);\nint w = TOTAL(3);\n\
         #pragma hp5 task\na[max(j, 7)] = v + w + TOTAL(max(d1, 2));\nBUMP(3);\n#pragma hp5 task\n\
         a[4] = TOTAL(max(d1, 2));\n    }\n    for (int k = 0; k < 9; k++) printf(\"%g \", a[k]);\n\
         printf(\"%d\\n\", d1);\n    return 0;\n}\n",
    );
    let mut gcc = command("gcc");
    gcc.args(["-w", "-o", "serial", "a.c"]).current_dir(&folder);
    run(gcc).success().unwrap_or_else(|why| panic!("{why}"));
    let done = hp5cc(&folder, "gcc", &["-O1 -o parallel a.c"], "");
    assert_eq!(done.status, Some(0), "{}", done.stderr);
    let answer = |program: &str, ppus: &str, seed: &str| {
        let mut program = command(folder.join(program));
        program.env("HP5_NUM_PPUS", ppus).env("HP5_SEED", seed);
        run(program).success().unwrap_or_else(|why| panic!("{why}"))
    };
    let wanted = answer("serial", "1", "1");
    for (ppus, seed) in [("1", "1"), ("2", "2"), ("8", "3"), ("2", "4")] {
        assert_eq!(
            answer("parallel", ppus, seed),
            wanted,
            "{ppus} PPUs, seed {seed}"
        );
    }
}

/// A loop that goes on from the last number of its type to the first one ends the program with a message.
#[test]
fn loops_that_wrap_around_are_errors() {
    let folder = fresh("c-wrapping-loops");
    for (head, wraps) in [
        ("unsigned char i = 10; i != 3; i++", true),
        ("unsigned char i = 3; i != 250; i--", true),
        ("signed char i = 100; i != -100; i++", true),
        ("unsigned i = -10u; i != 3; i++", true),
        ("size_t i = (size_t)-6; i != 4; i++", true),
        ("unsigned char i = 3; i != 10; i++", false),
        ("unsigned i = 9; i != -1u; i--", false),
        ("size_t i = 9; i != 2; i--", false),
    ] {
        let text = format!(
            "#include <stdio.h>\nstatic int b[256];\nint main(void) {{\n#pragma hp5 region begin\n\
             #pragma hp5 task_tile(i = 4)\n    for ({head}) b[i & 255] += 1;\n#pragma hp5 region end\n    \
             int n = 0;\n    for (int i = 0; i < 256; i++) n += b[i];\n    printf(\"%d\\n\", n);\n    \
             return 0;\n}}\n"
        );
        fs::write(folder.join("a.c"), text).expect("a file");
        let done = hp5cc(&folder, "gcc", &["-w -o a a.c"], "");
        assert_eq!(done.status, Some(0), "{head}: {}", done.stderr);
        let mut program = command(folder.join("a"));
        program.env("HP5_NUM_PPUS", "2");
        let ran = run(program);
        match wraps {
            true => assert!(
                ran.status == Some(1) && ran.stderr.contains("a.c:6: this loop ends by `!=`"),
                "{head}: {}",
                ran.stderr
            ),
            false => {
                let turns = if head.contains("-1u") { "10" } else { "7" };
                assert_eq!((ran.status, ran.stdout.trim()), (Some(0), turns), "{head}");
            }
        }
    }
}

#[test]
fn programs_are_linked_with_the_shared_library_and_are_small() {
    const MORE: u64 = 3 << 20;
    let folder = fresh("c-linked");
    fs::write(folder.join("size.h"), "#define SIZE 64\n").expect("a file");
    let main = "#include <stdio.h>\nint main(void)\n{\n    double a[SIZE];\n    f(a);\n    \
                printf(\"%g\\n\", a[SIZE - 1]);\n    return 0;\n}\n";
    fs::write(folder.join("a.c"), format!("{SOURCE}{main}")).expect("a file");
    let plain = run({
        let mut gcc = command("gcc");
        gcc.args(["-w", "-o", "plain", "a.c"]).current_dir(&folder);
        gcc
    });
    assert_eq!(plain.status, Some(0), "{}", plain.stderr);
    for (how, program) in [("-o shared", "shared"), ("-static -o alone", "alone")] {
        let done = hp5cc(&folder, "gcc", &["-w a.c", how], "");
        assert_eq!(done.status, Some(0), "{how}: {}", done.stderr);
        let ran = run(command(folder.join(program)));
        assert_eq!((ran.status, ran.stdout.trim()), (Some(0), "1"), "{how}");
    }
    let bytes = |program: &str| fs::metadata(folder.join(program)).expect("linked").len();
    let (shared, plain) = (bytes("shared"), bytes("plain"));
    assert!(shared <= plain + MORE, "{shared} bytes, {plain} without");
    assert!(bytes("alone") > shared, "it has the library in itself");
}

/// Behind the preprocessor, and in text that another program has made, what is named by its line has the user's.
#[test]
fn names_and_findings_are_of_the_users_lines() {
    let folder = fresh("c-users-lines");
    let put = |name: &str, text: &str| fs::write(folder.join(name), text).expect("a file");
    let code = "#define NEXT (g += 3)\nint g, a[64];\nvoid f(void);\nvoid f(void)\n{\n#pragma hp5 region\n    {\n\
         #pragma hp5 task\n        a[1] = NEXT;\n#pragma hp5 task nested\n        {\n#pragma hp5 task\n            a[2]++;\n        }\n    }\n}\n";
    put("a.c", &format!("#include <stdio.h>\n{code}"));
    let plain = code.replace("NEXT;", "g;");
    put("made.c", &format!("#line 41 \"grammar.y\"\n{plain}"));
    let wrong = plain.replace("task nested", "task nest");
    put("wrong.c", &format!("#line 41 \"grammar.y\"\n{wrong}"));
    put("grammar.y", &("\n".repeat(40) + &wrong));
    let cases = [
        ("a.c", ["--cpp", ""].as_slice(), [9, 11, 13]),
        ("made.c", &["--cpp", ""], [48, 50, 52]),
    ];
    for (source, ways, lines) in cases {
        for cpp in ways {
            let done = hp5cc(&folder, "gcc", &[cpp, "-c -o x.o", source], "");
            assert_eq!(done.status, Some(0), "{}", done.stderr);
            let mut strings = command("strings");
            strings.args(["-n", "3"]).arg(folder.join("x.o"));
            let named = run(strings).success().unwrap_or_else(|why| panic!("{why}"));
            let wanted = [
                format!("f:{}", lines[0]),
                format!("f:{}", lines[1]),
                format!("task:{}:{}", lines[1], lines[2]),
            ];
            for name in wanted {
                assert!(
                    named.lines().any(|line| line == name),
                    "{source} {cpp}: no {name}"
                );
            }
        }
    }
    // A file that is not there, too.
    let header = "#line 7 \"made.y\"\n#include <stdio.h>\n";
    put("other.c", &format!("{header}#line 41 \"rules.y\"\n{wrong}"));
    for (source, place) in [("wrong.c", "grammar.y:50"), ("other.c", "rules.y:50")] {
        for cpp in ["", "--cpp"] {
            let done = hp5cc(&folder, "gcc", &[cpp, "-c", source], "");
            assert_eq!(done.status, Some(1));
            let said = &done.stderr;
            assert!(said.contains(place) && said.contains("task nest"), "{said}");
        }
    }
}

#[test]
fn directives_in_cpp_are_noted_once() {
    let folder = fresh("c-plus-plus");
    let code = SOURCE.replace("#include \"size.h\"", "#define SIZE 64");
    for name in ["a.cc", "b.cpp", "plain.cc"] {
        let text = if name == "plain.cc" {
            "int x;\n"
        } else {
            code.as_str()
        };
        fs::write(folder.join(name), text).expect("a file");
    }
    let done = hp5cc(&folder, "gcc", &["-c a.cc b.cpp plain.cc"], "");
    assert_eq!(done.status, Some(0), "{}", done.stderr);
    let notes = |file: &str| {
        done.stderr
            .matches(&format!("{file}: directives are for C"))
            .count()
    };
    assert_eq!(
        (notes("a.cc"), notes("b.cpp"), notes("plain.cc")),
        (1, 1, 0),
        "{}",
        done.stderr
    );
}

#[test]
fn a_full_device_is_an_error() {
    let line = format!(
        "exec {} --help > /dev/full",
        c_library().join("bin/hp5cc").display()
    );
    let mut shell = command("sh");
    shell.args(["-c", &line]);
    let done = run(shell);
    assert_eq!(done.status, Some(2), "{}", done.stderr);
    assert!(done.stderr.contains("cannot be written"), "{}", done.stderr);
}

/// The folder for files that are only needed meanwhile may be named from where the command runs.
#[test]
fn temporary_files_may_be_here() {
    let folder = fresh("c-here");
    fs::write(folder.join("size.h"), "#define SIZE 64\n").expect("a file");
    fs::write(folder.join("a.c"), SOURCE).expect("a file");
    for how in ["", "--cpp"] {
        let done = hp5cc(&folder, "gcc", &["-c", how, "a.c"], "");
        assert_eq!(done.status, Some(0), "{how}: {}", done.stderr);
        let line = format!(
            "TMPDIR=. exec {} -c {how} -o here.o a.c",
            c_library().join("bin/hp5cc").display()
        );
        let mut shell = command("sh");
        shell.args(["-c", &line]).current_dir(&folder);
        let done = run(shell);
        assert_eq!(done.status, Some(0), "{how}, here: {}", done.stderr);
        assert!(symbols(&folder, "here.o").contains("hp5_task_"), "{how}");
    }
}

/// A signal that ends the command leaves nothing behind, and its status is that of the signal, whatever it is
/// about: it comes while sources are translated, one after the other, up to when the compiler runs.
#[test]
fn signals_leave_no_folder() {
    let folder = fresh("c-signals");
    let meanwhile = folder.join("tmp");
    fs::create_dir(&meanwhile).expect("a folder");
    fs::write(folder.join("size.h"), "#define SIZE 64\n").expect("a file");
    for number in 0..SOURCES {
        fs::write(folder.join(format!("{number}.c")), SOURCE).expect("a file");
    }
    fs::write(folder.join("slow"), "#!/bin/sh\nexec sleep 20\n").expect("a file");
    for (signal, number) in [("INT", 2), ("TERM", 15), ("HUP", 1)] {
        let waits = [0, 1, 2, 5, 10, 20, 50, 200].map(|wait| (wait, ""));
        for (wait, how) in waits.into_iter().chain([(50, "--cpp")]) {
            let wait = Duration::from_millis(wait);
            let status = interrupted(&folder, &meanwhile, (signal, how), wait);
            assert_eq!(status.signal(), Some(number), "{signal} after {wait:?}");
            assert!(
                is_empty(&meanwhile),
                "{signal} after {wait:?}: it left its folder"
            );
        }
    }
}

/// Enough that signals come while they are translated.
const SOURCES: usize = 100;

fn is_empty(folder: &Path) -> bool {
    fs::read_dir(folder).is_ok_and(|mut all| all.next().is_none())
}

/// How `hp5cc` ends by a signal that comes so long after its folder is there.
fn interrupted(
    folder: &Path,
    meanwhile: &Path,
    (signal, how): (&str, &str),
    wait: Duration,
) -> ExitStatus {
    // Under `nohup`, or in the background of a shell, the tests ignore some of these.
    let mut hp5cc = command("env");
    hp5cc
        .arg("--default-signal=INT,TERM,HUP")
        .arg(c_library().join("bin/hp5cc"))
        .args(["-c"].into_iter().chain((!how.is_empty()).then_some(how)))
        .args((0..SOURCES).map(|number| format!("{number}.c")))
        .current_dir(folder)
        .env("HP5CC_CC", "sh slow")
        .env("TMPDIR", meanwhile)
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    let mut child = hp5cc.spawn().expect("it runs");
    // A shell that is there already: to start one takes longer than what is aimed at.
    let line = format!("read go; kill -{signal} {}", child.id());
    let mut shell = command("sh");
    shell.args(["-c", &line]).stdin(Stdio::piped());
    let mut shell = shell.spawn().expect("it runs");
    let begun = Instant::now();
    while is_empty(meanwhile) && begun.elapsed() < LIMIT {
        thread::yield_now();
    }
    assert!(!is_empty(meanwhile), "{signal}: it made no folder");
    thread::sleep(wait);
    drop(shell.stdin.take());
    assert!(shell.wait().expect("it ends").success(), "{signal}: sent");
    child.wait().expect("it ends")
}

/// Comments and strings of sources and headers in Latin-1 stay what they are, and findings have their places.
#[test]
fn sources_may_be_in_other_encodings() {
    let folder = fresh("c-encodings");
    let put = |name: &str, text: &str| {
        let latin: Vec<u8> = text.chars().map(|c| c as u8).collect();
        fs::write(folder.join(name), latin).expect("a file");
    };
    put("size.h", "/* Länge */\n#define SIZE 64 /* à régler */\n");
    let main = "#include <stdio.h>\nint main(void)\n{\n    static double a[64];\n    f(a);\n    \
        printf(\"Größe %g\\n\", a[7]);\n    return 0;\n}\n";
    put("a.c", &format!("/* élan */ {SOURCE}{main}"));
    put("wrong.c", &SOURCE.replace("a[i] = 1;", "/* é */ return;"));
    for how in ["", "--cpp", "-std=c11 -O2", "--checked"] {
        let done = hp5cc(&folder, "gcc", &[how, "-o a a.c"], "");
        assert_eq!(done.status, Some(0), "{how}: {}", done.stderr);
        let said = std::process::Command::new(folder.join("a")).output();
        let said = said.expect("it runs");
        assert_eq!(said.stdout, b"Gr\xF6\xDFe 1\n", "{how}");
    }
    let wrong = hp5cc(&folder, "gcc", &["-c wrong.c"], "");
    let place = "wrong.c:9:21";
    assert!(wrong.stderr.contains(place), "{}", wrong.stderr);
    assert!(
        wrong.stderr.contains("/* \u{FFFD} */ return;"),
        "{}",
        wrong.stderr
    );
}
