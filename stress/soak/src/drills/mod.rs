//! Drills: what is more than one graph on one runtime.

pub mod cancel;
pub mod cycles;
pub mod huge;
pub mod idle;
pub mod interleaved;
pub mod regions;
pub mod replay;
pub mod stopped;
