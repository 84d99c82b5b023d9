//! Views: what task bodies index instead of the arrays themselves.
//!
//! Several tasks write one array at the same time, in different tiles. A view is a copyable
//! raw handle that hands out references to *single elements* (or to the range that was asked
//! for), so that two tasks never hold overlapping `&mut`. Nothing here ever makes a `&mut`
//! to a whole array, a row that was not asked for, or a container's header.
//!
//! A view of an array is *checked* (`TRUST = false`: every index is compared with the
//! extents, as in the serial program) or *trusted* (`TRUST = true`, from `within`: one
//! comparison covers the section, and indexing inside the body is free). Emitted code uses
//! trusted views only where section analysis knows every index of the body.

mod flat;
mod grid;
mod index;
mod nested;
mod scalar;
mod section;
mod storage;
mod whole;
#[cfg(feature = "nalgebra")]
mod with_nalgebra;
#[cfg(feature = "ndarray")]
mod with_ndarray;

pub use flat::{Flat, flat};
pub use grid::{AnyStrides, ColumnMajor, Grid, GridStorage, Layout, grid};
pub use index::{FlatIndex, Part, part};
pub use nested::{Nested2, Nested3, Nested4, NestedAs, nested};
pub use scalar::{Scalar, scalar};
pub use storage::Storage;
pub use whole::{Anew, Unmoved, Whole, anew, unmoved, whole};

/// `Nested<R>` of emitted type annotations is the 2-dimensional one.
pub type Nested<R> = Nested2<R>;

/// What indexing says when an index leaves the array.
#[cold]
#[inline(never)]
#[track_caller]
fn beyond(index: usize, extent: usize) -> ! {
    panic!("index out of bounds: the len is {extent} but the index is {index}")
}

#[cfg(test)]
mod tests;
