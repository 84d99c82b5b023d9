//! The command `hp5 verify`, from outside, on shell scripts that stand for programs: which
//! schedules are tried, what is compared, what is said, and with which exit status.
#![cfg(unix)]

mod shell;

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::process::Command;

use shell::{Scratch, run, target_dir};

fn script(s: &Scratch, name: &str, text: &str) {
    s.write(name, format!("#!/bin/sh\n{text}\n"));
    fs::set_permissions(s.at(name), fs::Permissions::from_mode(0o755)).unwrap();
}

fn hp5(s: &Scratch, args: &[&str]) -> (i32, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hp5"));
    command.arg("verify").args(args).current_dir(&s.0);
    for name in [
        "HP5_SEED",
        "HP5_NUM_PPUS",
        "HP5_REPLAY",
        "HP5_TRACE",
        "HP5_QUIET",
        "HP5_WATCHDOG",
    ] {
        command.env_remove(name);
    }
    // What is kept of runs that differ goes away with the test.
    command.env("TMPDIR", &s.0);
    command
        .env("CARGO_TARGET_DIR", target_dir())
        .env_remove("RUSTFLAGS");
    // What is set outside must not come into the runs.
    run(command.env("HP5_CHAOS", "99"))
}

#[test]
fn every_schedule_is_run_and_the_first_of_all_is_the_serial_program() {
    let s = Scratch::new("verify-all");
    script(
        &s,
        "serial",
        "echo \"serial ${HP5_SEED:-} ${HP5_CHAOS:-} ${HP5_NUM_PPUS:-}\" >> log; echo 7",
    );
    script(
        &s,
        "parallel",
        "echo \"s${HP5_SEED:-} c${HP5_CHAOS:-} n$HP5_NUM_PPUS q$HP5_QUIET r$HP5_REPLAY w$HP5_WATCHDOG $1\" >> log; echo 7",
    );
    let arguments = [
        "parallel",
        "--serial-program",
        "serial",
        "--seeds",
        "2",
        "--first-seed",
        "5",
        "--ppus",
        "1,3",
        "--",
        "a b",
    ];
    let (status, out, err) = hp5(&s, &arguments);
    assert_eq!(status, 0, "{out}{err}");
    assert!(
        out.starts_with(
            "equal: 11 runs, 2 seeds in order and at random, on 1, 3 PPUs, and serially"
        ),
        "{out}"
    );
    assert!(out.contains("compared: 1 of 1 lines\n"), "{out}");
    let log = fs::read_to_string(s.at("log")).unwrap();
    let mut lines = log.lines();
    // Twice: does it give the same?
    assert_eq!(lines.next(), Some("serial   "));
    assert_eq!(lines.next(), Some("serial   "));
    // No run is watched before one hangs, and every second seed replays what it can.
    let orders = [
        ("s5 c", "r w"),
        ("s6 c", "ralways w"),
        ("s c", "r w"),
        ("s c5", "r w"),
        ("s c6", "ralways w"),
    ];
    let wanted = orders.map(|(o, more)| [1, 3].map(|n| format!("{o} n{n} q1 {more} a b")));
    assert_eq!(lines.collect::<Vec<_>>(), wanted.concat());
}

#[test]
fn the_first_seed_that_fails_is_shown_with_the_command_that_repeats_it() {
    let s = Scratch::new("verify-seed");
    script(&s, "serial", "echo head; echo sum 10; echo tail");
    script(
        &s,
        "parallel",
        "echo head; if [ \"$HP5_SEED$HP5_NUM_PPUS\" = 42 ]; then echo sum 11; else echo sum 10; fi; echo tail",
    );
    let (status, out, err) = hp5(
        &s,
        &["./parallel", "--serial-program", "serial", "--", "x y"],
    );
    assert_eq!(status, 1, "{out}{err}");
    let wanted = "different: HP5_SEED=4 on 2 PPUs\n  line 2 of standard output:\n      \
                  serial: sum 10\n    this run: sum 11\n  \
                  replay: HP5_CHAOS= HP5_SEED=4 HP5_REPLAY=always HP5_NUM_PPUS=2 ./parallel 'x y'\n          \
                  failed again in 2 of 2 repeats\n";
    assert!(out.starts_with(wanted), "{out}");
    assert!(
        out.contains("the result depends on the order of tasks"),
        "{out}"
    );
    assert!(out.contains("11 of 124 runs were equal before"), "{out}");
    let replay = out
        .lines()
        .find_map(|l| l.trim().strip_prefix("replay: "))
        .unwrap();
    let (_, again, _) = run(Command::new("sh").args(["-c", replay]).current_dir(&s.0));
    assert_eq!(again, "head\nsum 11\ntail\n");
    let diff = out
        .lines()
        .find_map(|l| l.trim().strip_prefix("outputs: "))
        .unwrap();
    let (_, shown, _) = run(Command::new("sh").args(["-c", diff]).current_dir(&s.0));
    assert!(
        shown.contains("< sum 10") && shown.contains("> sum 11"),
        "{shown}"
    );
}

