//! What programs in C do that a runtime has to stand: stacks that overflow, other rounding, threads that are
//! ended, wrong variables, limits of the system, names without end, more rights than who starts them.

use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::LazyLock;

use hp5_tests::program::{command, run};
use hp5_tests::repository;
use hp5_tests::tools::{c_library, fresh};

/// The program, with the library in it.
static PROGRAM: LazyLock<PathBuf> = LazyLock::new(|| {
    let executable = fresh("c-hostile").join("hostile");
    let mut compile = command("gcc");
    compile.args(["-std=gnu11", "-Wall", "-Wextra", "-Werror", "-O1", "-g"]);
    compile.arg(repository().join("tests/tests/c_api/hostile.c"));
    compile.arg("-I").arg(c_library().join("include"));
    compile.arg("-o").arg(&executable);
    compile.arg(c_library().join("lib/libhp5.a"));
    compile.args(["-lpthread", "-ldl", "-lm"]);
    run(compile)
        .success()
        .unwrap_or_else(|why| panic!("gcc: {why}"));
    executable
});

/// Runs the program; it must end within a minute.
fn program(what: &str, set: &[(&str, &str)]) -> Output {
    let mut limited = Command::new("timeout");
    limited.arg("60").arg(&*PROGRAM).arg(what);
    limited.env("HP5_QUIET", "1").env("HP5_NUM_PPUS", "4");
    limited.envs(set.iter().copied());
    limited.output().expect("timeout starts")
}

fn said(output: &Output) -> String {
    let text = |bytes| String::from_utf8_lossy(bytes).into_owned();
    text(&output.stdout) + &text(&output.stderr)
}

fn does_it(what: &str, set: &[(&str, &str)]) {
    let output = program(what, set);
    let said = said(&output);
    assert!(
        output.status.success() && said == "done\n",
        "{what}: {}: {said}",
        output.status
    );
}

#[test]
fn tasks_have_as_large_a_stack_as_the_first_thread() {
    does_it("stack", &[]);
    does_it("stack", &[("HP5_STACK", "64M")]);
}

/// A thousand of them: each needs some kilobytes, more in a library without optimisation.
#[test]
fn regions_inside_one_another_work_or_say_why_not() {
    let output = program("nested", &[]);
    let text = said(&output);
    match output.status.success() {
        true => assert_eq!(text, "done\n"),
        false => assert!(text.contains("stack of a thread overflowed"), "{text}"),
    }
}

