//! Running built programs, with a time limit.

use std::ffi::OsStr;
use std::io::Read;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

/// A program that has not ended by then hangs.
pub const LIMIT: Duration = Duration::from_secs(120);

/// The same for one that builds others first, the runtime with all that it needs among them,
/// beside other tests that do so.
pub const BUILDING: Duration = Duration::from_secs(1800);

/// What a finished program said.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ended {
    /// Exit status; `None` when a signal or the limit ended it.
    pub status: Option<i32>,
    /// Standard output.
    pub stdout: String,
    /// Standard error.
    pub stderr: String,
    /// It ran into the limit.
    pub timed_out: bool,
}

impl Ended {
    /// The standard output of a program that succeeded.
    ///
    /// # Errors
    /// How else it ended, with what it said.
    pub fn success(self) -> Result<String, String> {
        if self.status == Some(0) {
            return Ok(self.stdout);
        }
        let how = match (self.timed_out, self.status) {
            (true, _) => "did not end in time".to_owned(),
            (_, Some(status)) => format!("exit status {status}"),
            (_, None) => "ended by a signal".to_owned(),
        };
        Err(format!(
            "{how}\n--- stdout\n{}--- stderr\n{}",
            self.stdout, self.stderr
        ))
    }
}

/// Variables that the tests set and nobody else should.
const OURS: [&str; 16] = [
    "HP5_NUM_PPUS",
    "HP5_BIND",
    "HP5_CACHE",
    "HP5_MACHINE",
    "HP5_MAP",
    "HP5_PROGRESS",
    "HP5_CHAOS",
    "HP5_SEED",
    "HP5_REPLAY",
    "HP5_DOT",
    "HP5_SVG",
    "HP5_TRACE",
    "HP5_TRACE_FLOWS",
    "HP5_WATCHDOG",
    "HP5_MAX_TASKS",
    "RUST_BACKTRACE",
];

/// A command for `program` in a clean setting: no `HP5_*` from outside, no input.
#[must_use]
pub fn command(program: impl AsRef<OsStr>) -> Command {
    let mut command = Command::new(program);
    OURS.iter().for_each(|variable| {
        command.env_remove(variable);
    });
    command.stdin(Stdio::null());
    command
}

/// Runs `command` to its end or the limit.
///
/// # Panics
/// When it cannot be started.
#[must_use]
pub fn run(command: Command) -> Ended {
    run_within(command, LIMIT)
}

/// Runs `command` to its end or this limit: for one that builds.
///
/// # Panics
/// When it cannot be started.
#[must_use]
pub fn run_within(mut command: Command, limit: Duration) -> Ended {
    let child = command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    let mut child = child.unwrap_or_else(|e| panic!("{command:?}: {e}"));
    let (ends, ended) = mpsc::channel();
    let out = drain(child.stdout.take(), ends.clone());
    let err = drain(child.stderr.take(), ends);
    let begun = Instant::now();
    // It has closed both when it is over: who looked for that from time to time would be late.
    for _ in 0..2 {
        let _ = ended.recv_timeout(limit.saturating_sub(begun.elapsed()));
    }
    let (status, timed_out) = wait(&mut child, begun, limit);
    let text = |reader: thread::JoinHandle<Vec<u8>>| {
        String::from_utf8_lossy(&reader.join().unwrap_or_default()).into_owned()
    };
    Ended {
        status,
        stdout: text(out),
        stderr: text(err),
        timed_out,
    }
}

/// Runs a program without arguments on so many PPUs.
#[must_use]
pub fn run_on(program: &Path, ppus: usize) -> Ended {
    let mut command = command(program);
    command.env("HP5_NUM_PPUS", ppus.to_string());
    run(command)
}

/// Reads a stream to its end, and says so.
fn drain(
    stream: Option<impl Read + Send + 'static>,
    ends: mpsc::Sender<()>,
) -> thread::JoinHandle<Vec<u8>> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(mut stream) = stream {
            // What was read before an error is still worth showing.
            let _ = stream.read_to_end(&mut bytes);
        }
        // Nobody listens after the limit.
        let _ = ends.send(());
        bytes
    })
}

/// Waits for a program that may have closed its streams before it ends.
fn wait(child: &mut Child, begun: Instant, limit: Duration) -> (Option<i32>, bool) {
    let mut pause = Duration::from_micros(200);
    loop {
        if let Ok(Some(status)) = child.try_wait() {
            return (status.code(), false);
        }
        if begun.elapsed() > limit {
            let _ = child.kill();
            let _ = child.wait();
            return (None, true);
        }
        thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(20));
    }
}
