//! From syntax trees to the region IR.

mod affine;
mod body;
mod clauses;
mod hidden;
mod indexed;
mod inline;
mod iterated;
mod macros;
mod methods;
mod nest;
mod outer;
mod resized;
mod rust;
mod unbound;
mod unchanged;

pub(crate) use affine::extreme;
pub(crate) use body::META;
pub(crate) use macros::takes_name;
pub use rust::lower;
