//! HighP5 in the tests: the programs of `examples/highp5` a second time as plain Rust.

pub mod reference;
