//! The directive front end of HP5: annotated source in, task-graph program out.
//!
//! Data flow: `syntax` -> `lower` -> `ir` -> `passes` -> `emit`; see `ARCHITECTURE.md`.
#![deny(missing_docs)]

pub mod build;
pub mod cli;
pub mod diag;
pub mod emit;
pub mod ir;
pub mod lower;
pub mod passes;
pub mod syntax;
