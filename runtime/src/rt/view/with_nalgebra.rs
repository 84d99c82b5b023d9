//! `nalgebra` matrices as storage: `DMatrix`, `DVector`, `SMatrix`, `SVector` (column-major).

use nalgebra::{Dim, IsContiguous, Matrix, RawStorage};

use super::grid::{ColumnMajor, GridStorage};
use super::storage::Storage;

// SAFETY: a contiguous matrix of nalgebra keeps element (i, j) at `i + j * nrows`.
unsafe impl<T, R: Dim, C: Dim, S: RawStorage<T, R, C> + IsContiguous> GridStorage<2>
    for Matrix<T, R, C, S>
{
    type Element = T;
    type Layout = ColumnMajor;

    #[inline]
    unsafe fn parts(this: *const Self) -> (*mut T, [usize; 2], ColumnMajor) {
        // SAFETY: readable, by the function's contract. For a matrix on the stack this
        // reference covers its elements too; it ends before any of them is used.
        let matrix = unsafe { &*this };
        let (rows, columns) = matrix.shape();
        (matrix.data.ptr().cast_mut(), [rows, columns], ColumnMajor)
    }
}

/// The elements of a contiguous matrix lie one after the other, column by column.
impl<T, R: Dim, C: Dim, S: RawStorage<T, R, C> + IsContiguous> Storage for Matrix<T, R, C, S> {
    type Elem = T;

    #[inline]
    unsafe fn parts(this: *const Self) -> (*mut T, usize) {
        // SAFETY: as above.
        let matrix = unsafe { &*this };
        (matrix.data.ptr().cast_mut(), matrix.len())
    }
}
