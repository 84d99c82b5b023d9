//! The loops of a nest: how many chunks each has, where a chunk lies, and a number for each
//! task from which its chunks are found again.
//!
//! A task of a nest stores one word: the numbers of its chunks, packed. A loop whose bounds
//! depend on the chunks around it ([`bounded`]) is cut again for each of these.

use std::ops::Range;

use crate::rt::chunks::Chunks;
use crate::rt::index::{Chunk, LoopIndex, ends};
use crate::rt::replay::Print;
use crate::rt::through::Through;

/// Most loops of a nest.
pub(crate) const DEEPEST: usize = 4;

/// How one loop is cut, whatever the type of its variable.
#[derive(Debug, Clone, Copy)]
pub struct Cut {
    numbers: (u64, u64),
    backwards: bool,
    place: Place,
}

#[derive(Debug, Clone, Copy)]
enum Place {
    /// All of it fits into machine words.
    Near(Steps<isize>),
    Far(Steps<i128>),
}

/// Chunks of `tile` indices from `origin` on, cut at `lo` and `hi`; each begins at an index
/// that is a multiple of `step` from `lo`. Where steps are longer than tiles, only those that hold one count.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Steps<N> {
    pub(crate) lo: N,
    pub(crate) hi: N,
    pub(crate) tile: N,
    pub(crate) origin: N,
    pub(crate) step: N,
}

impl Cut {
    /// `numbers`: the first chunk and one past the last.
    pub(crate) fn new(steps: Steps<i128>, numbers: (i128, i128)) -> Cut {
        let number = |n: i128| u64::try_from(n).unwrap_or(u64::MAX);
        let (from, by) = steps.distances();
        let end = by
            .saturating_mul(numbers.1.saturating_add(1))
            .saturating_add(from);
        let near = steps.near().filter(|_| fits(end).is_some());
        Cut {
            numbers: (number(numbers.0), number(numbers.1)),
            backwards: false,
            place: near.map_or(Place::Far(steps), Place::Near),
        }
    }

    /// The same chunks, last to first or not.
    pub(crate) fn towards(self, backwards: bool) -> Cut {
        Cut { backwards, ..self }
    }

    /// Numbers of the chunks, some of which may be empty: the first, and one past the last.
    #[inline]
    pub(crate) fn numbers(&self) -> (u64, u64) {
        self.numbers
    }

    /// They are registered last to first.
    #[inline]
    pub(crate) fn is_backwards(&self) -> bool {
        self.backwards
    }

    /// The numbers in order of registration.
    #[inline]
    pub(crate) fn in_order(&self) -> impl Iterator<Item = u64> + use<> {
        let ((from, to), backwards) = (self.numbers, self.backwards);
        (from..to).map(move |n| if backwards { from + (to - 1 - n) } else { n })
    }

    /// All of it, in a hash.
    pub(crate) fn print(&self, print: Print) -> Print {
        let steps = match self.place {
            Place::Near(s) => [s.lo, s.hi, s.tile, s.origin, s.step].map(|n| n as i128),
            Place::Far(s) => [s.lo, s.hi, s.tile, s.origin, s.step],
        };
        let print = print.and(self.numbers.0).and(self.numbers.1);
        let print = print.and(u64::from(self.backwards));
        steps
            .iter()
            .fold(print, |print, &n| print.and(n as u64).and((n >> 64) as u64))
    }

    /// Chunks that all have the full size, which neither end of the loop cuts, if there are
    /// more than a few; and this size.
    pub(crate) fn full_chunks(&self) -> Option<(Range<u64>, isize)> {
        let (from, to) = self.numbers;
        match &self.place {
            Place::Near(steps) if steps.step == 1 && to > from + 4 => {
                let start = steps.origin + from as isize * steps.tile;
                let end = steps.origin + to as isize * steps.tile;
                let (cut_first, cut_last) = (start < steps.lo, end > steps.hi);
                let numbers = from + u64::from(cut_first)..to - u64::from(cut_last);
                Some((numbers, steps.tile))
            }
            _ => None,
        }
    }

    /// Where chunk `number` lies; `None` for one that holds no index. Bounds beyond `isize`
    /// saturate, as those of [`ends`].
    #[inline]
    pub(crate) fn chunk(&self, number: u64) -> Option<(isize, isize)> {
        match &self.place {
            Place::Near(steps) => steps.chunk(number as isize),
            Place::Far(steps) => {
                let near = |x: i128| x.clamp(isize::MIN as i128, isize::MAX as i128) as isize;
                steps.chunk(number.into()).map(|(a, b)| (near(a), near(b)))
            }
        }
    }

