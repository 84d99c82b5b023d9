//! Discovery: the machine that this process may use.

pub(crate) mod cpuset;
mod synthetic;
