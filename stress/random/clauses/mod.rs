//! Random programs whose clauses are too small by design, beside such as have exact ones: in C and in Rust.
//!
//! Each task says what it reads and writes. In some programs one section is changed (a number, a name, a
//! factor, a part left out), so that it may cover less than the task touches. That must be noticed: by an
//! error (`HP5-E0009`), by a warning (`HP5-W0110`), or by a checked run; one of which nothing is said, and
//! which computes something else, is a failure. What is exact must not be refused, and no checked run may
//! find fault with it.

pub mod campaign;
pub mod draw;
pub mod expressions;
pub mod render;

pub use campaign::{Report, campaign};
