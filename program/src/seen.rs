//! What an LPU sees of an array: where elements are, and which indices are its own.
//!
//! A subscript is found as `origin + sum of index * stride`, with no division and no map. It is
//! held against the part either one by one ([`Seen::at`]) or, where all subscripts of a loop
//! are indices of it plus constants, once before the loop ([`Seen::covers`]), which then goes
//! without ([`Seen::within`]).

use hp5::highp5::partition::{ArrayId, Held, Indices, Lpu, SpaceId};

use crate::ground::{Bare, Ground};
use crate::range::{Range, runs};
use crate::{Bounds, Fault, Zero};

/// Which elements of an array are stored, row-major.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place<const N: usize> {
    /// Of the whole array.
    bounds: [Bounds; N],
    /// Indices of the first element that is stored.
    first: [i64; N],
    extents: [usize; N],
}

impl<const N: usize> Place<N> {
    /// All of them.
    pub(crate) fn whole(bounds: [Bounds; N]) -> Place<N> {
        Place {
            bounds,
            first: bounds.map(|bounds| i64::from(bounds.min)),
            extents: bounds.map(Bounds::extent),
        }
    }

    /// The least box around a part of an array of which `of` says the bounds.
    pub(crate) fn around(of: &Place<N>, part: &[Held]) -> Place<N> {
        let ends = |d: usize| {
            let set = &part[d].padded;
            set.first().zip(set.last()).unwrap_or((0, 0))
        };
        Place {
            bounds: of.bounds,
            first: std::array::from_fn(|d| i64::from(of.bounds[d].min) + ends(d).0 as i64),
            extents: std::array::from_fn(|d| {
                let (first, last) = ends(d);
                if part[d].padded.is_empty() {
                    0
                } else {
                    last - first + 1
                }
            }),
        }
    }

    /// Of the whole array.
    pub(crate) fn bounds(&self) -> [Bounds; N] {
        self.bounds
    }

    /// The least index of the array along a dimension.
    pub(crate) fn least(&self, d: usize) -> i64 {
        i64::from(self.bounds[d].min)
    }

    /// Numbers of elements that are stored along the dimensions.
    pub(crate) fn extents(&self) -> [usize; N] {
        self.extents
    }
}

/// An array of `N` dimensions as tasks are handed it.
#[derive(Debug)]
pub struct Handle<T, const N: usize> {
    name: &'static str,
    elements: *mut T,
    place: Place<N>,
}

impl<T, const N: usize> Clone for Handle<T, N> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T, const N: usize> Copy for Handle<T, N> {}

// SAFETY: a place and its bounds; who uses the place says why that is right.
unsafe impl<T: Send, const N: usize> Send for Handle<T, N> {}

impl<T, const N: usize> Handle<T, N> {
    /// Of an array called `name`, some of whose elements are stored at `elements`.
    pub(crate) fn new(name: &'static str, elements: *mut T, place: Place<N>) -> Handle<T, N> {
        Handle {
            name,
            elements,
            place,
        }
    }

    /// Which elements are stored.
    pub(crate) fn place(&self) -> &Place<N> {
        &self.place
    }

    /// The same array, of which elements at these positions are stored somewhere else, in a box
    /// with room for `extents`.
    pub(crate) fn elsewhere(
        &self,
        elements: *mut T,
        positions: &[std::ops::Range<usize>; N],
        extents: [usize; N],
    ) -> Handle<T, N> {
        let first = |d: usize| self.place.least(d) + positions[d].start as i64;
        let place = Place {
            bounds: self.place.bounds,
            first: std::array::from_fn(first),
            extents,
        };
        Handle::new(self.name, elements, place)
    }

    /// Where the elements of a run along the last dimension begin that has these positions in
    /// the others.
    pub(crate) fn element(&self, positions: &[usize; N]) -> *mut T {
        let offset = positions.iter().enumerate().fold(0, |offset, (d, &at)| {
            let index = i64::from(self.place.bounds[d].min) + at as i64;
            offset * self.place.extents[d] as i64 + index - self.place.first[d]
        });
        self.elements.wrapping_offset(offset as isize)
    }
}

/// What an LPU writes of an array that others hold too: a box of positions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Core<const N: usize> {
    low: [usize; N],
    end: [usize; N],
}

impl<const N: usize> Core<N> {
    /// No bounds.
    pub(crate) fn all() -> Core<N> {
        Core {
            low: [0; N],
            end: [usize::MAX; N],
        }
    }

    /// These positions.
    pub(crate) fn of(ranges: [std::ops::Range<usize>; N]) -> Core<N> {
        Core {
            low: std::array::from_fn(|d| ranges[d].start),
            end: std::array::from_fn(|d| ranges[d].end),
        }
    }

