//! Tile keys: what LPUs of several spaces over one array declare to the runtime.
//!
//! The runtime keys dependences by tiles of one template per array, and its templates are
//! equal blocks. [`Keys`] are the product of the [`Cells`] of each dimension, so that every
//! part of every space is a number of keys, and two parts have a key in common exactly when
//! they have an element in common. Numbered row-major they are what a runtime array of as many
//! tiles as there are keys needs: its grid of cells stands for the array's elements (the
//! base and length of the address range being the array's), each cell a tile of extent 1.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::Range;

use crate::partition::cells::{Cells, Refinement};
use crate::partition::indices::Indices;
use crate::partition::space::{ArrayId, Held, Lpu, SpaceId, Spaces};

/// Keys of one array at most, unless the caller says otherwise: the runtime's table takes 64
/// bytes for each.
pub const MOST_KEYS: usize = 1 << 20;

/// An array's keys.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Keys {
    dimensions: Vec<Cells>,
}

/// Keys, as ascending ranges of cells per dimension.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeySet {
    ranges: Vec<Vec<Range<usize>>>,
    counts: Vec<usize>,
}

impl Keys {
    /// The keys of these dimensions, no more than `most`: where there would be more, cells of
    /// the most finely cut dimension are taken together.
    #[must_use]
    pub fn new(mut dimensions: Vec<Cells>, most: usize) -> Keys {
        loop {
            let counts = dimensions.iter().map(Cells::count);
            let total = counts.clone().fold(1, usize::saturating_mul);
            let finest = counts.enumerate().max_by_key(|&(_, count)| count);
            match finest {
                Some((d, count)) if total > most.max(1) && count > 1 => {
                    let coarse = std::mem::replace(&mut dimensions[d], Cells::whole(0));
                    dimensions[d] = coarse.coarsen(count.div_ceil(2));
                }
                _ => return Keys { dimensions },
            }
        }
    }

    /// The keys of an array that LPUs of `among` use, at most `most`.
    #[must_use]
    pub fn of_array(spaces: &Spaces, array: ArrayId, among: &[SpaceId], most: usize) -> Keys {
        Keys::of_sets(spaces, (array, among, most), true)
    }

    /// The same where LPUs write what they own, all of it, or their cores, and only read in
    /// paddings: these are not told apart from what is around them. Whoever reads some of what
    /// another LPU owns then has a key in common with it, as with [`Keys::of_array`], and there
    /// are far fewer keys: one for each LPU of a single space, not 3 to the power of its
    /// dimensions.
    #[must_use]
    pub fn of_owned(spaces: &Spaces, array: ArrayId, among: &[SpaceId], most: usize) -> Keys {
        Keys::of_sets(spaces, (array, among, most), false)
    }

    fn of_sets(
        spaces: &Spaces,
        (array, among, most): (ArrayId, &[SpaceId], usize),
        padded: bool,
    ) -> Keys {
        let extents = &spaces.arrays()[array.0].extents;
        let cells = |(d, &extent): (usize, &usize)| {
            let mut cells = Refinement::new(extent);
            for &space in among {
                for held in spaces.held_along(space, array, d) {
                    if padded {
                        cells.add(&held.padded);
                    }
                    if held.owned != held.padded || !padded {
                        cells.add(&held.owned);
                    }
                    let core = held.core();
                    if core != held.owned {
                        cells.add(&core);
                    }
                }
            }
            cells.cells()
        };
        Keys::new(extents.iter().enumerate().map(cells).collect(), most)
    }

    /// Number of cells of each dimension: the extents of the runtime's array of keys.
    #[must_use]
    pub fn counts(&self) -> Vec<usize> {
        self.dimensions.iter().map(Cells::count).collect()
    }

    /// The template of the runtime's array of keys: one cell, one tile.
    #[must_use]
    pub fn ones(&self) -> Vec<usize> {
        vec![1; self.dimensions.len()]
    }

    /// The cells of each dimension.
    #[must_use]
    pub fn cells(&self) -> &[Cells] {
        &self.dimensions
    }

    /// Number of keys.
    #[must_use]
    pub fn len(&self) -> usize {
        self.dimensions.iter().map(Cells::count).product()
    }

