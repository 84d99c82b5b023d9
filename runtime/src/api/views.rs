//! What bodies get: typed views of exactly the declared tiles.
//!
//! Why these are safe without checks at run time other than bounds:
//!
//! - A view can be had only from a task's declaration, for the time of the task's body
//!   (its lifetime is chosen anew for every body, so it cannot be kept).
//! - Tiles of one array are disjoint rectangles, and so are their rows; a row slice of one
//!   tile never reaches into another (`strides` skip the neighbours).
//! - Two bodies that hold views of one tile at the same time both declared it `read`: the
//!   graph orders all others, and commutative ones hold the tile's lock.

use std::marker::PhantomData;
use std::ops::{Deref, DerefMut, Index, IndexMut};

use super::array::{ArrayError, Shape, TiledArray};
use super::tile::Part;

/// A tile that the body may read. Indices are local: `[0, 0]` is the tile's first element.
///
/// ```compile_fail
/// // A view cannot leave the body that it was made for.
/// use hp5::{TiledArray, region};
/// let mut a = TiledArray::from_vec(vec![0; 4], [4], [2]).unwrap();
/// let mut kept = None;
/// region(|r| {
///     let a = r.array(&mut a);
///     r.task("keep").read(a.tile([0])).run(|(a,)| kept = Some(a));
/// }).unwrap();
/// ```
pub struct TileRef<'t, T, const D: usize> {
    part: Part<T, D>,
    life: PhantomData<fn(&'t ()) -> &'t ()>,
}

/// A tile that the body may read and write. Indices are local.
///
/// ```compile_fail
/// // Two rows are not borrowed mutably at once, nor is the view copied.
/// use hp5::{TiledArray, region};
/// let mut a = TiledArray::from_vec(vec![0; 4], [2, 2], [2, 2]).unwrap();
/// region(|r| {
///     let a = r.array(&mut a);
///     r.task("twice").write(a.tile([0, 0])).run(|(mut a,)| {
///         let first = a.row_mut(0);
///         let second = a.row_mut(0);
///         first[0] = second[0];
///     });
/// }).unwrap();
/// ```
pub struct TileMut<'t, T, const D: usize> {
    part: Part<T, D>,
    life: PhantomData<fn(&'t ()) -> &'t ()>,
}

// SAFETY: a `TileRef` stands for `&[T]`s.
unsafe impl<T: Sync, const D: usize> Send for TileRef<'_, T, D> {}
// SAFETY: as above.
unsafe impl<T: Sync, const D: usize> Sync for TileRef<'_, T, D> {}
// SAFETY: a `TileMut` stands for `&mut [T]`s.
unsafe impl<T: Send, const D: usize> Send for TileMut<'_, T, D> {}
// SAFETY: `&TileMut` gives `&T` only.
unsafe impl<T: Sync, const D: usize> Sync for TileMut<'_, T, D> {}

impl<T, const D: usize> Clone for TileRef<'_, T, D> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T, const D: usize> Copy for TileRef<'_, T, D> {}

impl<T, const D: usize> Part<T, D> {
    #[inline(always)]
    #[track_caller]
    fn place(&self, index: [usize; D]) -> *mut T {
        let mut offset = 0;
        for d in 0..D {
            if index[d] >= self.extents[d] {
                outside(&index, &self.extents);
            }
            // The last stride is 1 always; said here, the compiler sees it.
            offset += index[d] * if d + 1 == D { 1 } else { self.strides[d] };
        }
        // SAFETY: the index is below the extents, so this is an element of the tile.
        unsafe { self.first.add(offset) }
    }

    /// Address and length of the row at the first `D - 1` entries of `index`.
    #[inline(always)]
    #[track_caller]
    fn row(&self, index: [usize; D]) -> (*mut T, usize) {
        let mut offset = 0;
        for d in 0..D - 1 {
            if index[d] >= self.extents[d] {
                outside(&index[..D - 1], &self.extents[..D - 1]);
            }
            offset += index[d] * self.strides[d];
        }
        // SAFETY: the row exists, and a tile is never empty in its last dimension (an
        // empty array has no tiles), so this is the row's first element.
        (unsafe { self.first.add(offset) }, self.extents[D - 1])
    }
}

#[cold]
#[inline(never)]
#[track_caller]
fn outside(index: &[usize], extents: &[usize]) -> ! {
    panic!(
        "index out of bounds: the index is {index:?} but the tile's extents are {extents:?} (indices are local)"
    )
}

macro_rules! both {
    ($($view:ident)*) => {$(
        impl<'t, T, const D: usize> $view<'t, T, D> {
            /// # Safety
            /// The part is a tile that the running task declared, or a part of one, and
            /// `'t` ends with the body (for a composite, with its graph).
            #[inline(always)]
            pub(super) unsafe fn new(part: Part<T, D>) -> Self {
                $view { part, life: PhantomData }
            }

            /// Extents of the tile; smaller than a full tile at the upper edges.
            #[inline(always)]
            #[must_use]
            pub fn shape(&self) -> [usize; D] {
                self.part.extents
            }

            /// Global index of the tile's first element.
            #[inline(always)]
            #[must_use]
            pub fn origin(&self) -> [usize; D] {
                self.part.origin
            }

            /// Number of elements.
            #[must_use]
            pub fn len(&self) -> usize {
                self.part.extents.iter().product()
            }

            /// True when there are no elements.
            #[must_use]
            pub fn is_empty(&self) -> bool {
                self.len() == 0
            }
        }

        impl<T, const D: usize> Index<[usize; D]> for $view<'_, T, D> {
            type Output = T;

            #[inline(always)]
            #[track_caller]
            fn index(&self, index: [usize; D]) -> &T {
                // SAFETY: an element of a tile that this body declared; see the module.
                unsafe { &*self.part.place(index) }
            }
        }

        impl<T> Index<usize> for $view<'_, T, 1> {
            type Output = T;

            #[inline(always)]
            #[track_caller]
            fn index(&self, i: usize) -> &T {
                &self[[i]]
            }
        }

        impl<T, const D: usize> std::fmt::Debug for $view<'_, T, D> {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, "{}({:?} from {:?})", stringify!($view), self.part.extents, self.part.origin)
            }
        }
    )*};
}
both!(TileRef TileMut);

