//! What the tasks of a loop declare, as types: the tuple of declarations decides the tuple of
//! views, and a task's indices decide which tiles they show.

use super::lines::Line;
use super::place::Span;
use crate::api::array::Shape;
use crate::api::tile::{Part, Tiles};
use crate::api::views::{TileMut, TileRef};

/// Tiles of an array, for each task of a loop.
pub struct Section<T, const DEPTH: usize, const D: usize> {
    first: *mut T,
    shape: Shape<D>,
    counts: [usize; D],
    bounds: [(Line<DEPTH>, Line<DEPTH>); D],
}

impl<T, const DEPTH: usize, const D: usize> Section<T, DEPTH, D> {
    pub(super) fn new(array: &Tiles<'_, T, D>, spans: &[Span; D]) -> Self {
        let bounds = |d: usize| (Line::new(&spans[d].lo), Line::new(&spans[d].hi));
        Section {
            first: array.first,
            shape: array.shape,
            counts: array.tiles(),
            bounds: std::array::from_fn(bounds),
        }
    }

    /// The rectangle of the task with these indices: the tiles that the tables have for it.
    #[inline]
    fn part(&self, at: &[isize; DEPTH]) -> Part<T, D> {
        let Shape {
            extents,
            strides,
            tile,
        } = &self.shape;
        let mut part = Part {
            first: self.first,
            extents: [0; D],
            strides: *strides,
            origin: [0; D],
        };
        let mut offset = 0;
        for d in 0..D {
            let (lo, hi) = &self.bounds[d];
            let cut = |at: isize| usize::try_from(at).unwrap_or(0).min(self.counts[d]);
            let (lo, hi) = (cut(lo.at(at)), cut(hi.at(at)));
            if lo >= hi {
                // No tile: a rectangle of no elements, in whatever dimension.
                part.extents = [0; D];
                return part;
            }
            // Tiles exist, so all but the last one end inside of the array.
            let (start, end) = (lo * tile[d], hi.saturating_mul(tile[d]).min(extents[d]));
            part.origin[d] = start;
            part.extents[d] = end - start;
            offset += start * strides[d];
        }
        // SAFETY: each number of a tile is below the count, so this is an element.
        part.first = unsafe { self.first.add(offset) };
        part
    }
}

/// Tiles that each task of a loop reads.
pub struct EachRead<T, const DEPTH: usize, const D: usize>(pub(super) Section<T, DEPTH, D>);
/// Tiles that each task of a loop writes, updates, or updates commutatively.
pub struct EachWrite<T, const DEPTH: usize, const D: usize>(pub(super) Section<T, DEPTH, D>);

// SAFETY: a declaration is a place and numbers; its views are those of the tasks that open it.
unsafe impl<T: Send + Sync, const DEPTH: usize, const D: usize> Send for Section<T, DEPTH, D> {}
// SAFETY: as above.
unsafe impl<T: Send + Sync, const DEPTH: usize, const D: usize> Sync for Section<T, DEPTH, D> {}

/// One declaration of a loop's tasks, which their body sees as one view.
pub trait LoopDeclared<const DEPTH: usize>: private::Sealed {
    /// What the body gets.
    type View<'t>;
    #[doc(hidden)]
    /// # Safety
    /// Called in the body of the task with these indices, once in each of its runs; `'t` ends
    /// with it.
    unsafe fn open_at<'t>(&self, at: &[isize; DEPTH]) -> Self::View<'t>;
}

mod private {
    pub trait Sealed {}
    impl<T, const DEPTH: usize, const D: usize> Sealed for super::EachRead<T, DEPTH, D> {}
    impl<T, const DEPTH: usize, const D: usize> Sealed for super::EachWrite<T, DEPTH, D> {}
}

impl<T, const DEPTH: usize, const D: usize> LoopDeclared<DEPTH> for EachRead<T, DEPTH, D> {
    type View<'t> = TileRef<'t, T, D>;
    #[inline]
    unsafe fn open_at<'t>(&self, at: &[isize; DEPTH]) -> TileRef<'t, T, D> {
        // SAFETY: by the trait's contract.
        unsafe { TileRef::new(self.0.part(at)) }
    }
}

impl<T, const DEPTH: usize, const D: usize> LoopDeclared<DEPTH> for EachWrite<T, DEPTH, D> {
    type View<'t> = TileMut<'t, T, D>;
    #[inline]
    unsafe fn open_at<'t>(&self, at: &[isize; DEPTH]) -> TileMut<'t, T, D> {
        // SAFETY: by the trait's contract.
        unsafe { TileMut::new(self.0.part(at)) }
    }
}

/// All declarations of a loop's tasks: a tuple of up to 8.
pub trait LoopDeclarations<const DEPTH: usize> {
    /// The tuple of views.
    type Views<'t>;
    #[doc(hidden)]
    /// # Safety
    /// As for [`LoopDeclared::open_at`].
    unsafe fn open_at<'t>(&self, at: &[isize; DEPTH]) -> Self::Views<'t>;
}

macro_rules! tuples {
    ($($($name:ident)*;)*) => {$(
        impl<$($name: LoopDeclared<DEPTH>,)* const DEPTH: usize> LoopDeclarations<DEPTH>
            for ($($name,)*)
        {
            type Views<'t> = ($($name::View<'t>,)*);
            #[allow(non_snake_case, unused_variables, clippy::unused_unit, unused_unsafe)]
            #[inline]
            unsafe fn open_at<'t>(&self, at: &[isize; DEPTH]) -> Self::Views<'t> {
                let ($($name,)*) = self;
                // SAFETY: by the trait's contract.
                unsafe { ($($name.open_at(at),)*) }
            }
        }
    )*};
}
tuples! {
    ; A; A B; A B C; A B C D; A B C D E; A B C D E F; A B C D E F G; A B C D E F G H;
}