    /// What of it is owned by the LPU with this part.
    pub(crate) fn within(mut self, part: &[Held]) -> Core<N> {
        for (d, held) in part.iter().enumerate() {
            let ends = held.owned.first().zip(held.owned.last());
            let (low, end) = ends.map_or((0, 0), |(low, high)| (low, high + 1));
            self.low[d] = self.low[d].max(low);
            self.end[d] = self.end[d].min(end).max(self.low[d]);
        }
        self
    }

    /// Per dimension.
    pub(crate) fn ranges(&self) -> [std::ops::Range<usize>; N] {
        std::array::from_fn(|d| self.low[d]..self.end[d])
    }
}

/// A part of an array of `N` dimensions.
#[derive(Debug)]
pub struct Seen<T, const N: usize> {
    name: &'static str,
    ground: Ground<T, N>,
    dense: [bool; N],
    sets: [Indices; N],
    first: [i64; N],
    bounds: [Bounds; N],
    core: Option<Core<N>>,
    /// A loop has to clear it.
    uncleared: bool,
    /// The least and the greatest value of the array, where they are known.
    values: Option<(i32, i32)>,
}

impl<T, const N: usize> Seen<T, N> {
    /// The same, which was used before and is to be cleared (or not) by a loop over its elements.
    #[must_use]
    pub fn uncleared(mut self, uncleared: bool) -> Seen<T, N> {
        self.uncleared = uncleared;
        self
    }

    /// True where a loop that visits the elements in a box (of `dense` indices: without holes) has
    /// to clear them: these are all. Else it is false, and they are cleared here if that is to be.
    #[must_use]
    pub fn clears(&self, visited: [(i64, i64); N], dense: bool) -> bool
    where
        T: Zero,
    {
        let along = |d: usize| self.dense[d] && visited[d] == (self.low(d), self.high(d));
        let all = dense && (0..N).all(along);
        if self.uncleared && !all {
            self.clear(std::array::from_fn(|d| (self.low(d), self.high(d))));
        }
        self.uncleared && all
    }

    /// The same, of whose array the least and the greatest value may be known.
    #[must_use]
    pub fn with_values(mut self, values: Option<(i32, i32)>) -> Seen<T, N> {
        self.values = values;
        self
    }

    /// True when all values of an array of Integers may, with `more` added, be used as subscript
    /// `d`.
    #[must_use]
    pub fn covers_values<const M: usize>(&self, d: usize, of: &Seen<i32, M>, more: i64) -> bool {
        of.values.is_some_and(|(least, greatest)| {
            self.dense[d] && self.covers(d, None, least.into(), greatest.into(), more)
        })
    }

