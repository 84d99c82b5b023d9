//! The HighP5 front end: `.hp5` text -> [`ast`] -> checked, [`typed`] program.
//!
//! The language is described in `annotate/docs/highp5.md`.

pub mod ast;
mod check;
pub mod emit;
#[cfg(test)]
mod examples;
pub mod map;
mod report;
pub mod syntax;
pub mod typed;

use std::panic::resume_unwind;
use std::thread;

use crate::diag::{Diagnostics, Severity};

/// Parses and checks a program. `None` exactly when errors were reported; there may be
/// warnings.
#[must_use]
pub fn check(text: &str, diagnostics: &mut Diagnostics) -> Option<typed::Program> {
    let done = thread::scope(|scope| {
        let builder = thread::Builder::new().stack_size(STACK);
        let work = || check_here(text, diagnostics);
        let spawned = builder.spawn_scoped(scope, work).ok()?;
        Some(spawned.join().unwrap_or_else(|panic| resume_unwind(panic)))
    });
    // Where there can be no thread, this one has to do.
    done.unwrap_or_else(|| check_here(text, diagnostics))
}

/// Stack for checking: blocks and expressions nest, and functions are instantiated one in
/// another, as deep as they call.
const STACK: usize = 64 << 20;

fn check_here(text: &str, diagnostics: &mut Diagnostics) -> Option<typed::Program> {
    let before = diagnostics.list.len();
    let program = syntax::parse(text, diagnostics)?;
    let checked = check::check(&program, diagnostics)?;
    let wrong = diagnostics.list[before..]
        .iter()
        .any(|d| d.severity == Severity::Error);
    (!wrong).then_some(checked)
}
