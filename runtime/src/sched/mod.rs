//! The scheduler: PPUs, their queues, and who runs what when.
//!
//! See `README.md` in this folder for the look order and the sleep protocol.

pub(crate) mod chain;
pub(crate) mod clock;
pub(crate) mod complete;
pub(crate) mod feed;
mod gauge;
pub(crate) mod hands;
mod held;
pub(crate) mod help;
mod holders;
pub(crate) mod idle;
pub(crate) mod overflow;
pub(crate) mod place;
pub(crate) mod plain;
mod plan;
pub(crate) mod pool;
pub(crate) mod rank;
pub(crate) mod reach;
mod rest;
pub(crate) mod returned;
pub(crate) mod seat;
pub(crate) mod seeded;
pub(crate) mod shelf;
pub(crate) mod slices;
pub(crate) mod speed;
pub(crate) mod stack;
pub(crate) mod steal;
pub(crate) mod strands;
pub(crate) mod ticks;
pub(crate) mod times;
pub(crate) mod uncancelled;
pub(crate) mod urgent;
pub(crate) mod warn;
pub(crate) mod watch;
pub(crate) mod window;
pub(crate) mod worker;

pub use held::Held;
