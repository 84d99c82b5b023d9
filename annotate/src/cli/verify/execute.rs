//! One run of a program: its output, the files that it writes, and an end in any case.

use std::ffi::OsString;
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use crate::cli::CliError;

use super::schedule::{OURS, Schedule};

/// Most of a run's output that is kept.
const MOST_OUTPUT: usize = 256 << 20;

/// Most of a run's standard error that is kept: the end of it is shown.
const MOST_ERROR: usize = 64 << 10;

/// How long the output of a program that has ended is waited for: what it started may still
/// hold the other end.
const PATIENCE: Duration = Duration::from_secs(2);

/// How a run ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// By itself, with this status.
    Exit(i32),
    /// By this signal.
    Signal(i32),
    /// It did not, within this time.
    Hang(Duration),
}

impl End {
    /// In words, after "the run ..".
    #[must_use]
    pub fn words(self) -> String {
        match self {
            End::Exit(status) => format!("ended with exit status {status}"),
            End::Signal(signal) => format!("was ended by signal {signal}"),
            End::Hang(limit) => format!("did not end within {}", seconds(limit)),
        }
    }
}

/// A time for people.
#[must_use]
pub fn seconds(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    if seconds < 10.0 && time.subsec_millis() > 0 {
        format!("{seconds:.1} s")
    } else {
        format!("{seconds:.0} s")
    }
}

/// What a run left.
#[derive(Debug, Clone)]
pub struct Ran {
    /// How it ended.
    pub end: End,
    /// Standard output.
    pub output: Vec<u8>,
    /// The end of standard error.
    pub error: Vec<u8>,
    /// The files that were asked for, in that order; `None` when they were not written.
    pub files: Vec<Option<Vec<u8>>>,
    /// How long it took.
    pub time: Duration,
}

/// How a program is run.
pub struct Runner<'a> {
    /// Its arguments.
    pub args: &'a [OsString],
    /// Files that it writes; they are removed before each run.
    pub files: &'a [PathBuf],
}

impl Runner<'_> {
    /// Runs `program` under `schedule` (`None`: the serial program, which has no tasks) to its
    /// end, or to that of `limit`.
    ///
    /// # Errors
    /// That it cannot be started, or an old output file not be removed.
    pub fn run(
        &self,
        program: &Path,
        schedule: Option<Schedule>,
        limit: Duration,
    ) -> Result<Ran, CliError> {
        self.start(program, schedule, limit, None)
    }

    /// The same, with a watchdog that says on standard error why nothing goes on.
    ///
    /// # Errors
    /// As for `run`.
    pub fn run_watched(
        &self,
        program: &Path,
        schedule: Schedule,
        limit: Duration,
    ) -> Result<Ran, CliError> {
        let patience = limit.as_secs_f64() / 3.0;
        self.start(program, Some(schedule), limit, Some(patience.min(5.0)))
    }

    fn start(
        &self,
        program: &Path,
        schedule: Option<Schedule>,
        limit: Duration,
        watchdog: Option<f64>,
    ) -> Result<Ran, CliError> {
        for file in self.files {
            match fs::remove_file(file) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => {
                    return Err(CliError::write(file)(error));
                }
                _ => {}
            }
        }
        let mut command = Command::new(program);
        command.args(self.args).stdin(Stdio::null());
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        for name in OURS {
            command.env_remove(name);
        }
        // Eight PPUs are tried on every machine: that they share cores is no news here.
        command.env("HP5_QUIET", "1");
        if let Some(seconds) = watchdog {
            command.env("HP5_WATCHDOG", format!("{seconds:.2}"));
        }
        for (name, value) in schedule.map_or_else(Vec::new, Schedule::variables) {
            command.env(name, value);
        }
        let started = Instant::now();
        let mut child = command.spawn().map_err(|source| CliError::Spawn {
            program: program.display().to_string(),
            source,
        })?;
        let output = Drain::start(child.stdout.take(), MOST_OUTPUT, false);
        let error = Drain::start(child.stderr.take(), MOST_ERROR, true);
        let end = wait(&mut child, started, limit).map_err(|source| CliError::Spawn {
            program: program.display().to_string(),
            source,
        })?;
        let time = started.elapsed();
        let until = Instant::now() + PATIENCE;
        Ok(Ran {
            end,
            output: output.finish(until),
            error: error.finish(until),
            files: self.files.iter().map(|file| fs::read(file).ok()).collect(),
            time,
        })
    }
}

fn wait(child: &mut Child, started: Instant, limit: Duration) -> io::Result<End> {
    let mut pause = Duration::from_micros(200);
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(ended(status));
        }
        let left = limit.saturating_sub(started.elapsed());
        if left.is_zero() {
            // It may have ended just now; that it cannot be ended then is no error.
            let _ = child.kill();
            child.wait()?;
            return Ok(End::Hang(limit));
        }
        thread::sleep(pause.min(left));
        pause = (pause * 2).min(Duration::from_millis(20));
    }
}