    /// Chunk `number` as the body has it, which can say its bounds (`Chunks::as_cut` looked).
    #[inline(always)]
    fn range<C: Chunk>(&self, number: u64) -> Option<C> {
        match &self.place {
            Place::Near(steps) => {
                let (start, end) = steps.chunk(number as isize)?;
                Some(C::near(start, end))
            }
            Place::Far(steps) => {
                let (start, end) = steps.chunk(number.into())?;
                C::new(start, end)
            }
        }
    }
}

/// The number as a machine word, with room to add some.
fn fits(wide: i128) -> Option<isize> {
    let near = isize::try_from(wide).ok()?;
    (near.unsigned_abs() < usize::MAX / 8).then_some(near)
}

impl Steps<i128> {
    /// Where the first chunk begins, unless the loop's bounds cut it, and how far it is from chunk to chunk.
    fn distances(&self) -> (i128, i128) {
        match self.is_sparse() {
            true => (self.lo, self.step),
            false => (self.origin, self.tile),
        }
    }

    /// How many chunks there are; the first and the last may be empty.
    pub(crate) fn count(&self) -> i128 {
        let (from, by) = self.distances();
        match self.hi > self.lo {
            true => (self.hi - from + by - 1) / by,
            false => 0,
        }
    }

    fn near(&self) -> Option<Steps<isize>> {
        Some(Steps {
            lo: fits(self.lo)?,
            hi: fits(self.hi)?,
            tile: fits(self.tile)?,
            origin: fits(self.origin)?,
            step: fits(self.step)?,
        })
    }
}

macro_rules! steps {
    ($($n:ty)*) => {$(
        impl Steps<$n> {
            /// Most tiles hold no index that is visited.
            #[inline(always)]
            fn is_sparse(&self) -> bool {
                self.step > self.tile
            }

            /// Chunk `number`, unless it is empty.
            #[inline(always)]
            pub(crate) fn chunk(&self, number: $n) -> Option<($n, $n)> {
                let from = self.origin + number * self.tile;
                let end = (from + self.tile).min(self.hi);
                let mut start = from.max(self.lo);
                if self.step != 1 {
                    if self.is_sparse() {
                        return self.sparse(number);
                    }
                    start = self.lo + (start - self.lo + self.step - 1) / self.step * self.step;
                }
                (start < end).then_some((start, end))
            }

            /// Chunk `number` of those that hold an index.
            #[cold]
            fn sparse(&self, number: $n) -> Option<($n, $n)> {
                let start = self.lo + number * self.step;
                let end = start + self.tile - (start - self.origin) % self.tile;
                (start < self.hi).then_some((start, end.min(self.hi)))
            }
        }
    )*};
}
steps!(isize i128);

/// One loop of a nest, inside of `OUTER` others.
pub trait Dim<const OUTER: usize>: Send + Sync {
    /// What the body of a task gets.
    type Chunk: Chunk;
    /// The bounds depend on the chunks around.
    const DEPENDS: bool;
    /// How the loop is cut inside of these chunks.
    fn cut(&self, outer: &[(isize, isize); OUTER]) -> Cut;
}

impl<C: Chunk + Send + Sync, const OUTER: usize> Dim<OUTER> for Chunks<C> {
    type Chunk = C;
    const DEPENDS: bool = false;
    #[inline]
    fn cut(&self, _: &[(isize, isize); OUTER]) -> Cut {
        self.as_cut()
    }
}

/// See [`bounded`].
pub struct Bounded<F>(F);

/// A loop whose bounds depend on the chunks of the loops around it, as in a triangle:
/// `(chunks(0..n, 8, 0), bounded(|[(_, i_hi)]| chunks(0..i_hi, 8, 0)))`. `chunks_of` gets
/// the half-open bounds of these chunks and gives the same for the same ones.
pub fn bounded<const OUTER: usize, C, F>(chunks_of: F) -> Bounded<F>
where
    C: Chunk,
    F: Fn([(isize, isize); OUTER]) -> Chunks<C>,
{
    Bounded(chunks_of)
}

impl<C, F, const OUTER: usize> Dim<OUTER> for Bounded<F>
where
    C: Chunk,
    F: Fn([(isize, isize); OUTER]) -> Chunks<C> + Send + Sync,
{
    type Chunk = C;
    const DEPENDS: bool = true;
    #[inline]
    fn cut(&self, outer: &[(isize, isize); OUTER]) -> Cut {
        self.0(*outer).as_cut()
    }
}

/// A loop whose chunks are registered last to first.
pub struct Backwards<L>(L);

/// Registers the chunks of a loop last to first, as `for i in (0..n).rev()` visits them.
pub fn backwards<L>(inner: L) -> Backwards<L> {
    Backwards(inner)
}

impl<L: Dim<OUTER>, const OUTER: usize> Dim<OUTER> for Backwards<L> {
    type Chunk = L::Chunk;
    const DEPENDS: bool = L::DEPENDS;
    #[inline]
    fn cut(&self, outer: &[(isize, isize); OUTER]) -> Cut {
        let cut = self.0.cut(outer);
        Cut {
            backwards: !cut.backwards,
            ..cut
        }
    }
}

