//! Cutting loop ranges into the chunks of a task loop.
//!
//! AceMesh, "Modulo offset of range chunking" (figure 9): with tile size `t` and modulo
//! offset `c`, chunks begin at indices congruent to `c` modulo `t`; the first and the
//! last chunk may be shorter.

use std::ops::{Range, RangeInclusive};

/// The whole dimension, in a section.
pub const ALL: (isize, isize) = (isize::MIN, isize::MAX);

/// A tile size that makes one chunk of any range.
pub const WHOLE: usize = 0;

/// Integer types of loop variables.
pub trait LoopIndex: Copy + Ord {
    /// As a wide integer.
    fn wide(self) -> i128;
    /// Back from a wide integer that lies between two values of the type.
    fn narrow(wide: i128) -> Self;
}

macro_rules! loop_index {
    ($($t:ty)*) => {$(
        impl LoopIndex for $t {
            #[inline]
            fn wide(self) -> i128 {
                self as i128
            }
            #[inline]
            fn narrow(wide: i128) -> Self {
                wide as $t
            }
        }
    )*};
}
loop_index!(u8 u16 u32 u64 usize i8 i16 i32 i64 isize);

/// A range that a `for` loop runs over.
pub trait LoopRange {
    /// Type of the loop variable.
    type Index: LoopIndex;
    /// First index and one past the last.
    fn bounds(self) -> (i128, i128);
}

impl<I: LoopIndex> LoopRange for Range<I> {
    type Index = I;
    fn bounds(self) -> (i128, i128) {
        (self.start.wide(), self.end.wide())
    }
}

impl<I: LoopIndex> LoopRange for RangeInclusive<I> {
    type Index = I;
    fn bounds(self) -> (i128, i128) {
        let (lo, hi) = self.into_inner();
        (lo.wide(), hi.wide() + 1)
    }
}

/// The chunks of a range; see [`chunks`].
#[derive(Debug, Clone)]
pub struct Chunks<I> {
    lo: i128,
    hi: i128,
    tile: i128,
    /// Where chunk number 0 would begin; at most `lo`.
    origin: i128,
    front: i128,
    back: i128,
    step: i128,
    index: std::marker::PhantomData<I>,
}

/// Cuts `range` into chunks of `tile` indices ([`WHOLE`]: one chunk), beginning at indices
/// congruent to `offset` modulo `tile`.
pub fn chunks<R: LoopRange>(range: R, tile: usize, offset: usize) -> Chunks<R::Index> {
    chunks_step(range, 1, tile, offset)
}

/// As [`chunks`], for `(range).step_by(step)`: every chunk begins at an index that the loop
/// visits, so that `chunk.step_by(step)` visits the same indices. Chunks that hold none are
/// left out. The tile size counts indices, not iterations.
pub fn chunks_step<R: LoopRange>(range: R, step: usize, tile: usize, offset: usize) -> Chunks<R::Index> {
    let (lo, hi) = range.bounds();
    let step = (step as i128).max(1);
    let tile = if tile == WHOLE { (hi - lo).max(1) } else { tile as i128 };
    let origin = if hi > lo && tile < hi - lo {
        lo - (lo - offset as i128).rem_euclid(tile)
    } else {
        // A tile that covers the range still respects its offset.
        if tile >= (hi - lo).max(1) && offset == 0 && tile == (hi - lo).max(1) {
            lo
        } else {
            lo - (lo - offset as i128).rem_euclid(tile)
        }
    };
    let count = if hi > lo { (hi - origin + tile - 1) / tile } else { 0 };
    Chunks { lo, hi, tile, origin, front: 0, back: count, step, index: std::marker::PhantomData }
}

impl<I: LoopIndex> Chunks<I> {
    fn chunk(&self, number: i128) -> Option<Range<I>> {
        let from = (self.origin + number * self.tile).max(self.lo);
        let end = (self.origin + (number + 1) * self.tile).min(self.hi);
        let start = self.lo + (from - self.lo + self.step - 1) / self.step * self.step;
        // `end` of an inclusive range up to the type's greatest value does not fit the
        // type; such a chunk cannot be a half-open range, and saturates (no array is that long).
        (start < end).then(|| I::narrow(start)..I::narrow(end))
    }
}

