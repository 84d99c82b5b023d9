//! Hierarchies of logical spaces, and what each LPU of them holds.
//!
//! A space divides another one, or the root, which holds every array whole. It cuts the
//! *positions* of what the LPU around it holds, padding included: the nearest LPU around that
//! holds the array at all, or that of the space which `relative to` names. So parts nest, a
//! child's padding never leaves its parent's part, and two levels of padding are right as long
//! as each is as wide as the steps between two visits of its space.
//!
//! A sub-partition is a space without a name that divides the space it stands in; a space
//! that `divides .. sub-partitions` divides that one.

use std::ops::Range;
use std::sync::Arc;

use thiserror::Error;

use crate::partition::blocks::Blocks;
use crate::partition::cut::CutError;
use crate::partition::indices::Indices;
use crate::partition::line::{Axis, LineError};

/// Number of a space in its hierarchy.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SpaceId(pub usize);

impl SpaceId {
    /// The root, in [`Line::relative_to`]: it has no number.
    pub const ROOT: SpaceId = SpaceId(usize::MAX);
}

/// Number of an array in its hierarchy.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ArrayId(pub usize);

/// A hierarchy that cannot be.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum SpaceError {
    /// Of one instruction.
    #[error(transparent)]
    Cut(#[from] CutError),
    /// Of one line.
    #[error(transparent)]
    Line(#[from] LineError),
    /// A space divides one that is not there yet.
    #[error("space {0} divides a space that is not defined before it")]
    Parent(String),
    /// A line is about an array that is not there.
    #[error("space {space} has a line about array {array}, which is not there")]
    Array {
        /// Name of the space.
        space: String,
        /// Number of the array.
        array: usize,
    },
    /// An array has two lines.
    #[error("space {space} has two lines about `{array}`")]
    Twice {
        /// Name of the space.
        space: String,
        /// Name of the array.
        array: String,
    },
    /// An axis beyond the dimensions of space or array, or two for one dimension.
    #[error("space {space} cuts a dimension of `{array}` that is not there, or one twice")]
    Axis {
        /// Name of the space.
        space: String,
        /// Name of the array.
        array: String,
    },
    /// `relative to` names a space that is not around, or that does not hold the array.
    #[error("`{array}` is relative to a space that does not hold it around space {space}")]
    Relative {
        /// Name of the space.
        space: String,
        /// Name of the array.
        array: String,
    },
}

/// An array of a task.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shape {
    /// Its name.
    pub name: String,
    /// Number of elements of each dimension.
    pub extents: Vec<usize>,
}

/// A direction in which the LPUs of a dimension are visited.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Direction {
    /// From 0 on.
    #[default]
    Ascending,
    /// From the last one down.
    Descending,
}

/// What a space says about one array.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// Which.
    pub array: ArrayId,
    /// How it is cut; empty where each LPU has all of it.
    pub axes: Vec<Axis>,
    /// The space around whose parts are cut, when it is not the nearest one.
    pub relative_to: Option<SpaceId>,
}

/// A logical space.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Space {
    /// Its letter, or what it is called in messages.
    pub name: String,
    /// The space that it divides; `None` for the root.
    pub parent: Option<SpaceId>,
    /// Dimensions; 0 when it is un-partitioned.
    pub dimensions: usize,
    /// The arrays that it holds.
    pub lines: Vec<Line>,
    /// Order of the LPUs per dimension, where it matters (ordered sub-partitions); missing
    /// ones ascend.
    pub order: Vec<Direction>,
}

/// The spaces of a task, over arrays of known sizes.
#[derive(Debug, Clone, Default)]
pub struct Spaces {
    arrays: Vec<Shape>,
    spaces: Vec<Space>,
}

impl Spaces {
    /// No space but the root, which holds these arrays.
    #[must_use]
    pub fn new(arrays: Vec<Shape>) -> Spaces {
        Spaces {
            arrays,
            spaces: Vec::new(),
        }
    }

    /// The arrays.
    #[must_use]
    pub fn arrays(&self) -> &[Shape] {
        &self.arrays
    }

    /// The space. Its number must be one that [`Spaces::add`] gave.
    #[must_use]
    pub fn space(&self, id: SpaceId) -> &Space {
        &self.spaces[id.0]
    }

    /// All spaces with their numbers, each after the one that it divides.
    pub fn iter(&self) -> impl Iterator<Item = (SpaceId, &Space)> {
        let number = |(n, space)| (SpaceId(n), space);
        self.spaces.iter().enumerate().map(number)
    }

    /// The space called `name`.
    #[must_use]
    pub fn named(&self, name: &str) -> Option<SpaceId> {
        let at = self.spaces.iter().position(|space| space.name == name);
        at.map(SpaceId)
    }

