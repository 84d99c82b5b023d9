//! The HighP5 front end: `.hp5` text -> [`ast`] -> checked, [`typed`] program.
//!
//! The language is described in `annotate/docs/highp5.md`.

pub mod ast;
mod report;
pub mod syntax;
pub mod typed;
