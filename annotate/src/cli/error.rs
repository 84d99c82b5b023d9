//! What can go wrong around a translation: arguments, files, manifests, cargo.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

/// An error of the command line tools; says what, where, and what to do.
#[derive(Debug, Error)]
pub enum CliError {
    /// A file or directory cannot be read.
    #[error("cannot read {}: {source}", path.display())]
    Read {
        /// Which.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// A file or directory cannot be written.
    #[error("cannot write {}: {source}", path.display())]
    Write {
        /// Which.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// The output would lie in the input, or around it.
    #[error("the output {} and the input {} lie inside one another\n  help: name an output directory elsewhere", out.display(), input.display())]
    Inside {
        /// The output directory.
        out: PathBuf,
        /// The input.
        input: PathBuf,
    },
    /// The output directory holds something that is not ours.
    #[error("{} holds files that hp5-annotate did not write, or that were changed since:\n{files}  help: name another directory, or give --force to write into this one", out.display())]
    Foreign {
        /// The output directory.
        out: PathBuf,
        /// Some of them, one per line.
        files: String,
    },
    /// A `Cargo.toml` that cannot be used.
    #[error("{}: {message}", path.display())]
    Manifest {
        /// Which.
        path: PathBuf,
        /// What is wrong, and what to do.
        message: String,
    },
    /// Arguments that make no sense together.
    #[error("{0}")]
    Usage(String),
    /// Cargo, or the program, could not be run.
    #[error("cannot run {program}: {source}")]
    Spawn {
        /// What was to be run.
        program: String,
        /// Why not.
        source: io::Error,
    },
}

impl CliError {
    /// For `map_err` on reads.
    pub fn read(path: &Path) -> impl FnOnce(io::Error) -> CliError + '_ {
        move |source| CliError::Read {
            path: path.to_owned(),
            source,
        }
    }

    /// For `map_err` on writes.
    pub fn write(path: &Path) -> impl FnOnce(io::Error) -> CliError + '_ {
        move |source| CliError::Write {
            path: path.to_owned(),
            source,
        }
    }

    /// A manifest error.
    pub fn manifest(path: &Path, message: impl Into<String>) -> CliError {
        CliError::Manifest {
            path: path.to_owned(),
            message: message.into(),
        }
    }
}