    /// True for an array without elements.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// True when two parts that share a key share an element.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        self.dimensions.iter().all(Cells::is_exact)
    }

    /// The template that these keys are, where they are one: the runtime can then cut the
    /// array itself.
    #[must_use]
    pub fn template(&self) -> Option<Vec<usize>> {
        self.dimensions.iter().map(Cells::uniform).collect()
    }

    /// A number that other keys do not have, but for one chance in 2^64; never 0.
    #[must_use]
    pub fn fingerprint(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.hash(&mut hasher);
        hasher.finish().max(1)
    }

    /// The key of an element; its indices are below the extents.
    #[must_use]
    pub fn of(&self, index: &[usize]) -> usize {
        let each = self.dimensions.iter().zip(index);
        each.fold(0, |key, (cells, &i)| key * cells.count() + cells.of(i))
    }

    /// The keys of the elements whose indices are in `part`, one set per dimension.
    #[must_use]
    pub fn meets<'i>(&self, part: impl IntoIterator<Item = &'i Indices>) -> KeySet {
        let each = self.dimensions.iter().zip(part);
        KeySet {
            ranges: each.map(|(cells, set)| cells.meets(set.runs())).collect(),
            counts: self.counts(),
        }
    }

    /// The keys of what an LPU owns of an array.
    #[must_use]
    pub fn owned(&self, part: &[Held]) -> KeySet {
        self.meets(part.iter().map(|held| &held.owned))
    }

    /// The keys of what an LPU holds of an array: its own and, in the padding, others'.
    #[must_use]
    pub fn padded(&self, part: &[Held]) -> KeySet {
        self.meets(part.iter().map(|held| &held.padded))
    }

    /// The keys of the core of what an LPU holds; see [`Held::core`].
    #[must_use]
    pub fn core(&self, part: &[Held]) -> KeySet {
        let cores: Vec<Indices> = part.iter().map(Held::core).collect();
        self.meets(&cores)
    }

    /// The keys of what an LPU owns within a section: a half-open range of indices per
    /// dimension, missing ones whole.
    #[must_use]
    pub fn owned_within(&self, part: &[Held], section: &[Range<usize>]) -> KeySet {
        self.within(part, section, |held| &held.owned)
    }

    /// The keys of what an LPU holds within a section; as [`Keys::owned_within`].
    #[must_use]
    pub fn padded_within(&self, part: &[Held], section: &[Range<usize>]) -> KeySet {
        self.within(part, section, |held| &held.padded)
    }

    fn within(
        &self,
        part: &[Held],
        section: &[Range<usize>],
        set: impl Fn(&Held) -> &Indices,
    ) -> KeySet {
        let cells = |(d, (cells, held)): (usize, (&Cells, &Held))| {
            let range = section.get(d).cloned().unwrap_or(0..cells.extent());
            cells.meets(set(held).within(range))
        };
        let each = self.dimensions.iter().zip(part).enumerate();
        KeySet {
            ranges: each.map(cells).collect(),
            counts: self.counts(),
        }
    }
}

impl KeySet {
    /// Number of keys.
    #[must_use]
    pub fn len(&self) -> usize {
        let cells = |ranges: &Vec<Range<usize>>| ranges.iter().map(Range::len).sum::<usize>();
        self.ranges.iter().map(cells).product()
    }

    /// True when there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ranges.iter().any(Vec::is_empty)
    }

    /// The ranges of cells per dimension.
    #[must_use]
    pub fn ranges(&self) -> &[Vec<Range<usize>>] {
        &self.ranges
    }

    /// The section of the runtime's array of keys that these are, where they are one.
    #[must_use]
    pub fn section(&self) -> Option<Vec<(isize, isize)>> {
        let one = |ranges: &Vec<Range<usize>>| match ranges.as_slice() {
            [] => Some((0, 0)),
            [range] => Some((range.start as isize, range.end as isize)),
            _ => None,
        };
        self.ranges.iter().map(one).collect()
    }

    /// Those of a window of cells per dimension, numbered as if there were no others.
    #[must_use]
    pub fn in_window(&self, window: &[Range<usize>]) -> KeySet {
        let moved = |(ranges, window): (&Vec<Range<usize>>, &Range<usize>)| {
            let clip = |cell: usize| cell.clamp(window.start, window.end) - window.start;
            let moved = ranges
                .iter()
                .map(|range| clip(range.start)..clip(range.end));
            moved.filter(|range| !range.is_empty()).collect()
        };
        KeySet {
            ranges: self.ranges.iter().zip(window).map(moved).collect(),
            counts: window.iter().map(Range::len).collect(),
        }
    }

    /// From the first to behind the last cell that they meet, per dimension.
    #[must_use]
    pub fn hull(&self) -> Vec<Range<usize>> {
        let hull = |ranges: &Vec<Range<usize>>| match (ranges.first(), ranges.last()) {
            (Some(first), Some(last)) => first.start..last.end,
            _ => 0..0,
        };
        self.ranges.iter().map(hull).collect()
    }

    /// Calls `each` with the numbers of the keys, ascending.
    pub fn for_each(&self, mut each: impl FnMut(usize)) {
        if !self.is_empty() {
            self.walk(0, 0, &mut each);
        }
    }

    fn walk(&self, d: usize, number: usize, each: &mut impl FnMut(usize)) {
        let Some(ranges) = self.ranges.get(d) else {
            return each(number);
        };
        for cell in ranges.iter().cloned().flatten() {
            self.walk(d + 1, number * self.counts[d] + cell, each);
        }
    }

    /// The numbers of the keys, ascending.
    #[must_use]
    pub fn numbers(&self) -> Vec<usize> {
        let mut list = Vec::with_capacity(self.len());
        self.for_each(|key| list.push(key));
        list
    }
}

impl Lpu {
    /// The keys of what it owns of an array that it holds.
    #[must_use]
    pub fn owned_keys(&self, keys: &Keys, array: ArrayId) -> Option<KeySet> {
        self.part(array).map(|part| keys.owned(part))
    }

    /// The keys of what it holds of an array, padding included.
    #[must_use]
    pub fn padded_keys(&self, keys: &Keys, array: ArrayId) -> Option<KeySet> {
        self.part(array).map(|part| keys.padded(part))
    }
}

#[cfg(test)]
mod tests;
