//! The command `hp5-annotate`, from outside.

mod shell;

use std::fs;
use std::path::Path;
use std::process::Command;

use shell::{Scratch, cargo, run};

const GOOD: &str = "\
/// Doubles.
#[hp5::region(serial(double_serial))]
pub fn double(a: &mut Vec<f64>) {
    #[hp5::array_tile(a: [64])]
    #[hp5::task_tile(i = 64)]
    for i in 0..a.len() {
        a[i] *= 2.0;
    }
}
";

const BAD: &str = "\
#[hp5::region]
fn sweep(a: &mut Vec<f64>, b: &Vec<f64>, n: usize) {
    #[hp5::task_tile(i = 64, in(b[i]))]
    for i in 1..n {
        a[i] = b[i - 1];
    }
}
";

const PLAIN: &str = "fn plain() {}\r\n// no directive: stays byte for byte\t";

fn annotate(scratch: &Scratch, args: &[&str]) -> (i32, String, String) {
    run(Command::new(env!("CARGO_BIN_EXE_hp5-annotate"))
        .args(args)
        .current_dir(&scratch.0))
}

#[test]
fn checks_by_default_and_says_where() {
    let s = Scratch::new("check");
    s.write("good.rs", GOOD);
    s.write("bad.rs", BAD);
    let (status, out, err) = annotate(&s, &["good.rs"]);
    assert_eq!((status, out.as_str()), (0, ""), "{err}");
    let (status, out, err) = annotate(&s, &["good.rs", "bad.rs", "--check"]);
    assert_eq!((status, out.as_str()), (1, ""), "{err}");
    assert!(
        err.contains("error[HP5-E0009]") && err.contains("--> bad.rs:5:16"),
        "{err}"
    );
    assert!(err.contains("^^^^^^^^") && err.contains("1 error"), "{err}");
    assert_eq!(s.list(""), ["bad.rs", "good.rs"]);
}

#[test]
fn json_is_one_object_a_line() {
    let s = Scratch::new("json");
    s.write("bad.rs", BAD);
    let (status, out, err) = annotate(&s, &["bad.rs", "--message-format", "json"]);
    assert_eq!((status, err.as_str()), (1, ""));
    let lines: Vec<serde_json::Value> = out
        .lines()
        .map(|l| serde_json::from_str(l).unwrap())
        .collect();
    assert_eq!(lines[0]["code"], "HP5-E0009");
    assert_eq!(lines[0]["spans"][0]["line_start"], 5);
    let last = lines.last().unwrap();
    assert_eq!(
        (&last["type"], &last["errors"]),
        (&"summary".into(), &1.into())
    );
}

#[test]
fn wrong_use_is_status_2() {
    let s = Scratch::new("usage");
    s.write("d/a.rs", GOOD);
    s.write("a.rs", GOOD);
    for args in [
        &[][..],
        &["missing.rs"],
        &["a.rs", "--nonsense"],
        &["d", "--emit", "out", "--check"],
        &["d", "--emit", "d/out"],
        &["d", "a.rs", "--emit", "out"],
        &["a.rs", "d/a.rs", "--emit", "out"],
        &["--explain", "HP5-E9999"],
    ] {
        let (status, _, err) = annotate(&s, args);
        assert_eq!(status, 2, "{args:?}: {err}");
        assert!(
            !err.is_empty() && !err.contains("panicked"),
            "{args:?}: {err}"
        );
    }
    assert_eq!(s.list(""), ["a.rs", "d/a.rs"]);
    let (status, out, _) = annotate(&s, &["--explain", "e9"]);
    assert!(status == 0 && out.starts_with("HP5-E0009: "), "{out}");
}

#[test]
fn shows_what_would_change() {
    let s = Scratch::new("diff");
    s.write("good.rs", GOOD);
    s.write("plain.rs", PLAIN);
    let (status, out, _) = annotate(&s, &["good.rs", "plain.rs", "--diff"]);
    assert_eq!(status, 0);
    assert!(
        out.contains("--- a/good.rs") && out.contains("+    let __hp5 = "),
        "{out}"
    );
    assert!(!out.contains("plain.rs"));
    assert_eq!(annotate(&s, &["good.rs", "--diff", "--exit-code"]).0, 1);
    assert_eq!(annotate(&s, &["plain.rs", "--diff", "--exit-code"]).0, 0);
    let (_, ir, _) = annotate(&s, &["good.rs", "--dump-ir"]);
    assert!(ir.contains("region double"), "{ir}");
    assert_eq!(fs::read_to_string(s.at("good.rs")).unwrap(), GOOD);
}

