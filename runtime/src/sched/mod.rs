//! The scheduler: PPUs, their queues, and who runs what when.
//!
//! See `README.md` in this folder for the look order and the sleep protocol.

mod backoff;
pub(crate) mod bulk_queue;
mod cache_residency;
pub(crate) mod chain;
pub(crate) mod clock;
pub(crate) mod complete;
pub(crate) mod critical_path;
pub(crate) mod duration_model;
pub(crate) mod eventcount;
pub(crate) mod free_lists;
mod granularity;
pub(crate) mod guest_worker;
mod held;
pub(crate) mod help;
mod list_schedule;
pub(crate) mod long_queue;
pub(crate) mod overflow;
pub(crate) mod place;
pub(crate) mod plain;
pub(crate) mod pool;
pub(crate) mod reach;
pub(crate) mod remote_free;
pub(crate) mod seeded;
pub(crate) mod stack;
pub(crate) mod static_schedule;
pub(crate) mod steal;
pub(crate) mod throttle;
pub(crate) mod trace_buffer;
pub(crate) mod tsc;
pub(crate) mod uncancelled;
pub(crate) mod urgent;
pub(crate) mod warn;
pub(crate) mod watch;
pub(crate) mod worker;
pub(crate) mod worker_speed;

pub use held::Held;
