//! What is translated, how, and what comes out.

use std::path::PathBuf;

use crate::diag::Diagnostics;

/// A file to translate.
#[derive(Debug, Clone)]
pub struct SourceFile {
    /// Its name for people: in diagnostics, and in the positions of emitted code.
    pub path: PathBuf,
    /// Its text.
    pub text: String,
}

/// What to emit.
#[derive(Debug, Clone, Copy, Default)]
pub struct Options {
    /// The instrumented variant, which holds every access of a task's body against what the
    /// task declared.
    pub checked: bool,
    /// A note about each region, [`diag::codes::SUMMARY`].
    pub summary: bool,
}

impl Options {
    /// The plain program, or the checked one.
    #[must_use]
    pub fn checked(checked: bool) -> Options {
        Options {
            checked,
            ..Options::default()
        }
    }
}

/// A translated file.
#[derive(Debug, Clone)]
pub struct Emitted {
    /// As in [`SourceFile`].
    pub path: PathBuf,
    /// The program text; the source itself where there is no directive or an error.
    pub text: String,
    /// False when `text` is the source.
    pub changed: bool,
    /// The region IR in readable form; empty where there is no directive.
    pub ir: String,
}

/// What [`translate`] found and made.
#[derive(Debug, Default)]
pub struct Output {
    /// One entry for each input file, in the same order.
    pub files: Vec<Emitted>,
    /// The findings, for files that have any.
    pub diagnostics: Vec<(PathBuf, Diagnostics)>,
}

impl Output {
    /// True when nothing of the output must be used.
    #[must_use]
    pub fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(|(_, list)| list.has_errors())
    }
}
