//! Values of type `Range`, and the runs that loops walk.

use std::sync::Arc;

use hp5::highp5::partition::Indices;

use crate::Fault;

/// Least and greatest index, both inclusive; with holes where it is the range of a part that
/// has some (HighP5, section 4.1: strided parts).
#[derive(Debug, Clone, Default)]
pub struct Range {
    /// Least index.
    pub min: i32,
    /// Greatest index; less than `min` when there is none.
    pub max: i32,
    /// The members as positions, and the index of position 0.
    set: Option<(Arc<Indices>, i64)>,
}

impl Range {
    /// Without holes.
    #[must_use]
    pub fn new(min: i32, max: i32) -> Range {
        Range {
            min,
            max,
            set: None,
        }
    }

    /// No index at all.
    #[must_use]
    pub fn empty() -> Range {
        Range::new(0, -1)
    }

    /// Sets the least index, which fills holes.
    pub fn set_min(&mut self, min: i32) {
        *self = Range::new(min, self.max);
    }

    /// Sets the greatest index, which fills holes.
    pub fn set_max(&mut self, max: i32) {
        *self = Range::new(self.min, max);
    }

    /// Of a part's dimension whose position 0 has the index `first`.
    pub(crate) fn of(set: &Indices, first: i64) -> Range {
        let (Some(min), Some(max)) = (set.first(), set.last()) else {
            return Range::empty();
        };
        let index = |position: usize| (position as i64 + first) as i32;
        Range {
            min: index(min),
            max: index(max),
            set: (set.len() != max - min + 1).then(|| (Arc::new(set.clone()), first)),
        }
    }

    /// True for one of its indices.
    #[must_use]
    #[inline]
    pub fn contains(&self, index: i32) -> bool {
        let within = self.min <= index && index <= self.max;
        match &self.set {
            Some((set, first)) if within => set.contains((i64::from(index) - first) as usize),
            _ => within,
        }
    }

    /// True for a range without holes.
    #[must_use]
    #[inline]
    pub fn is_dense(&self) -> bool {
        self.set.is_none()
    }

    /// Number of indices.
    #[must_use]
    pub fn length(&self) -> i32 {
        match &self.set {
            Some((set, _)) => i32::try_from(set.len()).unwrap_or(i32::MAX),
            None => {
                (i64::from(self.max) - i64::from(self.min) + 1).clamp(0, i64::from(i32::MAX)) as i32
            }
        }
    }

    /// The indices from `low` to `high`, ascending, as runs: first index, how many, step.
    #[inline]
    pub fn runs(&self, low: i64, high: i64) -> impl Iterator<Item = (i64, i64, i64)> + '_ {
        let low = low.max(i64::from(self.min));
        let high = high.min(i64::from(self.max));
        let plain = self.set.is_none().then_some((low, high - low + 1, 1));
        let dealt = self
            .set
            .iter()
            .flat_map(move |(set, first)| runs(set, *first, low, high));
        plain.into_iter().filter(|run| run.1 > 0).chain(dealt)
    }

    /// Every `step`th index, from the last one on for a negative step.
    ///
    /// # Errors
    /// For a step of 0.
    pub fn stepped(&self, step: i32) -> Result<Box<dyn Iterator<Item = i32>>, Fault> {
        let by = usize::try_from(step.unsigned_abs()).unwrap_or(usize::MAX);
        if by == 0 {
            return Err(Fault::Step);
        }
        let first = self
            .set
            .as_ref()
            .map_or(i64::from(self.min), |(_, first)| *first);
        let count = i64::from(self.length());
        let set = self.set.as_ref().map(|(set, _)| set.clone());
        let at = move |k: i64| match &set {
            Some(set) => (set.at(k as usize) as i64 + first) as i32,
            None => (first + k) as i32,
        };
        Ok(if step > 0 {
            Box::new((0..count).step_by(by).map(at))
        } else {
            Box::new((0..count).rev().step_by(by).map(at))
        })
    }
}

impl PartialEq for Range {
    fn eq(&self, other: &Range) -> bool {
        (self.min, self.max) == (other.min, other.max) && self.set == other.set
    }
}

/// The members of `set` from index `low` to `high`; position 0 has the index `first`.
pub(crate) fn runs(
    set: &Indices,
    first: i64,
    low: i64,
    high: i64,
) -> impl Iterator<Item = (i64, i64, i64)> + '_ {
    let position = |index: i64| usize::try_from(index - first).unwrap_or(0);
    let (low, end) = (position(low), position(high.max(first - 1) + 1));
    set.within(low..end.max(low))
        .map(move |run| (run.start as i64 + first, run.len as i64, run.step as i64))
        .filter(|run| run.1 > 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use hp5::highp5::partition::Blocks;

    fn all(runs: impl Iterator<Item = (i64, i64, i64)>) -> Vec<i64> {
        runs.flat_map(|(start, len, step)| (0..len).map(move |k| start + k * step))
            .collect()
    }

    #[test]
    fn ranges_with_and_without_holes() {
        let plain = Range::new(2, 5);
        assert_eq!(all(plain.runs(i64::MIN, i64::MAX)), [2, 3, 4, 5]);
        assert_eq!(all(plain.runs(3, 4)), [3, 4]);
        assert!(all(plain.runs(9, 4)).is_empty());
        assert_eq!(plain.stepped(-2).unwrap().collect::<Vec<_>>(), [5, 3]);
        assert_eq!(plain.stepped(0).err(), Some(Fault::Step));
        // Positions 1, 4, 7 of an array from index 10 on.
        let set = Indices::all(9).select(&Blocks::run(1, 3, 3));
        let dealt = Range::of(&set, 10);
        assert_eq!((dealt.min, dealt.max, dealt.length()), (11, 17, 3));
        assert!(dealt.contains(14) && !dealt.contains(13));
        assert_eq!(
            all(dealt.runs(i64::from(i32::MIN), i64::from(i32::MAX))),
            [11, 14, 17]
        );
        assert_eq!(all(dealt.runs(12, 17)), [14, 17]);
        assert!(all(dealt.runs(12, 3)).is_empty());
        assert_eq!(dealt.stepped(-1).unwrap().collect::<Vec<_>>(), [17, 14, 11]);
        assert_eq!(Range::empty().length(), 0);
    }
}
