//! `nalgebra` matrices as storage: `DMatrix`, `DVector`, `SMatrix`, `SVector` (column-major).

use nalgebra::{
    Dim, Dyn, IsContiguous, Matrix, MatrixView, MatrixViewMut, RawStorage, U1, ViewStorage,
    ViewStorageMut,
};

use smallvec::smallvec;

use super::grid::{ColumnMajor, Grid, GridStorage};
use super::storage::Storage;
use crate::rt::checked::{At, Touched};

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

/// A part of a matrix, `R` times `C`, to be read.
pub(crate) type Part<'a, T, R, C> = MatrixView<'a, T, R, C, U1, Dyn>;
/// A part of a matrix, to be written.
pub(crate) type PartMut<'a, T, R, C> = MatrixViewMut<'a, T, R, C, U1, Dyn>;

/// Parts of a view, as matrices of `nalgebra`: they point to their own elements alone.
impl<T, const TRUST: bool> Grid<T, 2, ColumnMajor, TRUST> {
    /// Address of a part's first element.
    #[track_caller]
    fn first<R: Dim, C: Dim>(&self, (i, j): (usize, usize), (rows, columns): (R, C)) -> *mut T {
        let [n, m] = self.extents;
        let fits = |at: usize, count: usize, all: usize| {
            at.checked_add(count).is_some_and(|end| end <= all)
        };
        assert!(
            fits(i, rows.value(), n) && fits(j, columns.value(), m),
            "Matrix slicing out of bounds."
        );
        self.origin.wrapping_add(i + j * n)
    }

    /// A part, to be read.
    ///
    /// # Safety
    /// The elements of the part live, and nobody writes them, for `'a`.
    #[track_caller]
    pub(crate) unsafe fn part<'a, R: Dim, C: Dim>(
        self,
        at: (usize, usize),
        size: (R, C),
    ) -> Part<'a, T, R, C> {
        let (first, stride) = (self.first(at, size), Dyn(self.extents[0]));
        // SAFETY: `first` has tested that the part lies in the matrix, whose columns follow one another.
        Matrix::from_data(unsafe {
            ViewStorage::from_raw_parts(first.cast_const(), size, (U1, stride))
        })
    }

    /// A part, to be written.
    ///
    /// # Safety
    /// The elements of the part live, and nobody else uses them, for `'a`.
    #[track_caller]
    pub(crate) unsafe fn part_mut<'a, R: Dim, C: Dim>(
        self,
        at: (usize, usize),
        size: (R, C),
    ) -> PartMut<'a, T, R, C> {
        let (first, stride) = (self.first(at, size), Dyn(self.extents[0]));
        // SAFETY: as in `part`.
        Matrix::from_data(unsafe { ViewStorageMut::from_raw_parts(first, size, (U1, stride)) })
    }
}

/// The methods of matrices that give parts.
macro_rules! methods {
    ($($read:ident $write:ident ($($name:ident: $ty:ty),*) -> $r:ty, $c:ty: $at:expr, $size:expr, $view:ident;)*) => {
        impl<T, const TRUST: bool> Grid<T, 2, ColumnMajor, TRUST> {$(
            /// As of a matrix.
            #[track_caller]
            pub fn $read(&self, $($name: $ty),*) -> Part<'_, T, $r, $c> {
                let $view = self;
                // SAFETY: the body's task is the only one that writes these elements now.
                unsafe { self.part($at, $size) }
            }

            /// As of a matrix.
            #[track_caller]
            pub fn $write(&mut self, $($name: $ty),*) -> PartMut<'_, T, $r, $c> {
                let $view = &*self;
                let (at, size) = ($at, $size);
                // SAFETY: as above, and the view is borrowed.
                unsafe { self.part_mut(at, size) }
            }
        )*}

        impl<'c, T, const TRUST: bool> At<'c, '_, Grid<T, 2, ColumnMajor, TRUST>> {$(
            /// As of a matrix.
            #[track_caller]
            pub fn $read(self, $($name: $ty),*) -> Part<'c, T, $r, $c> {
                let $view = self.unchecked();
                let (at, size) = ($at, $size);
                self.hold_read(&reached(at, size));
                // SAFETY: as of a view that is not checked.
                unsafe { $view.part(at, size) }
            }

            /// As of a matrix.
            #[track_caller]
            pub fn $write(self, $($name: $ty),*) -> PartMut<'c, T, $r, $c> {
                let $view = self.unchecked();
                let (at, size) = ($at, $size);
                self.hold_write(&reached(at, size));
                // SAFETY: as of a view that is not checked.
                unsafe { $view.part_mut(at, size) }
            }
        )*}
    };
}
methods! {
    row row_mut(i: usize) -> U1, Dyn: (i, 0), (U1, Dyn(view.ncols())), view;
    column column_mut(j: usize) -> Dyn, U1: (0, j), (Dyn(view.nrows()), U1), view;
    rows rows_mut(i: usize, count: usize) -> Dyn, Dyn: (i, 0), (Dyn(count), Dyn(view.ncols())), view;
    columns columns_mut(j: usize, count: usize) -> Dyn, Dyn: (0, j), (Dyn(view.nrows()), Dyn(count)), view;
    view view_mut(at: (usize, usize), size: (usize, usize)) -> Dyn, Dyn: at, (Dyn(size.0), Dyn(size.1)), _view;
}

/// The indices of a part.
fn reached<R: Dim, C: Dim>((i, j): (usize, usize), (rows, columns): (R, C)) -> Touched {
    let range = |at: usize, count: usize| at..at.saturating_add(count);
    smallvec![range(i, rows.value()), range(j, columns.value())]
}
