//! One execution of a task: its frames, its arguments, and the budget of the run.

use std::collections::BTreeMap;

use hp5_annotate::highp5::typed::{Amount, Program, Task};

use super::frame::Frame;
use super::random::Random;
use super::statement::Fold;
use super::value::{Indices, Value};
use super::{Error, Outcome, Outputs, Setting};

/// The state of a task's execution, or of the coordinator's (which has no frames).
pub struct Machine<'p> {
    pub(super) program: &'p Program,
    pub(super) task: &'p Task,
    pub(super) setting: &'p Setting,
    /// Partition arguments.
    pub(super) partition: Vec<i32>,
    /// Root first; an LPU stands behind the one it is a piece of.
    pub(super) frames: Vec<Frame>,
    /// Ranges of the dimensions of arrays, by variable.
    pub(super) shapes: Vec<Vec<Indices>>,
    pub(super) seed: i32,
    pub(super) generators: BTreeMap<Vec<(char, u64)>, Random>,
    /// Locals of the bodies that are running, innermost last.
    pub(super) locals: Vec<Vec<Option<Value>>>,
    /// Names of the functions that are running, for stand-ins of foreign code.
    pub(super) functions: Vec<&'p str>,
    /// What reductions of the running stage have folded so far.
    pub(super) folds: Vec<Fold>,
    /// The LPU that runs.
    pub(super) current: usize,
    /// What the coordinator has given out.
    pub(super) outputs: Outputs,
    /// Statements so far.
    pub(super) steps: u64,
}

impl<'p> Machine<'p> {
    pub(super) fn new(program: &'p Program, task: &'p Task, setting: &'p Setting) -> Machine<'p> {
        Machine {
            program,
            task,
            setting,
            partition: Vec::new(),
            frames: Vec::new(),
            shapes: vec![Vec::new(); task.variables.len()],
            seed: 0,
            generators: BTreeMap::new(),
            locals: Vec::new(),
            functions: Vec::new(),
            folds: Vec::new(),
            current: 0,
            outputs: Outputs::default(),
            steps: 0,
        }
    }

    /// The LPU that runs.
    pub(super) fn current(&self) -> Outcome<usize> {
        if self.frames.is_empty() {
            return Err(Error::new("no task is running"));
        }
        Ok(self.current)
    }

    /// Counts a statement.
    pub(super) fn step(&mut self) -> Outcome<()> {
        self.steps += 1;
        let most = match self.setting.steps {
            0 => 20_000_000,
            steps => steps,
        };
        if self.steps > most {
            return Err(Error::new(format!("given up after {most} statements")));
        }
        Ok(())
    }

    /// The value of an argument of a partition function.
    pub(super) fn amount(&self, amount: Amount) -> Outcome<usize> {
        match amount {
            Amount::Constant(value) => {
                usize::try_from(value).map_err(|_| Error::new(format!("{value} is too large")))
            }
            Amount::Parameter(at) => Ok(usize::try_from(self.partition[at]).unwrap_or(0)),
        }
    }

    /// The width of a padding.
    pub(super) fn padding(&self, amount: Amount) -> Outcome<usize> {
        if let Amount::Parameter(at) = amount
            && self.partition[at] < 0
        {
            return Err(Error::new(format!("a padding of {}", self.partition[at])));
        }
        self.amount(amount)
    }
}
