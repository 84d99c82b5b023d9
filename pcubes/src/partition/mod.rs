//! Logical processing spaces: arrays cut into the parts of LPUs (HighP5, sections 3.5, 4.1).
//!
//! A task's arrays lie in a hierarchy of [`Spaces`]; each space cuts what the LPU around it
//! holds by partition functions ([`Cut`]), one dimension at a time. What an [`Lpu`] then holds
//! of a dimension are [`Indices`]: an interval, a stride, blocks dealt in turn, or one of these
//! of another. Everything is found by arithmetic, nothing by tables: local and global indices
//! from one another, the owner of an element, the [`Run`]s that a loop walks.
//!
//! ```
//! use pcubes::partition::{ArrayId, Cut, Function, Line, Padding, Shape, Space, Spaces, axes};
//!
//! // Space A <1d> { plate: block_count(4) padding(1) }, over a plate of 100 x 80.
//! let mut spaces = Spaces::new(vec![Shape { name: "plate".into(), extents: vec![100, 80] }]);
//! let cut = Cut::new(Function::BlockCount(4), Padding::both(1))?;
//! let line = Line { array: ArrayId(0), axes: axes(2, &[], &[cut], 1)?, relative_to: None };
//! let a = spaces.add(Space {
//!     name: "A".into(), parent: None, dimensions: 1, lines: vec![line], order: vec![],
//! })?;
//! let lpus = spaces.lpus(a);
//! let rows = &lpus[1].part(ArrayId(0)).unwrap()[0];
//! assert_eq!(rows.owned.as_interval(), Some(25..50));
//! assert_eq!(rows.padded.as_interval(), Some(24..51));
//!
//! // `for i in plate`: outside of the inner loop one step per run, inside plain counting.
//! let mut visited = 0;
//! for run in rows.padded.runs() {
//!     for i in (run.start..).step_by(run.step).take(run.len) {
//!         visited += i;
//!     }
//! }
//! assert_eq!(visited, (24..51).sum::<usize>());
//! # Ok::<(), pcubes::partition::SpaceError>(())
//! ```
//!
//! [`blocks`](Blocks) -> [`indices`](Indices) -> [`cut`](Cut) -> [`line`](assign) ->
//! [`space`](Spaces) -> [`cells`](Cells) -> [`keys`](Keys): each file uses those before it.

mod blocks;
mod cells;
mod cut;
mod indices;
mod keys;
mod line;
#[cfg(test)]
pub(crate) mod random;
mod space;

pub use blocks::{Blocks, Run};
pub use cells::{Cells, MOST_ATOMS, Refinement};
pub use cut::{Cut, CutError, Function, Padding, Piece};
pub use indices::{Indices, Runs};
pub use keys::{KeySet, Keys, MOST_KEYS};
pub use line::{Axis, LineError, assign, axes};
pub use space::{
    ArrayId, Direction, Held, Line, Lpu, Shape, Space, SpaceError, SpaceId, Spaces, Within,
};
