//! The command `hp5 run`, from outside.
//!
//! The package needs only the macros, so that it builds in a second: what is emitted for it
//! calls nothing of the runtime.

mod shell;

use std::fs;
use std::path::Path;
use std::process::Command;

use shell::{Scratch, run, target_dir};

const MAIN: &str = r#"
#[hp5::annotated]
fn twice(n: usize) -> usize {
    n * 2
}

fn main() {
    let observed = ["HP5_TRACE", "HP5_DOT", "HP5_SVG"].map(|name| std::env::var_os(name).is_some());
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let ppus = std::env::var("HP5_NUM_PPUS").unwrap_or_default();
    println!("{} {observed:?} {arguments:?} {ppus:?} {}", twice(21), cfg!(debug_assertions));
    if let Some(file) = std::env::var_os("HP5_TRACE") {
        std::fs::write(file, "{}").unwrap();
    }
    std::process::exit(arguments.len() as i32 * 10);
}
"#;

fn package(name: &str) -> Scratch {
    let s = Scratch::new(name);
    let macros = concat!(env!("CARGO_MANIFEST_DIR"), "/../macros");
    s.write(
        "p/Cargo.toml",
        format!(
            "[package]\nname = \"{name}\"\nversion = \"0.1.0\"\nedition = \"2024\"\n[workspace]\n\
             [dependencies]\nhp5 = {{ path = {macros:?}, package = \"hp5-macros\" }}\n"
        ),
    );
    s.write("p/src/main.rs", MAIN);
    s
}

fn hp5(s: &Scratch, args: &[&str]) -> (i32, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hp5"));
    command
        .args(args)
        .current_dir(&s.0)
        .env("CARGO_TARGET_DIR", target_dir());
    for name in [
        "HP5_TRACE",
        "HP5_DOT",
        "HP5_SVG",
        "HP5_NUM_PPUS",
        "RUSTFLAGS",
    ] {
        command.env_remove(name);
    }
    run(&mut command)
}

#[test]
fn translates_builds_runs_and_tells() {
    let s = package("runs");
    let (status, out, err) = hp5(
        &s,
        &["run", "p", "--debug", "--ppus", "3", "--", "a", "--b"],
    );
    // A trace may have megabytes, so it is written when asked for.
    assert_eq!(
        out, "42 [false, false, true] [\"a\", \"--b\"] \"3\" true\n",
        "{err}"
    );
    assert_eq!(status, 20, "the program's exit status\n{err}");
    let observed = ["run", "p", "--debug", "--observe"];
    let (_, out, observed) = hp5(&s, &observed);
    assert_eq!(out, "42 [true, true, true] [] \"\" true\n", "{observed}");
    let emitted = target_dir().join("hp5/runs/src/main.rs");
    assert!(
        !fs::read_to_string(&emitted)
            .unwrap()
            .contains("hp5::annotated")
    );
    // What was written is named; the program wrote a trace, but no graph.
    assert!(
        err.contains("source: ") && err.contains("hp5/runs\n"),
        "{err}"
    );
    assert!(
        observed.contains("trace: ") && observed.contains("hp5/runs.run/trace.json"),
        "{observed}"
    );
    assert!(!observed.contains("graph: "), "{observed}");

    let (status, out, err) = hp5(&s, &["run", "p", "--debug", "--serial"]);
    assert_eq!(
        (status, out.as_str()),
        (0, "42 [false, false, false] [] \"\" true\n"),
        "{err}"
    );
    let (_, out, err) = hp5(
        &s,
        &["run", "p", "--debug", "--no-observe", "--trace", "t.json"],
    );
    assert!(out.starts_with("42 [true, false, false]"), "{out}{err}");
    assert!(
        s.at("t.json").is_file() && err.contains("trace: t.json"),
        "{err}"
    );
    assert_eq!(s.list("p"), ["Cargo.lock", "Cargo.toml", "src/main.rs"]);
}

