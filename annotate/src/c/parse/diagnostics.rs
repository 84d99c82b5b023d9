//! How findings of C are made: a code, a message and a place in, a diagnostic out.

use crate::diag::{Diagnostic, Severity};
use crate::ir::Span;

/// An error at a place.
pub(in crate::c) fn error(
    code: &'static str,
    message: impl Into<String>,
    span: Span,
) -> Diagnostic {
    Diagnostic::new(Severity::Error, code, message, span)
}

/// Help of findings that preprocessing may take away.
pub(crate) const CPP: &str =
    "with `--cpp` what the preprocessor makes of the file is analysed; `hp5cc` does so by itself";
