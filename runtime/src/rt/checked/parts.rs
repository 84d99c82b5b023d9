//! Parts of checked views of arrays of `ndarray`, `a.row_mut(i)`: all that the part has is held against the
//! task's clauses where it is made.

use std::ops::Range;

use ndarray::{ArrayView, ArrayViewMut, Axis, Dim, Dimension, Ix1, SliceArg, SliceInfoElem};

use super::{At, Touched};
use crate::rt::view::{AnyStrides, Grid};

/// The indices that one dimension's entry takes.
fn along(entry: &SliceInfoElem, extent: usize) -> Option<Range<usize>> {
    let from_begin = |at: isize| match at {
        0.. => at as usize,
        _ => extent.saturating_sub(at.unsigned_abs()),
    };
    match *entry {
        SliceInfoElem::Slice { start, end, .. } => {
            let end = end.map_or(extent, from_begin);
            Some(from_begin(start)..end)
        }
        SliceInfoElem::Index(at) => {
            let at = from_begin(at);
            Some(at..at.saturating_add(1))
        }
        SliceInfoElem::NewAxis => None,
    }
}

fn reached(info: &[SliceInfoElem], extents: &[usize]) -> Touched {
    let entries = info.iter().filter(|e| !e.is_new_axis());
    let entries = entries.zip(extents);
    entries
        .filter_map(|(entry, extent)| along(entry, *extent))
        .collect()
}

/// One index along an axis, all of the others.
fn across(axis: Axis, index: usize, extents: &[usize]) -> Touched {
    let all = extents.iter().enumerate();
    let entry = |(d, extent): (usize, &usize)| match d == axis.0 {
        true => index..index.saturating_add(1),
        false => 0..*extent,
    };
    all.map(entry).collect()
}

/// As of the views that are not checked.
macro_rules! parts {
    ($($d:literal)*) => {$(
        impl<'c, T, const TRUST: bool> At<'c, '_, Grid<T, $d, AnyStrides<$d>, TRUST>> {
            /// As of an array.
            #[track_caller]
            pub fn slice<I: SliceArg<Dim<[usize; $d]>>>(self, info: I) -> ArrayView<'c, T, I::OutDim> {
                self.hold_read(&reached(info.as_ref(), self.view.shape()));
                // SAFETY: as of a view that is not checked.
                unsafe { self.view.part(info) }
            }

            /// As of an array.
            #[track_caller]
            pub fn slice_mut<I: SliceArg<Dim<[usize; $d]>>>(self, info: I) -> ArrayViewMut<'c, T, I::OutDim> {
                self.hold_write(&reached(info.as_ref(), self.view.shape()));
                // SAFETY: as of a view that is not checked.
                unsafe { self.view.part_mut(info) }
            }

            /// As of an array.
            #[track_caller]
            pub fn index_axis(self, axis: Axis, index: usize) -> ArrayView<'c, T, <Dim<[usize; $d]> as Dimension>::Smaller> {
                self.hold_read(&across(axis, index, self.view.shape()));
                // SAFETY: as of a view that is not checked.
                unsafe { self.view.plane(axis, index) }
            }

            /// As of an array.
            #[track_caller]
            pub fn index_axis_mut(self, axis: Axis, index: usize) -> ArrayViewMut<'c, T, <Dim<[usize; $d]> as Dimension>::Smaller> {
                self.hold_write(&across(axis, index, self.view.shape()));
                // SAFETY: as of a view that is not checked.
                unsafe { self.view.plane_mut(axis, index) }
            }
        }
    )*};
}
parts!(1 2 3 4);

impl<'c, T, const TRUST: bool> At<'c, '_, Grid<T, 2, AnyStrides<2>, TRUST>> {
    /// As of an array.
    #[track_caller]
    pub fn row(self, index: usize) -> ArrayView<'c, T, Ix1> {
        self.index_axis(Axis(0), index)
    }

    /// As of an array.
    #[track_caller]
    pub fn row_mut(self, index: usize) -> ArrayViewMut<'c, T, Ix1> {
        self.index_axis_mut(Axis(0), index)
    }

    /// As of an array.
    #[track_caller]
    pub fn column(self, index: usize) -> ArrayView<'c, T, Ix1> {
        self.index_axis(Axis(1), index)
    }

    /// As of an array.
    #[track_caller]
    pub fn column_mut(self, index: usize) -> ArrayViewMut<'c, T, Ix1> {
        self.index_axis_mut(Axis(1), index)
    }
}
