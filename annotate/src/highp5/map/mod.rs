//! Where a program's spaces are worked on, and whether their data fit (HighP5, section 6.1.1).
//!
//! [`explain`] joins three things: the program's Partition sections, a machine with a mapping
//! file ([`pcubes::mapping`]), and what is known of sizes before the program runs ([`sizes`]:
//! its arguments and the dimensions that a person gives, followed through the coordinator and
//! the Initialize sections). What is not known stays a formula.

mod evaluate;
mod explain;
mod hierarchy;
mod part;
mod sizes;
#[cfg(test)]
mod tests;
mod text;

pub use explain::{ExplainError, Explanation, SpaceExplanation, explain, places};
pub(super) use hierarchy::order;
pub use hierarchy::{Built, HierarchyError, build};
pub use sizes::{Execution, Given, GivenError, executions};
