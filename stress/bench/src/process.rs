//! One measurement: one process, one line of JSON.
//!
//! Every system runs as a process of its own, HP5 and rayon as this program called again
//! with a hidden subcommand. Processes run one at a time, repetition by repetition, so that
//! drifts of the machine meet all systems alike.

use std::ffi::OsString;
use std::io::Read;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
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
        let last = out.lines().last().unwrap_or("");
        serde_json::from_str(last)
            .map_err(|error| format!("{name} {}: {error} in: {}", self.line(), tail(last)))
    }

    fn line(&self) -> String {
        let words = self.arguments.iter().map(|a| a.to_string_lossy());
        words.collect::<Vec<_>>().join(" ")
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
    fn a_process_that_hangs_is_ended() {
        let begun = Instant::now();
        let said = shell("exec sleep 60", Duration::from_millis(50)).run::<Vec<u32>>();
        assert!(said.expect_err("it hung").contains("ended after"));
        assert!(begun.elapsed() < Duration::from_secs(30));
    }
}
