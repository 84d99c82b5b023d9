//! Cutting loop ranges into the chunks of a task loop.
//!
//! AceMesh, "Modulo offset of range chunking" (figure 9): with tile size `t` and modulo
//! offset `c`, chunks begin at indices congruent to `c` modulo `t`; the first and the
//! last chunk may be shorter.

use std::ops::{Range, RangeInclusive};

use pcubes::tile::offset::{Constraint, least};
use smallvec::SmallVec;

use crate::rt::index::{Chunk, LoopIndex};
use crate::rt::loops::nest::{Cut, Steps};
use crate::rt::through::Through;

/// A tile size that makes one chunk of any range.
pub const WHOLE: usize = 0;

/// A range that a `for` loop runs over.
pub trait LoopRange {
    /// A part of it.
    type Chunk: Chunk;
    /// First index and one past the last.
    fn bounds(self) -> (i128, i128);
}

impl<I: LoopIndex> LoopRange for Range<I> {
    type Chunk = Range<I>;
    fn bounds(self) -> (i128, i128) {
        (self.start.wide(), self.end.wide())
    }
}

impl<I: LoopIndex> LoopRange for RangeInclusive<I> {
    type Chunk = Through<I>;
    fn bounds(self) -> (i128, i128) {
        let (lo, hi) = self.into_inner();
        (lo.wide(), hi.wide() + 1)
    }
}

/// The chunks of a range; see [`chunks`].
#[derive(Debug, Clone)]
pub struct Chunks<C> {
    steps: Steps<i128>,
    front: i128,
    back: i128,
    chunk: std::marker::PhantomData<C>,
}

/// Cuts `range` into chunks of `tile` indices ([`WHOLE`]: one chunk), beginning at indices
/// congruent to `offset` modulo `tile`.
pub fn chunks<R: LoopRange>(range: R, tile: usize, offset: usize) -> Chunks<R::Chunk> {
    chunks_step(range, 1, tile, offset)
}

/// As [`chunks`], for `(range).step_by(step)`: every chunk begins at an index that the loop
/// visits, so that `chunk.step_by(step)` visits the same indices. Chunks that hold none are
/// left out. The tile size counts indices, not iterations.
pub fn chunks_step<R: LoopRange>(
    range: R,
    step: usize,
    tile: usize,
    offset: usize,
) -> Chunks<R::Chunk> {
    let (lo, hi) = range.bounds();
    let step = (step as i128).max(1);
    let (tile, origin) = match tile as i128 {
        0 => ((hi - lo).max(1), lo),
        tile => (tile, lo - (lo - offset as i128).rem_euclid(tile)),
    };
    let steps = Steps {
        lo,
        hi,
        tile,
        origin,
        step,
    };
    Chunks {
        steps,
        front: 0,
        back: steps.count(),
        chunk: std::marker::PhantomData,
    }
}

impl<C: Chunk> Chunks<C> {
    /// The chunks without their type.
    ///
    /// # Panics
    /// As [`chunk_of`].
    pub(crate) fn as_cut(&self) -> Cut {
        if self.front < self.back {
            let _last = self.chunk(self.back - 1);
        }
        Cut::new(self.steps, (self.front, self.back))
    }

    fn chunk(&self, number: i128) -> Option<C> {
        let (start, end) = self.steps.chunk(number)?;
        Some(chunk_of(start, end))
    }
}

impl<C: Chunk> Iterator for Chunks<C> {
    type Item = C;
    fn next(&mut self) -> Option<C> {
        while self.front < self.back {
            self.front += 1;
            if let Some(chunk) = self.chunk(self.front - 1) {
                return Some(chunk);
            }
        }
        None
    }
}

impl<C: Chunk> DoubleEndedIterator for Chunks<C> {
    fn next_back(&mut self) -> Option<C> {
        while self.front < self.back {
            self.back -= 1;
            if let Some(chunk) = self.chunk(self.back) {
                return Some(chunk);
            }
        }
        None
    }
}

/// The chunk of these indices.
///
/// # Panics
/// If it has more turns than can be counted (`0..=u64::MAX` in one chunk): to leave some out would be a
/// silent wrong result.
#[inline]
fn chunk_of<C: Chunk>(start: i128, end: i128) -> C {
    C::new(start, end).unwrap_or_else(|| {
        panic!(
            "a task loop from {start} to {} has more turns than can be counted",
            end - 1
        )
    })
}

/// The part of `range` inside `chunk`: inner loops whose bounds depend on outer ones. The
/// chunk may be of another type (chunks of a hull are `isize`).
#[inline]
pub fn clip<R: LoopRange, C: Chunk>(range: R, chunk: &C) -> R::Chunk {
    clip_step(range, 1, chunk)
}

