//! What a [`Flat`](super::Flat) view can be indexed by: a position, a range of positions, or a range within one.

use std::ops::{Range, RangeFrom, RangeFull, RangeInclusive, RangeTo, RangeToInclusive};

use super::beyond;

/// `usize`, or a range of `usize`.
pub trait FlatIndex<T> {
    /// One element, or a slice of elements.
    type Output: ?Sized;

    /// The positions, in an array of `len` elements.
    fn positions(&self, len: usize) -> Range<usize>;

    /// Where the indexed part of `len` elements from `start` lies.
    ///
    /// # Safety
    /// `start` points to `len` elements. With `TRUST` a position lies below `len`.
    ///
    /// # Panics
    /// Outside the elements (a range always, a position unless `TRUST`).
    unsafe fn place<const TRUST: bool>(self, start: *mut T, len: usize) -> *mut Self::Output;
}

impl<T> FlatIndex<T> for usize {
    type Output = T;

    fn positions(&self, _: usize) -> Range<usize> {
        *self..self.saturating_add(1)
    }

    #[inline(always)]
    #[track_caller]
    unsafe fn place<const TRUST: bool>(self, start: *mut T, len: usize) -> *mut T {
        if !TRUST && self >= len {
            beyond(self, len);
        }
        debug_assert!(self < len, "index {self} of {len}");
        // SAFETY: below `len`, tested above or promised by the caller.
        unsafe { start.add(self) }
    }
}

impl<T> FlatIndex<T> for Range<usize> {
    type Output = [T];

    fn positions(&self, _: usize) -> Range<usize> {
        self.clone()
    }

    #[inline(always)]
    #[track_caller]
    unsafe fn place<const TRUST: bool>(self, start: *mut T, len: usize) -> *mut [T] {
        if self.start > self.end || self.end > len {
            range_outside(self.start, self.end, len);
        }
        // SAFETY: `start <= end <= len`, tested above.
        std::ptr::slice_from_raw_parts_mut(unsafe { start.add(self.start) }, self.end - self.start)
    }
}

#[cold]
#[inline(never)]
#[track_caller]
fn range_outside(start: usize, end: usize, len: usize) -> ! {
    if start > end {
        panic!("slice index starts at {start} but ends at {end}")
    }
    panic!("range end index {end} out of range for an array of length {len}")
}

/// Ranges that become a `Range<usize>` once the length is known.
macro_rules! as_range {
    ($($range:ty, |$this:ident, $len:ident| $start:expr, $end:expr;)*) => {$(
        impl<T> FlatIndex<T> for $range {
            type Output = [T];

            fn positions(&self, $len: usize) -> Range<usize> {
                let $this = self;
                $start..$end
            }

            #[inline(always)]
            #[track_caller]
            unsafe fn place<const TRUST: bool>(self, start: *mut T, len: usize) -> *mut [T] {
                let range = FlatIndex::<T>::positions(&self, len);
                // SAFETY: handed on.
                unsafe { range.place::<TRUST>(start, len) }
            }
        }
    )*};
}
as_range! {
    RangeFull, |_r, len| 0, len;
    RangeFrom<usize>, |r, len| r.start, len;
    RangeTo<usize>, |r, _len| 0, r.end;
    // One past usize::MAX is no array's index: saturating keeps it out of range.
    RangeToInclusive<usize>, |r, _len| 0, r.end.saturating_add(1);
    RangeInclusive<usize>, |r, _len| *r.start(), r.end().saturating_add(1);
}

/// A range of positions, and a range within it: `a[outer][inner]`.
#[derive(Debug, Clone)]
pub struct Part<A, B> {
    outer: A,
    inner: B,
}

/// What `a[part(outer, inner)]` has of a view is what `a[outer][inner]` has of a slice.
#[inline(always)]
pub fn part<A, B>(outer: A, inner: B) -> Part<A, B> {
    Part { outer, inner }
}

impl<T, A, B> FlatIndex<T> for Part<A, B>
where
    A: FlatIndex<T, Output = [T]>,
    B: FlatIndex<T, Output = [T]>,
{
    type Output = [T];

    fn positions(&self, len: usize) -> Range<usize> {
        let outer = self.outer.positions(len);
        let inner = self.inner.positions(outer.end.saturating_sub(outer.start));
        let at = |inner| outer.start.saturating_add(inner);
        at(inner.start)..at(inner.end)
    }

    #[inline(always)]
    #[track_caller]
    unsafe fn place<const TRUST: bool>(self, start: *mut T, len: usize) -> *mut [T] {
        // SAFETY: handed on; what is found there is as long as it says.
        unsafe {
            let outer = self.outer.place::<TRUST>(start, len);
            self.inner.place::<TRUST>(outer.cast(), outer.len())
        }
    }
}
