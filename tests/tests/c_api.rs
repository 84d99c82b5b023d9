//! The C interface as C programmers meet it: installed, found by pkg-config and CMake, used from
//! C11 and C++17 with all warnings, under valgrind's memcheck and gcc's ThreadSanitizer.
//!
//! `c_api/all.c` uses every function and checks what each says. Compilers, valgrind and CMake are
//! asked for by name; `.ci/run` installs them. A test whose tool is missing fails and names it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

use hp5_tests::program::{Ended, command, run, run_on};
use hp5_tests::repository;
use hp5_tests::tools::{c_library, fresh};

const STRICT: [&str; 5] = ["-Wall", "-Wextra", "-Werror", "-pedantic", "-g"];

/// What pkg-config says.
fn pkg_config(arguments: &[&str]) -> Vec<String> {
    let mut ask = command("pkg-config");
    ask.env("PKG_CONFIG_PATH", c_library().join("lib/pkgconfig"));
    ask.args(arguments).arg("hp5");
    let said = run(ask)
        .success()
        .unwrap_or_else(|why| panic!("pkg-config: {why}"));
    said.split_whitespace().map(str::to_owned).collect()
}

fn source(name: &str) -> PathBuf {
    repository().join("tests/tests/c_api").join(name)
}

/// Compiles and links a program with the shared library.
fn compiled(compiler: &str, flags: &[&str], source: &Path, name: &str) -> PathBuf {
    let executable = fresh(&format!("c-api-{name}")).join(name);
    let mut compile = command(compiler);
    compile
        .args(STRICT)
        .args(flags)
        .arg(source)
        .arg("-o")
        .arg(&executable);
    compile.args(pkg_config(&["--cflags", "--libs"]));
    compile.arg(format!("-Wl,-rpath,{}", c_library().join("lib").display()));
    compile.args(["-lm", "-lpthread"]);
    run(compile)
        .success()
        .unwrap_or_else(|why| panic!("{compiler}: {why}"));
    executable
}

const C11: [&str; 2] = ["-std=c11", "-D_POSIX_C_SOURCE=200809L"];

fn quiet(program: impl AsRef<std::ffi::OsStr>) -> Command {
    let mut command = command(program);
    command.env("HP5_QUIET", "1");
    command
}

fn good(ended: Ended) -> String {
    ended.success().unwrap_or_else(|why| panic!("{why}"))
}

static ALL: LazyLock<PathBuf> =
    LazyLock::new(|| compiled("gcc", &[C11[0], C11[1], "-O1"], &source("all.c"), "all"));

#[test]
fn every_function_does_what_it_says() {
    for ppus in [1, 2, 8] {
        assert_eq!(good(run_on(&ALL, ppus)), "all as it should be\n");
    }
    for seed in ["1", "2", "3"] {
        for variable in ["HP5_CHAOS", "HP5_SEED"] {
            let mut disturbed = quiet(&*ALL);
            disturbed.env(variable, seed).env("HP5_NUM_PPUS", "4");
            assert_eq!(
                good(run(disturbed)),
                "all as it should be\n",
                "{variable}={seed}"
            );
        }
    }
}

#[test]
fn memory_is_ordered_whatever_it_is_called() {
    let names = compiled("gcc", &C11, &source("names.c"), "names");
    for ppus in [1, 2, 8] {
        assert_eq!(good(run_on(&names, ppus)), "all as it should be\n");
    }
    for seed in ["1", "2", "3"] {
        let mut disturbed = quiet(&names);
        disturbed.env("HP5_CHAOS", seed).env("HP5_NUM_PPUS", "4");
        assert_eq!(good(run(disturbed)), "all as it should be\n", "{seed}");
    }
}

#[test]
fn the_static_library_serves_as_well() {
    let executable = fresh("c-api-static").join("all");
    let mut compile = command("gcc");
    compile
        .args(STRICT)
        .args(C11)
        .arg(source("all.c"))
        .arg("-o")
        .arg(&executable);
    compile
        .args(pkg_config(&["--cflags"]))
        .arg(c_library().join("lib/libhp5.a"));
    let system = pkg_config(&["--static", "--libs-only-l"]);
    compile.args(system.iter().filter(|flag| *flag != "-lhp5"));
    good(run(compile));
    assert_eq!(good(run_on(&executable, 2)), "all as it should be\n");
}

#[test]
fn the_header_is_cxx17_too() {
    let executable = compiled("g++", &["-std=c++17"], &source("both.cpp"), "both");
    assert_eq!(good(run_on(&executable, 2)), "42\n");
}

#[test]
fn the_program_of_the_page_runs() {
    let page = fs::read_to_string(repository().join("docs/c.md")).expect("a page");
    let program = page
        .split("```c\n")
        .find(|block| block.contains("int main"))
        .and_then(|rest| rest.split("```").next());
    let file = fresh("c-api-page").join("page.c");
    fs::write(&file, program.expect("a program in C")).expect("a folder to write to");
    let executable = compiled("gcc", &["-std=c11"], &file, "sum");
    assert_eq!(good(run_on(&executable, 2)), "10\n");
}

#[test]
fn memcheck_finds_nothing() {
    let mut check = quiet("valgrind");
    check.args(["-q", "--error-exitcode=9", "--leak-check=full"]);
    check.args([
        "--show-leak-kinds=definite",
        "--errors-for-leak-kinds=definite",
    ]);
    check.env("HP5_NUM_PPUS", "2");
    let ended = run({
        check.arg(&*ALL);
        check
    });
    assert_eq!(good(ended), "all as it should be\n");
    let heat = heat();
    let mut check = quiet("valgrind");
    check.args(["-q", "--error-exitcode=9", "--leak-check=full"]);
    check.args([
        "--show-leak-kinds=definite",
        "--errors-for-leak-kinds=definite",
    ]);
    check.arg(&heat).args(["60", "6", "16"]);
    assert!(good(run(check)).contains("the same as the serial program"));
}