    /// The same for loops that were checked before.
    #[inline(always)]
    #[must_use]
    pub fn bare(&self) -> Bare<'_, T, N> {
        Bare::new(self.ground, self)
    }

    /// The same, of which loops that write visit `core` alone.
    #[must_use]
    pub fn with_core(mut self, core: Core<N>) -> Seen<T, N> {
        self.core = Some(core);
        self
    }

    /// The least index that such a loop visits.
    #[must_use]
    pub fn core_low(&self, d: usize) -> i64 {
        let low = self.core.map_or(0, |core| core.low[d]);
        i64::try_from(low)
            .unwrap_or(i64::MAX)
            .saturating_add(self.first[d])
    }

    /// The greatest one.
    #[must_use]
    pub fn core_high(&self, d: usize) -> i64 {
        let end = self.core.map_or(usize::MAX, |core| core.end[d]);
        i64::try_from(end)
            .unwrap_or(i64::MAX)
            .saturating_add(self.first[d] - 1)
    }

    /// What `part` is of `array`. Whoever calls [`Seen::at`] or [`Seen::within`] and uses the
    /// pointer does so while the array is there, in a task that declared the part.
    ///
    /// # Panics
    /// When the part has not `N` dimensions.
    #[must_use]
    pub fn new(array: Handle<T, N>, part: &[Held]) -> Seen<T, N> {
        let place = array.place;
        let bounds = place.bounds;
        assert_eq!(part.len(), N, "dimensions of {}", array.name);
        let mut strides = [1_i64; N];
        for d in (1..N).rev() {
            strides[d - 1] = strides[d] * place.extents[d] as i64;
        }
        let first: [i64; N] = std::array::from_fn(|d| i64::from(bounds[d].min));
        let sets: [Indices; N] = std::array::from_fn(|d| part[d].padded.clone());
        let offset: i64 = (0..N).map(|d| place.first[d] * strides[d]).sum();
        let low: [i64; N] =
            std::array::from_fn(|d| sets[d].first().map_or(0, |p| p as i64 + first[d]));
        let high: [i64; N] =
            std::array::from_fn(|d| sets[d].last().map_or(-1, |p| p as i64 + first[d]));
        // Wider ones than that many bits say are looked up.
        let width = |d: usize| u32::try_from(high[d] - low[d] + 1).ok();
        let dense =
            std::array::from_fn(|d| width(d).is_some_and(|width| sets[d].len() == width as usize));
        Seen {
            name: array.name,
            ground: Ground::new(
                array.elements.wrapping_offset(-offset as isize),
                strides,
                (low, high),
            ),
            dense,
            sets,
            first,
            bounds,
            core: None,
            uncleared: false,
            values: None,
        }
    }

    /// All of an array, for the coordinator when no task is pending.
    ///
    /// # Panics
    /// When it has not `N` dimensions.
    #[must_use]
    pub fn whole_of(array: &crate::Stored<T>) -> Seen<T, N> {
        let bounds = array.bounds();
        assert_eq!(bounds.len(), N, "dimensions of the array");
        let place = Place::whole(std::array::from_fn(|d| bounds[d]));
        let whole = |bounds: &Bounds| Held::whole(bounds.extent());
        let part: Vec<Held> = bounds.iter().map(whole).collect();
        let handle = Handle::new("the array", array.elements().cast::<T>(), place);
        Seen::new(handle, &part)
    }

    /// The element, if it is in the part.
    ///
    /// # Errors
    /// When it is not.
    #[inline]
    pub fn at(&self, indices: [i32; N]) -> Result<*mut T, Fault> {
        let indices = indices.map(i64::from);
        for (d, &index) in indices.iter().enumerate() {
            if !self.holds(d, index) {
                return Err(Fault::Outside {
                    array: self.name,
                    index,
                    low: self.ground.low[d],
                    high: self.ground.high[d],
                });
            }
        }
        Ok(self.within(indices))
    }

    /// The element, if it is in the part, which has no holes ([`Seen::is_dense`]); else there is a
    /// [fault](Seen::outside). They are two, as compilers see through this one.
    #[inline(always)]
    #[must_use]
    pub fn near(&self, indices: [i32; N]) -> Option<*mut T> {
        self.ground.near(indices)
    }

    /// Why an element is not in the part, which has no holes: nobody comes here more than once,
    /// so it is not to be in the way of loops.
    #[cold]
    #[inline(never)]
    #[must_use]
    pub fn outside(&self, indices: [i32; N]) -> Fault {
        self.at(indices).err().unwrap_or(Fault::Lost)
    }

    /// The element, which is known to be in the part.
    #[inline(always)]
    #[must_use]
    pub fn within(&self, indices: [i64; N]) -> *mut T {
        self.ground.within(indices)
    }

    /// True when a loop from `low` to `high` over `over` may use its index plus `more` as
    /// subscript `d`.
    #[must_use]
    pub fn covers(&self, d: usize, over: Option<&Indices>, low: i64, high: i64, more: i64) -> bool {
        if low > high {
            return true;
        }
        if self.dense[d] {
            return self.ground.low[d] <= low + more && high + more <= self.ground.high[d];
        }
        more == 0 && over == Some(&self.sets[d])
    }

    /// True for an index of the part.
    #[must_use]
    #[inline]
    pub fn holds(&self, d: usize, index: i64) -> bool {
        let inside = self.ground.low[d] <= index && index <= self.ground.high[d];
        inside && (self.dense[d] || self.sets[d].contains((index - self.first[d]) as usize))
    }

    /// The positions of a dimension, for [`Seen::covers`].
    #[must_use]
    pub fn set(&self, d: usize) -> &Indices {
        &self.sets[d]
    }

    /// True for a dimension without holes.
    #[must_use]
    pub fn is_dense(&self, d: usize) -> bool {
        self.dense[d]
    }

    /// Least index.
    #[must_use]
    pub fn low(&self, d: usize) -> i64 {
        self.ground.low[d]
    }

    /// Greatest index.
    #[must_use]
    pub fn high(&self, d: usize) -> i64 {
        self.ground.high[d]
    }

    /// `x.local.dimensionN.range`.
    #[must_use]
    pub fn local(&self, d: usize) -> Range {
        Range::of(&self.sets[d], self.first[d])
    }

    /// `x.dimensionN.range`: of the whole array.
    #[must_use]
    pub fn whole(&self, d: usize) -> Range {
        self.bounds[d].range()
    }

    /// The indices from `low` to `high`, as runs: first index, how many, step.
    pub fn runs(
        &self,
        d: usize,
        low: i64,
        high: i64,
    ) -> impl Iterator<Item = (i64, i64, i64)> + '_ {
        // Without holes nothing has to be looked up: loops inside of loops come here often.
        let plain = self.dense[d].then(|| {
            let (low, high) = (low.max(self.ground.low[d]), high.min(self.ground.high[d]));
            (low, high - low + 1, 1)
        });
        let dealt = (!self.dense[d]).then(|| runs(&self.sets[d], self.first[d], low, high));
        let plain = plain.into_iter().filter(|run| run.1 > 0);
        plain.chain(dealt.into_iter().flatten())
    }
}