#[test]
fn what_fails_at_random_is_repeated_more_often() {
    let s = Scratch::new("verify-chaos");
    // Wrong in each second disturbed run.
    script(
        &s,
        "parallel",
        "if [ -n \"$HP5_CHAOS\" ]; then echo x >> count; echo $(( $(wc -l < count) % 2 )); else echo 0; fi",
    );
    let arguments = ["parallel", "--no-serial", "--seeds", "3", "--ppus", "2"];
    let (status, out, err) = hp5(&s, &arguments);
    assert_eq!(status, 1, "{out}{err}");
    assert!(
        out.starts_with("different: HP5_CHAOS=1 on 2 PPUs\n"),
        "{out}"
    );
    assert!(out.contains("failed again in 4 of 9 repeats"), "{out}");
    assert!(out.contains("replay: HP5_CHAOS=1 HP5_NUM_PPUS=2 "), "{out}");
}

#[test]
fn lines_are_chosen_and_files_are_compared() {
    let s = Scratch::new("verify-lines");
    let times = "echo took $$ s; echo \"result 5 in $$ s\"";
    script(&s, "parallel", times);
    let quick = ["parallel", "--no-serial", "--seeds", "1", "--ppus", "1,2"];
    let with = |more: &[&str]| hp5(&s, &[&quick[..], more].concat());
    assert_eq!(with(&[]).0, 1);
    assert_eq!(with(&["--ignore", "took"]).0, 1);
    assert_eq!(
        with(&["--ignore", "took", "--ignore", "in .* s$"]).0,
        2,
        "nothing is left"
    );
    assert_eq!(with(&["--compare", "result"]).0, 1);
    let (status, out, err) = with(&["--compare", r"result (\d+)"]);
    assert_eq!(status, 0, "{out}{err}");
    assert!(out.contains("compared: 1 of 2 lines\n"), "{out}");
    script(&s, "parallel", &format!("{times}; echo Fingerprint 12"));
    let (status, out, _) = with(&[]);
    assert!(
        status == 0 && out.contains("1 of 3 lines, those with `fingerprint`"),
        "{out}"
    );
    assert_eq!(with(&["--compare", ""]).0, 1, "all lines");

    script(
        &s,
        "parallel",
        "echo a; echo $HP5_NUM_PPUS > file; echo b > 'other file'",
    );
    let (status, out, _) = with(&["--output", "other file", "--output", "file"]);
    assert!(status == 1 && out.contains("line 1 of file:"), "{out}");
    assert_eq!(with(&["--output", "other file"]).0, 0);
    let (status, _, err) = with(&["--output", "third"]);
    assert!(status == 2 && err.contains("did not write third"), "{err}");
}

#[test]
fn sums_may_differ_from_serial_ones_but_not_among_themselves() {
    let s = Scratch::new("verify-close");
    script(&s, "serial", "echo sum 1.000000000001");
    script(&s, "parallel", "echo sum 1.0");
    let quick = [
        "parallel",
        "--serial-program",
        "serial",
        "--seeds",
        "2",
        "--ppus",
        "1,2",
    ];
    let with = |more: &[&str]| hp5(&s, &[&quick[..], more].concat());
    let (status, out, _) = with(&[]);
    assert!(
        status == 1 && out.contains("other schedules give this run's result as well"),
        "{out}"
    );
    assert!(out.contains("--tolerance or --no-serial"), "{out}");
    let (status, out, _) = with(&["--tolerance", "1e-9"]);
    assert!(
        status == 0 && out.contains("serially to within 1e-9"),
        "{out}"
    );
    let (status, out, _) = with(&["--tolerance", "1e-15"]);
    assert!(
        status == 1 && out.starts_with("different: plain on 1 PPU\n"),
        "{out}"
    );
    // As close to the serial sum, but not the same each time.
    script(&s, "parallel", "echo sum 1.00000000000$HP5_NUM_PPUS");
    let (status, out, _) = with(&["--tolerance", "1e-9"]);
    assert!(
        status == 1 && out.contains("first: sum 1.000000000001"),
        "{out}"
    );
}

/// Only the macros, so that it builds in a second.
fn package(s: &Scratch, main: &str) {
    let macros = concat!(env!("CARGO_MANIFEST_DIR"), "/../macros");
    let manifest = format!(
        "[package]\nname = \"undirected\"\nversion = \"0.1.0\"\nedition = \"2024\"\n[workspace]\n\
         [dependencies]\nhp5 = {{ path = {macros:?}, package = \"hp5-macros\" }}\n"
    );
    s.write("p/Cargo.toml", manifest);
    s.write("p/src/main.rs", main);
}

