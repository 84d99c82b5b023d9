//! The HighP5 front end: `.hp5` text -> [`ast`] -> checked, [`typed`] program.
//!
//! The language is described in `annotate/docs/highp5.md`.

pub mod ast;
mod check;
pub mod map;
mod report;
pub mod syntax;
pub mod typed;

use crate::diag::{Diagnostics, Severity};

/// Parses and checks a program. `None` exactly when errors were reported; there may be
/// warnings.
#[must_use]
pub fn check(text: &str, diagnostics: &mut Diagnostics) -> Option<typed::Program> {
    let before = diagnostics.list.len();
    let program = syntax::parse(text, diagnostics)?;
    let checked = check::check(&program, diagnostics)?;
    let wrong = diagnostics.list[before..]
        .iter()
        .any(|d| d.severity == Severity::Error);
    (!wrong).then_some(checked)
}
