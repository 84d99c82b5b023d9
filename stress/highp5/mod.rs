//! Random HighP5 programs.
//!
//! [`generate`] makes one task with its coordinator: arrays of one shape, up to four spaces
//! (cut in every way, padded, nested, un-partitioned, with sub-partitions), and a flow of
//! pointwise stages, stencils over versions, reductions, scans, guards and repeats. What it
//! computes does not depend on how the arrays are cut, by construction: a space is padded for
//! as many epochs as a visit has, results that are combined across LPUs are whole numbers or
//! extremes, and what a guard tests is the same for all. So one program is run with several
//! partitions, which must agree to the last bit; and every other way to run it must agree
//! with them. One program in five is let off this rule ([`Generated::stale`]): its paddings may
//! be too narrow, and what it computes is only what the interpreter says. A seed says it all.

pub mod campaign;
pub mod chosen;
pub mod generate;
pub mod mutants;

pub use campaign::{Report, campaign, may_be_refused};
pub use chosen::chosen;
pub use generate::{Generated, program};
pub use mutants::{Damage, damage, damaged};
