//! `hp5 verify` on annotated programs with the runtime: right ones pass, one whose tasks use
//! what no clause names is caught, and the printed command fails again.

use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::sync::LazyLock;

use hp5_tests::program::{BUILDING, Ended, command, run, run_within};
use hp5_tests::tools::{fresh, text, tool};
use hp5_tests::workspace::{PROFILE, adopt_lock, write};
use hp5_tests::{repository, scratch};

/// Iterations depend on one another through what the translator sees; all is well.
const RIGHT: &str = r#"
#[hp5::region]
fn smooth(a: &mut Vec<u64>, b: &mut Vec<u64>) {
    for _ in 0..10 {
        #[hp5::task_tile(i = 16)]
        for i in 1..199 {
            b[i] = a[i - 1] + 3 * a[i] + 5 * a[i + 1];
        }
        std::mem::swap(a, b);
    }
}

fn main() {
    let mut a: Vec<u64> = (0..200).collect();
    let mut b = a.clone();
    smooth(&mut a, &mut b);
    println!("sum {}", a.iter().fold(0u64, |sum, x| sum.wrapping_mul(31).wrapping_add(*x)));
}
"#;

/// The order of the iterations matters because of a static that `next` hides: each looks
/// independent.
const WRONG: &str = r#"
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

static STATE: AtomicU64 = AtomicU64::new(1);

fn next(i: usize) -> u64 {
    let state = STATE.load(Relaxed);
    std::thread::sleep(std::time::Duration::from_micros(50));
    let state = state.wrapping_mul(31).wrapping_add(i as u64);
    STATE.store(state, Relaxed);
    state
}

#[hp5::region]
fn fill(a: &mut Vec<u64>) {
    #[hp5::task_tile(i = 1)]
    for i in 0..64 {
        a[i] = next(i);
    }
}

fn main() {
    let mut a = vec![0; 64];
    fill(&mut a);
    println!("last {}", a[63]);
}
"#;

/// Runs that last, so that a verification still goes on when another has built the program.
const LASTS: &str = "fn main() {\n    std::thread::sleep(std::time::Duration::from_secs(1));";

/// The third task of each turn reads two elements of `b` and names one. One PPU, undisturbed, comes to it
/// after the second task of the turn: the newest of the tasks that wait for nothing run first.
const WEAK: &str = r#"
fn differences(a: &[u64], b: &[u64], k: usize) -> u64 {
    let mut sum = a[k];
    for at in [k, k - 1] {
        sum = sum.wrapping_mul(31) ^ b[at];
    }
    sum
}

#[hp5::region]
fn fill(a: &mut [u64], b: &mut [u64], c: &mut [u64]) {
    #[hp5::array_tile(a: [1], b: [1], c: [1])]
    for k in 1..12 {
        #[hp5::task(out(a[k]))]
        {
            a[k] = k as u64;
        }
        #[hp5::task(out(b[k]))]
        {
            b[k] = 7 * k as u64;
        }
        // It should be `b[k - 1..=k]`.
        #[hp5::task(in(a[k], b[k - 1]), out(c[k]))]
        {
            c[k] = differences(a, b, k);
        }
    }
}

fn main() {
    let (mut a, mut b, mut c) = (vec![1; 12], vec![1; 12], vec![1; 12]);
    fill(&mut a, &mut b, &mut c);
    println!("sum {}", c.iter().fold(0u64, |sum, x| sum.wrapping_mul(31).wrapping_add(*x)));
}
"#;

/// The second task waits for the first by itself, which works only if the first runs before
/// it or beside it.
const HANGING: &str = r#"
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

static READY: AtomicBool = AtomicBool::new(false);

fn play(i: usize) -> u64 {
    match i {
        0 => READY.store(true, Relaxed),
        1 => {
            while !READY.load(Relaxed) {
                std::thread::sleep(Duration::from_millis(1));
            }
        }
        _ => {}
    }
    i as u64
}

#[hp5::region]
fn fill(a: &mut Vec<u64>) {
    #[hp5::task_tile(i = 1)]
    for i in 0..16 {
        a[i] = play(i);
    }
}

fn main() {
    let mut a = vec![0; 16];
    fill(&mut a);
    println!("{a:?}");
}
"#;