/// Cargo would take one for the other in one folder: their names and places in their
/// workspaces are the same.
#[test]
fn serial_and_emitted_programs_are_told_apart() {
    let s = package("apart");
    let main = MAIN.replace("twice(21)", "env!(\"CARGO_MANIFEST_DIR\")");
    s.write("p/src/main.rs", main);
    let (emitted, serial) = (["run", "p", "--debug"], ["run", "p", "--debug", "--serial"]);
    for _ in 0..2 {
        let (_, out, err) = hp5(&s, &emitted);
        assert!(out.contains("hp5/apart "), "{out}{err}");
        let (_, out, err) = hp5(&s, &serial);
        assert!(out.contains("/p "), "{out}{err}");
    }
}

/// A library, two programs, an example and tests, behind features.
#[test]
fn packages_are_built_and_tested_as_by_cargo() {
    let s = package("whole");
    let manifest = fs::read_to_string(s.at("p/Cargo.toml")).unwrap();
    s.write(
        "p/Cargo.toml",
        manifest + "[features]\nthree = []\n[profile.kept]\ninherits = \"dev\"\n",
    );
    let of_features =
        "\npub fn times() -> usize { if cfg!(feature = \"three\") { 3 } else { 2 } }\n";
    s.write(
        "p/src/lib.rs",
        format!("{}{of_features}", MAIN.split("fn main").next().unwrap()),
    );
    s.write(
        "p/examples/small.rs",
        "fn main() { println!(\"example {}\", whole::times()); }",
    );
    s.write(
        "p/tests/sums.rs",
        "#[test]\nfn two() { assert_eq!(whole::times(), 2); }\n\
         #[test]\nfn three() { assert_eq!(whole::times(), 3); }\n",
    );
    let (status, _, err) = hp5(&s, &["build", "p", "--debug"]);
    assert!(
        status == 0
            && err.contains("source: ")
            && err.contains("program: ")
            && err.contains("debug/whole\n"),
        "{err}"
    );
    let example = [
        "run",
        "p",
        "--example",
        "small",
        "--profile",
        "kept",
        "--features",
        "three",
    ];
    let (status, out, err) = hp5(&s, &example);
    assert_eq!((status, &*out), (0, "example 3\n"), "{err}");
    let test = ["test", "p", "--debug"];
    let (status, out, err) = hp5(&s, &[&test[..], &["--", "--test", "sums", "two"]].concat());
    assert!(status == 0 && out.contains("1 passed"), "{out}{err}");
    let (status, out, err) = hp5(
        &s,
        &[&test[..], &["--all-features", "--", "--test", "sums"]].concat(),
    );
    assert!(
        status == 1 && out.contains("three ... ok") && out.contains("two ... FAILED"),
        "{out}{err}"
    );
    let (status, _, err) = hp5(&s, &[&test[..], &["--features", "four"]].concat());
    assert!(status == 1 && err.contains("four"), "{err}");
}

/// The compiler's messages about what was emitted speak of the source, once.
#[test]
fn messages_of_the_compiler_name_the_users_lines() {
    let s = package("messages");
    let main = "#[hp5::annotated]\n/// Of two.\nfn pair(n: usize) -> usize {\n    let unused = n;\n    \
                n + two // here\n}\n\nfn main() {\n    pair(\"x\");\n}\n";
    s.write("p/src/main.rs", main);
    let (status, _, err) = hp5(&s, &["build", "p", "--debug"]);
    assert_eq!(status, 1, "{err}");
    for part in [
        "error[E0425]",
        "p/src/main.rs:5:9",
        "n + two // here",
        "could not compile",
    ] {
        assert!(err.contains(part), "{part}\n{err}");
    }
    assert!(
        !err.contains("target/hp5") && err.matches("E0425").count() <= 2,
        "{err}"
    );
    s.write("p/src/main.rs", main.replace("two", "2"));
    let (status, _, err) = hp5(&s, &["build", "p", "--debug"]);
    assert_eq!(status, 1, "{err}");
    for part in [
        "error[E0308]",
        "p/src/main.rs:9:10",
        "expected `usize`, found `&str`",
        "src/main.rs:3:4",
    ] {
        assert!(err.contains(part), "{part}\n{err}");
    }
    s.write(
        "p/src/main.rs",
        main.replace("two", "2").replace("\"x\"", "1"),
    );
    let (status, _, err) = hp5(&s, &["build", "p", "--debug"]);
    assert_eq!(status, 0, "{err}");
    assert!(
        err.contains("warning") && err.contains("p/src/main.rs:4:9"),
        "{err}"
    );
}