    /// The spaces around this one, the nearest first, without the root.
    pub fn around(&self, id: SpaceId) -> impl Iterator<Item = SpaceId> + '_ {
        let up = |id: &SpaceId| self.spaces[id.0].parent;
        std::iter::successors(self.spaces[id.0].parent, up)
    }

    /// Adds a space; the one that it divides is there already.
    ///
    /// # Errors
    /// [`SpaceError`], except for what makes lines and cuts.
    pub fn add(&mut self, space: Space) -> Result<SpaceId, SpaceError> {
        let id = SpaceId(self.spaces.len());
        if space.parent.is_some_and(|parent| parent >= id) {
            return Err(SpaceError::Parent(space.name));
        }
        for (n, line) in space.lines.iter().enumerate() {
            let Some(array) = self.arrays.get(line.array.0) else {
                return Err(SpaceError::Array {
                    space: space.name.clone(),
                    array: line.array.0,
                });
            };
            let at = || (space.name.clone(), array.name.clone());
            if space.lines[..n]
                .iter()
                .any(|before| before.array == line.array)
            {
                let (space, array) = at();
                return Err(SpaceError::Twice { space, array });
            }
            if !fit(&line.axes, array.extents.len(), space.dimensions) {
                let (space, array) = at();
                return Err(SpaceError::Axis { space, array });
            }
            if !self.is_held_around(&space, line) {
                let (space, array) = at();
                return Err(SpaceError::Relative { space, array });
            }
        }
        self.spaces.push(space);
        Ok(id)
    }

    fn is_held_around(&self, space: &Space, line: &Line) -> bool {
        let Some(to) = line.relative_to else {
            return true;
        };
        if to == SpaceId::ROOT {
            return true;
        }
        let is_around = |parent| parent == to || self.around(parent).any(|id| id == to);
        space.parent.is_some_and(is_around) && self.space(to).line(line.array).is_some()
    }

    /// The root: one LPU that holds every array whole.
    #[must_use]
    pub fn root(&self) -> Lpu {
        let whole = |shape: &Shape| {
            let held = |&extent: &usize| Held::whole(extent);
            Some(shape.extents.iter().map(held).collect())
        };
        Lpu(Arc::new(Node {
            space: None,
            at: Vec::new(),
            counts: Vec::new(),
            parts: self.arrays.iter().map(whole).collect(),
            around: None,
            idle: false,
        }))
    }

    /// Every LPU of a space, in the order of LPU numbers (the spaces around outermost).
    #[must_use]
    pub fn lpus(&self, id: SpaceId) -> Vec<Lpu> {
        let around = match self.space(id).parent {
            None => vec![self.root()],
            Some(parent) => self.lpus(parent),
        };
        around
            .iter()
            .flat_map(|lpu| lpu.children(self, id))
            .collect()
    }
}

impl Spaces {
    /// What the LPUs of a space hold of one dimension of an array, each different thing that
    /// comes of other coordinates once: without a look at every LPU, of which there is one for
    /// each combination of coordinates. Empty parts are left out; none where the space does
    /// not hold the array.
    #[must_use]
    pub fn held_along(&self, space: SpaceId, array: ArrayId, dimension: usize) -> Vec<Held> {
        let extent = self.arrays[array.0].extents.get(dimension).copied();
        let Some(line) = self.space(space).line(array) else {
            return Vec::new();
        };
        let holds = |id: &SpaceId| self.space(*id).line(array).is_some();
        let around = match line.relative_to {
            Some(SpaceId::ROOT) => None,
            Some(to) => Some(to),
            None => self.around(space).find(holds),
        };
        let around = match around {
            Some(around) => self.held_along(around, array, dimension),
            None => extent.map(Held::whole).into_iter().collect(),
        };
        let axis = line.axes.iter().find(|axis| axis.array == dimension);
        let parts = |held: &Held| -> Vec<Held> {
            match axis {
                None => vec![held.replicated()],
                Some(axis) => {
                    let count = axis.cut.parts(held.padded.len()).min(held.padded.len());
                    (0..count).map(|part| held.part(axis, part)).collect()
                }
            }
        };
        let mut all: Vec<Held> = around.iter().flat_map(parts).collect();
        all.retain(|held| !held.padded.is_empty());
        all
    }
}

fn fit(axes: &[Axis], rank: usize, dimensions: usize) -> bool {
    let distinct = |n: usize, axis: &Axis| {
        let same = |other: &Axis| other.array == axis.array || other.space == axis.space;
        !axes[..n].iter().any(same)
    };
    axes.iter()
        .enumerate()
        .all(|(n, axis)| axis.array < rank && axis.space < dimensions && distinct(n, axis))
}