#[test]
fn a_package_without_directives_is_held_against_itself() {
    let s = Scratch::new("verify-undirected");
    let main = r#"fn main() {
        println!("7");
        if std::env::args().len() > 1 {
            println!("{}", std::env::var("HP5_NUM_PPUS").unwrap_or_default());
        }
    }"#;
    package(&s, main);
    let quick = ["p", "--debug", "--no-native", "--seeds", "2"];
    let (status, out, err) = hp5(&s, &quick);
    assert!(
        err.contains("there is no directive in this package"),
        "{err}"
    );
    assert!(
        status == 0 && out.contains("not held against a serial program"),
        "{out}{err}"
    );
    let (status, out, _) = hp5(&s, &[&quick[..], &["--", "x"]].concat());
    assert!(
        status == 1 && out.contains(" first: 1\n    this run: 2\n"),
        "{out}"
    );
}

#[test]
fn hangs_crashes_and_other_ends_are_differences() {
    let s = Scratch::new("verify-ends");
    let with = |text: &str, more: &[&str]| {
        let quick = ["parallel", "--no-serial", "--seeds", "2", "--ppus", "1,2"];
        script(&s, "parallel", &format!("echo x; {text}"));
        hp5(&s, &[&quick[..], more].concat())
    };
    let hang = "echo stuck >&2; [ \"$HP5_SEED\" != 2 ] || exec sleep 60";
    let (status, out, err) = with(hang, &["--timeout", "1"]);
    assert_eq!(status, 1, "{out}{err}");
    assert!(
        out.starts_with(
            "different: HP5_SEED=2 on 1 PPU\n  this run did not end within 1 s\n    stuck\n"
        ),
        "{out}"
    );
    assert!(
        out.contains("1 of 1 repeats") && out.contains("help: HP5_WATCHDOG=5"),
        "{out}"
    );
    let says =
        "[ -z \"$HP5_WATCHDOG\" ] || printf 'hp5: watchdog: still\\n  region r\\nend\\n' >&2";
    let (_, out, _) = with(&format!("{says}; {hang}"), &["--timeout", "1"]);
    assert!(
        out.contains("1 of 1 repeats\n  hp5: watchdog: still\n    region r\n  outputs:")
            && out.contains("help: HP5_WATCHDOG=5 in that command says what is said above"),
        "{out}"
    );
    let (status, out, _) = with("[ \"$HP5_CHAOS\" != 1 ] || kill -9 $$", &[]);
    assert!(
        status == 1 && out.contains("was ended by signal 9"),
        "{out}"
    );
    let (status, out, _) = with("[ \"$HP5_CHAOS\" != 1 ] || exit 5", &[]);
    assert!(
        status == 1 && out.contains("ended with exit status 5"),
        "{out}"
    );
    assert_eq!(with("exit 5", &["--status", "5"]).0, 0);
}

#[test]
fn what_cannot_be_verified_is_refused() {
    let s = Scratch::new("verify-refused");
    script(&s, "silent", "true");
    script(&s, "timed", "echo took $$");
    script(&s, "fails", "echo x; echo no such file >&2; exit 3");
    s.write("source.rs", "fn main() {}");
    s.write("source.c", "");
    s.write("source.hp5", "");
    for (args, text) in [
        (&["nowhere"][..], "has no Cargo.toml"),
        (&["source.rs"], "is a source file"),
        (&["source.c", "--bin", "b"], "--bin is for packages"),
        (
            &["source.c", "--serial-program", "silent"],
            "is for programs that are built already",
        ),
        (
            &["source.hp5", "--checked"],
            "--checked is for directives, and source.hp5 has none",
        ),
        (&["silent"], "there is nothing to compare"),
        (
            &["fails"],
            "the first parallel run ended with exit status 3\n  no such file\n  help: the program's arguments",
        ),
        (
            &["fails", "--serial-program", "silent"],
            "there is nothing to compare",
        ),
        (
            &["silent", "--serial-program", "fails"],
            "the serial program ended with exit status 3",
        ),
        (
            &["silent", "--serial-program", "timed"],
            "the serial program itself gives something else when it runs again\n  line 1 of",
        ),
        (&["silent", "--serial-program", "nowhere"], "cannot run"),
        (&["silent", "--compare", "("], "is no regular expression"),
        (&["silent", "--ppus", "0"], "--ppus"),
        (&["silent", "--ppus", ""], "--ppus"),
        (&["silent", "--seeds", "0"], "--seeds"),
        (&["silent", "--tolerance=-1"], "expected a number from 0"),
        (
            &["silent", "--tolerance", "0.1", "--no-serial"],
            "cannot be used with",
        ),
        (
            &[".", "--serial-program", "silent"],
            "is for a PROGRAM that is a program",
        ),
    ] {
        let (status, out, err) = hp5(&s, args);
        assert!(
            status == 2 && err.contains(text),
            "{args:?}: {status}\n{out}{err}"
        );
    }
}