fn ended(status: ExitStatus) -> End {
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        return End::Signal(signal);
    }
    End::Exit(status.code().unwrap_or(-1))
}

/// Reads a pipe on a thread of its own, so that the program never waits for us.
struct Drain {
    kept: Arc<Mutex<Vec<u8>>>,
    thread: JoinHandle<()>,
}

impl Drain {
    /// Keeps `most` bytes: the last ones when `last`, else the first ones.
    fn start(pipe: Option<impl Read + Send + 'static>, most: usize, last: bool) -> Drain {
        let kept = Arc::new(Mutex::new(Vec::new()));
        let shared = Arc::clone(&kept);
        let thread = thread::spawn(move || {
            let Some(mut pipe) = pipe else { return };
            let mut buffer = vec![0; 64 << 10];
            loop {
                match pipe.read(&mut buffer) {
                    Ok(0) => return,
                    Ok(n) => {
                        let mut kept = shared.lock().unwrap_or_else(PoisonError::into_inner);
                        let room = if last {
                            n
                        } else {
                            n.min(most - kept.len().min(most))
                        };
                        kept.extend_from_slice(&buffer[..room]);
                        if last && kept.len() > 2 * most {
                            let cut = kept.len() - most;
                            kept.drain(..cut);
                        }
                    }
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                    Err(_) => return,
                }
            }
        });
        Drain { kept, thread }
    }

    /// What was read, when the other end is closed or `until` has come.
    fn finish(self, until: Instant) -> Vec<u8> {
        while !self.thread.is_finished() && Instant::now() < until {
            thread::sleep(Duration::from_micros(200));
        }
        std::mem::take(&mut self.kept.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::super::schedule::Order;
    use super::*;

    fn shell(script: &str, limit: Duration, schedule: Option<Schedule>) -> Ran {
        let args = ["-c", script].map(OsString::from);
        let runner = Runner {
            args: &args,
            files: &[],
        };
        runner.run(Path::new("/bin/sh"), schedule, limit).unwrap()
    }

    const LONG: Duration = Duration::from_secs(60);

    #[test]
    fn output_status_and_schedule_arrive() {
        let schedule = Schedule {
            order: Order::Chaos(7),
            ppus: 3,
        };
        let script = "echo $HP5_CHAOS $HP5_NUM_PPUS ${HP5_SEED:-none}; echo oh >&2; exit 4";
        let ran = shell(script, LONG, Some(schedule));
        assert_eq!(
            (ran.end, ran.output.as_slice()),
            (End::Exit(4), &b"7 3 none\n"[..])
        );
        assert_eq!(ran.error, b"oh\n");
        let args = ["-c", "echo ${HP5_WATCHDOG:-none}"].map(OsString::from);
        let runner = Runner {
            args: &args,
            files: &[],
        };
        let watched = runner.run_watched(Path::new("/bin/sh"), schedule, Duration::from_secs(9));
        assert_eq!(watched.unwrap().output, b"3.00\n");
        assert_eq!(shell("kill -9 $$", LONG, None).end, End::Signal(9));
    }

    #[test]
    fn a_hang_is_ended_and_what_it_said_is_kept() {
        let limit = Duration::from_secs(3);
        let ran = shell("echo begun; exec sleep 600", limit, None);
        assert_eq!(
            (ran.end, ran.output.as_slice()),
            (End::Hang(limit), &b"begun\n"[..])
        );
        assert!(ran.time < LONG, "{:?}", ran.time);
        // The pipe is held by what the program has started.
        let begun = Instant::now();
        let ran = shell("sleep 100 & echo done", LONG, None);
        assert_eq!(
            (ran.end, ran.output.as_slice()),
            (End::Exit(0), &b"done\n"[..])
        );
        assert!(begun.elapsed() < Duration::from_secs(80));
    }

    #[test]
    fn much_output_is_read_to_its_end() {
        let ran = shell(
            "i=0; while [ $i -lt 3000 ]; do echo 0123456789012345678901234567890123456789 $i >&2; i=$((i+1)); done; head -c 3000000 /dev/zero",
            LONG,
            None,
        );
        assert_eq!((ran.end, ran.output.len()), (End::Exit(0), 3_000_000));
        assert!(ran.error.ends_with(b" 2999\n") && ran.error.len() <= 2 * MOST_ERROR);
    }

    #[test]
    fn files_of_an_earlier_run_do_not_count() {
        let file = std::env::temp_dir().join(format!("hp5-execute-{}", std::process::id()));
        let files = [file.clone()];
        let script = |text: &str| {
            [
                "-c".into(),
                text.replace("FILE", file.to_str().unwrap()).into(),
            ]
        };
        let run = |text: &str| {
            let args: [OsString; 2] = script(text);
            let runner = Runner {
                args: &args,
                files: &files,
            };
            runner.run(Path::new("/bin/sh"), None, LONG).unwrap().files
        };
        assert_eq!(run("echo x > FILE"), [Some(b"x\n".to_vec())]);
        assert_eq!(run("true"), [None]);
    }
}
