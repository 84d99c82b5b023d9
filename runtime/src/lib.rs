//! HP5: task graphs over data tiles, run by a locality-aware work-stealing scheduler.
//!
//! Three ways in, one runtime:
//!
//! - annotate a serial program with `#[hp5::region]` and friends and translate it with
//!   `hp5-annotate`; the attribute macros re-exported here remove the directives, so the
//!   annotated source also compiles and runs as the serial program;
//! - call the safe library, [`region`] and [`TiledArray`] (module [`api`]);
//! - call what emitted code calls, [`rt`], and for programs made from HighP5 [`highp5`].
//!
//! Reading order: [`rt`] (what is registered), `graph` (how tiles become edges), `sched`
//! (who runs what when), [`observe`] (what can be seen afterwards).
#![deny(missing_docs)]

pub mod api;
mod base;
mod graph;
pub mod highp5;
#[cfg(any(hp5_loom, hp5_shuttle))]
pub mod models;
pub mod observe;
mod record;
pub mod rt;
mod runtime;
mod sched;
mod sync;

pub use api::{ReduceOp, Scope, TiledArray, region};
pub use base::config::{Bind, Replay};
pub use base::error::{ConfigError, FailureKind, RegionError, ReplayError};
pub use hp5_macros::*;
pub use record::stats::RegionStats;
pub use runtime::{Builder, Runtime, last_region, longest_region};
pub use sched::Held;

/// Takes in a file that `hp5_annotate::Build` translated in the build script:
/// `mod kernel { hp5::include_annotated!("kernel.rs"); }` for `src/kernel.rs`.
#[macro_export]
macro_rules! include_annotated {
    ($file:literal) => {
        include!(concat!(env!("OUT_DIR"), "/hp5/", $file));
    };
}