#[test]
fn a_stack_that_overflows_says_so() {
    let output = program("stack", &[("HP5_STACK", "256K")]);
    let text = said(&output);
    let status = (output.status.code(), output.status.signal());
    // `timeout` ends itself as the program did, or says so by its status.
    assert!(
        [(None, Some(11)), (Some(139), None)].contains(&status),
        "{status:?}: {text}"
    );
    for part in [
        "stack of a thread overflowed (256 KiB)",
        "in task `uses much stack`",
        "hostile.c:",
        "HP5_STACK=",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    // A handler of the program's own is asked as before.
    let output = program("handled", &[("HP5_STACK", "256K")]);
    let text = said(&output);
    assert_eq!(output.status.code(), Some(7), "{text}");
    assert!(
        text.contains("overflowed") && text.contains("the program's own handler"),
        "{text}"
    );
}

#[test]
fn tasks_round_as_the_thread_that_begins_their_region() {
    for ppus in ["1", "2", "8"] {
        does_it("rounding", &[("HP5_NUM_PPUS", ppus)]);
    }
    does_it("rounding", &[("HP5_CHAOS", "3")]);
    does_it("rounding", &[("HP5_SEED", "3")]);
}

#[test]
fn a_task_does_not_end_its_thread() {
    does_it("cancelled", &[]);
}

#[test]
fn names_that_are_made_up_go_with_their_regions() {
    does_it("names", &[]);
}

#[test]
fn wrong_variables_are_refused() {
    for (variable, value, expected) in [
        ("HP5_QUIET", "2", "expected 0 or 1"),
        ("HP5_QUIET", "yes", "expected 0 or 1"),
        ("HP5_TRACE_FLOWS", "x", "expected cross, all or none"),
        (
            "HP5_STACK",
            "x",
            "expected bytes, or with K, M or G behind the number",
        ),
        ("HP5_STACK", "1K", "from 128K to 64G"),
        ("HP5_STACK", "-8M", "from 128K to 64G"),
        ("HP5_STACK", "100G", "from 128K to 64G"),
        ("HP5_NUM_PPUS", "0", "a whole number from 1 to 4096"),
        ("HP5_NUM_PPUS", "2.5", "a whole number from 1 to 4096"),
        ("HP5_BIND", "cores", "none, core or thread"),
        ("HP5_REPLAY", "2", "0, 1 or always"),
        ("HP5_CHAOS", "x", "a seed"),
        ("HP5_SEED", "x", "a seed"),
        ("HP5_MAX_TASKS", "0", "a whole number from 1"),
        ("HP5_WATCHDOG", "soon", "a number of seconds"),
    ] {
        let output = program("plain", &[(variable, value)]);
        let text = said(&output);
        assert_eq!(output.status.code(), Some(2), "{variable}={value}: {text}");
        assert!(text.contains(&format!("{variable}={value}: ")), "{text}");
        assert!(text.contains(expected), "{variable}={value}: {text}");
    }
}

#[test]
fn a_machine_is_read_from_regular_files_alone() {
    let pipe = fresh("c-hostile-machine").join("pipe");
    assert!(
        Command::new("mkfifo")
            .arg(&pipe)
            .status()
            .is_ok_and(|s| s.success())
    );
    let pipe = pipe.to_string_lossy();
    for (name, why) in [
        ("/dev/zero", "it is no regular file"),
        (&*pipe, "it is no regular file"),
        ("/proc", "it is a folder"),
    ] {
        let output = program("plain", &[("HP5_MACHINE", name)]);
        let text = said(&output);
        assert_eq!(output.status.code(), Some(2), "{name}: {text}");
        assert!(text.contains(why) && text.contains(name), "{name}: {text}");
    }
}

#[test]
fn a_limit_of_files_ends_no_program() {
    let folder = fresh("c-hostile-limit");
    for (variable, file) in [
        ("HP5_TRACE", "t.json"),
        ("HP5_TRACE", "t.pftrace"),
        ("HP5_DOT", "g.dot"),
        ("HP5_SVG", "p.svg"),
    ] {
        let file = folder.join(file);
        let mut limited = Command::new("sh");
        limited
            .args(["-c", "ulimit -f 4; exec \"$0\" plain"])
            .arg(&*PROGRAM);
        limited
            .env("HP5_QUIET", "1")
            .env("HP5_NUM_PPUS", "4")
            .env(variable, &file);
        let output = limited.output().expect("a shell");
        let text = said(&output);
        assert!(
            output.status.success() && text.contains("done\n"),
            "{variable}: {}: {text}",
            output.status
        );
        let line = format!("hp5: {variable}: cannot write {}", file.display());
        assert!(
            text.contains(&line) && text.contains("the run goes on"),
            "{text}"
        );
    }
}

/// Copies the program to where everybody may run it, with its owner's rights.
fn with_rights(folder: &Path) -> PathBuf {
    let copy = folder.join("hostile");
    std::fs::copy(&*PROGRAM, &copy).expect("a copy");
    std::fs::set_permissions(&copy, PermissionsExt::from_mode(0o4755)).expect("its rights");
    copy
}

#[test]
fn a_program_with_more_rights_writes_no_file_that_a_variable_names() {
    let name = format!("hp5-hostile-{}", std::process::id());
    let folder = std::env::temp_dir().join(name);
    std::fs::create_dir_all(&folder).expect("a folder");
    std::fs::set_permissions(&folder, PermissionsExt::from_mode(0o777)).expect("its rights");
    let copy = with_rights(&folder);
    let run_as = |program: &Path, set: &[(&str, &Path)]| {
        let mut other = Command::new("setpriv");
        other
            .args(["--reuid=65534", "--regid=65534", "--clear-groups"])
            .arg(program)
            .arg("plain");
        other.env("HP5_QUIET", "1").env("HP5_NUM_PPUS", "2");
        other.envs(set.iter().copied());
        other.output()
    };
    // Root alone can become somebody else; and there must be no `nosuid` where temporary files are.
    let asked = Command::new("setpriv")
        .args(["--reuid=65534", "--regid=65534", "--clear-groups", "true"])
        .status();
    if asked.is_ok_and(|status| status.success()) {
        let files = ["t.json", "g.dot", "p.svg"].map(|name| folder.join(name));
        let set = [
            ("HP5_TRACE", &*files[0]),
            ("HP5_DOT", &*files[1]),
            ("HP5_SVG", &*files[2]),
            ("HP5_MACHINE", Path::new("/etc/shadow")),
        ];
        let output = run_as(&copy, &set).expect("setpriv starts");
        assert!(output.status.success(), "{}", said(&output));
        assert!(
            files.iter().all(|file| !file.exists()),
            "it wrote where it was told"
        );
        // The same program without such rights does.
        std::fs::set_permissions(&copy, PermissionsExt::from_mode(0o755)).expect("its rights");
        let output = run_as(&copy, &set[..3]).expect("setpriv starts");
        assert!(output.status.success(), "{}", said(&output));
        assert!(files.iter().all(|file| file.exists()), "{}", said(&output));
    } else {
        eprintln!("left out: this user cannot become another one");
    }
    std::fs::remove_dir_all(&folder).expect("it is there");
}
