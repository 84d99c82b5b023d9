//! Tiles: how arrays and index ranges are cut.
//!
//! [`shape`] cuts arrays by a template, [`offset`] cuts loops into tasks and shifts the
//! cuts so that two tasks do not meet in one tile of an array (AceMesh, "Task shifting and
//! false sharing elimination").

pub mod offset;
pub mod shape;

pub use offset::{Constraint, choose, chunks, solutions};
pub use shape::{ShapeError, TileShape, Tiling};
