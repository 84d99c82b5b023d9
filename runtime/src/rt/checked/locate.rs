//! From an index to the elements that it means, in the dimensions of the view's geometry.

use std::ops::{Index, Range};

use smallvec::smallvec;

use super::Touched;
use crate::rt::view::{Flat, FlatIndex, Grid, Layout, Nested2, Nested3, Nested4, Storage};

/// Views that can say which elements an index means.
pub trait Locate<I>: Index<I> {
    /// The elements, per dimension of the view's geometry.
    fn locate(&self, index: &I) -> Touched;
}

impl<T, const TRUST: bool, I: FlatIndex<T>> Locate<I> for Flat<T, TRUST> {
    fn locate(&self, index: &I) -> Touched {
        let positions = index.positions(self.len());
        let (first, last) = (
            self.coordinates(positions.start),
            self.coordinates(positions.end.saturating_sub(1)),
        );
        if positions.is_empty() {
            return first.iter().map(|_| 0..0).collect();
        }
        // A range that runs on into further rows touches them whole.
        let mut same = true;
        let entry = |((&lo, &hi), extent): ((&usize, &usize), &usize)| {
            let range = if same { lo..hi + 1 } else { 0..*extent };
            same &= lo == hi;
            range
        };
        first
            .iter()
            .zip(&last)
            .zip(&self.extents())
            .map(entry)
            .collect()
    }
}

impl<R: Storage, const TRUST: bool> Locate<(usize, usize)> for Nested2<R, TRUST> {
    fn locate(&self, &(i, j): &(usize, usize)) -> Touched {
        smallvec![one(i), one(j)]
    }
}

impl<P: Storage<Elem: Storage>, const TRUST: bool> Locate<(usize, usize, usize)>
    for Nested3<P, TRUST>
{
    fn locate(&self, &(i, j, k): &(usize, usize, usize)) -> Touched {
        smallvec![one(i), one(j), one(k)]
    }
}

impl<B, const TRUST: bool> Locate<(usize, usize, usize, usize)> for Nested4<B, TRUST>
where
    B: Storage<Elem: Storage<Elem: Storage>>,
{
    fn locate(&self, &(i, j, k, l): &(usize, usize, usize, usize)) -> Touched {
        smallvec![one(i), one(j), one(k), one(l)]
    }
}

impl<R: Storage, const TRUST: bool> Locate<usize> for Nested2<R, TRUST> {
    fn locate(&self, &i: &usize) -> Touched {
        smallvec![one(i), 0..self.row(i).len()]
    }
}

impl<T, L: Layout<1>, const TRUST: bool> Locate<usize> for Grid<T, 1, L, TRUST> {
    fn locate(&self, &i: &usize) -> Touched {
        smallvec![one(i)]
    }
}

impl<T, L: Layout<4>, const TRUST: bool> Locate<(usize, usize, usize, usize)>
    for Grid<T, 4, L, TRUST>
{
    fn locate(&self, &(i, j, k, l): &(usize, usize, usize, usize)) -> Touched {
        smallvec![one(i), one(j), one(k), one(l)]
    }
}

/// One index, as a range; the greatest `usize` is no array's index, and stays out of bounds.
pub(super) fn one(i: usize) -> Range<usize> {
    i..i.saturating_add(1)
}

impl<T, const D: usize, L: Layout<D>, const TRUST: bool> Locate<[usize; D]>
    for Grid<T, D, L, TRUST>
{
    fn locate(&self, index: &[usize; D]) -> Touched {
        index.iter().map(|&i| one(i)).collect()
    }
}

impl<T, L: Layout<2>, const TRUST: bool> Locate<(usize, usize)> for Grid<T, 2, L, TRUST> {
    fn locate(&self, &(i, j): &(usize, usize)) -> Touched {
        smallvec![one(i), one(j)]
    }
}

impl<T, L: Layout<3>, const TRUST: bool> Locate<(usize, usize, usize)> for Grid<T, 3, L, TRUST> {
    fn locate(&self, &(i, j, k): &(usize, usize, usize)) -> Touched {
        smallvec![one(i), one(j), one(k)]
    }
}
