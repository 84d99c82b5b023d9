//! Looking at what ran: counts, the graph, a trace, a picture.
//!
//! Nothing here is on the path of a task. When a region ends, its [`record::RunRecord`]
//! (plain data) goes to the [`sink`], which writes what the environment asks for:
//! `HP5_TRACE` (for Perfetto), `HP5_DOT` (Graphviz), `HP5_SVG` (a timeline). What
//! each of them shows: `docs/observe.md`. [`capture_records`] hands the records to the
//! caller instead:
//!
//! ```
//! use hp5::observe::{capture_records, oracle};
//! use hp5::rt::{Mode, Region, scalar, site};
//!
//! let mut sum = 0;
//! let ((), records) = capture_records(|| {
//!     let region = Region::begin(site!("count", file!(), line!()));
//!     // SAFETY: `sum` outlives the region, which ends below.
//!     let total = unsafe { region.array("sum", scalar(&raw const sum), &[]) };
//!     for n in 1..=10 {
//!         let mut task = region.task(site!("add", file!(), line!()));
//!         task.access(&total, Mode::InOut, &[]);
//!         let mut sum = total.view();
//!         // SAFETY: the body touches `sum` alone, which is declared.
//!         unsafe { task.spawn(move || *sum += n) };
//!     }
//!     region.end();
//! });
//! assert_eq!(sum, 55);
//!
//! let run = &records[0];
//! println!("{}", run.stats); // a table of counts
//! assert_eq!(run.to_petgraph().edge_count(), 9); // each waits for the one before
//! assert_eq!(run.shape()?.longest_chain, 10);
//! assert_eq!(oracle::check(run), Ok(()));
//! # Ok::<(), hp5::observe::graph::GraphError>(())
//! ```

#![cfg_attr(
    test,
    allow(
        clippy::single_range_in_vec_init,
        reason = "a one-dimensional tile has one range"
    )
)]

mod collect;
mod colour;
mod dot;
#[cfg(test)]
pub(crate) mod fixtures;
pub mod graph;
mod limited;
pub mod oracle;
pub(crate) mod sink;
mod svg;
mod trace;

pub use crate::base::kinds::HOOKS;
pub use crate::record::{run_record as record, stats};
pub use record::{
    EdgeKind, EdgeRecord, RegionStats, RunRecord, Slice, TaskKind, TaskRecord, TileRecord,
};
pub use sink::capture_records;
