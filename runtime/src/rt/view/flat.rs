//! Linear storage, `a[i * m + j]`.

use std::ops::{Deref, DerefMut, Index, IndexMut};

use smallvec::smallvec;

use crate::graph::geometry::{Extents, Geometry, View};
use crate::rt::view::section::outside;
use crate::rt::view::{FlatIndex, Storage};

/// A view of elements that lie side by side, with an optional shape of two or three
/// dimensions in row-major order.
pub struct Flat<T, const TRUST: bool = false> {
    first: *mut T,
    len: usize,
    /// Row lengths of the shape: 0 when absent.
    rows: [usize; 2],
}

impl<T, const TRUST: bool> Clone for Flat<T, TRUST> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<T, const TRUST: bool> Copy for Flat<T, TRUST> {}

// SAFETY: a view moves to the PPU that runs the task; which elements are used there and by
// whom at the same time is ordered by the task graph; several may read one (T: Sync), and
// who writes it may be on another thread (T: Send).
unsafe impl<T: Send + Sync, const TRUST: bool> Send for Flat<T, TRUST> {}
// SAFETY: as above; a body's own iterators may share the view among closures of one thread.
unsafe impl<T: Send + Sync, const TRUST: bool> Sync for Flat<T, TRUST> {}

/// A view of linear storage.
///
/// # Safety
/// `array` points to a live container whose elements stay where they are as long as the
/// view is used, and tasks use them only as declared.
#[inline]
pub unsafe fn flat<S: Storage + ?Sized>(array: *const S) -> Flat<S::Elem> {
    // SAFETY: the caller's promise.
    let (first, len) = unsafe { S::parts(array) };
    Flat {
        first,
        len,
        rows: [0; 2],
    }
}

impl<T> Flat<T> {
    /// The shape `[ceil(len / m), m]`: index `i * m + j` is element `(i, j)`.
    #[must_use]
    pub fn rows<I: crate::rt::index::LoopIndex>(mut self, m: I) -> Self {
        self.rows = [(m.wide().max(1)) as usize, 0];
        self
    }

    /// The shape `[.., m, p]`: index `(i * m + j) * p + k` is element `(i, j, k)`.
    #[must_use]
    pub fn planes<I, J>(mut self, m: I, p: J) -> Self
    where
        I: crate::rt::index::LoopIndex,
        J: crate::rt::index::LoopIndex,
    {
        self.rows = [(m.wide().max(1)) as usize, (p.wide().max(1)) as usize];
        self
    }

    /// A view without bounds checks, after one check of `section` (half open, in the
    /// dimensions of the shape).
    ///
    /// # Panics
    /// When the section leaves the array, as an index of the body would.
    #[inline]
    #[track_caller]
    #[must_use]
    pub fn within(self, section: &[(isize, isize)]) -> Flat<T, true> {
        // 128 bits: no bound that a program computes overflows them.
        let (mut first, mut last) = (0_i128, 0_i128);
        let extents = self.extents();
        for (d, &extent) in extents.iter().enumerate() {
            // Only the linear index counts: a row may run over into the next one.
            let (lo, hi) = match section.get(d) {
                None | Some(&crate::rt::ALL) => (0, extent as isize),
                Some(&(lo, hi)) => (lo, hi),
            };
            if lo >= hi {
                return self.trusted();
            }
            first = first * extent as i128 + lo as i128;
            last = last * extent as i128 + hi as i128 - 1;
        }
        // `ALL` of the last, partial row.
        if extents.len() > 1 && section.first().is_none_or(|s| *s == crate::rt::ALL) {
            last = last.min(self.len as i128 - 1);
        }
        if first < 0 || last >= self.len as i128 {
            outside((first as isize, (last + 1) as isize), self.len);
        }
        self.trusted()
    }

    fn trusted(self) -> Flat<T, true> {
        Flat {
            first: self.first,
            len: self.len,
            rows: self.rows,
        }
    }
}

impl<T, const TRUST: bool> Flat<T, TRUST> {
    /// A view from its parts.
    pub(crate) fn from_parts(first: *mut T, len: usize) -> Self {
        Flat {
            first,
            len,
            rows: [0; 2],
        }
    }

