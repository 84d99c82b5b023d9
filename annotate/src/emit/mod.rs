//! Emitters: from the IR and the source text to a program that calls the runtime.

mod assured;
mod at_once;
mod defined;
mod lengths;
mod operands;
mod privates;
pub mod runtime_names;
pub mod rust;
mod task;
