//! Diagnostics: what is wrong, where, and what to do, as values.
//!
//! Passes push into [`Diagnostics`] and go on; nothing here prints. Rendering (text like
//! rustc's, or JSON) is in the sibling modules.

pub mod codes;
pub mod explain;
pub mod json;
pub mod text;

use std::ops::Range;

/// How bad it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Information only.
    Note,
    /// The program is translated; something was assumed or widened.
    Warning,
    /// The file is not translated.
    Error,
}

/// A span with a text beside it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Label {
    /// Byte range in the file.
    pub span: Range<usize>,
    /// What to say about it (may be empty).
    pub text: String,
}

/// One finding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// Stable code, `HP5-E0101`; see `codes`.
    pub code: &'static str,
    /// Severity.
    pub severity: Severity,
    /// One line.
    pub message: String,
    /// The place it is about.
    pub primary: Label,
    /// Other places.
    pub secondary: Vec<Label>,
    /// Facts.
    pub notes: Vec<String>,
    /// What to do.
    pub help: Vec<String>,
}

impl Diagnostic {
    /// A finding at `span`.
    pub fn new(
        severity: Severity,
        code: &'static str,
        message: impl Into<String>,
        span: Range<usize>,
    ) -> Self {
        Diagnostic {
            code,
            severity,
            message: message.into(),
            primary: Label {
                span,
                text: String::new(),
            },
            secondary: Vec::new(),
            notes: Vec::new(),
            help: Vec::new(),
        }
    }

    /// The text at the primary place.
    #[must_use]
    pub fn label(mut self, text: impl Into<String>) -> Self {
        self.primary.text = text.into();
        self
    }

    /// Another place.
    #[must_use]
    pub fn also(mut self, span: Range<usize>, text: impl Into<String>) -> Self {
        self.secondary.push(Label {
            span,
            text: text.into(),
        });
        self
    }

    /// A fact.
    #[must_use]
    pub fn note(mut self, text: impl Into<String>) -> Self {
        self.notes.push(text.into());
        self
    }

    /// Moves all places.
    pub(crate) fn move_by(&mut self, to: impl Fn(&Range<usize>) -> Range<usize>) {
        for label in std::iter::once(&mut self.primary).chain(&mut self.secondary) {
            label.span = to(&label.span);
        }
    }

    /// What to do.
    #[must_use]
    pub fn help(mut self, text: impl Into<String>) -> Self {
        self.help.push(text.into());
        self
    }
}

/// The findings of one file.
#[derive(Debug, Default, Clone)]
pub struct Diagnostics {
    /// In the order found.
    pub list: Vec<Diagnostic>,
}

impl Diagnostics {
    /// Adds a finding. Clauses are read in several places, each of which says what is wrong in them: once
    /// is enough.
    pub fn push(&mut self, d: Diagnostic) {
        let same = |other: &Diagnostic| {
            let said = other.code == d.code && other.message == d.message;
            (said || other.code == codes::SYNTAX) && other.primary.span == d.primary.span
        };
        if !self.list.iter().any(same) {
            self.list.push(d);
        }
    }

    /// True when the file must not be translated.
    #[must_use]
    pub fn has_errors(&self) -> bool {
        self.list.iter().any(|d| d.severity == Severity::Error)
    }
}