#[test]
fn writes_a_tree_and_nothing_on_errors() {
    let s = Scratch::new("tree");
    s.write("in/good.rs", GOOD);
    s.write("in/sub/plain.rs", PLAIN);
    s.write("in/data.bin", [0, 159, 146, 150]);
    s.write("in/latin.rs", b"// \xe9 hp5");
    s.write("in/.git/config", "");
    s.write("in/build/CACHEDIR.TAG", "");
    let (status, _, err) = annotate(&s, &["in", "--emit", "out"]);
    assert_eq!(status, 0, "{err}");
    assert!(err.contains("latin.rs is not UTF-8"), "{err}");
    let files = [
        ".hp5-emitted",
        "data.bin",
        "good.rs",
        "latin.rs",
        "sub/plain.rs",
    ];
    assert_eq!(s.list("out"), files);
    for name in ["data.bin", "latin.rs", "sub/plain.rs"] {
        let read = |dir: &str| fs::read(s.at(dir).join(name)).unwrap();
        assert_eq!(read("in"), read("out"), "{name}");
    }
    let emitted = fs::read_to_string(s.at("out/good.rs")).unwrap();
    assert!(
        emitted.contains("hp5::rt::") && !emitted.contains("\n    #[hp5::"),
        "{emitted}"
    );
    assert!(
        emitted.contains("/// Doubles.") && emitted.contains("fn double_serial"),
        "{emitted}"
    );

    // An error anywhere, and what is there stays.
    s.write("in/bad.rs", BAD);
    s.write("in/good.rs", GOOD.replace("2.0", "3.0"));
    assert_eq!(annotate(&s, &["in", "--emit", "out"]).0, 1);
    assert_eq!(s.list("out"), files);
    assert_eq!(fs::read_to_string(s.at("out/good.rs")).unwrap(), emitted);

    // Without DIR: beside the input; a single file: to stdout.
    fs::remove_file(s.at("in/bad.rs")).unwrap();
    assert_eq!(annotate(&s, &["in", "--emit"]).0, 0);
    assert_eq!(s.list("in-hp5"), files);
    let (status, out, _) = annotate(&s, &["in/good.rs", "--emit"]);
    assert_eq!(status, 0);
    assert_eq!(out, fs::read_to_string(s.at("in-hp5/good.rs")).unwrap());
}

#[cfg(unix)]
#[test]
fn links_are_not_followed_out_of_the_tree() {
    let s = Scratch::new("links");
    s.write("in/a.rs", PLAIN);
    s.write("elsewhere/b.rs", PLAIN);
    let link = |to: &str, at: &str| std::os::unix::fs::symlink(s.at(to), s.at(at)).unwrap();
    link("elsewhere", "in/dir");
    link("elsewhere/b.rs", "in/file.rs");
    link("in", "in/round");
    link("nowhere", "in/broken");
    let (status, _, err) = annotate(&s, &["in", "--emit", "out"]);
    assert_eq!(status, 0, "{err}");
    assert_eq!(s.list("out"), [".hp5-emitted", "a.rs", "file.rs"]);
    assert_eq!(err.matches("symbolic link").count(), 2, "{err}");
    assert!(err.contains("broken leads nowhere"), "{err}");
}

