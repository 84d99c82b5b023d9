//! The HighP5 front end: `.hp5` text -> [`ast`] -> checked, [`typed`] program.
//!
//! The language is described in `annotate/docs/highp5.md`.

pub mod ast;
pub mod map;
mod report;
pub mod syntax;
pub mod typed;
