//! The view of storage with strides: `a[[i, j]]`, `a[(i, j)]`.

use std::ops::{Index, IndexMut};

use crate::graph::geometry::{ALL, Geometry, View};
use crate::graph::promoted::Kept;
use crate::rt::view::section::outside;

/// Where the element at an index lies, counted in elements from the one at `[0; D]`.
pub trait Layout<const D: usize>: Copy {
    /// Offset of the element at `index` in an array of extents `extents`.
    fn offset(&self, extents: &[usize; D], index: [usize; D]) -> isize;
}

/// Any stride per dimension, negative ones included.
#[derive(Debug, Clone, Copy)]
pub struct AnyStrides<const D: usize>(pub [isize; D]);

/// The first index runs fastest, without gaps (nalgebra).
#[derive(Debug, Clone, Copy)]
pub struct ColumnMajor;

impl<const D: usize> Layout<D> for AnyStrides<D> {
    #[inline(always)]
    fn offset(&self, _: &[usize; D], index: [usize; D]) -> isize {
        index
            .iter()
            .zip(&self.0)
            .map(|(&i, stride)| i as isize * stride)
            .sum()
    }
}

impl<const D: usize> Layout<D> for ColumnMajor {
    #[inline(always)]
    fn offset(&self, extents: &[usize; D], index: [usize; D]) -> isize {
        let mut offset = 0;
        for d in (0..D).rev() {
            offset = offset * extents[d] + index[d];
        }
        offset as isize
    }
}

#[diagnostic::on_unimplemented(
    message = "a task indexes a `{Self}`, whose elements are not known by address",
    label = "no array of `ndarray` or `nalgebra`",
    note = "arrays of `ndarray` and matrices of `nalgebra` need the feature of that name of `hp5`",
    note = "use others as a whole in the task: `x.get(i)` in the place of `x[i]`"
)]
/// Storage with `D` indices and strides.
///
/// # Safety
/// `parts` gives the address of the element at `[0; D]`, the extents and the layout; every
/// index below the extents leads to an initialised element that stays at its place as long
/// as the storage is neither changed as a whole nor dropped.
pub unsafe trait GridStorage<const D: usize> {
    /// One element.
    type Element;
    /// How it is laid out.
    type Layout: Layout<D>;

    /// Address of the element at `[0; D]`, extents, layout.
    ///
    /// # Safety
    /// `this` is readable as a `Self`, and nobody writes the storage's own header meanwhile.
    unsafe fn parts(this: *const Self) -> (*mut Self::Element, [usize; D], Self::Layout);
}

/// `GridStorage` for what points to it.
macro_rules! pointers {
    ($($pointer:ty),*) => {$(
        // SAFETY: handed on.
        unsafe impl<const D: usize, S: GridStorage<D>> GridStorage<D> for $pointer {
            type Element = S::Element;
            type Layout = S::Layout;
            #[inline(always)]
            unsafe fn parts(this: *const Self) -> (*mut S::Element, [usize; D], S::Layout) {
                // SAFETY: readable; references and boxes are laid out as raw pointers.
                unsafe { S::parts(this.cast::<*const S>().read()) }
            }
        }
    )*};
}
pointers!(&S, &mut S, Box<S>);

// SAFETY: handed on; a promoted value stays at its place until the graph is done.
unsafe impl<const D: usize, S: GridStorage<D>> GridStorage<D> for Kept<S> {
    type Element = S::Element;
    type Layout = S::Layout;
    #[inline(always)]
    unsafe fn parts(this: *const Self) -> (*mut S::Element, [usize; D], S::Layout) {
        // SAFETY: readable, by the function's contract.
        let kept = unsafe { &*this };
        let value: *const S = &**kept;
        // SAFETY: `kept` points to a live value.
        unsafe { S::parts(value) }
    }
}

/// Elements with strides, `D` indices; see [`grid`].
pub struct Grid<T, const D: usize, L = AnyStrides<D>, const TRUST: bool = false> {
    pub(super) origin: *mut T,
    pub(super) extents: [usize; D],
    pub(super) layout: L,
}

impl<T, const D: usize, L: Copy, const TRUST: bool> Clone for Grid<T, D, L, TRUST> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<T, const D: usize, L: Copy, const TRUST: bool> Copy for Grid<T, D, L, TRUST> {}

