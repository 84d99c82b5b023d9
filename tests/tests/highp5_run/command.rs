//! `hp5 run` of HighP5 programs.

use std::fs;
use std::path::{Path, PathBuf};

use hp5_tests::program::{BUILDING, Ended, run, run_within};
use hp5_tests::repository;
use hp5_tests::scratch;
use hp5_tests::tools::{annotate, fresh, text, tool};
use hp5_tests::workspace::PROFILE;

use super::{BUILT, execute, file, read};

/// A cache whose library is the one that other tests have built.
fn cache(name: &str) -> PathBuf {
    let cache = fresh(name).join("cache");
    fs::create_dir_all(&cache).expect("a folder");
    fs::create_dir_all(scratch().join("target")).expect("a folder");
    std::os::unix::fs::symlink(scratch().join("target"), cache.join("build")).expect("a link");
    cache
}

/// Runs `hp5 run PROGRAM OPTIONS -- ARGUMENTS`.
fn hp5(cache: &Path, cargo: bool, program: &Path, options: &[&str], arguments: &[&str]) -> Ended {
    command("run", cache, cargo, program, options, arguments)
}

fn command(
    name: &str,
    cache: &Path,
    cargo: bool,
    program: &Path,
    options: &[&str],
    arguments: &[&str],
) -> Ended {
    let words = [
        &[name, text(program), "--debug"],
        options,
        &["--"],
        arguments,
    ]
    .concat();
    let mut command = tool("hp5", &words);
    command.env("HP5_CACHE", cache).envs(PROFILE);
    for variable in ["RUSTFLAGS", "CARGO_ENCODED_RUSTFLAGS", "CARGO_BUILD_TARGET"] {
        command.env_remove(variable);
    }
    match cargo {
        true => run_within(command, BUILDING),
        false => {
            command.env("CARGO", "/no/such/cargo");
            run(command)
        }
    }
}

fn example(name: &str, file: &str) -> PathBuf {
    repository().join("examples/highp5").join(name).join(file)
}

#[test]
fn an_unchanged_program_is_started_without_a_build() {
    let _library = &*BUILT;
    let cache = cache("started");
    let program = example("prefix-sums", "prefix-sums.hp5");
    let out = cache.join("out.npy");
    let input = format!("input={}", file("run-x.npy", &[5], &[1, 2, 3, 4, 5]));
    let output = format!("output={}", text(&out));
    let arguments = [&*input, "b=2", &*output];
    let check = |ended: Ended| {
        ended.success().unwrap_or_else(|why| panic!("{why}"));
        assert_eq!(read::<i32>(&out, 1), [1, 3, 6, 10, 15]);
        fs::remove_file(&out).expect("it was written");
    };
    let built = ["--no-native", "--ppus", "2"];
    let refused = hp5(&cache, false, &program, &built, &arguments);
    assert_eq!(
        refused.status,
        Some(2),
        "there is no cargo\n{}",
        refused.stderr
    );
    check(hp5(&cache, true, &program, &built, &arguments));
    check(hp5(&cache, false, &program, &built, &arguments));
    let hermes = example("prefix-sums", "hermes.map");
    let mapped = ["--no-native", "--machine", "hermes", "--map", text(&hermes)];
    check(hp5(&cache, false, &program, &mapped, &arguments));
    // `hp5 verify` takes it from there, too: under every schedule it gives the same.
    let output = ["--no-native", "--seeds", "2", "--output", text(&out)];
    let same = command("verify", &cache, false, &program, &output, &arguments);
    let said = same.success().unwrap_or_else(|why| panic!("{why}"));
    assert!(said.starts_with("equal: 15 runs, 2 seeds"), "{said}");
    assert!(said.contains("not held against a serial program"), "{said}");
    let checked = command(
        "verify",
        &cache,
        false,
        &program,
        &["--checked"],
        &arguments,
    );
    assert_eq!(checked.status, Some(2), "{}", checked.stdout);
    assert!(
        checked.stderr.contains("HP5_CHECKED=1"),
        "{}",
        checked.stderr
    );
    // Not the same: other options, another text.
    assert_eq!(
        hp5(&cache, false, &program, &[], &arguments).status,
        Some(2)
    );
    let changed = cache.join("prefix-sums.hp5");
    let source = fs::read_to_string(&program).expect("it is there");
    fs::write(&changed, format!("\n{source}")).expect("it can be written");
    assert_eq!(
        hp5(&cache, false, &changed, &built, &arguments).status,
        Some(2)
    );
    let folders = fs::read_dir(cache.join("programs")).expect("it is there");
    let built = folders
        .flatten()
        .filter(|f| f.path().join("program").exists());
    assert_eq!(built.count(), 1, "programs that were built");
}