/// One to four loops around one another: a loop, or a tuple of loops, outermost first.
pub trait Nest: Send + Sync {
    /// What the body of a task gets: the range of its chunk, or a tuple of these.
    type Chunks;
    /// Bounds of a task's chunks, half open: one pair per loop.
    type Corners: AsMut<[(isize, isize)]>;
    /// Bounds that are all 0.
    #[doc(hidden)]
    const ZERO: Self::Corners;
    /// How many loops.
    #[doc(hidden)]
    const DEPTH: usize;

    /// How loop `depth` is cut inside of these chunks.
    #[doc(hidden)]
    fn cut(&self, depth: usize, outer: &[(isize, isize); DEEPEST]) -> Cut;

    /// True when loop `depth` is cut in one way whatever is around it.
    #[doc(hidden)]
    fn is_fixed(&self, depth: usize) -> bool;

    /// The chunks of these numbers, loops that are cut in one way being known; `None` if one of
    /// them is empty.
    #[doc(hidden)]
    fn chunks(
        &self,
        numbers: impl Fn(usize) -> u64,
        known: &[Option<Cut>; DEEPEST],
    ) -> Option<Self::Chunks>;
}

/// The chunks of a task, as its body gets them.
pub trait Ranges<const DEPTH: usize> {
    /// Their bounds.
    fn corners(&self) -> [(isize, isize); DEPTH];
}

impl<L: Dim<0>> Nest for L {
    type Chunks = L::Chunk;
    type Corners = [(isize, isize); 1];
    const ZERO: Self::Corners = [(0, 0)];
    const DEPTH: usize = 1;

    fn cut(&self, _: usize, _: &[(isize, isize); DEEPEST]) -> Cut {
        Dim::cut(self, &[])
    }

    fn is_fixed(&self, _: usize) -> bool {
        !L::DEPENDS
    }

    #[inline(always)]
    fn chunks(
        &self,
        numbers: impl Fn(usize) -> u64,
        known: &[Option<Cut>; DEEPEST],
    ) -> Option<Self::Chunks> {
        // A cut is large: it is not copied.
        match &known[0] {
            Some(cut) => cut.range(numbers(0)),
            None => Dim::cut(self, &[]).range(numbers(0)),
        }
    }
}

impl<I: LoopIndex> Ranges<1> for Range<I> {
    #[inline]
    fn corners(&self) -> [(isize, isize); 1] {
        [ends(self)]
    }
}

impl<I: LoopIndex> Ranges<1> for Through<I> {
    #[inline]
    fn corners(&self) -> [(isize, isize); 1] {
        [ends(self)]
    }
}

macro_rules! nest {
    ($depth:literal: $($loop:ident $chunk:ident $n:tt [$($around:tt)*]),+) => {
        impl<$($loop: Dim<$n>),+> Nest for ($($loop,)+) {
            type Chunks = ($($loop::Chunk,)+);
            type Corners = [(isize, isize); $depth];
            const ZERO: Self::Corners = [(0, 0); $depth];
            const DEPTH: usize = $depth;

            fn cut(&self, depth: usize, outer: &[(isize, isize); DEEPEST]) -> Cut {
                let _ = outer;
                match depth {
                    $($n => self.$n.cut(&[$(outer[$around]),*]),)+
                    _ => unreachable!("a nest of {} loops has no loop {depth}", $depth),
                }
            }

            fn is_fixed(&self, depth: usize) -> bool {
                match depth {
                    $($n => !$loop::DEPENDS,)+
                    _ => true,
                }
            }

            #[inline(always)]
            fn chunks(
                &self,
                numbers: impl Fn(usize) -> u64,
                known: &[Option<Cut>; DEEPEST],
            ) -> Option<Self::Chunks> {
                let corners = std::cell::Cell::new([(0, 0); DEEPEST]);
                Some(($({
                    let mut outer = corners.get();
                    let range: $loop::Chunk = match &known[$n] {
                        Some(cut) => cut.range(numbers($n)),
                        None => self.$n.cut(&[$(outer[$around]),*]).range(numbers($n)),
                    }?;
                    outer[$n] = ends(&range);
                    corners.set(outer);
                    range
                },)+))
            }
        }

        impl<$($chunk: Chunk),+> Ranges<$depth> for ($($chunk,)+) {
            #[inline]
            fn corners(&self) -> [(isize, isize); $depth] {
                [$(ends(&self.$n)),+]
            }
        }
    };
}
nest!(2: A I 0 [], B J 1 [0]);
nest!(3: A I 0 [], B J 1 [0], C K 2 [0 1]);
nest!(4: A I 0 [], B J 1 [0], C K 2 [0 1], D L 3 [0 1 2]);
