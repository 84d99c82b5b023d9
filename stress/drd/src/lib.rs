//! Runs `runtime/examples/registration.rs`, and the program in C that calls `hp5.h` by hand
//! (`examples/c/heat-api`), under valgrind's race detectors.
//!
//! The tools do not know atomics, so the examples are built with `--cfg hp5_drd`: then the
//! runtime's atomics, locks and queues tell them what they order (`runtime/src/sync/drd.rs`),
//! and the tools hold every plain access of the runtime and of the tasks against that.

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Exit status of a run in which a tool found something.
const FOUND: i32 = 9;

/// A run may take so long.
const LIMIT: Duration = Duration::from_secs(240);

/// One run of an example.
#[derive(Debug, Clone, Copy, Default)]
pub struct Run<'a> {
    /// `drd` or `helgrind`; none: without valgrind.
    pub tool: Option<&'a str>,
    pub ppus: u32,
    /// Perturbs the schedule.
    pub chaos: Option<u32>,
    /// A bug to plant (`HP5_PLANT`).
    pub plant: Option<&'a str>,
    /// How much the example does.
    pub size: u32,
}

/// How it went.
#[derive(Debug)]
pub struct Outcome {
    /// Errors that the tool counted.
    pub errors: u64,
    /// The example ended well, as far as it goes: its answers are the serial ones.
    pub ended_well: bool,
    /// What the example printed, and the beginning of what the tool did.
    pub text: String,
}

/// Why there is nothing to run with here.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Missing {
    /// No requests to valgrind are written for this machine.
    Machine,
    /// It is not installed.
    Valgrind,
}

impl Missing {
    /// What there is nothing to run with, if so.
    #[must_use]
    pub fn here() -> Option<Missing> {
        if cfg!(not(all(target_arch = "x86_64", target_os = "linux"))) {
            return Some(Missing::Machine);
        }
        let version = Command::new("valgrind").arg("--version").output();
        let found = version.is_ok_and(|output| output.status.success());
        (!found).then_some(Missing::Valgrind)
    }

    /// Says that a test is skipped, where it is seen: a harness keeps what a test prints to itself
    /// unless it fails.
    ///
    /// # Errors
    /// What is missing, where the environment says `CI=true`: there it is to be installed.
    pub fn skip(self) -> Result<(), String> {
        let why = match self {
            Missing::Machine => "requests to valgrind are written for Linux on x86-64 alone",
            Missing::Valgrind => "valgrind is not installed (apt-get install valgrind)",
        };
        if self == Missing::Valgrind && std::env::var_os("CI").is_some_and(|ci| ci == "true") {
            return Err(why.to_owned());
        }
        // Past `eprintln!`, which the harness would keep.
        let _ = writeln!(io::stderr(), "skipped: {why}");
        Ok(())
    }
}

/// A program to run.
#[derive(Debug)]
pub struct Example {
    program: PathBuf,
    /// Arguments behind the size.
    more: &'static [&'static str],
    /// What it prints with each right answer, and how many answers there are.
    answer: (&'static str, usize),
}

/// Builds the example of the registration API in a folder of its own under `scratch`.
///
/// # Errors
/// What the compiler said.
pub fn registration(scratch: &Path) -> Result<Example, String> {
    let built = build(scratch, &["-p", "hp5", "--example", "registration"])?;
    Ok(Example {
        program: built.join("examples/registration"),
        more: &[],
        answer: ("as the serial one", 6),
    })
}

/// Builds the example of the C interface there: a loop by one call, laps that are replayed, single
/// tasks, a reduction. Its size is the points per side of the plate.
///
/// # Errors
/// What the compilers said.
pub fn heat(scratch: &Path) -> Result<Example, String> {
    let built = build(scratch, &["-p", "hp5-c"])?;
    let program = built.join("heat");
    let mut compile = Command::new("gcc");
    compile
        .args(["-std=c11", "-O1", "-g", "-Icapi/include", "-o"])
        .arg(&program)
        .arg("examples/c/heat-api/heat.c")
        // What a static libhp5 needs of the system stands behind it (`capi/install`).
        .arg(built.join("libhp5.a"))
        .args(["-lpthread", "-ldl", "-lm"]);
    done(&mut compile)?;
    Ok(Example {
        program,
        more: &["8", "8"],
        answer: ("the same as the serial program", 1),
    })
}