/// The indices of a range (least, greatest) that are, with something added, in all of some others
/// (least, greatest, what is added), with those before and behind them: up to three stretches,
/// ascending, none of them empty.
pub fn stretches(
    range: (i64, i64),
    inside: &[(i64, i64, i64)],
) -> impl Iterator<Item = (i64, i64)> + use<> {
    let both = |(low, high): (i64, i64), &(least, greatest, more): &(i64, i64, i64)| {
        (
            low.max(least.saturating_sub(more)),
            high.min(greatest.saturating_sub(more)),
        )
    };
    let (low, high) = inside.iter().fold(range, both);
    let list = match low <= high {
        true => [(range.0, low - 1), (low, high), (high + 1, range.1)],
        false => [range, (0, -1), (0, -1)],
    };
    list.into_iter().filter(|(low, high)| low <= high)
}

/// The LPU of a space (`None`: Root) that `lpu` is in, or it itself.
///
/// # Panics
/// When there is none: the checker lets stages name spaces around them alone.
#[must_use]
pub fn at_space(lpu: &Lpu, space: Option<SpaceId>) -> &Lpu {
    let mut at = lpu;
    while at.space() != space {
        at = at.around().expect("the space is around");
    }
    at
}

/// True where parts have the same indices in these dimensions: of each the part, the dimension,
/// and its bounds in the whole array.
///
/// # Panics
/// When a part has no such dimension.
#[must_use]
pub fn is_along(one: (&[Held], usize, Bounds), other: (&[Held], usize, Bounds)) -> bool {
    let indices = |(part, d, _): (&[Held], usize, Bounds)| part[d].padded.clone();
    one.2.min == other.2.min && indices(one) == indices(other)
}

/// A partition argument.
///
/// # Errors
/// When it is less than `least`.
pub fn amount(
    task: &'static str,
    name: &'static str,
    value: i32,
    least: i32,
) -> Result<usize, Fault> {
    let known = usize::try_from(value).ok().filter(|_| value >= least);
    known.ok_or(Fault::Amount {
        name,
        task,
        value,
        least,
    })
}

/// What an LPU sees of an array.
///
/// # Panics
/// When no space around holds it, which Root always does.
#[must_use]
pub fn part(lpu: &Lpu, array: ArrayId) -> &[Held] {
    lpu.sees(array).expect("Root holds every array")
}

#[cfg(test)]
mod tests {
    use hp5::highp5::partition::Held;

    use super::{Bounds, is_along, stretches};

    #[test]
    fn parts_are_along_one_another_where_indices_are_the_same() {
        let bounds = |min, max| Bounds { min, max };
        let [one, other] = [3, 4].map(|n| vec![Held::whole(n), Held::whole(4)]);
        assert!(is_along((&one, 1, bounds(0, 3)), (&other, 0, bounds(0, 3))));
        assert!(!is_along(
            (&one, 0, bounds(0, 2)),
            (&other, 0, bounds(0, 3))
        ));
        assert!(!is_along(
            (&one, 1, bounds(1, 4)),
            (&other, 0, bounds(0, 3))
        ));
    }

    #[test]
    fn stretches_are_all_of_a_range() {
        let of = |range, inside: &[_]| stretches(range, inside).collect::<Vec<_>>();
        assert_eq!(of((0, 9), &[]), [(0, 9)]);
        assert_eq!(of((0, 9), &[(-3, 12, 0), (0, 9, 0)]), [(0, 9)]);
        assert_eq!(of((0, 9), &[(0, 9, -1)]), [(0, 0), (1, 9)]);
        assert_eq!(
            of((0, 9), &[(0, 9, -1), (0, 8, 1)]),
            [(0, 0), (1, 7), (8, 9)]
        );
        assert_eq!(of((0, 9), &[(20, 30, 0)]), [(0, 9)]);
        assert_eq!(of((0, 9), &[(5, 9, 0), (0, 3, 0)]), [(0, 9)]);
        assert_eq!(of((0, 9), &[(0, 9, i64::MIN)]), [(0, 9)]);
        assert_eq!(of((3, 2), &[(0, 9, 1)]), []);
        assert_eq!(of((0, -1), &[]), []);
    }
}
