//! Records of regions that ran, as plain data: what registration and PPUs noted, by task, edge and slice, and the
//! counts of each region. What they become (pictures, traces, checks) is in `observe`.

pub(crate) mod compact;
pub(crate) mod replay_stats;
pub mod run_record;
pub mod stats;