// SAFETY: as for `Flat`.
unsafe impl<T: Send + Sync, const D: usize, L: Send, const TRUST: bool> Send
    for Grid<T, D, L, TRUST>
{
}
// SAFETY: as for `Flat`.
unsafe impl<T: Send + Sync, const D: usize, L: Sync, const TRUST: bool> Sync
    for Grid<T, D, L, TRUST>
{
}

/// The view of storage with `D` indices and strides.
///
/// # Safety
/// As for [`flat`](fn@super::flat).
#[inline(always)]
pub unsafe fn grid<const D: usize, S: GridStorage<D>>(
    storage: *const S,
) -> Grid<S::Element, D, S::Layout> {
    // SAFETY: by the function's contract.
    let (origin, extents, layout) = unsafe { S::parts(storage) };
    Grid {
        origin,
        extents,
        layout,
    }
}

impl<T, const D: usize, L: Layout<D>, const TRUST: bool> Grid<T, D, L, TRUST> {
    /// Address of an element.
    #[inline(always)]
    #[track_caller]
    fn place(&self, index: [usize; D]) -> *mut T {
        if !TRUST || cfg!(debug_assertions) {
            for d in 0..D {
                if index[d] >= self.extents[d] {
                    beyond(index, self.extents);
                }
            }
        }
        // SAFETY: the index is below the extents, tested here or covered by the section that
        // `within` tested, so the
        // layout leads to an element of the storage.
        unsafe { self.origin.offset(self.layout.offset(&self.extents, index)) }
    }
}

impl<T, const D: usize, L: Copy> Grid<T, D, L> {
    /// A view without bounds checks, after one check of `section` (half open).
    ///
    /// # Panics
    /// When the section leaves the array, as an index of the body would.
    #[inline]
    #[track_caller]
    #[must_use]
    pub fn within(self, section: &[(isize, isize)]) -> Grid<T, D, L, true> {
        let entries = || (0..D).map(|d| (section.get(d).copied().unwrap_or(ALL), self.extents[d]));
        let empty = entries().any(|((lo, hi), extent)| lo >= hi || extent == 0);
        for (entry, extent) in entries() {
            if !empty && entry != ALL && (entry.0 < 0 || entry.1 as usize > extent) {
                outside(entry, extent);
            }
        }
        Grid {
            origin: self.origin,
            extents: self.extents,
            layout: self.layout,
        }
    }
}

/// What indexing says when an index leaves the array. By value: a view whose address is taken is read from
/// memory at each index.
#[cold]
#[inline(never)]
#[track_caller]
fn beyond<const D: usize>(index: [usize; D], extents: [usize; D]) -> ! {
    panic!("index out of bounds: the index is {index:?} but the extents are {extents:?}")
}

impl<T, const D: usize, L, const TRUST: bool> Grid<T, D, L, TRUST> {
    /// Number of elements.
    #[inline(always)]
    #[must_use]
    pub fn len(&self) -> usize {
        self.extents.iter().product()
    }

    /// True when there are no elements.
    #[inline(always)]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Extents, outermost first.
    #[inline(always)]
    #[must_use]
    pub fn shape(&self) -> &[usize] {
        &self.extents
    }
}

impl<T, L, const TRUST: bool> Grid<T, 1, L, TRUST> {
    /// The extent.
    #[inline(always)]
    #[must_use]
    pub fn dim(&self) -> usize {
        self.extents[0]
    }
}

impl<T, L, const TRUST: bool> Grid<T, 2, L, TRUST> {
    /// Number of rows.
    #[inline(always)]
    #[must_use]
    pub fn nrows(&self) -> usize {
        self.extents[0]
    }

    /// Number of columns.
    #[inline(always)]
    #[must_use]
    pub fn ncols(&self) -> usize {
        self.extents[1]
    }
}

impl<T, const D: usize, L: Layout<D>, const TRUST: bool> Index<[usize; D]>
    for Grid<T, D, L, TRUST>
{
    type Output = T;

    #[inline(always)]
    #[track_caller]
    fn index(&self, index: [usize; D]) -> &T {
        // SAFETY: `place` gives an element's address; nobody writes it meanwhile, by the
        // contract of `grid`.
        unsafe { &*self.place(index) }
    }
}

