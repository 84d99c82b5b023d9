//! What is known of values that are no polynomials by themselves, or not surely.

use super::Poly;

/// `(t % 2)` leaves, divided by 2, what `t` leaves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Residue {
    /// The atom.
    pub atom: String,
    /// The number.
    pub by: i64,
    /// What leaves the same.
    pub like: Poly,
}

/// A value of 32 bits that indices are made of. It is the polynomial unless it wraps around.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wrap {
    /// The polynomial.
    pub value: Poly,
    /// Which values are right.
    pub of: WrapOf,
}

/// See [`Wrap`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WrapOf {
    /// It has no sign: one below 0 is right where no array is so long that the value itself is an index.
    Index,
    /// It has no sign, and ends a loop.
    Bound,
    /// It has a sign.
    Signed,
}
