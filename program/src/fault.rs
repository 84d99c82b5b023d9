//! Faults of a run, and how they leave tasks.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

use thiserror::Error;

/// Why a run cannot go on.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Fault {
    /// An index that is not in the part of an LPU.
    #[error(
        "{array}[{index}] is not in the part of this LPU, whose indices along this dimension go from {low} to {high}"
    )]
    Outside {
        /// Name of the array.
        array: &'static str,
        /// Along the dimension where it is outside.
        index: i64,
        /// Least index of the part.
        low: i64,
        /// Greatest.
        high: i64,
    },
    /// Of Integers.
    #[error("an Integer is divided by 0")]
    Division,
    /// Of an Integer.
    #[error("an Integer to the power of {0}")]
    Power(i32),
    /// Of a loop.
    #[error("a loop with a step of 0")]
    Step,
    /// A variable of an environment without a value.
    #[error(
        "{variable} of the environment has no value for task \"{task}\"\n  help: bind it to a file (bind_input) or let an earlier task create it"
    )]
    Missing {
        /// Its name.
        variable: &'static str,
        /// The task, or what else wants it.
        task: &'static str,
    },
    /// An array that does not fit into memory, or has an impossible range.
    #[error("{0} would have {1} elements")]
    Size(&'static str, String),
    /// One array under two names of a task that writes to both.
    #[error(
        "{0} and {1} are one array, and task \"{2}\" writes to both\n  help: give it two arrays: one of them read from its file again, or written by a task that copies"
    )]
    Shared(&'static str, &'static str, &'static str),
    /// A partition argument.
    #[error(
        "partition argument {name} of task \"{task}\" is {value}: it has to be {least} or more"
    )]
    Amount {
        /// Its name.
        name: &'static str,
        /// The task.
        task: &'static str,
        /// As given.
        value: i32,
        /// What it has to be.
        least: i32,
    },
    /// Of a partition.
    #[error(transparent)]
    Space(#[from] hp5::highp5::partition::SpaceError),
    /// Of an array file, in words.
    #[error("{0}")]
    File(String),
    /// Of a mapping, or of the machine that it is for, in words.
    #[error("{0}")]
    Mapping(String),
    /// Of the command line, in words.
    #[error("{0}")]
    Arguments(String),
    /// A variable that LPUs do not agree on when they leave their space.
    #[error("two LPUs leave different values in {0}")]
    Differ(&'static str),
    /// Of a space: more epochs pass in one stay than the padding is wide.
    #[error(
        "{array} is read out of date: its padding in Space {space} is used up by the epochs of one stay\n  help: widen the padding, or leave the space and enter it again more often"
    )]
    Stale {
        /// Name of the array.
        array: &'static str,
        /// The space.
        space: &'static str,
    },
    /// Functions that call themselves.
    #[error("calls of functions are nested more than {0} deep")]
    Deep(u32),
    /// An element that a list or a static array has not.
    #[error("[{index}] of {count} elements")]
    Element {
        /// As given.
        index: i32,
        /// How many there are.
        count: usize,
    },
    /// What a task that failed did not make. The fault of that task is told in its place.
    #[error("a task before this one failed")]
    Lost,
    /// With the line of the program.
    #[error("{file}:{line}: {fault}")]
    At {
        /// The program.
        file: &'static str,
        /// Its line.
        line: u32,
        /// What is wrong there.
        fault: Box<Fault>,
    },
}

impl Fault {
    /// At a line, unless one further in is known.
    #[must_use]
    pub fn at(self, file: &'static str, line: u32) -> Fault {
        match self {
            Fault::At { .. } => self,
            fault => Fault::At {
                file,
                line,
                fault: Box::new(fault),
            },
        }
    }
}

impl From<hp5_arrays::Error> for Fault {
    fn from(error: hp5_arrays::Error) -> Fault {
        Fault::File(error.to_string())
    }
}

impl From<hp5::highp5::partition::CutError> for Fault {
    fn from(error: hp5::highp5::partition::CutError) -> Fault {
        Fault::Space(error.into())
    }
}

/// The first fault of a program's tasks.
#[derive(Debug, Clone, Default)]
pub struct Faults(Arc<Noted>);

#[derive(Debug, Default)]
struct Noted {
    first: OnceLock<Fault>,
    /// Tasks that are done, where somebody wants to know.
    done: Option<AtomicU64>,
}

impl Faults {
    /// One that counts tasks.
    pub(crate) fn counting() -> Faults {
        Faults(Arc::new(Noted {
            done: Some(AtomicU64::new(0)),
            ..Noted::default()
        }))
    }

    /// How many tasks were counted.
    pub(crate) fn done(&self) -> u64 {
        let done = self.0.done.as_ref();
        done.map_or(0, |done| done.load(Ordering::Relaxed))
    }

    /// Runs a body, unless one before it failed.
    pub(crate) fn run(&self, body: impl FnOnce() -> Result<(), Fault>) {
        if self.0.first.get().is_none()
            && let Err(fault) = body()
        {
            // Another task may have been first.
            let _ = self.0.first.set(fault);
        }
        if let Some(done) = &self.0.done {
            done.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// True once a body has failed.
    #[must_use]
    pub fn any(&self) -> bool {
        self.0.first.get().is_some()
    }

    /// What happened, when all tasks are done.
    ///
    /// # Errors
    /// The first fault.
    pub fn end(&self) -> Result<(), Fault> {
        match self.0.first.get() {
            Some(fault) => Err(fault.clone()),
            None => Ok(()),
        }
    }
}
