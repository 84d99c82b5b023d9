//! A straightforward interpreter of HighP5: the semantics of the language with no tasks and
//! no tiles, only arrays and loops. What the compiler makes of a program is held against it.
//!
//! - Spaces are run in lockstep: a step of the Computation section is done by all LPUs of a
//!   space, one after the other in ascending order, before the next step begins
//!   ([`flow`]).
//! - An LPU works on copies of its (padded) parts, with all kept versions, from entering a
//!   space to leaving it; on leaving, what it owns goes back to the LPU of the parent's space
//!   ([`frame`]). Two LPUs that leave different values for one element are an error.
//! - Partitions are lists of indices, cut by brute force ([`parts`]).
//! - It starts from the checked program: names, types and conversions are settled there.
//!
//! Sources: HighP5, sections 3.5 to 5, and the second part of the project's notes on the
//! dialect, which is also in the language reference.

pub mod array;
mod builtin;
pub mod coordinator;
mod expression;
mod flow;
pub mod frame;
mod machine;
pub mod parts;
mod place;
mod random;
mod statement;
pub mod value;

use std::collections::BTreeMap;
use std::fmt;
use std::rc::Rc;

use hp5_annotate::highp5::ast::Span;
use hp5_annotate::highp5::typed::Program;

pub use array::Array;
pub use value::Value;

/// What went wrong, and where in the program.
#[derive(Debug, Clone)]
pub struct Error {
    /// In words.
    pub what: String,
    /// The innermost piece of program text, if known.
    pub span: Option<Span>,
    /// True for what the checker should have refused.
    pub unsound: bool,
}

impl Error {
    /// Without a place yet.
    pub fn new(what: impl Into<String>) -> Error {
        Error {
            what: what.into(),
            span: None,
            unsound: false,
        }
    }

    /// For what no checked program does.
    pub fn unsound(what: impl Into<String>) -> Error {
        Error {
            unsound: true,
            ..Error::new(what)
        }
    }

    /// At `span`, unless a place further in is known already.
    #[must_use]
    pub fn at(mut self, span: Span) -> Error {
        self.span.get_or_insert(span);
        self
    }

    /// With the number of its line in `source`.
    #[must_use]
    pub fn in_source(&self, source: &str) -> String {
        match self.span {
            Some(span) => {
                let before = source.get(..span.start).unwrap_or(source);
                let text = source.get(span.start..span.end).unwrap_or("");
                let line = before.lines().count().max(1);
                format!("line {line}: {} (`{}`)", self.what, text.trim())
            }
            None => self.what.clone(),
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.what)
    }
}

impl std::error::Error for Error {}

/// What most of the interpreter gives back.
pub type Outcome<T> = Result<T, Error>;

/// Stands in for the foreign code of a function: the values of its variables by name in,
/// new values out.
pub type Foreign = Rc<dyn Fn(&BTreeMap<String, Value>) -> Vec<(String, Value)>>;

/// What a run is given.
#[derive(Clone, Default)]
pub struct Setting {
    /// `args`, by name. Names of inputs and outputs are texts.
    pub arguments: BTreeMap<String, Value>,
    /// What `bind_input` finds, by the text that it is given.
    pub inputs: BTreeMap<String, Array>,
    /// PPUs that `block_stride` with one argument deals to; 0 counts as 1.
    pub ppus: usize,
    /// Stand-ins for foreign code, by the function that it is in.
    pub foreign: BTreeMap<String, Foreign>,
    /// Statements after which a run is given up; 0: 20 million.
    pub steps: u64,
}

impl Setting {
    /// With one more argument.
    #[must_use]
    pub fn argument(mut self, name: &str, value: impl Into<Value>) -> Setting {
        self.arguments.insert(name.to_owned(), value.into());
        self
    }

    /// With an argument of this name that stands for an input.
    #[must_use]
    pub fn input(mut self, name: &str, array: Array) -> Setting {
        self.inputs.insert(name.to_owned(), array);
        self.argument(name, name)
    }

    /// With arguments that name outputs as themselves.
    #[must_use]
    pub fn outputs(mut self, names: &[&str]) -> Setting {
        for &name in names {
            self = self.argument(name, name);
        }
        self
    }
}

/// What `bind_output` wrote: arrays, and scalars.
#[derive(Debug, Clone, Default)]
pub struct Outputs {
    /// By the text that `bind_output` was given.
    pub arrays: BTreeMap<String, Array>,
    /// Variables that are no arrays.
    pub scalars: BTreeMap<String, Value>,
    /// What `print` wrote.
    pub lines: Vec<String>,
}

/// Runs the coordinator of `program`.
///
/// # Errors
/// What a run of the program would report: missing inputs, indices outside of an LPU's part,
/// values that clash. Programs that the checker rejects may fail in any of these ways.
pub fn run(program: &Program, setting: &Setting) -> Outcome<Outputs> {
    coordinator::run(program, setting)
}