#[test]
fn codes_completions_and_pages_of_the_manual() {
    let s = Scratch::new("pages");
    let (status, out, _) = hp5(&s, &["explain", "e9"]);
    assert!(status == 0 && out.starts_with("HP5-E0009: "), "{out}");
    let (status, out, _) = hp5(&s, &["explain"]);
    assert!(status == 0 && out.lines().count() > 50, "{out}");
    let (status, _, err) = hp5(&s, &["explain", "E9999"]);
    assert!(status == 2 && err.contains("hp5 explain"), "{err}");
    for shell in ["bash", "zsh", "fish"] {
        let (status, out, _) = hp5(&s, &["completions", shell]);
        assert!(
            status == 0 && out.contains("verify") && out.contains("hp5-annotate"),
            "{out}"
        );
    }
    let (status, out, _) = hp5(&s, &["man"]);
    assert!(status == 0 && out.contains(".TH hp5 1"), "{out}");
    assert_eq!(hp5(&s, &["man", "pages"]).0, 0);
    let pages = s.list("pages");
    for page in ["hp5.1", "hp5-run.1", "hp5-annotate.1"] {
        assert!(pages.contains(&page.to_owned()), "{pages:?}");
    }
}

#[test]
fn says_what_is_wrong() {
    let s = package("wrong");
    let _ = fs::remove_dir_all(target_dir().join("hp5/wrong")); // of an earlier run of this test
    for (args, status, text) in [
        (&["run", "nowhere"][..], 2, "has no Cargo.toml"),
        (&["run", "p", "--ppus", "0"], 2, "--ppus"),
        (
            &["run", "p", "--serial", "--checked"],
            2,
            "cannot be used with",
        ),
        (&["nonsense"], 2, "unrecognized subcommand"),
    ] {
        let (found, _, err) = hp5(&s, args);
        assert!(
            found == status && err.contains(text),
            "{args:?}: {found}\n{err}"
        );
    }
    s.write("p/src/main.rs", MAIN.replace("annotated]", "regions]"));
    let (status, out, err) = hp5(&s, &["run", "p"]);
    assert_eq!((status, out.as_str()), (1, ""));
    assert!(
        err.contains("error[HP5-E0002]") && err.contains("`region`"),
        "{err}"
    );
    assert!(!Path::new(&target_dir().join("hp5/wrong/src")).exists());
    s.write("p/src/main.rs", MAIN.replace("n * 2", "n * two"));
    let (status, _, err) = hp5(&s, &["run", "p", "--debug"]);
    assert!(status == 1 && err.contains("E0425"), "{status} {err}");
    fs::rename(s.at("p/src/main.rs"), s.at("p/src/lib.rs")).unwrap();
    s.write("p/src/lib.rs", "");
    let (status, _, err) = hp5(&s, &["run", "p", "--debug"]);
    assert!(
        status == 2 && err.contains("a library cannot be run"),
        "{status} {err}"
    );
    s.write("p/src/bin/one.rs", "fn main() {}");
    s.write("p/src/bin/two.rs", "fn main() {}");
    let (status, _, err) = hp5(&s, &["run", "p", "--debug"]);
    assert!(
        status == 2 && err.contains("--bin: one, two"),
        "{status} {err}"
    );
    assert_eq!(hp5(&s, &["run", "p", "--debug", "--bin", "two"]).0, 0);
}
