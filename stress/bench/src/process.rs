//! One measurement: one process, one line of JSON.
//!
//! Every system runs as a process of its own, HP5 and rayon as this program called again
//! with a hidden subcommand. Processes run one at a time, repetition by repetition, so that
//! drifts of the machine meet all systems alike.

use std::ffi::OsString;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use serde::de::DeserializeOwned;

/// A process to start.
#[derive(Debug, Clone)]
pub struct Job {
    /// The executable.
    pub program: PathBuf,
    /// Its arguments.
    pub arguments: Vec<OsString>,
    /// Variables on top of those of this process.
    pub environment: Vec<(&'static str, String)>,
    /// After this long it is ended and counts as failed.
    pub patience: Duration,
}

impl Job {
    /// Runs it and reads the last line that it prints.
    ///
    /// # Errors
    /// What went wrong, with the end of what it said.
    pub fn run<T: DeserializeOwned>(&self) -> Result<T, String> {
        let (out, _) = self.output()?;
        let last = out.lines().last().unwrap_or("");
        serde_json::from_str(last).map_err(|error| {
            format!(
                "{} {}: {error} in: {}",
                self.program.display(),
                self.line(),
                tail(last)
            )
        })
    }

    /// Runs it; returns what it printed, and what it said on stderr.
    ///
    /// # Errors
    /// What went wrong, with the end of what it said.
    pub fn output(&self) -> Result<(String, String), String> {
        let name = self.program.display();
        let mut child = Command::new(&self.program)
            .args(&self.arguments)
            .envs(self.environment.iter().map(|(k, v)| (k, v)))
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|error| format!("{name} does not start: {error}"))?;
        let out = collect(child.stdout.take());
        let err = collect(child.stderr.take());
        let status = wait(&mut child, self.patience)
            .map_err(|what| format!("{name} {}: {what}", self.line()))?;
        let out = out.join().unwrap_or_default();
        let err = err.join().unwrap_or_default();
        if !status.success() {
            return Err(format!("{name} {}: {status}: {}", self.line(), tail(&err)));
        }
        Ok((out, err))
    }

    /// Starts it for a conversation: a line to it, a line from it.
    ///
    /// # Errors
    /// It does not start.
    pub fn talk(&self) -> Result<Talk, String> {
        let mut child = Command::new(&self.program)
            .args(&self.arguments)
            .envs(self.environment.iter().map(|(k, v)| (k, v)))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|error| format!("{} does not start: {error}", self.program.display()))?;
        let (sender, lines) = mpsc::channel();
        let out = child.stdout.take();
        std::thread::spawn(move || {
            let lines = out.into_iter().flat_map(|out| BufReader::new(out).lines());
            for line in lines.map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        Ok(Talk {
            said: Some(collect(child.stderr.take())),
            stdin: child.stdin.take(),
            child,
            lines,
            patience: self.patience,
            name: format!("{} {}", self.program.display(), self.line()),
        })
    }

    fn line(&self) -> String {
        let words = self.arguments.iter().map(|a| a.to_string_lossy());
        words.collect::<Vec<_>>().join(" ")
    }
}

/// A process that answers line by line; it ends with this value.
pub struct Talk {
    child: Child,
    stdin: Option<ChildStdin>,
    lines: mpsc::Receiver<String>,
    said: Option<std::thread::JoinHandle<String>>,
    patience: Duration,
    name: String,
}

impl Talk {
    /// The next line, as a number.
    ///
    /// # Errors
    /// It ended, it takes too long, or it says something else.
    pub fn answer(&mut self) -> Result<f64, String> {
        match self.lines.recv_timeout(self.patience) {
            Ok(line) => line
                .trim()
                .parse()
                .map_err(|_| format!("{}: expected a number, not {}", self.name, tail(&line))),
            Err(mpsc::RecvTimeoutError::Timeout) => Err(format!(
                "{}: no answer in {} s",
                self.name,
                self.patience.as_secs()
            )),
            Err(mpsc::RecvTimeoutError::Disconnected) => {
                let status = wait(&mut self.child, Duration::from_secs(5))
                    .map_or_else(|what| what, |status| status.to_string());
                let said = self.said.take().and_then(|said| said.join().ok());
                Err(format!(
                    "{}: {status}: {}",
                    self.name,
                    tail(&said.unwrap_or_default())
                ))
            }
        }
    }

