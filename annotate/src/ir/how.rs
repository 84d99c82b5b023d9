//! How a body sees a variable.

use super::{Extent, Poly, Span};

/// Accesses that surely reach all of a section.
#[derive(Debug, Clone)]
pub struct Sure {
    /// The section.
    pub section: Vec<Extent>,
    /// From and to which index loops run that must have turns for it.
    pub turns: Vec<(Poly, Poly)>,
    /// Spans of the accesses.
    pub uses: Vec<Span>,
}

/// See [`Binding`](super::Binding).
#[derive(Debug, Clone)]
pub enum How {
    /// A view whose indices are checked one by one.
    View,
    /// A view whose bounds are checked once per task, in the sections of the binding.
    Trusted,
    /// A reference to the whole array.
    Whole,
    /// A value.
    Scalar,
}