/// A package with these programs, and one that does not compile. It is a member of a
/// workspace, so that cargo tells it from what is emitted for it, and both can be built where
/// the other tests have built the runtime.
static PACKAGE: LazyLock<PathBuf> = LazyLock::new(|| {
    let workspace = fresh("verify");
    let folder = workspace.join("verified");
    let runtime = repository().join("runtime");
    write(
        &workspace.join("Cargo.toml"),
        "[workspace]\nmembers = [\"verified\"]\nresolver = \"3\"\n",
    );
    write(
        &folder.join("Cargo.toml"),
        &format!(
            "[package]\nname = \"verified\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n\
             [dependencies]\nhp5 = {{ path = {runtime:?} }}\n"
        ),
    );
    for (name, source) in [
        ("right", RIGHT),
        ("wrong", WRONG),
        ("lasting", &WRONG.replace("fn main() {", LASTS)),
        ("weak", WEAK),
        ("hanging", HANGING),
        ("broken", &RIGHT.replace("let mut b", "let mut c")),
    ] {
        write(&folder.join(format!("src/bin/{name}.rs")), source);
    }
    adopt_lock(&workspace);
    let target = scratch().join("verify");
    for folder in [target.join("hp5"), scratch().join("target")] {
        fs::create_dir_all(&folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    }
    for name in ["hp5/build", "hp5/build-serial"] {
        #[cfg(unix)]
        let _ = std::os::unix::fs::symlink(scratch().join("target"), target.join(name));
    }
    folder
});

/// Tests that build take turns: they share the folder of the package's output.
static TURN: std::sync::Mutex<()> = std::sync::Mutex::new(());

fn turn() -> impl Drop {
    TURN.lock()
        .unwrap_or_else(std::sync::PoisonError::into_inner)
}

fn verify(bin: &str, more: &[&str]) -> Ended {
    let _turn = turn();
    verify_now(bin, more)
}

fn verify_now(bin: &str, more: &[&str]) -> Ended {
    let common = [
        "verify",
        text(&PACKAGE),
        "--debug",
        "--no-native",
        "--bin",
        bin,
    ];
    let mut hp5 = tool("hp5", &[&common[..], more].concat());
    hp5.env("CARGO_TARGET_DIR", scratch().join("verify"))
        .envs(PROFILE);
    for variable in [
        "RUSTFLAGS",
        "CARGO_ENCODED_RUSTFLAGS",
        "CARGO_BUILD_TARGET",
        "HP5_SEED",
    ] {
        hp5.env_remove(variable);
    }
    run_within(hp5, BUILDING)
}

fn shell(line: &str) -> Command {
    let mut shell = command("sh");
    shell.args(["-c", line]).current_dir(repository());
    shell
}

fn line<'t>(report: &'t str, label: &str) -> &'t str {
    let found = report
        .lines()
        .find_map(|line| line.trim().strip_prefix(label));
    found
        .unwrap_or_else(|| panic!("no `{label}` in:\n{report}"))
        .trim()
}

#[test]
fn a_right_program_is_equal_under_every_schedule() {
    let done = verify("right", &["--seeds", "4"]);
    assert_eq!(done.status, Some(0), "{}{}", done.stdout, done.stderr);
    assert!(
        done.stdout.starts_with("equal: 28 runs, 4 seeds"),
        "{}",
        done.stdout
    );
    assert!(done.stdout.contains("and serially"), "{}", done.stdout);
    assert!(
        done.stdout.ends_with("compared: 1 of 1 lines\n"),
        "{}",
        done.stdout
    );
}

#[test]
fn a_hidden_dependence_is_caught_and_fails_again() {
    let done = verify("wrong", &["--seeds", "8"]);
    let report = &done.stdout;
    assert_eq!(done.status, Some(1), "{report}{}", done.stderr);
    let wanted = line(report, "serial: ");
    let replay = line(report, "replay: ");
    // A program below the folder that `hp5` runs in is named from there.
    let program = replay.split(' ').next_back().expect("a program");
    assert!(repository().join(program).is_file(), "{report}");
    let again = || {
        let printed = run(shell(replay))
            .success()
            .unwrap_or_else(|why| panic!("{why}"));
        assert!(printed.starts_with("last "), "{printed}");
        printed.trim_end() != wanted
    };
    // A schedule that a seed fixes gives the same each time.
    assert!(replay.contains("HP5_SEED="), "{report}");
    assert!(
        again() && again(),
        "{replay} does not fail again:\n{report}"
    );
    assert!(
        line(report, "failed again in ").starts_with("2 of 2 repeats"),
        "{report}"
    );
}

/// Each keeps what its lines name, whichever began first.
#[test]
fn verifications_of_one_program_at_once_leave_each_other_alone() {
    let _turn = turn();
    // On a busy machine one may end before the other begins, and has its folder.
    let apart = (0..5).any(|_| {
        let [one, other] = programs_of_both();
        one != other
    });
    assert!(apart, "five times both had one folder");
}

