//! Stress of HP5: loom models, random programs, fuzzing, benchmarks.
#![deny(missing_docs)]

#[path = "../random/mod.rs"]
pub mod random;
