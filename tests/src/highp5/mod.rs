//! HighP5 in the tests: its programs a second time as plain Rust, and an interpreter of the
//! semantics that knows nothing of tasks and tiles.

pub mod files;
pub mod interpret;
pub mod reference;