impl<T, const D: usize> IndexMut<[usize; D]> for TileMut<'_, T, D> {
    #[inline(always)]
    #[track_caller]
    fn index_mut(&mut self, index: [usize; D]) -> &mut T {
        // SAFETY: as for `index`; this body alone holds the tile, and `&mut self` the view.
        unsafe { &mut *self.part.place(index) }
    }
}

impl<T> IndexMut<usize> for TileMut<'_, T, 1> {
    #[inline(always)]
    #[track_caller]
    fn index_mut(&mut self, i: usize) -> &mut T {
        &mut self[[i]]
    }
}

/// Rows of the views, by the leading indices.
macro_rules! rows {
    ($($d:literal: $($index:ident)*;)*) => {$(
        rows!(@read TileRef $d: $($index)*);
        rows!(@read TileMut $d: $($index)*);

        impl<T> TileMut<'_, T, $d> {
            /// The elements at the leading indices, in order, to be written.
            ///
            /// # Panics
            /// If an index is outside the tile.
            #[inline(always)]
            #[track_caller]
            #[must_use]
            pub fn row_mut(&mut self $(, $index: usize)*) -> &mut [T] {
                let (first, len) = self.part.row([$($index,)* 0]);
                // SAFETY: a row of a tile that this body alone holds; `&mut self` keeps
                // other references from the view away.
                unsafe { std::slice::from_raw_parts_mut(first, len) }
            }
        }
    )*};
    (@read $view:ident $d:literal: $($index:ident)*) => {
        impl<T> $view<'_, T, $d> {
            /// The elements at the leading indices, in order.
            ///
            /// # Panics
            /// If an index is outside the tile.
            #[inline(always)]
            #[track_caller]
            #[must_use]
            pub fn row(&self $(, $index: usize)*) -> &[T] {
                let (first, len) = self.part.row([$($index,)* 0]);
                // SAFETY: a row of a tile that this body declared; see the module.
                unsafe { std::slice::from_raw_parts(first, len) }
            }
        }
    };
}
rows! {
    1:;
    2: i;
    3: i j;
    4: i j k;
}

impl<'t, T, const D: usize> TileRef<'t, T, D> {
    /// The tile as an array of its own, cut into smaller tiles: for the graph of a
    /// composite task ([`Scope::adopt`](super::Scope::adopt)).
    ///
    /// # Errors
    /// A tile size of 0.
    pub fn cut(self, tile: [usize; D]) -> Result<TiledArray<'t, T, D>, ArrayError> {
        let shape = Shape::with_strides(self.part.extents, self.part.strides, tile)?;
        // SAFETY: every index below the extents is an element of the tile, readable for 't.
        Ok(unsafe { TiledArray::from_raw_shared(self.part.first, shape) })
    }
}

impl<'t, T, const D: usize> TileMut<'t, T, D> {
    /// The tile as an array of its own, cut into smaller tiles: for the graph of a
    /// composite task ([`Scope::adopt`](super::Scope::adopt)).
    ///
    /// # Errors
    /// A tile size of 0.
    pub fn cut(self, tile: [usize; D]) -> Result<TiledArray<'t, T, D>, ArrayError> {
        let shape = Shape::with_strides(self.part.extents, self.part.strides, tile)?;
        // SAFETY: every index below the extents is an element of the tile, and the view,
        // which is given up here, had it exclusively for 't.
        Ok(unsafe { TiledArray::from_raw(self.part.first, shape) })
    }
}

/// A task's partial result of a reduction: begins as the operator's neutral element.
pub struct Partial<'t, T> {
    place: *mut T,
    life: PhantomData<fn(&'t ()) -> &'t ()>,
}

// SAFETY: it stands for `&mut T`.
unsafe impl<T: Send> Send for Partial<'_, T> {}

impl<T> Partial<'_, T> {
    /// # Safety
    /// `place` holds a value that belongs to the running task alone.
    pub(super) unsafe fn new(place: *mut T) -> Self {
        Partial {
            place,
            life: PhantomData,
        }
    }
}

impl<T> Deref for Partial<'_, T> {
    type Target = T;

    #[inline(always)]
    fn deref(&self) -> &T {
        // SAFETY: by the contract of `new`.
        unsafe { &*self.place }
    }
}

impl<T> DerefMut for Partial<'_, T> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut T {
        // SAFETY: by the contract of `new`.
        unsafe { &mut *self.place }
    }
}

impl<T: std::fmt::Debug> std::fmt::Debug for Partial<'_, T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        (**self).fmt(f)
    }
}
