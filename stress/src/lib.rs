//! Stress of HP5: loom models, random programs, fuzzing, benchmarks.
#![deny(missing_docs)]

#[path = "../highp5/mod.rs"]
pub mod highp5;
#[path = "../random/mod.rs"]
pub mod random;
