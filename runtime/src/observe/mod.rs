//! Looking at what ran: counts, the graph, a trace, a picture.
//!
//! Nothing here is on the path of a task. When a region ends, its [`record::RunRecord`]
//! (plain data) goes to the [`sink`], which writes what the environment asks for:
//! `HP5_TRACE` (Chrome/Perfetto JSON), `HP5_DOT` (Graphviz), `HP5_SVG` (a timeline).

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
#[cfg(test)]
mod live;
pub mod oracle;
pub mod record;
pub(crate) mod sink;
pub mod stats;
mod svg;
mod trace;

pub use record::{
    EdgeKind, EdgeRecord, RegionStats, RunRecord, Slice, TaskKind, TaskRecord, TileRecord,
};
pub use sink::capture_records;