/// As [`clip`], for `(range).step_by(step)`: from the first index in the chunk that this visits.
#[inline]
pub fn clip_step<R: LoopRange, C: Chunk>(range: R, step: usize, chunk: &C) -> R::Chunk {
    let (lo, hi) = range.bounds();
    let step = (step as i128).max(1);
    let (first, past) = chunk.wide();
    let steps = ((first - lo).max(0) + step - 1) / step;
    let (from, to) = (lo + steps * step, hi.min(past));
    // An empty range stands at the lower bound, which is a value of the type.
    if from < to {
        chunk_of(from, to)
    } else {
        chunk_of(lo, lo)
    }
}

/// The least modulo offset below `ltile` that keeps the tasks of a loop out of one
/// another's array tiles; 0 when there is none (artificial tasks then stand after the
/// loop). AceMesh, equations (1) to (3); see [`pcubes::tile::offset`].
///
/// Each constraint is `(k, o1, o2, dtile)`: the loop touches elements `k*i + o1` to
/// `k*i + o2` of a dimension cut into tiles of `dtile`. Those that no offset satisfies
/// alone (such as whole dimensions, `dtile = 0`) are left out, for the sake of the others.
#[must_use]
pub fn offset(ltile: usize, constraints: &[(i64, i64, i64, usize)]) -> usize {
    let Ok(ltile) = i64::try_from(ltile) else {
        return 0;
    };
    let known = constraints.iter().filter_map(|&(k, o1, o2, dtile)| {
        let dtile = i64::try_from(dtile).ok()?;
        Some(Constraint { k, o1, o2, dtile })
    });
    let known: SmallVec<[Constraint; 4]> = known.collect();
    least(&known, ltile) as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rt::index::ends;

    #[test]
    fn figure_9() {
        let mut ends = [(3, 5), (5, 9), (9, 13), (13, 17), (17, 18)];
        let cut: Vec<_> = chunks(3..=17, 4, 1).map(|c| c.wide()).collect();
        assert_eq!(cut, ends);
        let back: Vec<_> = chunks(3..=17, 4, 1).rev().map(|c| c.wide()).collect();
        ends.reverse();
        assert_eq!(back, ends);
    }

    #[test]
    fn every_index_once_whatever_step_tile_and_offset() {
        for lo in -5_i32..5 {
            for hi in lo - 2..lo + 20 {
                for step in [1, 2, 3, 8] {
                    for tile in 0..7 {
                        for offset in 0..tile.max(1) {
                            let cut: Vec<i32> = chunks_step(lo..hi, step, tile, offset)
                                .flat_map(|c| c.step_by(step))
                                .collect();
                            let all: Vec<i32> = (lo..hi).step_by(step).collect();
                            assert_eq!(
                                cut, all,
                                "{lo}..{hi} step {step} tile {tile} offset {offset}"
                            );
                        }
                    }
                }
            }
        }
    }

    #[test]
    #[allow(clippy::single_range_in_vec_init)]
    fn steps_far_above_the_tile_are_taken_at_once() {
        let far = 1_usize << 32;
        let cut: Vec<_> = chunks_step(3..1_u64 << 40, far, 4, 2).collect();
        assert_eq!(cut.len(), 256);
        assert_eq!((cut[0].clone(), cut[1].start), (3..6, 3 + (1 << 32)));
        assert!(cut.iter().all(|chunk| chunk.end % 4 == 2));
        let once: Vec<_> = chunks_step(-5..i64::MAX, usize::MAX, 1, 0).rev().collect();
        assert_eq!(once, [-5..-4]);
        assert_eq!(chunks_step(5..5, 9, 1, 0).count(), 0);
    }

    #[test]
    #[allow(clippy::reversed_empty_ranges)]
    fn clipping() {
        assert_eq!(clip(2..9_usize, &(4..6)), 4..6);
        assert_eq!(clip(2..=3_usize, &(4..6)).count(), 0);
        assert_eq!(clip(2..9_usize, &(-4..6_isize)), 2..6);
        assert_eq!(clip_step(1..9_usize, 3, &(2..8_isize)), 4..8);
        assert_eq!(clip_step(1..9_usize, 3, &(0..3_isize)), 1..3);
        assert!(clip_step(1..9_u8, 200, &(2..8_isize)).is_empty());
    }

    #[test]
    #[allow(clippy::single_range_in_vec_init, clippy::reversed_empty_ranges)]
    fn a_single_chunk_whatever_the_offset() {
        for offset in 0..9 {
            assert_eq!(chunks(3..11, WHOLE, offset).collect::<Vec<_>>(), [3..11]);
        }
        assert_eq!(
            chunks(1..9, 8, 0).collect::<Vec<_>>(),
            [1..8, 8..9],
            "cut at the tiles, however long the range"
        );
        assert_eq!(
            chunks(5..5, WHOLE, 0).count() + chunks(5..=4, 3, 0).count(),
            0
        );
        let reversed = chunks(9..2, 3, 1).count();
        assert_eq!(reversed, 0);
    }

    #[test]
    #[allow(clippy::single_range_in_vec_init)]
    fn near_the_ends_of_the_types() {
        let cut: Vec<_> = chunks(i8::MIN..i8::MAX, 100, 0).collect();
        assert_eq!(cut, [-128..-100, -100..0, 0..100, 100..127]);
        let cut: Vec<_> = chunks(u64::MAX - 5..u64::MAX, 4, 3).collect();
        assert_eq!(cut, [u64::MAX - 5..u64::MAX - 4, u64::MAX - 4..u64::MAX]);
        let cut: Vec<_> = chunks(250..=254_u8, usize::MAX, 0)
            .map(|c| c.wide())
            .collect();
        assert_eq!(cut, [(250, 255)]);
        assert_eq!(chunks(0..usize::MAX, 1 << 62, 0).count(), 4);
        assert_eq!(ends(&(0..u64::MAX)), (0, isize::MAX));
        assert_eq!(ends(&(-3..7_i64)), (-3, 7));
    }

    #[test]
    fn a_last_index_that_is_the_types_greatest_is_in_the_last_chunk() {
        let cut: Vec<_> = chunks(0..=u8::MAX, 64, 0).map(|c| c.wide()).collect();
        assert_eq!(cut, [(0, 64), (64, 128), (128, 192), (192, 256)]);
        assert!(chunks(0..=u8::MAX, 64, 0).flatten().eq(0..=u8::MAX));
    }

    #[test]
    fn from_both_ends_at_once() {
        let mut cut = chunks(0..10, 3, 1);
        assert_eq!(
            (cut.next(), cut.next_back(), cut.next()),
            (Some(0..1), Some(7..10), Some(1..4))
        );
        assert_eq!(
            (cut.next_back(), cut.next(), cut.next_back()),
            (Some(4..7), None, None)
        );
    }

    #[test]
    fn the_papers_worked_examples() {
        // Figure 10: u(i, 2*j - 1) and u(i, 2*j) in Fortran, tiles of 8 in both: c = 1 or 5;
        // one less in both offsets where arrays begin at 0.
        let fortran = |k: i64, o1: i64, o2: i64| (k, o1 - 1, o2 - 1, 8);
        let c = offset(8, &[fortran(2, -1, 0)]);
        assert!(pcubes::tile::solutions(2, -2, -1, 8, 8).contains(&(c as i64)));
        assert_eq!(c, 1);
        // The counterexample (3*j - 1 and 3*j + 1, tiles of 9) has no solution, and must
        // not spoil another array's.
        assert!(pcubes::tile::solutions(3, -2, 0, 9, 9).is_empty());
        assert_eq!(
            (
                offset(9, &[(3, -2, 0, 9)]),
                offset(9, &[(3, -2, 0, 9), (1, -4, -4, 9)])
            ),
            (0, 4)
        );
        assert_eq!(
            offset(8, &[(1, 0, 0, 0)]),
            0,
            "whole dimensions ask for nothing"
        );
        assert_eq!(
            offset(0, &[(1, 0, 0, 4)]) + offset(usize::MAX, &[(1, 0, 0, 4)]),
            0
        );
    }

    #[test]
    fn an_offset_separates_the_tasks() {
        for (k, o1, o2, dtile, ltile) in [
            (1, -1, -1, 8, 8),
            (1, 2, 2, 4, 8),
            (2, 0, 1, 8, 4),
            (4, -3, -1, 16, 4),
        ] {
            let c = offset(ltile, &[(k, o1, o2, dtile)]);
            let tiles = |chunk: Range<i64>| {
                let (first, last) = (k * chunk.start + o1, k * (chunk.end - 1) + o2);
                (
                    first.div_euclid(dtile as i64),
                    last.div_euclid(dtile as i64),
                )
            };
            let cut: Vec<_> = chunks(0..100_i64, ltile, c).map(tiles).collect();
            assert!(
                cut.windows(2).all(|pair| pair[0].1 < pair[1].0),
                "{k} {o1} {o2} {dtile} {ltile}: {c}"
            );
        }
    }
}
