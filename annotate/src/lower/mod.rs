//! From syntax trees to the region IR.

mod affine;
mod body;
pub(crate) mod choice;
mod choices;
mod clauses;
mod constants;
mod hidden;
mod indexed;
mod inline;
mod integers;
mod iterated;
mod kinds;
mod macros;
mod methods;
mod nest;
mod outer;
mod reassigned;
mod references;
mod residues;
mod resized;
mod running;
mod rust;
mod unbound;
mod unchanged;

pub(crate) use affine::{extreme, extreme_with};
pub(crate) use body::{META, is_range};
pub(crate) use macros::takes_name;
pub use rust::lower;