/// Builds what the arguments name for the tools; the folder of what was built.
fn build(scratch: &Path, what: &[&str]) -> Result<PathBuf, String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let target = scratch.join("hp5-drd");
    let mut build = Command::new(cargo);
    build
        .args(["build", "--quiet"])
        .args(what)
        .arg("--target-dir")
        .arg(&target)
        .env("RUSTFLAGS", "--cfg hp5_drd")
        .env_remove("CARGO_ENCODED_RUSTFLAGS");
    done(&mut build)?;
    Ok(target.join("debug"))
}

/// Runs a compiler from the root of the repository.
fn done(command: &mut Command) -> Result<(), String> {
    let output = command
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."))
        .output()
        .map_err(|error| format!("{command:?} does not start: {error}"))?;
    match output.status.success() {
        true => Ok(()),
        false => Err(String::from_utf8_lossy(&output.stderr).into_owned()),
    }
}

impl Run<'_> {
    /// Runs the example.
    ///
    /// # Errors
    /// It does not start, or does not end.
    pub fn of(&self, example: &Example) -> Result<Outcome, String> {
        let said = |error: io::Error| format!("{self:?}: {error}");
        // Threads of the test run at the same time: a log of its own for each run.
        let thread = format!("{:?}", std::thread::current().id());
        let number = thread.trim_matches(|c: char| !c.is_ascii_digit());
        let program = &example.program;
        let log = program.with_file_name(format!("log-{}-{number}", std::process::id()));
        let (answers, messages) = (log.with_extension("out"), log.with_extension("tool"));
        let mut command = match self.tool {
            Some(tool) => under(tool, program, &messages),
            None => Command::new(program),
        };
        command
            .arg(self.size.to_string())
            .args(example.more)
            .env("HP5_NUM_PPUS", self.ppus.to_string())
            .env("HP5_BIND", "none")
            .stdin(Stdio::null())
            .stdout(fs::File::create(&answers).map_err(said)?);
        for variable in ["HP5_CHAOS", "HP5_SEED", "HP5_MAX_TASKS", "HP5_PLANT"] {
            command.env_remove(variable);
        }
        if let Some(seed) = self.chaos {
            command.env("HP5_CHAOS", seed.to_string());
        }
        if let Some(plant) = self.plant {
            command.env("HP5_PLANT", plant);
        }
        let mut child = command.spawn().map_err(said)?;
        let start = Instant::now();
        let status = loop {
            match child.try_wait().map_err(said)? {
                Some(status) => break status,
                None if start.elapsed() > LIMIT => {
                    child.kill().and_then(|()| child.wait()).map_err(said)?;
                    return Err(format!("{self:?}: did not end within {LIMIT:?}"));
                }
                None => std::thread::sleep(Duration::from_millis(20)),
            }
        };
        let answers = fs::read_to_string(&answers).map_err(said)?;
        let messages = fs::read_to_string(&messages).unwrap_or_default();
        let (answer, count) = example.answer;
        let right = answers.matches(answer).count();
        let outcome = Outcome {
            errors: errors(&messages),
            ended_well: matches!(status.code(), Some(0 | FOUND)) && right == count,
            text: format!("{answers}{}", beginning(&messages)),
        };
        if self.tool.is_some() && !messages.contains(SUMMARY) {
            return Err(format!("{self:?}: {status}, no summary: {}", outcome.text));
        }
        Ok(outcome)
    }
}

const SUMMARY: &str = "ERROR SUMMARY: ";

fn under(tool: &str, program: &Path, log: &Path) -> Command {
    let suppressions = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("{tool}.supp"));
    let mut command = Command::new("valgrind");
    command
        .arg(format!("--tool={tool}"))
        .arg(format!("--suppressions={}", suppressions.display()))
        .arg(format!("--log-file={}", log.display()))
        .arg(format!("--error-exitcode={FOUND}"))
        // Threads take turns, as they would on processors of their own.
        .arg("--fair-sched=yes")
        .arg(program);
    command
}

/// The number of errors in a tool's summary.
fn errors(messages: &str) -> u64 {
    let summary = messages.rsplit_once(SUMMARY).map(|(_, rest)| rest);
    let number = summary.and_then(|rest| rest.split(' ').next());
    number
        .and_then(|number| number.replace(',', "").parse().ok())
        .unwrap_or(0)
}

fn beginning(messages: &str) -> String {
    let lines: Vec<&str> = messages.lines().take(80).collect();
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn summaries_are_read() {
        let text = "==1== ERROR SUMMARY: 1,044 errors from 2 contexts (suppressed: 3 from 3)";
        assert_eq!(errors(text), 1044);
        assert_eq!(errors("==1== nothing"), 0);
    }
}
