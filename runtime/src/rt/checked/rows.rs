//! Rows of checked nested views: used in part by an index, or whole as a slice.

use std::ops::{Deref, DerefMut, Index, IndexMut, Range};

use smallvec::smallvec;

use super::locate::one;
use super::{At, Touched};
use crate::rt::view::{Flat, FlatIndex, Nested2, Nested3, Storage};

impl<'c, 'g, R: Storage, const TRUST: bool> At<'c, 'g, Nested2<R, TRUST>> {
    /// Row `i`.
    #[track_caller]
    #[must_use]
    pub fn row(&self, i: usize) -> RowAt<'c, 'g, Nested2<R, TRUST>, R::Elem, TRUST> {
        RowAt {
            at: *self,
            before: smallvec![one(i)],
            row: self.view.row(i),
        }
    }
}

impl<'c, 'g, P: Storage<Elem: Storage>, const TRUST: bool> At<'c, 'g, Nested3<P, TRUST>> {
    /// Plane `i`, of which a row is taken.
    #[must_use]
    pub fn plane(&self, i: usize) -> PlaneAt<'c, 'g, P, TRUST> {
        PlaneAt { at: *self, i }
    }
}

/// A plane of a checked view.
pub struct PlaneAt<'c, 'g, P, const TRUST: bool> {
    at: At<'c, 'g, Nested3<P, TRUST>>,
    i: usize,
}

impl<'c, 'g, P: Storage<Elem: Storage>, const TRUST: bool> PlaneAt<'c, 'g, P, TRUST> {
    /// Row `j` of the plane.
    #[track_caller]
    #[must_use]
    pub fn row(
        &self,
        j: usize,
    ) -> RowAt<'c, 'g, Nested3<P, TRUST>, <P::Elem as Storage>::Elem, TRUST> {
        let row = self.at.view.plane(self.i).row(j);
        RowAt {
            at: self.at,
            before: smallvec![one(self.i), one(j)],
            row,
        }
    }
}

/// A row of a checked view: a part of it by an index, or all of it as a slice.
pub struct RowAt<'c, 'g, V, T, const TRUST: bool> {
    at: At<'c, 'g, V>,
    /// The indices that lead to the row.
    before: Touched,
    row: Flat<T, TRUST>,
}

impl<V: Copy, T, const TRUST: bool> RowAt<'_, '_, V, T, TRUST> {
    /// Number of elements: no access.
    #[must_use]
    pub fn len(&self) -> usize {
        self.row.len()
    }

    /// True when there are no elements: no access.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.row.is_empty()
    }

    fn touched(&self, positions: Range<usize>) -> Touched {
        self.before.iter().cloned().chain([positions]).collect()
    }
}

impl<V: Copy, T, const TRUST: bool, I: FlatIndex<T>> Index<I> for RowAt<'_, '_, V, T, TRUST> {
    type Output = I::Output;
    #[track_caller]
    fn index(&self, index: I) -> &I::Output {
        self.at
            .hold_read(&self.touched(index.positions(self.row.len())));
        &self.row[index]
    }
}

impl<V: Copy, T, const TRUST: bool, I: FlatIndex<T>> IndexMut<I> for RowAt<'_, '_, V, T, TRUST> {
    #[track_caller]
    fn index_mut(&mut self, index: I) -> &mut I::Output {
        self.at
            .hold_write(&self.touched(index.positions(self.row.len())));
        &mut self.row[index]
    }
}

impl<V: Copy, T, const TRUST: bool> Deref for RowAt<'_, '_, V, T, TRUST> {
    type Target = [T];
    #[track_caller]
    fn deref(&self) -> &[T] {
        self.at.hold_read(&self.touched(0..self.row.len()));
        &self.row
    }
}

impl<V: Copy, T, const TRUST: bool> DerefMut for RowAt<'_, '_, V, T, TRUST> {
    #[track_caller]
    fn deref_mut(&mut self) -> &mut [T] {
        self.at.hold_write(&self.touched(0..self.row.len()));
        &mut self.row
    }
}
