//! The task graph: tasks, edges, dependence tables, scopes.
//!
//! See `README.md` in this folder for the life of a task and who may touch what.

pub(crate) mod edges;
pub mod geometry;
pub(crate) mod scope;
pub(crate) mod table;
pub(crate) mod task;
pub(crate) mod tiling;
