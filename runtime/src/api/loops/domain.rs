//! The loops of a task loop: which indices there are, in which order.

use std::iter::Rev;
use std::ops::{Range, RangeInclusive, RangeTo};

use super::affine::Affine;
use super::lines::Line;
use crate::rt::index::LoopIndex;
use crate::rt::loops::Nest;
use crate::rt::loops::nest::{Cut, DEEPEST, Steps};

/// First index and one past the last of a loop, and in which order they come.
#[derive(Debug, Clone, Copy)]
pub struct Bounds {
    lo: Affine,
    hi: Affine,
    backwards: bool,
}

impl Bounds {
    /// `None` beyond what sections compute with.
    fn fixed(lo: i128, hi: i128, backwards: bool) -> Option<Bounds> {
        let near = |wide: i128| isize::try_from(wide).ok().map(Affine::from);
        let (lo, hi) = (near(lo)?, near(hi.max(lo))?);
        Some(Bounds { lo, hi, backwards })
    }
}

/// One loop, inside of `OUTER` others, with indices of type `I`.
pub trait Loop<I, const OUTER: usize>: private::Sealed {
    #[doc(hidden)]
    fn bounds(self) -> Option<Bounds>;
}

/// The outermost loop: a range with known ends.
pub trait Outermost: private::Sealed {
    /// Type of the indices.
    type Index: LoopIndex;
    #[doc(hidden)]
    fn known(self) -> Option<Bounds>;
}

mod private {
    use super::{Bounded, LoopIndex, Range, RangeInclusive, Rev};

    pub trait Sealed {}
    impl<I: LoopIndex> Sealed for Range<I> {}
    impl<I: LoopIndex> Sealed for RangeInclusive<I> {}
    impl<I: LoopIndex> Sealed for Rev<Range<I>> {}
    impl<I: LoopIndex> Sealed for Rev<RangeInclusive<I>> {}
    impl<const OUTER: usize> Sealed for Bounded<OUTER> {}
}

macro_rules! ranges {
    ($($range:ident: $bounds:expr;)*) => {$(
        impl<I: LoopIndex> Outermost for $range<I> {
            type Index = I;
            fn known(self) -> Option<Bounds> {
                let (lo, hi) = $bounds(&self);
                Bounds::fixed(lo, hi, false)
            }
        }
        impl<I: LoopIndex> Outermost for Rev<$range<I>>
        where
            Rev<$range<I>>: DoubleEndedIterator<Item = I>,
        {
            type Index = I;
            fn known(mut self) -> Option<Bounds> {
                // Whoever made it is inside of it: the ends come out of it again.
                let Some(last) = self.next() else {
                    return Bounds::fixed(0, 0, true);
                };
                let first = self.next_back().unwrap_or(last);
                Bounds::fixed(first.wide(), last.wide() + 1, true)
            }
        }
        impl<I, const OUTER: usize> Loop<I, OUTER> for $range<I>
        where
            I: LoopIndex,
        {
            fn bounds(self) -> Option<Bounds> {
                self.known()
            }
        }
        impl<I, const OUTER: usize> Loop<I, OUTER> for Rev<$range<I>>
        where
            I: LoopIndex,
            Rev<$range<I>>: DoubleEndedIterator<Item = I>,
        {
            fn bounds(self) -> Option<Bounds> {
                self.known()
            }
        }
    )*};
}
ranges! {
    Range: |range: &Range<I>| (range.start.wide(), range.end.wide());
    RangeInclusive: |range: &RangeInclusive<I>| match range.is_empty() {
        true => (0, 0),
        false => (range.start().wide(), range.end().wide() + 1),
    };
}

/// A loop whose bounds depend on the indices of the loops around it; see [`bounded`].
#[derive(Debug, Clone, Copy)]
pub struct Bounded<const OUTER: usize>(Bounds);

/// What [`bounded`] takes as bounds: a range of which an index is an end (`i + 1..2 * i`,
/// `i..=j`), one that begins at 0 (`..i`), or first index and one past the last, either of which
/// may be a plain number (`(i + 1, n)`).
pub trait Ends {
    /// First index, and one past the last.
    fn ends(self) -> (Affine, Affine);
}

impl Ends for Range<Affine> {
    fn ends(self) -> (Affine, Affine) {
        (self.start, self.end)
    }
}

impl Ends for RangeInclusive<Affine> {
    fn ends(self) -> (Affine, Affine) {
        let (first, last) = self.into_inner();
        (first, last + 1)
    }
}

impl Ends for RangeTo<Affine> {
    fn ends(self) -> (Affine, Affine) {
        (Affine::from(0), self.end)
    }
}

impl<A: Into<Affine>, B: Into<Affine>> Ends for (A, B) {
    fn ends(self) -> (Affine, Affine) {
        (self.0.into(), self.1.into())
    }
}

/// A loop whose bounds depend on the indices of the loops around it, as in a triangle:
/// `(0..n, bounded(|[i]| (i + 1, n)))`.
///
/// ```compile_fail
/// // Bounds are affine in the indices around, so that they are the same whenever they are
/// // computed.
/// use hp5::{api::bounded, region};
/// region(|r| r.tasks("any", (0..3, bounded(|[i]| (0, i * i)))).run(|_, ()| {})).unwrap();
/// ```
pub fn bounded<const OUTER: usize, E: Ends>(
    bounds: impl FnOnce([Affine; OUTER]) -> E,
) -> Bounded<OUTER> {
    let (lo, hi) = bounds(Affine::indices()).ends();
    Bounded(Bounds {
        lo,
        hi,
        backwards: false,
    })
}

