//! Integers that loops run over, and runs of them that tasks take: chunks.

use std::ops::Range;

/// A section of no elements, for a view whose bounds have been checked.
pub const CHECKED: [(isize, isize); 4] = [(0, 0); 4];

/// Integer types of loop variables.
pub trait LoopIndex: Copy + Ord {
    /// As a wide integer.
    fn wide(self) -> i128;
    /// Back from a wide integer; `None` when the type does not have it.
    fn narrow(wide: i128) -> Option<Self>;
    /// A number that the type has.
    #[doc(hidden)]
    fn cast(near: isize) -> Self;
    /// So many further on; the type has it.
    #[doc(hidden)]
    fn forward(self, by: usize) -> Self;
}

macro_rules! loop_index {
    ($($t:ty)*) => {$(
        impl LoopIndex for $t {
            #[inline]
            fn wide(self) -> i128 {
                self as i128
            }
            #[inline]
            fn narrow(wide: i128) -> Option<Self> {
                <$t>::try_from(wide).ok()
            }
            #[inline]
            fn cast(near: isize) -> Self {
                near as $t
            }
            #[inline(always)]
            fn forward(self, by: usize) -> Self {
                self.wrapping_add(by as $t)
            }
        }
    )*};
}
loop_index!(u8 u16 u32 u64 usize i8 i16 i32 i64 isize);

/// Some indices side by side: what a task's loop runs over.
pub trait Chunk: Clone {
    /// Type of the loop variable.
    type Index: LoopIndex;
    /// From the first index and one past the last; `None` where the chunk cannot say these.
    fn new(start: i128, end: i128) -> Option<Self>;
    /// The same of machine words, which the chunk can say.
    #[doc(hidden)]
    fn near(start: isize, end: isize) -> Self;
    /// First index and one past the last.
    fn wide(&self) -> (i128, i128);
}

impl<I: LoopIndex> Chunk for Range<I> {
    type Index = I;
    #[inline]
    fn new(start: i128, end: i128) -> Option<Self> {
        Some(I::narrow(start)?..I::narrow(end)?)
    }
    #[inline(always)]
    fn near(start: isize, end: isize) -> Self {
        I::cast(start)..I::cast(end)
    }
    #[inline]
    fn wide(&self) -> (i128, i128) {
        (self.start.wide(), self.end.wide())
    }
}

/// The bounds of a chunk, half open, for sections. Bounds beyond `isize` lie beyond every
/// array and saturate.
#[inline]
pub fn ends<C: Chunk>(chunk: &C) -> (isize, isize) {
    let near = |wide: i128| wide.clamp(isize::MIN as i128, isize::MAX as i128) as isize;
    let (start, end) = chunk.wide();
    (near(start), near(end))
}