/// Verifies a program twice at once: the programs that the lines of both name, which fail when they are run.
fn programs_of_both() -> [String; 2] {
    let both = std::thread::scope(|scope| {
        [(); 2]
            .map(|()| scope.spawn(|| verify_now("lasting", &["--seeds", "8"])))
            .map(|thread| thread.join().expect("it ends"))
    });
    both.map(|done| {
        let report = &done.stdout;
        assert_eq!(done.status, Some(1), "{report}{}", done.stderr);
        let replay = line(report, "replay: ");
        let printed = run(shell(replay))
            .success()
            .unwrap_or_else(|why| panic!("{why}"));
        assert!(printed.starts_with("last "), "{printed}");
        assert_ne!(printed.trim_end(), line(report, "serial: "), "{report}");
        let program = replay.split(' ').next_back().expect("a program");
        program.to_owned()
    })
}

/// A clause that leaves out what a task reads: undisturbed the program is right, a seed's schedule is
/// wrong, and so is the line that repeats it, each time.
#[test]
fn a_clause_that_says_too_little_is_caught_and_fails_again() {
    let done = verify("weak", &["--ppus", "1,2"]);
    // The lines that repeat it still work when another program of the package was verified since.
    let other = verify("right", &["--seeds", "1", "--ppus", "1"]);
    assert_eq!(other.status, Some(0), "{}{}", other.stdout, other.stderr);
    let report = &done.stdout;
    assert_eq!(done.status, Some(1), "{report}{}", done.stderr);
    let wanted = line(report, "serial: ");
    let replay = line(report, "replay: ");
    assert!(report.starts_with("different: HP5_SEED="), "{report}");
    let seed = line(report, "different: ").split(' ').next();
    assert!(replay.starts_with(seed.expect("a seed")), "{report}");
    assert!(replay.contains(" HP5_NUM_PPUS=1 "), "{report}");
    let printed = |line: &str| {
        run(shell(line))
            .success()
            .unwrap_or_else(|why| panic!("{why}"))
    };
    let first = printed(replay);
    assert_ne!(first.trim_end(), wanted, "{replay} is right:\n{report}");
    assert_eq!(first.trim_end(), line(report, "this run: "));
    for _ in 0..5 {
        assert_eq!(printed(replay), first, "{replay} is the same each time");
    }
    // Undisturbed, on one PPU, luck has it that tasks run as they were registered.
    let program = replay.split(' ').next_back().expect("a program");
    let undisturbed = printed(&format!("HP5_NUM_PPUS=1 {program}"));
    assert_eq!(
        undisturbed.trim_end(),
        wanted,
        "what a test by hand would see"
    );
}

#[test]
fn a_hang_is_ended_and_reported_with_its_seed() {
    let done = verify(
        "hanging",
        &["--seeds", "8", "--timeout", "3", "--ppus", "1"],
    );
    let report = &done.stdout;
    assert_eq!(done.status, Some(1), "{report}{}", done.stderr);
    assert!(
        report.contains("this run did not end within 3 s"),
        "{report}"
    );
    assert!(
        line(report, "replay: ").contains("HP5_NUM_PPUS=1 "),
        "{report}"
    );
    assert!(line(report, "help: ").contains("HP5_WATCHDOG"), "{report}");
}

#[test]
fn what_does_not_build_is_not_verified() {
    let done = verify("broken", &[]);
    assert_eq!(done.status, Some(2), "{}{}", done.stdout, done.stderr);
    assert!(done.stderr.contains("E0425"), "{}", done.stderr);
}

/// The doctor knows the variables that the sources look at, all of them and no others.
#[test]
fn the_doctor_knows_every_variable() {
    let known = hp5_annotate::cli::doctor::variables::KNOWN;
    let folders = ["runtime/src/", "annotate/src/", "program/src/"];
    let mut used = std::collections::BTreeSet::new();
    for file in hp5_tests::tree::sources() {
        let is_ours = folders.iter().any(|folder| file.path.starts_with(folder));
        // The list itself and names that tests of it invent.
        if !is_ours || file.path.contains("/doctor/") {
            continue;
        }
        for string in hp5_tests::lex::parts(&file.text).strings {
            let name = string.strip_prefix("HP5_").unwrap_or("-");
            if name.bytes().all(|b| b.is_ascii_uppercase() || b == b'_') && !name.is_empty() {
                used.insert(string.clone());
            }
        }
    }
    // Constants of the C interface, which emitted C names.
    let header = hp5_tests::repository().join("capi/include/hp5.h");
    let header = std::fs::read_to_string(header).expect("the header");
    used.retain(|name| !header.contains(&format!("#define {name} ")));
    // Set for tests only: by models of protocols, and to write expected texts anew.
    for of_tests in ["HP5_PLANT", "HP5_BLESS"] {
        used.remove(of_tests);
    }
    let known: std::collections::BTreeSet<String> = known.map(str::to_owned).into();
    assert_eq!(known, used, "known to the doctor (left) and used");
}
