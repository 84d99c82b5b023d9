//! The task graph: tasks, edges, dependence tables, scopes.
//!
//! See `README.md` in this folder for the life of a task and who may touch what.

pub(crate) mod body;
pub(crate) mod count;
pub mod geometry;
pub(crate) mod links;
pub(crate) mod parts;
pub(crate) mod scope;
pub(crate) mod slab;
pub(crate) mod table;
pub(crate) mod task;
pub(crate) mod tiles;
pub(crate) mod tiling;
