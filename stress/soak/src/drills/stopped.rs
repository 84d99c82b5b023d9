//! A process is stopped and continued while its graphs run: a child that runs random graphs,
//! stopped by its parent at random moments.

use std::process::{Child, Command, Stdio};
use std::time::Duration;

use crate::case::Case;

/// Graphs that the child runs.
const GRAPHS: u64 = 40;
/// Tasks of each of them.
const TASKS: usize = 2_000;

/// See the module.
///
/// # Errors
/// What was wrong in the child.
pub fn run(case: &mut Case<'_>) -> Result<u64, String> {
    let seed = case.rng.next();
    let program = std::env::current_exe()
        .map_err(|error| format!("this program does not find itself: {error}"))?;
    let tasks = case.options.tasks.min(TASKS);
    let child = Command::new(program)
        .args(["--shape", "random,wavefront,held,fork-join"])
        .args(["--seed", &seed.to_string()])
        .args(["--ppus", &case.ppus.to_string()])
        .args(["--graphs", &GRAPHS.to_string()])
        .args(["--tasks", &tasks.to_string()])
        .args(["--limit", &case.options.limit.to_string()])
        .args(["--duration", "1h", "--panics", "0.05"])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .map_err(|error| format!("no child to stop: {error}"))?;
    let mut child = Guard { child };
    let patience = case.monitor.elapsed() + case.limit();
    let mut stops = 0;
    let status = loop {
        let status = child.child.try_wait();
        if let Some(status) = status.map_err(|error| format!("a child is lost: {error}"))? {
            break status;
        }
        if case.monitor.elapsed() > patience {
            return Err(format!("hang: a child does not end after {stops} stops"));
        }
        child.send(libc::SIGSTOP);
        std::thread::sleep(Duration::from_micros(case.rng.size(50, 20_000) as u64));
        child.send(libc::SIGCONT);
        stops += 1;
        std::thread::sleep(Duration::from_micros(case.rng.size(50, 20_000) as u64));
    };
    if status.success() {
        return Ok(0);
    }
    let said = child.child.stdout.take().map(std::io::read_to_string);
    let said = said.and_then(Result::ok).unwrap_or_default();
    Err(format!(
        "a child that was stopped {stops} times ended with {status}: {}",
        said.trim()
    ))
}

/// A child that does not outlive its drill.
struct Guard {
    child: Child,
}

impl Guard {
    fn send(&self, signal: libc::c_int) {
        let Ok(id) = libc::pid_t::try_from(self.child.id()) else {
            return;
        };
        // SAFETY: no pointers; the child was not waited for yet, so its number is its own.
        unsafe { libc::kill(id, signal) };
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        if matches!(self.child.try_wait(), Ok(None)) {
            // It hangs: nothing else is known of it, and nothing else helps.
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }
}
