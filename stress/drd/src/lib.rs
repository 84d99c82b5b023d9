//! Runs `runtime/examples/registration.rs` under valgrind's race detectors.
//!
//! The tools do not know atomics, so the example is built with `--cfg hp5_drd`: then the
//! runtime's atomics, locks and queues tell them what they order (`runtime/src/sync/drd.rs`),
//! and the tools hold every plain access of the runtime and of the tasks against that.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Exit status of a run in which a tool found something.
const FOUND: i32 = 9;

/// A run may take so long.
const LIMIT: Duration = Duration::from_secs(240);

/// One run of the example.
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

/// Why there is nothing to run with here, if so.
pub fn missing() -> Option<String> {
    if cfg!(not(all(target_arch = "x86_64", target_os = "linux"))) {
        return Some("requests to valgrind are written for Linux on x86-64 alone".into());
    }
    let version = Command::new("valgrind").arg("--version").output();
    let found = version.is_ok_and(|output| output.status.success());
    (!found).then(|| "valgrind is not installed (apt-get install valgrind)".into())
}

/// Builds the example in a folder of its own under `scratch`; where it is.
///
/// # Errors
/// What the compiler said.
pub fn build(scratch: &Path) -> Result<PathBuf, String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let target = scratch.join("hp5-drd");
    let output = Command::new(cargo)
        .args(["build", "--quiet", "-p", "hp5", "--example", "registration"])
        .arg("--target-dir")
        .arg(&target)
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."))
        .env("RUSTFLAGS", "--cfg hp5_drd")
        .env_remove("CARGO_ENCODED_RUSTFLAGS")
        .output()
        .map_err(|error| format!("cargo does not start: {error}"))?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    Ok(target.join("debug/examples/registration"))
}

impl Run<'_> {
    /// Runs the example.
    ///
    /// # Errors
    /// It does not start, or does not end.
    pub fn of(&self, example: &Path) -> Result<Outcome, String> {
        let said = |error: io::Error| format!("{self:?}: {error}");
        // Threads of the test run at the same time: a log of its own for each run.
        let thread = format!("{:?}", std::thread::current().id());
        let number = thread.trim_matches(|c: char| !c.is_ascii_digit());
        let log = example.with_file_name(format!("log-{}-{number}", std::process::id()));
        let (answers, messages) = (log.with_extension("out"), log.with_extension("tool"));
        let mut command = match self.tool {
            Some(tool) => under(tool, example, &messages),
            None => Command::new(example),
        };
        command
            .arg(self.size.to_string())
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
        let right = answers.matches("as the serial one").count();
        let outcome = Outcome {
            errors: errors(&messages),
            ended_well: matches!(status.code(), Some(0 | FOUND)) && right == PARTS,
            text: format!("{answers}{}", beginning(&messages)),
        };
        if self.tool.is_some() && !messages.contains(SUMMARY) {
            return Err(format!("{self:?}: {status}, no summary: {}", outcome.text));
        }
        Ok(outcome)
    }
}

/// Parts of the example that print an answer.
const PARTS: usize = 6;

const SUMMARY: &str = "ERROR SUMMARY: ";

fn under(tool: &str, example: &Path, log: &Path) -> Command {
    let suppressions = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("{tool}.supp"));
    let mut command = Command::new("valgrind");
    command
        .arg(format!("--tool={tool}"))
        .arg(format!("--suppressions={}", suppressions.display()))
        .arg(format!("--log-file={}", log.display()))
        .arg(format!("--error-exitcode={FOUND}"))
        // Threads take turns, as they would on processors of their own.
        .arg("--fair-sched=yes")
        .arg(example);
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