impl<const OUTER: usize> Bounded<OUTER> {
    /// The same indices, last to first.
    #[must_use]
    pub fn rev(self) -> Self {
        Bounded(Bounds {
            backwards: !self.0.backwards,
            ..self.0
        })
    }
}

impl<I: LoopIndex, const OUTER: usize> Loop<I, OUTER> for Bounded<OUTER> {
    fn bounds(self) -> Option<Bounds> {
        Some(self.0)
    }
}

/// One to four loops around one another: a range, or a tuple of ranges and of loops that are
/// [`bounded`] by those around them, outermost first. All have indices of one type.
pub trait Loops<const DEPTH: usize> {
    /// Type of the indices.
    type Index: LoopIndex;
    #[doc(hidden)]
    fn domain(self) -> Option<Domain<DEPTH>>;
}

impl<A: Outermost> Loops<1> for A {
    type Index = A::Index;
    fn domain(self) -> Option<Domain<1>> {
        let loops = [self.known()?];
        Some(Domain { loops })
    }
}

macro_rules! loops {
    ($($depth:literal: $($inner:ident $n:tt)*;)*) => {$(
        impl<A: Outermost, $($inner: Loop<A::Index, $n>),*> Loops<$depth> for (A, $($inner),*) {
            type Index = A::Index;
            fn domain(self) -> Option<Domain<$depth>> {
                let loops = [self.0.known()?, $(self.$n.bounds()?),*];
                Some(Domain { loops })
            }
        }
    )*};
}
loops! {
    2: B 1;
    3: B 1 C 2;
    4: B 1 C 2 D 3;
}

/// The indices of a task loop.
#[derive(Debug, Clone, Copy)]
pub struct Domain<const DEPTH: usize> {
    loops: [Bounds; DEPTH],
}

impl<const DEPTH: usize> Domain<DEPTH> {
    /// No indices.
    pub(super) fn empty() -> Self {
        let zero = Affine::from(0);
        Domain {
            loops: [Bounds {
                lo: zero,
                hi: zero,
                backwards: false,
            }; DEPTH],
        }
    }

    /// All bounds stay this near to 0, those of loops that turn out to have no index too.
    pub(super) fn is_near(&self, far: i128) -> bool {
        let mut around = [(0, 0); DEPTH];
        for d in 0..DEPTH {
            let Bounds { lo, hi, .. } = &self.loops[d];
            let (lo, hi) = (lo.within(&around[..d]), hi.within(&around[..d]));
            let (least, most) = (lo.0.min(hi.0), lo.1.max(hi.1));
            if least < -far || most > far {
                return false;
            }
            around[d] = (least as isize, most as isize);
        }
        true
    }

    /// First and last index of loop `depth`, whatever those around it are in their intervals,
    /// and more perhaps; `None`: there is none.
    pub(super) fn hull(&self, depth: usize, around: &[(isize, isize)]) -> Option<(i128, i128)> {
        let bounds = &self.loops[depth];
        let (first, end) = (bounds.lo.within(around).0, bounds.hi.within(around).1);
        (first < end).then(|| (first, end - 1))
    }

    /// Loop `depth` runs from its last index to its first.
    pub(super) fn is_backwards(&self, depth: usize) -> bool {
        self.loops[depth].backwards
    }

    fn line(affine: &Affine) -> Line<DEPTH> {
        Line::new(affine)
    }
}

impl<const DEPTH: usize> Nest for Domain<DEPTH> {
    type Chunks = [isize; DEPTH];
    type Corners = [(isize, isize); DEPTH];
    const ZERO: Self::Corners = [(0, 0); DEPTH];
    const DEPTH: usize = DEPTH;

    fn cut(&self, depth: usize, outer: &[(isize, isize); DEEPEST]) -> Cut {
        let bounds = &self.loops[depth];
        let around = std::array::from_fn(|d| outer[d].0);
        let (lo, hi) = (
            Self::line(&bounds.lo).at(&around),
            Self::line(&bounds.hi).at(&around),
        );
        let steps = Steps {
            lo: lo as i128,
            hi: hi.max(lo) as i128,
            tile: 1,
            origin: lo as i128,
            step: 1,
        };
        Cut::new(steps, (0, steps.hi - steps.lo)).towards(bounds.backwards)
    }

    fn is_fixed(&self, depth: usize) -> bool {
        let Bounds { lo, hi, .. } = &self.loops[depth];
        [lo, hi]
            .iter()
            .all(|bound| bound.parts().1 == &[0; DEEPEST])
    }

    #[inline(always)]
    fn chunks(
        &self,
        numbers: impl Fn(usize) -> u64,
        _: &[Option<Cut>; DEEPEST],
    ) -> Option<[isize; DEPTH]> {
        let mut at = [0; DEPTH];
        for d in 0..DEPTH {
            // Loops further in count for nothing.
            at[d] = Self::line(&self.loops[d].lo)
                .at(&at)
                .wrapping_add(numbers(d) as isize);
        }
        Some(at)
    }
}
