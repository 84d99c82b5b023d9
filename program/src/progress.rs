//! A line that says how far a long run is (`HP5_PROGRESS`).

use std::io::{IsTerminal as _, Write as _};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use crate::Faults;

/// How often it is said on a terminal, from a second on.
const ON_TERMINAL: Duration = Duration::from_millis(500);

/// How often elsewhere, where lines stay.
const ELSEWHERE: Duration = Duration::from_secs(10);

/// Says how many tasks are done, until it is dropped.
pub(crate) struct Progress {
    /// Dropping it ends the thread.
    until: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

/// True where somebody has asked for it.
pub(crate) fn is_wanted() -> bool {
    hp5::rt::flag_variable("HP5_PROGRESS")
}

impl Progress {
    /// Of the tasks that leave their faults here, which count them.
    pub(crate) fn of(faults: Faults) -> Progress {
        let (until, end) = channel();
        let begun = Instant::now();
        let terminal = std::io::stderr().is_terminal();
        let pause = if terminal { ON_TERMINAL } else { ELSEWHERE };
        let says = move || {
            let mut said = false;
            while end.recv_timeout(pause) == Err(RecvTimeoutError::Timeout) {
                if begun.elapsed() >= Duration::from_secs(1) {
                    say(terminal, &line(faults.done(), begun.elapsed()));
                    said = terminal;
                }
            }
            if said {
                // Leaves the line as it was.
                say(terminal, "");
            }
        };
        let thread = std::thread::Builder::new()
            .name("progress".into())
            .spawn(says);
        Progress {
            until: Some(until),
            // A run without it is a run.
            thread: thread.ok(),
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.until.take();
        if let Some(thread) = self.thread.take() {
            // It ended well or badly, and in any case.
            let _ = thread.join();
        }
    }
}

fn line(done: u64, time: Duration) -> String {
    format!("{done} tasks done, {:.1} s", time.as_secs_f64())
}

/// A line that replaces itself on a terminal. Nobody may be there to read it.
fn say(terminal: bool, line: &str) {
    let mut err = std::io::stderr().lock();
    let _ = match terminal {
        true => write!(err, "\r\x1b[K{line}").and_then(|()| err.flush()),
        false => writeln!(err, "{line}"),
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tasks_are_counted_and_the_thread_ends() {
        let faults = Faults::counting();
        let progress = Progress::of(faults.clone());
        faults.run(|| Ok(()));
        faults.run(|| Ok(()));
        assert_eq!(faults.done(), 2);
        drop(progress);
        assert_eq!(line(2, Duration::from_millis(1250)), "2 tasks done, 1.2 s");
    }
}
