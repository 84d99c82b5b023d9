//! Which elements of an array a task touches: boxes around its subscripts, as far as they are
//! known when it is registered.

use std::ops::Range;

use hp5::highp5::partition::Held;

use crate::Bounds;

/// The least and the greatest value of an index, both inclusive.
pub type Ends = (i64, i64);

/// Of an index of which nothing is known.
pub const WHOLE: Ends = (i64::MIN, i64::MAX);

/// Of an index over what an LPU has of a dimension.
///
/// # Panics
/// When the part has no such dimension.
#[must_use]
pub fn ends(part: &[Held], d: usize, bounds: Bounds) -> Ends {
    let set = &part[d].padded;
    let index = |position: usize| position as i64 + i64::from(bounds.min);
    match (set.first(), set.last()) {
        (Some(first), Some(last)) => (index(first), index(last)),
        _ => (0, -1),
    }
}

/// The least and the greatest member between two of what an LPU has of a dimension.
///
/// # Panics
/// When the part has no such dimension.
#[must_use]
pub fn members(part: &[Held], d: usize, bounds: Bounds, (low, high): Ends) -> Ends {
    let set = &part[d].padded;
    if set.as_interval().is_some() {
        return (low, high);
    }
    let first = i64::from(bounds.min);
    let before = |index: i64| {
        let position = index.saturating_sub(first).max(0);
        set.below(
            usize::try_from(position)
                .unwrap_or(usize::MAX)
                .min(bounds.extent()),
        )
    };
    let (from, to) = (before(low), before(high.saturating_add(1)));
    match from < to {
        true => (set.at(from) as i64 + first, set.at(to - 1) as i64 + first),
        false => (0, -1),
    }
}

/// Of an index plus a value. Integers wrap: where they might, nothing is known.
#[must_use]
#[inline]
pub fn moved((low, high): Ends, more: i64) -> Ends {
    let (least, greatest) = (i64::from(i32::MIN), i64::from(i32::MAX));
    let low = low.max(least).saturating_add(more);
    let high = high.min(greatest).saturating_add(more);
    match least <= low && high <= greatest {
        true => (low, high),
        false => WHOLE,
    }
}

/// A box of indices of an array with `N` dimensions; nothing at first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Section<const N: usize>(Option<[Ends; N]>);

impl<const N: usize> Default for Section<N> {
    fn default() -> Self {
        Section(None)
    }
}

impl<const N: usize> Section<N> {
    /// Takes in elements.
    #[inline]
    pub fn add(&mut self, more: [Ends; N]) {
        let Some(ends) = &mut self.0 else {
            self.0 = Some(more);
            return;
        };
        for (ends, more) in ends.iter_mut().zip(more) {
            *ends = (ends.0.min(more.0), ends.1.max(more.1));
        }
    }

    /// Takes in all elements.
    pub fn add_all(&mut self) {
        self.0 = Some([WHOLE; N]);
    }

    /// As positions, half-open; `None` for nothing.
    pub(crate) fn positions(&self, bounds: &[Bounds; N]) -> Option<[Range<usize>; N]> {
        let ends = self.0?;
        let along = |d: usize| {
            let (low, high) = ends[d];
            let first = i64::from(bounds[d].min);
            let extent = bounds[d].extent() as i64;
            let at = |index: i64| index.saturating_sub(first).clamp(0, extent) as usize;
            let start = at(low);
            start..at(high.saturating_add(1)).max(start)
        };
        Some(std::array::from_fn(along))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bounds(min: i32, max: i32) -> Bounds {
        Bounds { min, max }
    }

    #[test]
    fn boxes_around_subscripts() {
        let within = [bounds(10, 19), bounds(0, 4)];
        let mut section = Section::<2>::default();
        assert_eq!(section.positions(&within), None);
        section.add([(12, 13), (0, 0)]);
        section.add([(15, 15), (2, 2)]);
        assert_eq!(section.positions(&within), Some([2..6, 0..3]));
        section.add([WHOLE, (-7, -3)]);
        assert_eq!(section.positions(&within), Some([0..10, 0..3]));
        section.add_all();
        assert_eq!(section.positions(&within), Some([0..10, 0..5]));
        // Nothing of the array.
        let mut outside = Section::<1>::default();
        outside.add([(30, 40)]);
        let positions = outside.positions(&[bounds(10, 19)]);
        assert!(positions.is_some_and(|[along]| along.is_empty()));
    }

    #[test]
    fn what_might_wrap_is_not_known() {
        assert_eq!(moved((3, 5), -4), (-1, 1));
        let greatest = i64::from(i32::MAX);
        assert_eq!(moved((3, greatest), 0), (3, greatest));
        assert_eq!(moved((3, greatest), 1), WHOLE);
        assert_eq!(moved(WHOLE, -1), WHOLE);
        assert_eq!(moved((0, 0), i64::MAX), WHOLE);
    }

    #[test]
    fn members_of_what_has_holes() {
        use hp5::highp5::partition::{
            ArrayId, Axis, Cut, Function, Line, Padding, Shape, Space, Spaces,
        };
        let dealt = Function::BlockStride { size: 2, count: 2 };
        let axis = Axis {
            space: 0,
            array: 0,
            cut: Cut::new(dealt, Padding { low: 0, high: 0 }).expect("a cut"),
        };
        let mut spaces = Spaces::new(vec![Shape {
            name: "x".into(),
            extents: vec![9],
        }]);
        let line = Line {
            array: ArrayId(0),
            axes: vec![axis],
            relative_to: None,
        };
        let space = Space {
            name: "A".into(),
            parent: None,
            dimensions: 1,
            lines: vec![line],
            order: Vec::new(),
        };
        let space = spaces.add(space).expect("a space");
        // Positions 2, 3, 6, 7 of an array from index 10 on.
        let lpus = spaces.lpus(space);
        let part = lpus[1].part(ArrayId(0)).expect("it holds the array");
        let within = |ends: Ends| members(part, 0, bounds(10, 18), ends);
        assert_eq!(within((10, 18)), (12, 17));
        assert_eq!(within(WHOLE), (12, 17));
        assert_eq!(within((13, 16)), (13, 16));
        assert_eq!(within((14, 15)), (0, -1));
        assert_eq!(within((3, 2)), (0, -1));
        let whole = [Held::whole(4)];
        assert_eq!(members(&whole, 0, bounds(0, 3), (2, 9)), (2, 9));
    }

    #[test]
    fn ends_of_parts() {
        assert_eq!(ends(&[Held::whole(4)], 0, bounds(-2, 1)), (-2, 1));
        let (low, high) = ends(&[Held::whole(0)], 0, bounds(5, 4));
        assert!(low > high);
    }
}
