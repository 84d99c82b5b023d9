//! Instructions per task, counted by valgrind's callgrind: the same on a busy machine. One PPU,
//! empty bodies.

use std::process::Command;

use serde::Serialize;

use crate::process::Job;

/// Per task.
#[derive(Debug, Clone, Copy, Serialize)]
pub(super) struct Instructions {
    /// Registration and execution.
    pub(super) completed: f64,
    /// The end of the region, which writes the trace.
    pub(super) closing: f64,
}

/// Counts them in the passes of `job`, which has so many tasks in all.
///
/// # Errors
/// There is no valgrind, or it fails.
pub(super) fn count(job: &Job, tasks: usize) -> Result<Instructions, String> {
    let count = |function: &str| {
        let count = collected(job, function)?;
        Ok::<f64, String>(count as f64 / tasks as f64)
    };
    Ok(Instructions {
        completed: count("hp5_bench::tracing::side::until_completed*")?,
        closing: count("hp5_bench::tracing::side::close*")?,
    })
}

/// Instructions inside a function, and in what it calls.
fn collected(job: &Job, function: &str) -> Result<u64, String> {
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(format!("--toggle-collect={function}"))
        .arg(&job.program)
        .args(&job.arguments)
        .envs(job.environment.iter().map(|(k, v)| (k, v)))
        .output()
        .map_err(|error| format!("valgrind does not start: {error}"))?;
    let said = String::from_utf8_lossy(&output.stderr);
    let found = sum_of(&said).filter(|count| output.status.success() && *count > 0);
    found.ok_or_else(|| {
        let last: Vec<&str> = said.lines().rev().take(2).collect();
        format!("valgrind: {}: {}", output.status, last.join(" | "))
    })
}

/// The number in `==123== Collected : 456`.
fn sum_of(said: &str) -> Option<u64> {
    let line = said.lines().find(|line| line.contains("Collected"))?;
    line.split_once(':')?.1.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::sum_of;

    #[test]
    fn the_sum_is_read() {
        let said = "==7== Events    : Ir\n==7== Collected : 8125\n==7==\n";
        assert_eq!(sum_of(said), Some(8125));
        assert_eq!(sum_of("==7== Collected :"), None);
        assert_eq!(sum_of("no such thing"), None);
    }
}
