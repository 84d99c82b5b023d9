//! Linear storage, `a[i * m + j]`.

use std::ops::{Index, IndexMut, Range};

use smallvec::smallvec;

use crate::graph::geometry::{Extents, Geometry, View};
use crate::rt::view::{Storage, beyond, outside};

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
// whom at the same time is ordered by the task graph, and elements may cross threads (T: Send).
unsafe impl<T: Send, const TRUST: bool> Send for Flat<T, TRUST> {}
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
    Flat { first, len, rows: [0; 2] }
}

impl<T> Flat<T> {
    /// The shape `[ceil(len / m), m]`: index `i * m + j` is element `(i, j)`.
    #[must_use]
    pub fn rows<I: crate::rt::chunks::LoopIndex>(mut self, m: I) -> Self {
        self.rows = [(m.wide().max(1)) as usize, 0];
        self
    }

    /// The shape `[.., m, p]`: index `(i * m + j) * p + k` is element `(i, j, k)`.
    #[must_use]
    pub fn planes<I, J>(mut self, m: I, p: J) -> Self
    where
        I: crate::rt::chunks::LoopIndex,
        J: crate::rt::chunks::LoopIndex,
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
        let mut first: isize = 0;
        let mut last: isize = 0;
        let extents = self.extents();
        for (d, &extent) in extents.iter().enumerate() {
            // Only the linear index counts: a row may run over into the next one.
            let (lo, hi) = match section.get(d) {
                None | Some(&crate::rt::ALL) => (0, extent as isize),
                Some(&(lo, hi)) => (lo, hi),
            };
            if lo >= hi || self.len == 0 {
                return self.trusted();
            }
            first = first * extent as isize + lo;
            last = last * extent as isize + hi - 1;
        }
        // `ALL` of the last, partial row.
        if extents.len() > 1 && section.first().is_none_or(|s| *s == crate::rt::ALL) {
            last = last.min(self.len as isize - 1);
        }
        if first < 0 || last >= self.len as isize {
            outside((first, last + 1), self.len);
        }
        self.trusted()
    }

    fn trusted(self) -> Flat<T, true> {
        Flat { first: self.first, len: self.len, rows: self.rows }
    }
}

impl<T, const TRUST: bool> Flat<T, TRUST> {
    /// A view from its parts.
    pub(crate) fn from_parts(first: *mut T, len: usize) -> Self {
        Flat { first, len, rows: [0; 2] }
    }

    fn extents(&self) -> Extents {
        match self.rows {
            [0, _] => smallvec![self.len],
            [m, 0] => smallvec![self.len.div_ceil(m), m],
            [m, p] => smallvec![self.len.div_ceil(m * p), m, p],
        }
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
        let (a, b) = (self.at(i), self.at(j));
        // SAFETY: both are in bounds (`at`), and the task declared both.
        unsafe { std::ptr::swap(a, b) };
    }

    /// The elements in order.
    pub fn iter(&self) -> std::slice::Iter<'_, T> {
        self[0..self.len].iter()
    }

    #[inline(always)]
    #[track_caller]
    fn at(&self, index: usize) -> *mut T {
        if !TRUST && index >= self.len {
            beyond(index, self.len);
        }
        debug_assert!(index < self.len, "index {index} of {}", self.len);
        // SAFETY: in bounds: compared here, or covered by the section that `within` compared.
        unsafe { self.first.add(index) }
    }
}

impl<T, const TRUST: bool> Index<usize> for Flat<T, TRUST> {
    type Output = T;
    #[inline(always)]
    #[track_caller]
    fn index(&self, index: usize) -> &T {
        // SAFETY: `at` is in bounds; the graph keeps writers of the element away meanwhile.
        unsafe { &*self.at(index) }
    }
}

impl<T, const TRUST: bool> IndexMut<usize> for Flat<T, TRUST> {
    #[inline(always)]
    #[track_caller]
    fn index_mut(&mut self, index: usize) -> &mut T {
        // SAFETY: `at` is in bounds; the task declared that it writes the element, so no
        // other task uses it meanwhile, and the reference covers this element alone.
        unsafe { &mut *self.at(index) }
    }
}

impl<T, const TRUST: bool> Index<Range<usize>> for Flat<T, TRUST> {
    type Output = [T];
    #[inline]
    #[track_caller]
    fn index(&self, range: Range<usize>) -> &[T] {
        check_range(&range, self.len);
        // SAFETY: in bounds by the line above; declared by the task.
        unsafe { std::slice::from_raw_parts(self.first.add(range.start), range.end - range.start) }
    }
}

impl<T, const TRUST: bool> IndexMut<Range<usize>> for Flat<T, TRUST> {
    #[inline]
    #[track_caller]
    fn index_mut(&mut self, range: Range<usize>) -> &mut [T] {
        check_range(&range, self.len);
        // SAFETY: in bounds by the line above; the task declared this range for writing, and
        // nothing beyond it is referred to.
        unsafe { std::slice::from_raw_parts_mut(self.first.add(range.start), range.end - range.start) }
    }
}

#[inline]
#[track_caller]
fn check_range(range: &Range<usize>, len: usize) {
    if range.start > range.end || range.end > len {
        panic!("range {}..{} out of bounds of {len} elements", range.start, range.end);
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

