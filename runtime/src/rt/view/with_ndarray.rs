//! `ndarray` arrays as storage: owned ones and views, 1 to 4 dimensions, any strides.

use ndarray::{
    ArrayBase, ArrayView, ArrayViewMut, Axis, Dim, Dimension, Ix1, RawArrayViewMut, RawData,
    ShapeBuilder, SliceArg,
};

use super::grid::{AnyStrides, Grid, GridStorage};
use super::storage::Storage;

/// `GridStorage<$d>` for arrays of `$d` dimensions.
macro_rules! dimensions {
    ($($d:literal)*) => {$(
        // SAFETY: `as_ptr` is the element at index 0 of every dimension, and every index
        // below the shape leads by the strides to an element of the array.
        unsafe impl<S: RawData> GridStorage<$d> for ArrayBase<S, Dim<[usize; $d]>> {
            type Element = S::Elem;
            type Layout = AnyStrides<$d>;

            #[inline]
            unsafe fn parts(this: *const Self) -> (*mut S::Elem, [usize; $d], AnyStrides<$d>) {
                // SAFETY: readable, by the function's contract; only the header is borrowed.
                let array = unsafe { &*this };
                let (mut extents, mut strides) = ([0; $d], [0; $d]);
                extents.copy_from_slice(array.shape());
                strides.copy_from_slice(array.strides());
                (array.as_ptr().cast_mut(), extents, AnyStrides(strides))
            }
        }
    )*};
}
dimensions!(1 2 3 4);

/// Elements lie one after the other when the stride is 1, which is tested.
impl<S: RawData> Storage for ArrayBase<S, Ix1> {
    type Elem = S::Elem;

    /// # Panics
    /// If the array is a view with another stride than 1: index it by `a[[i]]`.
    #[track_caller]
    unsafe fn parts(this: *const Self) -> (*mut S::Elem, usize) {
        // SAFETY: readable, by the function's contract; only the header is borrowed.
        let array = unsafe { &*this };
        let (len, stride) = (array.len(), array.strides()[0]);
        assert!(
            len <= 1 || stride == 1,
            "a one-dimensional array with stride {stride} is not one run of memory: index it by `a[[i]]`"
        );
        (array.as_ptr().cast_mut(), len)
    }
}

/// Parts of a view, as arrays of `ndarray`: they point to their own elements alone.
macro_rules! parts {
    ($($d:literal)*) => {$(
        impl<T, const TRUST: bool> Grid<T, $d, AnyStrides<$d>, TRUST> {
            /// All of it, by its address: nothing refers to an element.
            fn raw(self) -> RawArrayViewMut<T, Dim<[usize; $d]>> {
                let AnyStrides(strides) = self.layout;
                let turned = |d: usize| strides[d] < 0 && self.extents[d] > 0;
                let mut first = self.origin;
                for d in (0..$d).filter(|&d| turned(d)) {
                    first = first.wrapping_offset(strides[d] * (self.extents[d] as isize - 1));
                }
                let steps = strides.map(isize::unsigned_abs);
                // SAFETY: extents and strides are those of an array of `ndarray`; `first` is its element
                // with the least address.
                let mut all = unsafe {
                    RawArrayViewMut::from_shape_ptr(Dim(self.extents).strides(Dim(steps)), first)
                };
                for d in (0..$d).filter(|&d| turned(d)) {
                    all.invert_axis(Axis(d));
                }
                all
            }

            /// A part, to be read.
            ///
            /// # Safety
            /// The elements of the part live, and nobody writes them, for `'a`.
            #[track_caller]
            pub(crate) unsafe fn part<'a, I: SliceArg<Dim<[usize; $d]>>>(self, info: I) -> ArrayView<'a, T, I::OutDim> {
                // SAFETY: the view refers to what the part has, by the function's contract.
                unsafe { self.raw().slice_move(info).deref_into_view() }
            }

            /// A part, to be written.
            ///
            /// # Safety
            /// The elements of the part live, and nobody else uses them, for `'a`.
            #[track_caller]
            pub(crate) unsafe fn part_mut<'a, I: SliceArg<Dim<[usize; $d]>>>(self, info: I) -> ArrayViewMut<'a, T, I::OutDim> {
                // SAFETY: as in `part`.
                unsafe { self.raw().slice_move(info).deref_into_view_mut() }
            }

            /// As of an array: `a.slice(s![i, 1..n])`.
            #[track_caller]
            pub fn slice<I: SliceArg<Dim<[usize; $d]>>>(&self, info: I) -> ArrayView<'_, T, I::OutDim> {
                // SAFETY: the body's task is the only one that writes these elements now.
                unsafe { self.part(info) }
            }

            /// As of an array: `a.slice_mut(s![i, 1..n])`.
            #[track_caller]
            pub fn slice_mut<I: SliceArg<Dim<[usize; $d]>>>(&mut self, info: I) -> ArrayViewMut<'_, T, I::OutDim> {
                // SAFETY: as in `slice`, and the view is borrowed.
                unsafe { self.part_mut(info) }
            }

            /// Where the dimension has one index.
            ///
            /// # Safety
            /// As for `part`.
            #[track_caller]
            pub(crate) unsafe fn plane<'a>(self, axis: Axis, index: usize) -> ArrayView<'a, T, <Dim<[usize; $d]> as Dimension>::Smaller> {
                // SAFETY: by the function's contract.
                unsafe { self.raw().index_axis_move(axis, index).deref_into_view() }
            }

            /// Where the dimension has one index.
            ///
            /// # Safety
            /// As for `part_mut`.
            #[track_caller]
            pub(crate) unsafe fn plane_mut<'a>(self, axis: Axis, index: usize) -> ArrayViewMut<'a, T, <Dim<[usize; $d]> as Dimension>::Smaller> {
                // SAFETY: by the function's contract.
                unsafe { self.raw().index_axis_move(axis, index).deref_into_view_mut() }
            }

            /// As of an array.
            #[track_caller]
            pub fn index_axis(&self, axis: Axis, index: usize) -> ArrayView<'_, T, <Dim<[usize; $d]> as Dimension>::Smaller> {
                // SAFETY: as in `slice`.
                unsafe { self.plane(axis, index) }
            }

            /// As of an array.
            #[track_caller]
            pub fn index_axis_mut(&mut self, axis: Axis, index: usize) -> ArrayViewMut<'_, T, <Dim<[usize; $d]> as Dimension>::Smaller> {
                // SAFETY: as in `slice_mut`.
                unsafe { self.plane_mut(axis, index) }
            }
        }
    )*};
}
parts!(1 2 3 4);

impl<T, const TRUST: bool> Grid<T, 2, AnyStrides<2>, TRUST> {
    /// As of an array.
    #[track_caller]
    pub fn row(&self, index: usize) -> ArrayView<'_, T, Ix1> {
        self.index_axis(Axis(0), index)
    }

    /// As of an array.
    #[track_caller]
    pub fn row_mut(&mut self, index: usize) -> ArrayViewMut<'_, T, Ix1> {
        self.index_axis_mut(Axis(0), index)
    }

    /// As of an array.
    #[track_caller]
    pub fn column(&self, index: usize) -> ArrayView<'_, T, Ix1> {
        self.index_axis(Axis(1), index)
    }

    /// As of an array.
    #[track_caller]
    pub fn column_mut(&mut self, index: usize) -> ArrayViewMut<'_, T, Ix1> {
        self.index_axis_mut(Axis(1), index)
    }
}
