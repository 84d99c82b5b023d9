//! What can go wrong, as values.

use std::fmt;

/// What ended a region with an error.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum FailureKind {
    /// A task: its body panicked, or what it had started failed.
    #[default]
    Task,
    /// A [`CancelHandle`](crate::rt::CancelHandle).
    Cancelled,
    /// The region's deadline.
    Deadline,
    /// The region around this one, which failed, was cancelled or ran out of time.
    Around,
    /// Generating code used the library wrongly.
    Misuse,
}

/// Why a region did not complete (DESIGN, semantics 7).
///
/// The first failure is reported; tasks that were running finished, the rest were
/// cancelled, and the runtime stays usable.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub struct RegionError {
    /// What ended the region.
    pub kind: FailureKind,
    /// The region's name.
    pub region: &'static str,
    /// The task's name; empty when no task failed.
    pub task: String,
    /// Source file of the task, of the call that cancelled the region or set its deadline, or
    /// of the region.
    pub file: &'static str,
    /// Source line there.
    pub line: u32,
    /// The task's tiles, such as `out b[64..128, 0..4096]`.
    pub tiles: Vec<String>,
    /// The text of the panic, or the reason.
    pub message: String,
    /// Tasks of the region, and of regions inside it, that were not run because of it.
    pub cancelled: u64,
}

impl fmt::Display for RegionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (region, message) = (self.region, &self.message);
        match self.kind {
            FailureKind::Task | FailureKind::Misuse => {
                writeln!(
                    f,
                    "task `{}` of region `{region}` failed: {message}",
                    self.task
                )?;
            }
            FailureKind::Cancelled => writeln!(f, "region `{region}` was cancelled: {message}")?,
            FailureKind::Deadline => writeln!(f, "region `{region}` ran out of time: {message}")?,
            FailureKind::Around => writeln!(f, "region `{region}` was not finished: {message}")?,
        }
        write!(f, "  --> {}:{}", self.file, self.line)?;
        const SHOWN: usize = 12;
        for tile in self.tiles.iter().take(SHOWN) {
            write!(f, "\n   | {tile}")?;
        }
        if self.tiles.len() > SHOWN {
            write!(f, "\n   | and {} more tiles", self.tiles.len() - SHOWN)?;
        }
        if self.cancelled > 0 {
            write!(
                f,
                "\n   = {} tasks of the region were cancelled",
                self.cancelled
            )?;
        }
        Ok(())
    }
}

/// Why a tape was not replayed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ReplayError {
    /// No lap was recorded, or the last one differed and its recording was dropped.
    #[error("nothing is recorded: register a lap with `Tape::lap` first")]
    Empty,
    /// A lap is being registered.
    #[error("a tape cannot be replayed inside one of its laps")]
    InsideLap,
    /// Generating code looks at elements.
    #[error("a tape cannot be replayed inside `look`, where generating code holds the elements")]
    Looking,
    /// More than 2^32 - 2 laps at once.
    #[error("a tape is replayed at most 2^32 - 2 times at once")]
    TooMany,
    /// A body can run only once.
    #[error(
        "{file}:{line}: the body of task `{task}` runs once only: register it with `run_again` (`spawn_repeat` in `hp5::rt`)"
    )]
    RunsOnce {
        /// The task's name.
        task: String,
        /// Source file of the task.
        file: &'static str,
        /// Source line of the task.
        line: u32,
    },
}

/// Why a runtime could not be set up.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// A variable has a value that it cannot have.
    #[error("{variable}={value}: {expected}")]
    Variable {
        /// Name of the environment variable.
        variable: &'static str,
        /// What it was set to.
        value: String,
        /// What may stand there.
        expected: String,
    },
    /// The machine description cannot be read.
    #[error("{0}")]
    Machine(String),
    /// The watchdog's thread could not be started.
    #[error("could not start the thread of the watchdog: {0}")]
    Watchdog(std::io::Error),
    /// A thread could not be started.
    #[error("could not start the thread of PPU {ppu}: {source}")]
    Thread {
        /// Which PPU.
        ppu: usize,
        /// What the system said.
        source: std::io::Error,
    },
}

/// The text of a panic payload.
pub(crate) fn panic_text(payload: &(dyn std::any::Any + Send)) -> String {
    if let Some(text) = payload.downcast_ref::<&str>() {
        (*text).to_owned()
    } else if let Some(text) = payload.downcast_ref::<String>() {
        text.clone()
    } else {
        "a panic without a text".to_owned()
    }
}
