//! What emitted code and the C ABI call: regions, tasks, views.
//!
//! This is the narrow, partly unsafe layer under the safe library of [`crate::api`].
//! Emitted code uses nothing else. The contract for the unsafe calls is one sentence:
//! *a task's body touches only the tiles that the task declared, and everything that the
//! body refers to lives until the region's graph is done.* The front end proves the first
//! half by section analysis (or checks it, `--checked`), and the second by promotion.

pub(crate) mod cancel;
pub mod capture;
pub mod checked;
pub mod chunks;
mod composite;
pub mod defined;
pub(crate) mod draft;
pub mod index;
mod joined;
mod laps;
pub mod loops;
pub(crate) mod pending;
pub mod raw;
mod recording;
pub mod reduce;
mod region;
pub(crate) mod replay;
pub(crate) mod serial_mode;
mod task;
mod through;
pub(crate) mod undeferred;
pub mod view;
mod watched;

pub use crate::base::environment::{file as file_variable, flag_or_exit as flag_variable};
pub use crate::base::site::Site;
pub use crate::graph::cut::{Cut, parts, parts_ceil};
pub use crate::graph::geometry::{ALL, Geometry, Mode, View};
pub use crate::graph::promoted::Kept;
pub use crate::record::replay_stats::ReplayStats;
pub use crate::{__hp5_cap as cap, __hp5_cap_owned as cap_owned, __hp5_site as site};
pub use cancel::{CancelHandle, is_cancelled};
pub use capture::again;
pub use checked::Guard;
pub use chunks::{WHOLE, chunks, chunks_step, clip, clip_step, offset};
pub use defined::{minus, quotient, remainder};
pub use index::{CHECKED, ends};
pub use joined::{Hand, Joined};
pub use laps::Laps;
pub use loops::{LoopTasks, Section, backwards, bounded};
pub use pending::Pending;
pub use recording::{Recording, Turn};
pub use reduce::{Reduction, Slot, op};
pub use region::{Array, Hold, Region};
pub use replay::Tape;
pub use task::{Order, Task, TaskLoop};
pub use through::Through;
pub use view::{
    Anew, Flat, Grid, Nested, Scalar, Unmoved, Whole, anew, flat, grid, nested, part, scalar,
    unmoved, whole,
};