const TSAN: &str = "-fsanitize=thread";

#[test]
fn the_thread_sanitizer_finds_nothing_where_all_is_declared() {
    let all = compiled("gcc", &[C11[0], C11[1], TSAN], &source("all.c"), "all-tsan");
    for ppus in [1, 2, 4] {
        let ended = run_on(&all, ppus);
        assert!(
            !ended.stderr.contains("ThreadSanitizer"),
            "{}",
            ended.stderr
        );
        assert_eq!(good(ended), "all as it should be\n");
    }
    let heat = compiled(
        "gcc",
        &["-std=c11", TSAN],
        &example("heat-api/heat.c"),
        "heat-tsan",
    );
    let mut heat = quiet(heat);
    heat.args(["100", "8", "16"]);
    assert!(good(run(heat)).contains("the same as the serial program"));
}

#[test]
fn the_thread_sanitizer_finds_what_is_not_declared() {
    let program = compiled(
        "gcc",
        &["-std=c11", TSAN],
        &source("undeclared.c"),
        "undeclared",
    );
    // The two tasks have to meet, which a busy machine may keep them from.
    let met = (0..20).any(|_| {
        let ended = run_on(&program, 2);
        ended.stderr.contains("data race") && ended.stderr.contains("count")
    });
    assert!(met, "two tasks that count one number were not found");
}

fn example(path: &str) -> PathBuf {
    repository().join("examples/c").join(path)
}

fn heat() -> PathBuf {
    compiled(
        "gcc",
        &["-std=c11", "-O2"],
        &example("heat-api/heat.c"),
        "heat",
    )
}

#[test]
fn the_example_is_the_serial_program() {
    let heat = heat();
    for (ppus, arguments) in [
        (1, ["3", "2", "1"]),
        (2, ["101", "7", "16"]),
        (8, ["64", "12", "200"]),
    ] {
        let mut command = quiet(&heat);
        command
            .args(arguments)
            .env("HP5_NUM_PPUS", ppus.to_string());
        let said = good(run(command));
        assert!(said.contains("the same as the serial program"), "{said}");
    }
    let mut wrong = quiet(&heat);
    wrong.arg("many");
    let ended = run(wrong);
    assert_eq!(ended.status, Some(2));
    assert!(
        ended.stderr.contains("`many` is no number"),
        "{}",
        ended.stderr
    );
}

#[test]
fn the_examples_makefile_and_cmake_find_the_library() {
    let folder = fresh("c-api-make");
    for file in ["heat.c", "Makefile"] {
        fs::copy(example("heat-api").join(file), folder.join(file)).expect("a file to copy");
    }
    let mut make = command("make");
    make.arg("-C")
        .arg(&folder)
        .env("PKG_CONFIG_PATH", c_library().join("lib/pkgconfig"));
    good(run(make));
    let mut heat = quiet(folder.join("heat"));
    heat.args(["50", "4", "16"])
        .env("LD_LIBRARY_PATH", c_library().join("lib"));
    good(run(heat));

    let folder = fresh("c-api-cmake");
    fs::copy(example("heat-api/heat.c"), folder.join("heat.c")).expect("a file to copy");
    let project = "cmake_minimum_required(VERSION 3.16)\nproject(heat C)\nfind_package(hp5 0.1 REQUIRED)\n\
                   foreach(kind hp5 static)\n  add_executable(heat-${kind} heat.c)\n  \
                   target_link_libraries(heat-${kind} hp5::${kind} m)\nendforeach()\n";
    fs::write(folder.join("CMakeLists.txt"), project).expect("a folder to write to");
    let mut configure = command("cmake");
    configure
        .args(["-S", ".", "-B", "build"])
        .current_dir(&folder);
    configure.arg(format!("-DCMAKE_PREFIX_PATH={}", c_library().display()));
    good(run(configure));
    let mut build = command("cmake");
    build.args(["--build", "build"]).current_dir(&folder);
    good(run(build));
    for kind in ["hp5", "static"] {
        let mut heat = quiet(folder.join(format!("build/heat-{kind}")));
        heat.args(["50", "4", "16"]);
        assert!(
            good(run(heat)).contains("the same as the serial program"),
            "{kind}"
        );
    }
}

/// Where it was built, without being installed, `hp5cc` makes programs that start; what they are told
/// and cannot do they refuse with status 2.
#[test]
fn a_compiler_that_is_not_installed_makes_programs_that_run() {
    let _ = c_library(); // it has been built
    let folder = fresh("c-api-not-installed");
    let test = std::env::current_exe().expect("a running test has a path");
    let target = test.ancestors().nth(2).expect("a folder of builds");
    let (executable, case) = (folder.join("locals"), "tests/cases/c/ok/locals.c");
    let mut hp5cc = command(target.join("hp5cc"));
    hp5cc.args(["-w", "-o"]).arg(&executable);
    hp5cc.arg(repository().join(case)).arg("-lm");
    run(hp5cc).success().unwrap_or_else(|why| panic!("{why}"));
    let ended = run_on(&executable, 2);
    assert_eq!(ended.status, Some(0), "{}", ended.stderr);
    let ended = run_on(&executable, 0);
    assert_eq!(ended.status, Some(2), "{}", ended.stderr);
    assert!(ended.stderr.contains("from 1 to 4096"), "{}", ended.stderr);
}
