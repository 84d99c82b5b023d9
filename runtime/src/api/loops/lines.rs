//! Sections of a loop's tasks as bodies and tables compute them.

use super::affine::Affine;
use crate::rt::loops::section;

/// An affine number of as many indices as there are loops.
#[derive(Debug, Clone, Copy)]
pub(super) struct Line<const DEPTH: usize> {
    at_zero: isize,
    slopes: [isize; DEPTH],
}

impl<const DEPTH: usize> Line<DEPTH> {
    #[inline]
    pub(super) fn new(affine: &Affine) -> Self {
        let (at_zero, slopes) = affine.parts();
        Line {
            at_zero,
            slopes: std::array::from_fn(|d| slopes[d]),
        }
    }

    /// Its value for these indices. Sums that leave the range on the way come back into it:
    /// `prove.rs` shows that they end there.
    #[inline]
    pub(super) fn at(&self, indices: &[isize; DEPTH]) -> isize {
        let terms = self.slopes.iter().zip(indices);
        terms.fold(self.at_zero, |sum, (slope, index)| {
            sum.wrapping_add(slope.wrapping_mul(*index))
        })
    }

    /// As a bound of tiles: the indices of a task are the first ones of its chunks.
    pub(super) fn for_tables(&self) -> section::Affine<DEPTH> {
        section::Affine::of_first(self.at_zero, self.slopes)
    }
}
