//! What can be wrong with a file, said with where and what to do.

use std::fmt;

use thiserror::Error as Derived;

use crate::element::Kind;

/// A file and what is wrong with it.
#[derive(Debug)]
pub struct Error {
    /// The file, as it was named.
    pub path: String,
    /// The line in it, from 1, where it has lines.
    pub line: Option<usize>,
    /// What is wrong.
    pub problem: Problem,
}

impl Error {
    pub(crate) fn new(path: &str, problem: Problem) -> Error {
        Error {
            path: path.to_owned(),
            line: None,
            problem,
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "{}:{line}: {}", self.path, self.problem),
            None => write!(f, "{}: {}", self.path, self.problem),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &self.problem {
            Problem::Unreadable(e) | Problem::Unwritable(e) => Some(e),
            _ => None,
        }
    }
}

/// What is wrong with a file.
#[derive(Debug, Derived)]
pub enum Problem {
    /// It is missing, or may not be read.
    #[error("cannot be read: {0}")]
    Unreadable(std::io::Error),
    /// It cannot be made.
    #[error("cannot be written: {0}")]
    Unwritable(std::io::Error),
    /// It has another number of dimensions.
    #[error("has {} ({}) where {wanted} {} needed", count(sizes.len()), shown(sizes), if *wanted == 1 { "is" } else { "are" })]
    Rank {
        /// Its sizes.
        sizes: Vec<usize>,
        /// Dimensions that the program wants.
        wanted: usize,
    },
    /// Its elements have a type that cannot become the wanted one without loss.
    #[error("holds {found} where {wanted} is needed{}", advice(*wanted))]
    Type {
        /// What it holds.
        found: String,
        /// What is wanted.
        wanted: Kind,
    },
    /// An element does not fit.
    #[error("element {place} is {value}, which is no {wanted}")]
    Element {
        /// Its place, row-major from 0.
        place: usize,
        /// As written.
        value: String,
        /// What is wanted.
        wanted: Kind,
    },
    /// It ends too early.
    #[error("is truncated: it ends after {found} of {wanted} elements")]
    Truncated {
        /// Elements that are there.
        found: usize,
        /// Elements that its head announces.
        wanted: usize,
    },
    /// There is more than its head announces.
    #[error("has more than the {0} elements that its head announces")]
    Longer(usize),
    /// It is not of the form that its name says.
    #[error("{0}")]
    Form(String),
    /// `#part` behind a file that has none.
    #[error("`#{0}` is for the parts of a sparse matrix (.mtx): #rows, #columns or #values")]
    NoParts(String),
}

/// A problem that may have a line; the file is known further out.
#[derive(Debug)]
pub(crate) struct Fault {
    line: Option<usize>,
    problem: Problem,
}

impl Fault {
    pub(crate) fn of(self, path: &str) -> Error {
        Error {
            path: path.to_owned(),
            line: self.line,
            problem: self.problem,
        }
    }
}

impl From<Problem> for Fault {
    fn from(problem: Problem) -> Fault {
        Fault {
            line: None,
            problem,
        }
    }
}

impl Problem {
    /// In a line, from 1.
    pub(crate) fn at(self, line: usize) -> Fault {
        Fault {
            line: Some(line),
            problem: self,
        }
    }
}

fn count(dimensions: usize) -> String {
    match dimensions {
        1 => "1 dimension".to_owned(),
        n => format!("{n} dimensions"),
    }
}

/// Sizes as `3 x 4`.
pub(crate) fn shown(sizes: &[usize]) -> String {
    if sizes.is_empty() {
        return "a single value".to_owned();
    }
    let sizes: Vec<String> = sizes.iter().map(usize::to_string).collect();
    sizes.join(" x ")
}

fn advice(wanted: Kind) -> &'static str {
    match wanted {
        Kind::Integer => ": np.save(.., a.astype(np.int32))",
        Kind::Single => ": np.save(.., a.astype(np.float32))",
        Kind::Double => ": np.save(.., a.astype(np.float64))",
        Kind::Boolean => ": np.save(.., a.astype(bool))",
        Kind::Character => ": np.save(.., a.astype(np.uint8))",
    }
}
