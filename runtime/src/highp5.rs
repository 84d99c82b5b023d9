//! What programs made from HighP5 need beside [`rt`](crate::rt): logical spaces, their
//! mapping, and the keys by which LPUs declare what they use.
//!
//! The tiles of a HighP5 array are the cells of which the parts of all its spaces are made
//! ([`partition::Keys`]); blocks of different spaces, strides and paddings make cells of
//! unequal size, which no template of the runtime describes. So the runtime is told of a
//! [`KeyGrid`]: an array of as many elements as there are cells, each a tile, that lies where
//! the program's array lies.
//!
//! ```
//! use hp5::highp5::{KeyGrid, declare, partition};
//! use hp5::rt::{self, Mode};
//! use partition::{ArrayId, Cut, Function, Keys, Line, MOST_KEYS, Padding, Shape, Space, Spaces, axes};
//!
//! // Space A <1d> { x: block_count(3) padding(1) }
//! let mut x = vec![1_u64; 10];
//! let mut spaces = Spaces::new(vec![Shape { name: "x".into(), extents: vec![x.len()] }]);
//! let cut = Cut::new(Function::BlockCount(3), Padding::both(1)).unwrap();
//! let line = Line { array: ArrayId(0), axes: axes(1, &[], &[cut], 1).unwrap(), relative_to: None };
//! let a = spaces.add(Space {
//!     name: "A".into(), parent: None, dimensions: 1, lines: vec![line], order: vec![],
//! }).unwrap();
//! let keys = Keys::of_array(&spaces, ArrayId(0), &[a], MOST_KEYS);
//!
//! let region = rt::Region::begin(rt::site!("doubling", file!(), line!()));
//! // SAFETY: `x` outlives the region, which `end` waits for, and keeps its length.
//! let grid = unsafe { region.array("x", KeyGrid::over(x.as_mut_slice(), &keys), &keys.ones()) };
//! // SAFETY: as above.
//! let data = unsafe { rt::flat(&raw mut x) };
//! for lpu in spaces.lpus(a) {
//!     let part = &lpu.part(ArrayId(0)).unwrap()[0];
//!     let owned = part.owned.clone();
//!     let mut task = region.task(rt::site!("double", file!(), line!()));
//!     declare(&mut task, &grid, &lpu.owned_keys(&keys, ArrayId(0)).unwrap(), Mode::InOut);
//!     let mut data = data;
//!     // SAFETY: the body touches what its keys stand for.
//!     unsafe {
//!         task.spawn(move || for run in owned.runs() {
//!             for i in run.start..run.start + run.len { data[i] *= 2; }
//!         });
//!     }
//! }
//! region.end();
//! assert_eq!(x, [2; 10]);
//! ```

pub use pcubes::discover::discover;
pub use pcubes::home::home;
pub use pcubes::{DescribeError, Grain, Machine, mapping, partition, read_text};

use partition::{KeySet, Keys};

use crate::api::MOST_DIMENSIONS;
use crate::graph::geometry::{Extents, Geometry, View};
use crate::rt::{Array, Mode, Task};

/// The keys of an array, as an array of the runtime: one tile per key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KeyGrid {
    base: usize,
    bytes: usize,
    counts: [usize; MOST_DIMENSIONS],
    dimensions: usize,
    /// Tells keys of equal counts apart.
    making: u64,
}

impl KeyGrid {
    /// The keys of the array whose elements, in any order, are `elements`. Only the address
    /// is taken: it is what tells arrays apart.
    ///
    /// # Panics
    /// When there are more than four dimensions, which no array has.
    #[must_use]
    pub fn over<T>(elements: *const [T], keys: &Keys) -> KeyGrid {
        KeyGrid::of(elements, &keys.counts(), keys.fingerprint())
    }

    /// As many keys as `counts` say, per dimension, of an array with these elements: those of a
    /// copy of a part ([`KeySet::in_window`]). `making` tells grids of equal counts apart.
    ///
    /// # Panics
    /// When there are more than four dimensions, which no array has.
    #[must_use]
    pub fn of<T>(elements: *const [T], list: &[usize], making: u64) -> KeyGrid {
        let dimensions = list.len();
        assert!(
            dimensions <= MOST_DIMENSIONS,
            "an array of {dimensions} dimensions"
        );
        let mut counts = [1; MOST_DIMENSIONS];
        counts[..dimensions].copy_from_slice(list);
        KeyGrid {
            base: elements.cast::<T>().addr(),
            bytes: elements.len() * size_of::<T>(),
            counts,
            dimensions,
            making,
        }
    }
}

impl View for KeyGrid {
    fn geometry(&self) -> Geometry {
        let counts = &self.counts[..self.dimensions];
        let cells = counts.iter().product::<usize>().max(1);
        Geometry {
            base: self.base,
            bytes: self.bytes,
            extents: Extents::from_slice(counts),
            // On the average: what a key's data take in a cache.
            element_bytes: self.bytes.div_ceil(cells),
            linear: false,
            open: false,
            cells: self.making,
        }
    }
}

/// Declares that a task uses the elements that `set` stands for, of the array whose keys are
/// `grid`. The first call decides the task's affinity, as for
/// [`Task::access`](crate::rt::Task::access).
pub fn declare(task: &mut Task<'_>, grid: &Array<KeyGrid>, set: &KeySet, mode: Mode) {
    match set.section() {
        Some(section) => {
            task.access(grid, mode, &section);
        }
        None => set.for_each(|key| task.access_tile(grid.id(), key, mode)),
    }
}