/// Doubles `x`, by a function of a header that stands beside the program.
const WITH_HEADER: &str = "\
Program (args) {
    env = new TaskEnvironment(name: \"Twice\")
    bind_input(env, \"x\", args.input)
    execute(task: \"Twice\"; environment: env)
    bind_output(env, \"x\", args.output)
}
Task \"Twice\":
    Define:
        x: 1d Array of Integer
    Environment:
        x: link
    Stages:
        all(x) { do { x[i] = twice(x[i]) } for i in x }
    Computation:
        Space A { all(x) }
    Partition:
        Space A <un-partitioned> { x }
Function twice(v) {
    r = v
    @Extern {
        @Language \"C\"
        @Includes { \"twice.h\" }
        ${ r = TWICE(v); }$
    }
    return r
}
";

/// What is damaged is built again, what is half built is nothing, headers count, and commands that
/// start at once wait for one another.
#[test]
fn a_program_in_the_cache_is_whole_and_of_its_headers_or_it_is_built_again() {
    let _library = &*BUILT;
    let cache = cache("damaged");
    let program = cache.join("twice.hp5");
    fs::write(&program, WITH_HEADER).expect("a file");
    let header = cache.join("twice.h");
    let input = format!("input={}", file("run-twice.npy", &[3], &[1, 2, 3]));
    let check = |out: &Path, ended: Ended, factor: i32| {
        ended.success().unwrap_or_else(|why| panic!("{why}"));
        assert_eq!(read::<i32>(out, 1), [1, 2, 3].map(|x| x * factor));
    };
    let start = |name: &str, cargo: bool| {
        let out = cache.join(format!("{name}.npy"));
        let output = format!("output={}", text(&out));
        let ended = hp5(
            &cache,
            cargo,
            &program,
            &["--no-native"],
            &[&input, &output],
        );
        (out, ended)
    };
    fs::write(&header, "#define TWICE(v) ((v) + (v))\n").expect("a file");
    std::thread::scope(|scope| {
        let all: Vec<_> = (0..6)
            .map(|n| scope.spawn(move || start(&format!("at-once-{n}"), true)))
            .collect();
        for one in all {
            let (out, ended) = one.join().expect("it ends");
            check(&out, ended, 2);
        }
    });
    let (out, ended) = start("again", false);
    check(&out, ended, 2);
    let folder = fs::read_dir(cache.join("programs")).expect("it is there");
    let folder = folder.flatten().next().expect("it was built").path();
    let built = fs::read(folder.join("program")).expect("it is there");
    let mut flipped = built.clone();
    flipped[built.len() / 2] ^= 1;
    for damaged in [&built[..built.len() / 2], &flipped, &[]] {
        fs::write(folder.join("program"), damaged).expect("it can be written");
        let (out, ended) = start("damaged", true);
        check(&out, ended, 2);
    }
    let key = fs::read_to_string(folder.join("key")).expect("it is there");
    fs::write(folder.join("key"), &key[..key.len() / 3]).expect("it can be written");
    let (out, ended) = start("half", true);
    check(&out, ended, 2);
    fs::write(&header, "#define TWICE(v) (3 * (v))\n").expect("a file");
    let (out, ended) = start("other-header", true);
    check(&out, ended, 3);
}

/// More sweeps in a visit than the padding is wide, as far as arguments tell.
const SWEEPS: &str = "\
Program (args) {
    env = new TaskEnvironment(name: \"Sweeps\")
    bind_input(env, \"u\", args.input)
    execute(task: \"Sweeps\"; environment: env; initialize: args.n; partition: args.b, args.p)
    bind_output(env, \"u\", args.output)
}
Task \"Sweeps\":
    Define:
        u: 1d Array of Real double-precision
        n, s: Integer
    Environment:
        u: link
    Initialize (n):
    Stages:
        smooth(u) {
            do {
                u[i] at (current) = 0.5 * (u[i-1] + u[i+1]) at (current - 1)
            } for i in u and i > u.local.dimension1.range.min and i < u.local.dimension1.range.max
        }
    Computation:
        Space A { Repeat for s in [1...n] { Epoch { smooth(u) } } }
    Partition (b, p):
        Space A <1d> { u: block_count(b) padding(p) }
";

#[test]
fn a_padding_that_is_used_up_is_a_fault_of_checked_runs() {
    let _library = &*BUILT;
    let cache = cache("narrow");
    let program = cache.join("sweeps.hp5");
    fs::write(&program, SWEEPS).expect("a file");
    let input = format!("input={}", file("run-u.npy", &[30], &super::numbers(30, 6)));
    let output = format!("output={}", text(&cache.join("u.npy")));
    let start = |n: &str, p: &str, options: &[&str]| {
        let options = [&["--no-native"], options].concat();
        hp5(
            &cache,
            true,
            &program,
            &options,
            &[&input, n, "b=4", p, &output],
        )
    };
    for (n, p) in [("n=2", "p=2"), ("n=3", "p=3")] {
        let enough = start(n, p, &["--checked"]);
        assert_eq!(enough.status, Some(0), "{}", enough.stderr);
    }
    assert_eq!(start("n=3", "p=2", &[]).status, Some(0));
    let narrow = start("n=3", "p=2", &["--checked"]);
    assert_eq!(narrow.status, Some(1), "{}", narrow.stderr);
    for part in [
        "sweeps.hp5:21",
        "u is read out of date",
        "Space A",
        "widen the padding",
    ] {
        assert!(narrow.stderr.contains(part), "{part}: {}", narrow.stderr);
    }
}

#[test]
fn wrong_arguments_are_said_before_the_build_as_the_program_says_them() {
    let cache = cache("arguments");
    let program = example("prefix-sums", "prefix-sums.hp5");
    let help = hp5(&cache, false, &program, &[], &["--help"]);
    assert_eq!(help.status, Some(0), "{}", help.stderr);
    for argument in [
        "input                String",
        "b                    Integer",
    ] {
        assert!(help.stdout.contains(argument), "{}", help.stdout);
    }
    for wrong in [&["b=2"][..], &["b=x"], &["c=3"], &["b"], &["b=1", "b=2"]] {
        let ended = hp5(&cache, false, &program, &[], wrong);
        assert_eq!(ended.status, Some(2), "{wrong:?}");
        let arguments: Vec<String> = wrong.iter().map(|&w| w.to_owned()).collect();
        // It would be given an output file as well, which comes last.
        let own = execute("prefix-sums", "arguments", 1, &arguments).unwrap_err();
        let first = ended.stderr.lines().next().unwrap_or("");
        assert!(
            first.starts_with("error: `") || first.starts_with("error: the program"),
            "{first}"
        );
        assert!(own.contains(&ended.stderr), "{own}\n{}", ended.stderr);
    }
    let map = example("stencil", "local.map");
    for (options, says) in [
        (&["--map", text(&map)][..], "the program has no task"),
        (&["--machine", "hermse"], "did you mean `hermes`"),
        (&["--serial"], "--serial is for annotated packages"),
    ] {
        let ended = hp5(
            &cache,
            false,
            &program,
            options,
            &["input=x", "b=2", "output=y"],
        );
        assert_eq!(ended.status, Some(2), "{options:?}");
        assert!(ended.stderr.contains(says), "{}", ended.stderr);
    }
}

#[test]
fn a_package_says_what_it_needs_and_takes_its_mapping_along() {
    let folder = fresh("emitted-highp5");
    let (program, map) = (
        example("prefix-sums", "prefix-sums.hp5"),
        example("prefix-sums", "hermes.map"),
    );
    let emit = |machine: &str| {
        let out = folder.join("out");
        let words = [text(&program), "--emit", text(&out), "--map", text(&map)];
        annotate(&[&words[..], &["--machine", machine]].concat())
    };
    let done = emit("hermes");
    assert_eq!(done.status, Some(0), "{}", done.stderr);
    let file = |name: &str| fs::read_to_string(folder.join("out").join(name)).expect("it is there");
    assert!(file("src/main.rs").contains("mapping: Some(Given {"));
    let library = repository().join("program");
    for name in ["Cargo.toml", "README.md"] {
        assert!(
            file(name).contains(text(&library)),
            "{name}: {}",
            file(name)
        );
    }
    for says in ["hermes.map", "- input                String", "HP5_MAP"] {
        assert!(file("README.md").contains(says), "{}", file("README.md"));
    }
    let refused = emit("k20");
    assert_eq!(refused.status, Some(2));
    assert!(refused.stderr.contains("hermes.map:"), "{}", refused.stderr);
}
