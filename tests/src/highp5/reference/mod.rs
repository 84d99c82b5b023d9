//! The programs of `examples/highp5` as plain serial Rust: what their answers are held
//! against. No parts, no spaces: loops over whole arrays, row-major in one `Vec`.
//!
//! Where a program fixes the order of its arithmetic the reference has the same order, and
//! answers are equal bit for bit. Sums by `reduce` may be combined in another order (by the
//! parts of a partition); the functions that have such sums say so, and tests hold them to
//! [`CLOSE`].
//!
//! Sources: HighP5, listings 1 to 6 for the five programs of the paper.

pub mod bodies;
pub mod grids;
pub mod linear;
pub mod lists;
pub mod sampling;

/// Relative difference that sums in another order may make, for the sizes of the tests.
pub const CLOSE: f64 = 1e-12;

/// True when `got` is `want` up to [`CLOSE`] of the greater magnitude (or of 1).
#[must_use]
pub fn close(got: f64, want: f64) -> bool {
    got == want || (got - want).abs() <= CLOSE * got.abs().max(want.abs()).max(1.0)
}
