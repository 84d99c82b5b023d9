//! From syntax trees to the region IR.

mod affine;
mod body;
mod clauses;
mod macros;
mod nest;
mod outer;
mod rust;

pub(crate) use affine::extreme;
pub(crate) use body::META;
pub use rust::lower;