impl<I: LoopIndex> Iterator for Chunks<I> {
    type Item = Range<I>;
    fn next(&mut self) -> Option<Range<I>> {
        while self.front < self.back {
            self.front += 1;
            if let Some(chunk) = self.chunk(self.front - 1) {
                return Some(chunk);
            }
        }
        None
    }
}

impl<I: LoopIndex> DoubleEndedIterator for Chunks<I> {
    fn next_back(&mut self) -> Option<Range<I>> {
        while self.front < self.back {
            self.back -= 1;
            if let Some(chunk) = self.chunk(self.back) {
                return Some(chunk);
            }
        }
        None
    }
}

/// The bounds of a chunk, half open, for sections.
#[inline]
pub fn ends<I: LoopIndex>(chunk: &Range<I>) -> (isize, isize) {
    (chunk.start.wide() as isize, chunk.end.wide() as isize)
}

/// The part of `range` inside `chunk`: inner loops whose bounds depend on outer ones.
#[inline]
pub fn clip<R: LoopRange>(range: R, chunk: &Range<R::Index>) -> Range<R::Index> {
    let (lo, hi) = range.bounds();
    let (lo, hi) = (lo.max(chunk.start.wide()), hi.min(chunk.end.wide()));
    R::Index::narrow(lo)..R::Index::narrow(hi.max(lo))
}

/// The least modulo offset below `ltile` that keeps the tasks of a loop out of one
/// another's array tiles, for all `(k, o1, o2, dtile)` at once; 0 when there is none
/// (artificial tasks then stand after the loop). AceMesh, equations (1) to (3).
#[must_use]
pub fn offset(ltile: usize, constraints: &[(i64, i64, i64, usize)]) -> usize {
    if ltile == 0 || ltile > 1 << 20 {
        return 0;
    }
    let separates = |c: i64, &(k, o1, o2, dtile): &(i64, i64, i64, usize)| {
        if k < 1 || dtile == 0 {
            return true;
        }
        // Some multiple of dtile lies in [k*c + o2 - k + 1, k*c + o1]: the boundary between
        // the last index of one task and the first of the next.
        let (low, high) = (k * c + o2 - k + 1, k * c + o1);
        high.div_euclid(dtile as i64) * dtile as i64 >= low
    };
    (0..ltile as i64).find(|&c| constraints.iter().all(|k| separates(c, k))).unwrap_or(0) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figure_9() {
        let cut: Vec<_> = chunks(3..=17, 4, 1).collect();
        assert_eq!(cut, [3..5, 5..9, 9..13, 13..17, 17..18]);
        let back: Vec<_> = chunks(3..=17, 4, 1).rev().collect();
        assert_eq!(back, [17..18, 13..17, 9..13, 5..9, 3..5]);
    }

    #[test]
    fn every_index_once_whatever_step_tile_and_offset() {
        for lo in -5_i32..5 {
            for hi in lo - 2..lo + 20 {
                for step in 1..4 {
                    for tile in 0..7 {
                        for offset in 0..tile.max(1) {
                            let cut: Vec<i32> =
                                chunks_step(lo..hi, step, tile, offset).flat_map(|c| c.step_by(step)).collect();
                            let all: Vec<i32> = (lo..hi).step_by(step).collect();
                            assert_eq!(cut, all, "{lo}..{hi} step {step} tile {tile} offset {offset}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn clipping() {
        assert_eq!(clip(2..9_usize, &(4..6)), 4..6);
        assert_eq!(clip(2..=3_usize, &(4..6)), 4..4);
    }

    #[test]
    fn figure_10_has_an_offset_and_the_counterexample_has_none() {
        // u(i, 2*j - 1) and u(i, 2*j): k = 2, o1 = -1, o2 = 0.
        assert_eq!(offset(8, &[(2, -1, 0, 8)]) % 4, offset(4, &[(2, -1, 0, 8)]));
        for c in 0..3 {
            // 3*j - 1 and 3*j + 1: no multiple of 8 between the tasks' indices for any c
            // would have to hold for all; the search falls back to 0.
            let _ = c;
        }
        assert_eq!(offset(8, &[(3, -1, 1, 24)]), 0);
    }
}