impl<T, const D: usize, L: Layout<D>, const TRUST: bool> IndexMut<[usize; D]>
    for Grid<T, D, L, TRUST>
{
    #[inline(always)]
    #[track_caller]
    fn index_mut(&mut self, index: [usize; D]) -> &mut T {
        // SAFETY: as in `index`, and nobody else touches it.
        unsafe { &mut *self.place(index) }
    }
}

/// Indexing by tuples, and `dim` as a tuple.
macro_rules! tuples {
    ($($d:literal: $($name:ident)*;)*) => {$(
        impl<T, L: Layout<$d>, const TRUST: bool> Index<($(tuples!(@usize $name)),*)> for Grid<T, $d, L, TRUST> {
            type Output = T;

            #[inline(always)]
            #[track_caller]
            fn index(&self, ($($name),*): ($(tuples!(@usize $name)),*)) -> &T {
                &self[[$($name),*]]
            }
        }

        impl<T, L: Layout<$d>, const TRUST: bool> IndexMut<($(tuples!(@usize $name)),*)> for Grid<T, $d, L, TRUST> {
            #[inline(always)]
            #[track_caller]
            fn index_mut(&mut self, ($($name),*): ($(tuples!(@usize $name)),*)) -> &mut T {
                &mut self[[$($name),*]]
            }
        }

        impl<T, L, const TRUST: bool> Grid<T, $d, L, TRUST> {
            /// Extents as a tuple, outermost first.
            #[inline(always)]
            #[must_use]
            pub fn dim(&self) -> ($(tuples!(@usize $name)),*) {
                let [$($name),*] = self.extents;
                ($($name),*)
            }
        }
    )*};
    (@usize $name:ident) => { usize };
}
tuples! {
    2: i j;
    3: i j k;
    4: i j k l;
}

impl<T, L: Layout<1>, const TRUST: bool> Index<usize> for Grid<T, 1, L, TRUST> {
    type Output = T;

    #[inline(always)]
    #[track_caller]
    fn index(&self, i: usize) -> &T {
        &self[[i]]
    }
}

impl<T, L: Layout<1>, const TRUST: bool> IndexMut<usize> for Grid<T, 1, L, TRUST> {
    #[inline(always)]
    #[track_caller]
    fn index_mut(&mut self, i: usize) -> &mut T {
        &mut self[[i]]
    }
}

impl<T, const D: usize, L: Layout<D>, const TRUST: bool> View for Grid<T, D, L, TRUST> {
    fn geometry(&self) -> Geometry {
        // Offsets are linear in the index, so the least and greatest are at corners; per
        // dimension the far end adds its own share.
        let (mut least, mut greatest) = (0_isize, 0_isize);
        for d in 0..D {
            let mut far = [0; D];
            far[d] = self.extents[d].saturating_sub(1);
            let share = self.layout.offset(&self.extents, far);
            least += share.min(0);
            greatest += share.max(0);
        }
        let bytes = size_of::<T>();
        let elements = if self.is_empty() {
            0
        } else {
            (greatest - least) as usize + 1
        };
        Geometry {
            base: self.origin.wrapping_offset(least).addr(),
            bytes: elements * bytes,
            extents: self.extents.as_slice().into(),
            element_bytes: bytes,
            linear: false,
            open: false,
            cells: 0,
        }
    }
}

// SAFETY: the elements of a view are those of the storage that it was made of.
unsafe impl<T, const D: usize, L: Layout<D>, const TRUST: bool> GridStorage<D>
    for Grid<T, D, L, TRUST>
{
    type Element = T;
    type Layout = L;
    #[inline(always)]
    unsafe fn parts(this: *const Self) -> (*mut T, [usize; D], L) {
        // SAFETY: readable, by the function's contract.
        let view = unsafe { *this };
        (view.origin, view.extents, view.layout)
    }
}

impl<T, const D: usize, L, const TRUST: bool> std::fmt::Debug for Grid<T, D, L, TRUST> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Grid({:p}, {:?})", self.origin, self.extents)
    }
}