/// The source of a package, whose directives leave no call of the runtime behind, so that the
/// macros alone are enough to build both ways.
fn package(s: &Scratch) {
    let macros = concat!(env!("CARGO_MANIFEST_DIR"), "/../macros");
    s.write(
        "ws/Cargo.toml",
        format!(
            "[workspace]\nresolver = \"2\"\nmembers = [\"app\"]\n[workspace.package]\nversion = \"0.3.0\"\nedition = \"2024\"\n\
             [workspace.dependencies]\nhp5 = {{ path = {macros:?}, package = \"hp5-macros\" }}\n"
        ),
    );
    s.write(
        "ws/app/Cargo.toml",
        "[package]\nname = \"app\"\nversion.workspace = true\nedition.workspace = true\n\
         [dependencies]\nhp5.workspace = true\nnear = { path = \"near\" }\n",
    );
    s.write(
        "ws/app/near/Cargo.toml",
        "[package]\nname = \"near\"\nversion = \"0.1.0\"\nedition = \"2024\"\n",
    );
    s.write("ws/app/near/src/lib.rs", "pub const N: i32 = 40;\n");
    s.write(
        "ws/app/src/main.rs",
        "mod part;\nfn main() { println!(\"{}\", part::sum(near::N)); }\n",
    );
    s.write(
        "ws/app/src/part.rs",
        "#[hp5::annotated]\npub fn sum(n: i32) -> i32 {\n    n + include_str!(\"two.txt\").len() as i32\n}\n",
    );
    s.write("ws/app/src/two.txt", "22");
    s.write("ws/app/src/bin/other.rs", "fn main() {}\n");
}

#[test]
fn emitted_packages_build_by_themselves() {
    let s = Scratch::new("package");
    package(&s);
    for (input, program) in [("ws/app/src", "top"), ("ws/app", "whole")] {
        let (status, _, err) = annotate(&s, &[input, "--emit", program]);
        assert_eq!(status, 0, "{err}");
        let dir = s.at(program);
        let (status, out, err) = run(cargo(&dir).args(["run", "--offline", "-q", "--bin", "app"]));
        assert_eq!((status, out.as_str()), (0, "42\n"), "{input}: {err}");
        // A second time: cargo's lock file and build do not count as foreign.
        assert_eq!(annotate(&s, &[input, "--emit", program]).0, 0);
    }
    assert!(
        !fs::read_to_string(s.at("top/part.rs"))
            .unwrap()
            .contains("hp5::annotated")
    );
    assert!(s.at("whole/near/src/lib.rs").is_file());
    // Somebody's own work is not overwritten.
    s.write("top/part.rs", "// mine");
    let (status, _, err) = annotate(&s, &["ws/app/src", "--emit", "top"]);
    assert!(
        status == 2 && err.contains("part.rs") && err.contains("--force"),
        "{err}"
    );
    assert_eq!(
        annotate(&s, &["ws/app/src", "--emit", "top", "--force"]).0,
        0
    );
}

#[test]
fn a_package_without_the_runtime_is_told() {
    let s = Scratch::new("without");
    s.write(
        "p/Cargo.toml",
        "[package]\nname = \"p\"\nversion = \"0.1.0\"\n",
    );
    s.write("p/src/lib.rs", GOOD);
    let (status, _, err) = annotate(&s, &["p", "--emit", "out"]);
    assert_eq!(status, 0);
    assert!(
        err.contains("does not depend on hp5") && err.contains("[dependencies]"),
        "{err}"
    );
}

/// The extension for VS Code has the keywords of the tree-sitter grammar.
#[test]
fn both_grammars_of_highp5_have_the_same_keywords() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("grammars/highp5");
    let read = |name: &str| fs::read_to_string(folder.join(name)).unwrap();
    let queries = read("queries/highlights.scm");
    let list = queries
        .split('[')
        .nth(1)
        .unwrap()
        .split(']')
        .next()
        .unwrap();
    let mut wanted: Vec<&str> = list.split('"').skip(1).step_by(2).collect();
    wanted.sort_unstable();
    let grammar: serde_json::Value =
        serde_json::from_str(&read("vscode/highp5.tmLanguage.json")).unwrap();
    let patterns = grammar["patterns"].as_array().unwrap();
    let keywords = patterns
        .iter()
        .find(|p| p["name"] == "keyword.control.highp5");
    let keywords = keywords.unwrap()["match"].as_str().unwrap();
    let keywords = keywords
        .split("(?i:")
        .nth(1)
        .unwrap()
        .split(')')
        .next()
        .unwrap();
    let mut found: Vec<&str> = keywords.split('|').collect();
    found.sort_unstable();
    assert_eq!(wanted, found);
}
