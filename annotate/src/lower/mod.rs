//! From syntax trees to the region IR.

mod affine;
mod body;
mod bounds;
mod called;
pub(crate) mod choice;
mod choices;
mod classes;
mod clauses;
mod constants;
mod grids;
mod hidden;
mod indexed;
mod inline;
mod integers;
mod iterated;
mod kinds;
mod listed;
mod looked_up;
mod macros;
mod methods;
mod nest;
mod outer;
mod reassigned;
mod receivers;
mod references;
mod residues;
mod resized;
mod running;
mod rust;
mod unbound;
mod unchanged;

pub(crate) use affine::{extreme, extreme_with};
pub(crate) use body::is_range;
pub(crate) use macros::{takes_name, writes_at, written_part};
pub(crate) use receivers::{INNER, is_number, only_reads};
pub use rust::lower;
