//! Which tiles of an array each task of a loop declares.

use std::ops::{Range, RangeFrom, RangeFull, RangeInclusive, RangeTo};

use super::affine::Affine;

/// Tiles in one dimension, as the indices of a task say.
#[derive(Debug, Clone, Copy)]
pub struct Span {
    pub(super) lo: Affine,
    pub(super) hi: Affine,
    /// One tile, which must exist. Ranges are cut at the ends of the array.
    pub(super) single: bool,
}

/// What stands for one dimension of a [`Place`]: a number (one tile, which must exist) or a
/// range (cut at the ends of the array), of [`Affine`] or plain numbers; `..` is all of it.
pub trait Extent {
    #[doc(hidden)]
    fn span(self, count: usize) -> Span;
}

fn range(lo: impl Into<Affine>, hi: impl Into<Affine>) -> Span {
    Span {
        lo: lo.into(),
        hi: hi.into(),
        single: false,
    }
}

impl Extent for RangeFull {
    fn span(self, count: usize) -> Span {
        range(0, count)
    }
}

macro_rules! extents {
    ($($number:ty)*) => {$(
        impl Extent for $number {
            fn span(self, _: usize) -> Span {
                let lo = Affine::from(self);
                Span { lo, hi: lo + 1, single: true }
            }
        }
        impl Extent for Range<$number> {
            fn span(self, _: usize) -> Span {
                range(self.start, self.end)
            }
        }
        impl Extent for RangeInclusive<$number> {
            fn span(self, _: usize) -> Span {
                let (first, last) = self.into_inner();
                range(first, Affine::from(last) + 1)
            }
        }
        impl Extent for RangeFrom<$number> {
            fn span(self, count: usize) -> Span {
                range(self.start, count)
            }
        }
        impl Extent for RangeTo<$number> {
            fn span(self, _: usize) -> Span {
                range(0, self.end)
            }
        }
    )*};
}
extents!(Affine i32 isize usize);

/// Tiles of an array with `D` dimensions: one [`Extent`] per dimension, in an array or a tuple;
/// the bare extent in one dimension. `[i, j]`, `(i, ..)`, `[i - 1..i + 2]`.
///
/// ```compile_fail
/// // As many as the array has dimensions.
/// use hp5::{TiledArray, region};
/// let mut a = TiledArray::from_vec(vec![0; 9], [3, 3], [1, 1]).unwrap();
/// region(|r| {
///     let a = r.array(&mut a);
///     r.tasks("row", 0..3).update(a, |[i]| [i]).run(|_, (mut t,)| t[[0, 0]] = 1);
/// }).unwrap();
/// ```
pub trait Place<const D: usize> {
    #[doc(hidden)]
    fn spans(self, counts: [usize; D]) -> [Span; D];
}

impl<E: Extent, const D: usize> Place<D> for [E; D] {
    fn spans(self, counts: [usize; D]) -> [Span; D] {
        let mut counts = counts.into_iter();
        self.map(|extent| extent.span(counts.next().unwrap_or(0)))
    }
}

impl<E: Extent> Place<1> for E {
    fn spans(self, [count]: [usize; 1]) -> [Span; 1] {
        [self.span(count)]
    }
}

macro_rules! places {
    ($($dims:literal: $($extent:ident $n:tt)*;)*) => {$(
        impl<$($extent: Extent),*> Place<$dims> for ($($extent,)*) {
            fn spans(self, counts: [usize; $dims]) -> [Span; $dims] {
                [$(self.$n.span(counts[$n])),*]
            }
        }
    )*};
}
places! {
    2: A 0 B 1;
    3: A 0 B 1 C 2;
    4: A 0 B 1 C 2 D 3;
}
