//! Chunks of ranges that are given with their last index, `0..=255_u8`: one past it may be no value of the
//! type, so such a chunk is its first index and a number of turns.

use std::ops::Range;

use crate::rt::index::{Chunk, LoopIndex};

/// A chunk of `lo..=hi`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Through<I> {
    /// The first index of all.
    pub start: I,
    /// Those that are left, counted from there.
    turns: Range<usize>,
}

impl<I: LoopIndex> Chunk for Through<I> {
    type Index = I;

    #[inline]
    fn new(start: i128, end: i128) -> Option<Self> {
        Some(Through {
            start: I::narrow(start)?,
            turns: 0..usize::try_from(end - start).ok()?,
        })
    }

    #[inline(always)]
    fn near(start: isize, end: isize) -> Self {
        Through {
            start: I::cast(start),
            turns: 0..end.wrapping_sub(start) as usize,
        }
    }

    #[inline]
    fn wide(&self) -> (i128, i128) {
        let start = self.start.wide();
        (
            start + self.turns.start as i128,
            start + self.turns.end as i128,
        )
    }
}

impl<I: LoopIndex> Iterator for Through<I> {
    type Item = I;

    #[inline]
    fn next(&mut self) -> Option<I> {
        let turn = self.turns.next()?;
        Some(self.start.forward(turn))
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.turns.size_hint()
    }

    #[inline]
    fn nth(&mut self, n: usize) -> Option<I> {
        let turn = self.turns.nth(n)?;
        Some(self.start.forward(turn))
    }
}

impl<I: LoopIndex> DoubleEndedIterator for Through<I> {
    #[inline]
    fn next_back(&mut self) -> Option<I> {
        let turn = self.turns.next_back()?;
        Some(self.start.forward(turn))
    }

    #[inline]
    fn nth_back(&mut self, n: usize) -> Option<I> {
        let turn = self.turns.nth_back(n)?;
        Some(self.start.forward(turn))
    }
}

impl<I: LoopIndex> ExactSizeIterator for Through<I> {}

#[cfg(test)]
mod tests {
    use crate::rt::chunks::{WHOLE, chunks, chunks_step, clip, clip_step};
    use crate::rt::index::ends;

    #[test]
    fn up_to_the_greatest_value_of_the_type() {
        let all: Vec<u8> = chunks(0..=255_u8, 100, 0).flatten().collect();
        assert_eq!(all, (0..=255).collect::<Vec<u8>>());
        let back: Vec<i8> = chunks(i8::MIN..=i8::MAX, 50, 0)
            .rev()
            .flat_map(Iterator::rev)
            .collect();
        assert_eq!(back, (i8::MIN..=i8::MAX).rev().collect::<Vec<i8>>());
        let last: Vec<u64> = chunks(u64::MAX - 2..=u64::MAX, WHOLE, 0)
            .flatten()
            .collect();
        assert_eq!(last, [u64::MAX - 2, u64::MAX - 1, u64::MAX]);
        let steps: Vec<u16> = chunks_step(65_000..=u16::MAX, 7, 100, 3)
            .flat_map(|chunk| chunk.step_by(7))
            .collect();
        assert_eq!(steps, (65_000..=u16::MAX).step_by(7).collect::<Vec<u16>>());
    }

    #[test]
    fn bounds_and_parts() {
        let whole = chunks(250..=255_u8, WHOLE, 0).next().unwrap();
        assert_eq!((whole.start, ends(&whole)), (250, (250, 256)));
        assert_eq!(
            clip(0..=255_u8, &(253..300_isize)).collect::<Vec<_>>(),
            [253, 254, 255]
        );
        let steps = clip_step(0..=255_u8, 10, &(235..256_isize));
        assert_eq!(steps.step_by(10).collect::<Vec<_>>(), [240, 250]);
        assert_eq!(clip(0..=3_u8, &(7..9_isize)).len(), 0);
    }
}