    /// Where the first element is.
    pub(crate) fn first(&self) -> *mut T {
        self.first
    }

    pub(crate) fn extents(&self) -> Extents {
        match self.rows {
            [0, _] => smallvec![self.len],
            [m, 0] => smallvec![self.len.div_ceil(m), m],
            [m, p] => smallvec![self.len.div_ceil(m * p), m, p],
        }
    }

    /// Coordinates of a position in the shape.
    pub(crate) fn coordinates(&self, position: usize) -> Extents {
        let mut rest = position;
        let mut at = self.extents();
        for d in (1..at.len()).rev() {
            let extent = at[d].max(1);
            at[d] = rest % extent;
            rest /= extent;
        }
        at[0] = rest;
        at
    }

    /// Number of elements.
    #[inline(always)]
    #[must_use]
    pub fn len(&self) -> usize {
        self.len
    }

    /// True when there are no elements.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Exchanges two elements.
    ///
    /// # Panics
    /// When an index is out of bounds.
    #[track_caller]
    pub fn swap(&mut self, i: usize, j: usize) {
        // SAFETY: `place` compares both, and the task declared both; `swap` takes equal
        // addresses as well.
        unsafe {
            let (a, b) = (
                i.place::<false>(self.first, self.len),
                j.place::<false>(self.first, self.len),
            );
            std::ptr::swap(a, b);
        }
    }
}

impl<T, const TRUST: bool, I: FlatIndex<T>> Index<I> for Flat<T, TRUST> {
    type Output = I::Output;
    #[inline(always)]
    #[track_caller]
    fn index(&self, index: I) -> &I::Output {
        // SAFETY: the view points to `len` elements, and `place` stays inside them: compared
        // there, or covered by the section that `within` compared. The graph keeps writers
        // of what is indexed away meanwhile.
        unsafe { &*index.place::<TRUST>(self.first, self.len) }
    }
}

impl<T, const TRUST: bool, I: FlatIndex<T>> IndexMut<I> for Flat<T, TRUST> {
    #[inline(always)]
    #[track_caller]
    fn index_mut(&mut self, index: I) -> &mut I::Output {
        // SAFETY: inside the elements as above; the task declared that it writes what it
        // indexes, so no other task uses it meanwhile, and the reference covers that alone.
        unsafe { &mut *index.place::<TRUST>(self.first, self.len) }
    }
}

/// All elements, for calls that take the whole array: the task declared the whole array.
impl<T, const TRUST: bool> Deref for Flat<T, TRUST> {
    type Target = [T];
    #[inline(always)]
    fn deref(&self) -> &[T] {
        // SAFETY: the view points to `len` elements; who takes all has declared all.
        unsafe { std::slice::from_raw_parts(self.first, self.len) }
    }
}

impl<T, const TRUST: bool> DerefMut for Flat<T, TRUST> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [T] {
        // SAFETY: as in `deref`, for writing.
        unsafe { std::slice::from_raw_parts_mut(self.first, self.len) }
    }
}

impl<'a, T, const TRUST: bool> IntoIterator for &'a Flat<T, TRUST> {
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<'a, T, const TRUST: bool> IntoIterator for &'a mut Flat<T, TRUST> {
    type Item = &'a mut T;
    type IntoIter = std::slice::IterMut<'a, T>;
    fn into_iter(self) -> Self::IntoIter {
        self.iter_mut()
    }
}

impl<T, const TRUST: bool> View for Flat<T, TRUST> {
    fn geometry(&self) -> Geometry {
        Geometry {
            base: self.first as usize,
            bytes: self.len * size_of::<T>(),
            extents: self.extents(),
            element_bytes: size_of::<T>(),
            linear: true,
            open: false,
            cells: 0,
        }
    }
}

/// A view is storage itself: generating code of a composite task sees views.
impl<T, const TRUST: bool> Storage for Flat<T, TRUST> {
    type Elem = T;
    #[inline(always)]
    unsafe fn parts(this: *const Self) -> (*mut T, usize) {
        // SAFETY: `this` points to a view, which is Copy.
        let view = unsafe { *this };
        (view.first, view.len)
    }
}