impl Space {
    /// What it says about an array.
    #[must_use]
    pub fn line(&self, array: ArrayId) -> Option<&Line> {
        self.lines.iter().find(|line| line.array == array)
    }
}

/// What an LPU holds of one dimension of an array.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Held {
    /// What it owns among the LPUs of its space that divide the same LPU.
    pub owned: Indices,
    /// That, with the padding: what it reads, and what `.local` ranges tell.
    pub padded: Indices,
    /// Numbers, among the padded, of what no other LPU of its space in the whole task owns:
    /// what it owns of that which the LPUs around it own. Sweeps that are not done twice in
    /// the padding are done here.
    core: Range<usize>,
}

impl Held {
    /// All of a dimension.
    #[must_use]
    pub fn whole(extent: usize) -> Held {
        let all = Indices::all(extent);
        Held {
            owned: all.clone(),
            padded: all,
            core: 0..extent,
        }
    }

    /// What it owns of that which the LPUs around it own. The cores of all LPUs of a space are
    /// disjoint where it cuts, and cover.
    #[must_use]
    pub fn core(&self) -> Indices {
        self.padded.select(&Blocks::interval(self.core.clone()))
    }

    /// Part `part` of this one.
    fn part(&self, axis: &Axis, part: usize) -> Held {
        let piece = axis.cut.part(self.padded.len(), part);
        let number = |position: usize| piece.padded.below(position);
        let owned = piece.owned_within();
        let start = if owned.is_empty() { 0 } else { owned.at(0) };
        let around = number(self.core.start)..number(self.core.end);
        let from = start.max(around.start);
        Held {
            owned: self.padded.select(&piece.owned),
            padded: self.padded.select(&piece.padded),
            core: from..(start + owned.len()).min(around.end).max(from),
        }
    }

    /// The same for a space inside that does not cut it.
    fn replicated(&self) -> Held {
        Held {
            owned: self.padded.clone(),
            padded: self.padded.clone(),
            core: self.core.clone(),
        }
    }
}

/// A logical processing unit.
#[derive(Debug, Clone)]
pub struct Lpu(Arc<Node>);

#[derive(Debug)]
struct Node {
    space: Option<SpaceId>,
    at: Vec<usize>,
    counts: Vec<usize>,
    /// By number of array.
    parts: Vec<Option<Vec<Held>>>,
    around: Option<Lpu>,
    idle: bool,
}

impl Lpu {
    /// Its space; `None` for the root.
    #[must_use]
    pub fn space(&self) -> Option<SpaceId> {
        self.0.space
    }

    /// The LPU that its space divides; `None` for the root.
    #[must_use]
    pub fn around(&self) -> Option<&Lpu> {
        self.0.around.as_ref()
    }

    /// `lpuId`: its coordinates among the LPUs that divide the same one.
    #[must_use]
    pub fn at(&self) -> &[usize] {
        &self.0.at
    }

    /// Number of LPUs that divide the same one, per dimension.
    #[must_use]
    pub fn counts(&self) -> &[usize] {
        &self.0.counts
    }

    /// What it holds of an array, per dimension; `None` where its space has no line for it.
    #[must_use]
    pub fn part(&self, array: ArrayId) -> Option<&[Held]> {
        self.0.parts.get(array.0)?.as_deref()
    }

    /// What its code sees of an array: its own part, or that of the nearest LPU around that
    /// has one.
    #[must_use]
    pub fn sees(&self, array: ArrayId) -> Option<&[Held]> {
        let mut lpu = Some(self);
        while let Some(here) = lpu {
            if let Some(part) = here.part(array) {
                return Some(part);
            }
            lpu = here.around();
        }
        None
    }

    /// Elements that it holds of an array, padding included; saturates.
    #[must_use]
    pub fn elements(&self, array: ArrayId) -> Option<usize> {
        let lens = self.part(array)?.iter().map(|held| held.padded.len());
        Some(lens.fold(1, usize::saturating_mul))
    }

    /// True when it has nothing to do: the part is empty of every array that its space cuts,
    /// or, where it cuts none, of every array.
    #[must_use]
    pub fn is_idle(&self) -> bool {
        self.0.idle
    }

    /// Number of LPUs, per dimension, that divide this one in `space`: the most parts that any
    /// array has there.
    #[must_use]
    pub fn child_counts(&self, spaces: &Spaces, space: SpaceId) -> Vec<usize> {
        let space = spaces.space(space);
        let mut counts = vec![None; space.dimensions];
        for line in &space.lines {
            let base = self.base(line);
            for axis in &line.axes {
                let n = base.map_or(0, |base| base[axis.array].padded.len());
                let parts = Some(axis.cut.parts(n));
                counts[axis.space] = counts[axis.space].max(parts);
            }
        }
        counts.into_iter().map(|count| count.unwrap_or(1)).collect()
    }