    /// Sends a line and waits for the answer.
    ///
    /// # Errors
    /// As [`answer`](Self::answer).
    pub fn ask(&mut self, question: u64) -> Result<f64, String> {
        if let Some(stdin) = &mut self.stdin {
            // A process that is gone is reported by the answer, which does not come.
            let _ = writeln!(stdin, "{question}");
        }
        self.answer()
    }
}

impl Drop for Talk {
    fn drop(&mut self) {
        drop(self.stdin.take());
        // The end of its input ends it; one that does not listen is ended.
        let _ = wait(&mut self.child, Duration::from_secs(10));
    }
}

fn collect(pipe: Option<impl Read + Send + 'static>) -> std::thread::JoinHandle<String> {
    std::thread::spawn(move || {
        let mut text = Vec::new();
        if let Some(mut pipe) = pipe {
            // What was read before an error is what there is to report.
            let _ = pipe.read_to_end(&mut text);
        }
        String::from_utf8_lossy(&text).into_owned()
    })
}

fn wait(child: &mut Child, patience: Duration) -> Result<std::process::ExitStatus, String> {
    let begun = Instant::now();
    loop {
        match child.try_wait() {
            Ok(Some(status)) => return Ok(status),
            Ok(None) if begun.elapsed() > patience => {
                // It may have ended by itself meanwhile; either way it is waited for.
                let _ = child.kill();
                let _ = child.wait();
                return Err(format!("ended after {} s", patience.as_secs()));
            }
            Ok(None) => std::thread::sleep(Duration::from_millis(2)),
            Err(error) => return Err(error.to_string()),
        }
    }
}

fn tail(text: &str) -> String {
    let kept: Vec<&str> = text.trim().lines().rev().take(3).collect();
    let text = kept.into_iter().rev().collect::<Vec<_>>().join(" | ");
    match text.char_indices().rev().nth(400) {
        Some((at, _)) => format!("..{}", &text[at..]),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(script: &str, patience: Duration) -> Job {
        Job {
            program: "/bin/sh".into(),
            arguments: vec!["-c".into(), script.into()],
            environment: vec![("HP5_BENCH_TEST", "7".to_owned())],
            patience,
        }
    }

    #[test]
    fn the_last_line_counts() {
        let job = shell(
            "echo noise; echo [$HP5_BENCH_TEST]",
            Duration::from_secs(20),
        );
        assert_eq!(job.run::<Vec<u32>>(), Ok(vec![7]));
    }

    #[test]
    fn failures_say_what_was_said() {
        let job = shell("echo why it failed >&2; exit 3", Duration::from_secs(20));
        let said = job.run::<Vec<u32>>().expect_err("it failed");
        assert!(
            said.contains("why it failed") && said.contains('3'),
            "{said}"
        );
        let said = shell("echo nonsense", Duration::from_secs(20)).run::<Vec<u32>>();
        assert!(said.expect_err("no JSON").contains("nonsense"));
    }

    #[test]
    fn conversations() {
        let job = shell(
            "echo 1.5; while read x; do echo $((x * 2)); done",
            Duration::from_secs(20),
        );
        let mut talk = job.talk().expect("the shell starts");
        assert_eq!(talk.answer(), Ok(1.5));
        assert_eq!(talk.ask(21), Ok(42.0));
        assert_eq!(talk.ask(4), Ok(8.0));
        let job = shell("echo too bad >&2; exit 3", Duration::from_secs(20));
        let said = job
            .talk()
            .and_then(|mut talk| talk.ask(1))
            .expect_err("it ended");
        assert!(said.contains("too bad") && said.contains('3'), "{said}");
        let job = shell("echo hello", Duration::from_secs(20));
        let said = job
            .talk()
            .and_then(|mut talk| talk.answer())
            .expect_err("no number");
        assert!(said.contains("hello"), "{said}");
    }

    #[test]
    fn a_process_that_hangs_is_ended() {
        let begun = Instant::now();
        let said = shell("exec sleep 60", Duration::from_millis(50)).run::<Vec<u32>>();
        assert!(said.expect_err("it hung").contains("ended after"));
        assert!(begun.elapsed() < Duration::from_secs(30));
    }
}
