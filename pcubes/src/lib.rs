//! The machine (being written: a tour follows).
#![deny(missing_docs)]
#![forbid(unsafe_code)]

pub mod describe;
pub mod discover;
pub mod distance;
mod draw;
pub mod home;
pub mod machine;
pub mod measure;
pub mod place;
mod show;
pub mod space;
pub mod tile;

pub use describe::DescribeError;
pub use machine::{Cache, Machine, Ppu, PpuId};
pub use measure::{Bytes, Cycles, Hertz, Latency, MeasureError, Nanoseconds};
pub use place::{Grain, Placement};
pub use space::{Compute, Exchange, Figure, Memory, Movement, Role, Space};