    /// The part of which a line of a space that divides this LPU takes parts.
    fn base(&self, line: &Line) -> Option<&[Held]> {
        let Some(to) = line.relative_to else {
            return self.sees(line.array);
        };
        let mut lpu = Some(self);
        while let Some(here) = lpu {
            let is_root = to == SpaceId::ROOT && here.around().is_none();
            if is_root || here.space() == Some(to) {
                return here.part(line.array);
            }
            lpu = here.around();
        }
        None
    }

    /// The LPU at `at` of those that divide this one in `space`; holds nothing where there is
    /// none.
    #[must_use]
    pub fn child(&self, spaces: &Spaces, space: SpaceId, at: &[usize]) -> Lpu {
        let counts = self.child_counts(spaces, space);
        self.make(spaces, space, &counts, at)
    }

    fn make(&self, spaces: &Spaces, id: SpaceId, counts: &[usize], at: &[usize]) -> Lpu {
        let space = spaces.space(id);
        let mut parts = vec![None; spaces.arrays.len()];
        for line in &space.lines {
            let Some(base) = self.base(line) else {
                continue;
            };
            let mut part: Vec<Held> = base.iter().map(Held::replicated).collect();
            for axis in &line.axes {
                let number = at.get(axis.space).map_or(0, |&c| c);
                part[axis.array] = base[axis.array].part(axis, number);
            }
            parts[line.array.0] = Some(part);
        }
        let idle = is_idle(space, &parts);
        Lpu(Arc::new(Node {
            space: Some(id),
            at: at.to_vec(),
            counts: counts.to_vec(),
            parts,
            around: Some(self.clone()),
            idle,
        }))
    }

    /// The LPUs that divide this one in `space`, in the space's order, the first dimension
    /// outermost.
    pub fn children<'s>(
        &'s self,
        spaces: &'s Spaces,
        space: SpaceId,
    ) -> impl Iterator<Item = Lpu> + 's {
        let counts = self.child_counts(spaces, space);
        let total = counts.iter().fold(1, |n: usize, &c| n.saturating_mul(c));
        let order = &spaces.space(space).order;
        (0..total).map(move |number| {
            let at = coordinates(number, &counts, order);
            self.make(spaces, space, &counts, &at)
        })
    }

    /// Among the LPUs that divide this one in `space`, the coordinates of the owner of an
    /// element: `None` along dimensions that do not cut the array. `None` when this LPU does
    /// not hold the element.
    #[must_use]
    pub fn owner(
        &self,
        spaces: &Spaces,
        space: SpaceId,
        array: ArrayId,
        index: &[usize],
    ) -> Option<Vec<Option<usize>>> {
        let space = spaces.space(space);
        let line = space.line(array)?;
        let base = self.base(line)?;
        let held = |(held, &index): (&Held, &usize)| held.padded.position(index);
        let at: Option<Vec<usize>> = base.iter().zip(index).map(held).collect();
        let at = at.filter(|at| at.len() == base.len())?;
        let mut owner = vec![None; space.dimensions];
        for axis in &line.axes {
            let n = base[axis.array].padded.len();
            owner[axis.space] = axis.cut.owner(n, at[axis.array]);
        }
        Some(owner)
    }
}

/// See [`Lpu::is_idle`]; of an LPU that holds these parts.
fn is_idle(space: &Space, parts: &[Option<Vec<Held>>]) -> bool {
    let (mut cuts, mut idle_cuts, mut idle_all) = (0, true, true);
    for line in &space.lines {
        let Some(part) = &parts[line.array.0] else {
            continue;
        };
        let is_empty = part.iter().any(|held| held.padded.is_empty());
        idle_all &= is_empty;
        if !line.axes.is_empty() {
            cuts += 1;
            idle_cuts &= is_empty;
        }
    }
    match (space.lines.is_empty(), cuts) {
        (true, _) => false,
        (_, 0) => idle_all,
        _ => idle_cuts,
    }
}

fn coordinates(number: usize, counts: &[usize], order: &[Direction]) -> Vec<usize> {
    let mut at = vec![0; counts.len()];
    let mut rest = number;
    for d in (0..counts.len()).rev() {
        at[d] = rest % counts[d];
        rest /= counts[d];
        if order.get(d) == Some(&Direction::Descending) {
            at[d] = counts[d] - 1 - at[d];
        }
    }
    at
}

mod within;

pub use within::Within;

#[cfg(test)]
mod tests;
