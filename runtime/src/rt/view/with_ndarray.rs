//! `ndarray` arrays as storage: owned ones and views, 1 to 4 dimensions, any strides.

use ndarray::{ArrayBase, Dim, Ix1, RawData};

use super::grid::{AnyStrides, GridStorage};
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
