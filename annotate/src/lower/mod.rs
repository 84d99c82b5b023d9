//! From syntax trees to the region IR.

mod affine;
mod body;
mod called;
pub(crate) mod choice;
mod choices;
mod clauses;
mod constants;
pub(crate) mod forbidden;
mod hidden;
mod indexed;
mod inline;
mod iterated;
mod kinds;
mod macros;
mod methods;
mod nest;
mod outer;
mod receivers;
mod residues;
mod resized;
mod rust;
mod unbound;
mod unchanged;

pub(crate) use affine::{extreme, extreme_with};
pub(crate) use body::META;
pub(crate) use macros::takes_name;
pub(crate) use receivers::{is_number, only_reads};
pub use rust::lower;
