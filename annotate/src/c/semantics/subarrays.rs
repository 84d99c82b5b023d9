//! Subarrays as data: an array's name, the indices that lead to a part of it, and where the part begins.

use crate::c::semantics::declarations::Level;
use crate::ir::{Poly, Span};

/// A part of an array from some element on.
#[derive(Debug, Clone)]
pub(in crate::c) struct Part {
    pub(in crate::c) name: String,
    /// Where the array is named.
    pub(in crate::c) base: Span,
    /// Indices in front of the one that who uses it counts on from.
    pub(in crate::c) before: Vec<Poly>,
    pub(in crate::c) first: Poly,
    /// The type of elements, qualifiers aside.
    pub(in crate::c) of: String,
    /// What the indices of the array go through.
    pub(in crate::c) levels: Vec<Level>,
    /// The index that a pointer of the code has counted on to, which may be beyond its row.
    pub(in crate::c) loose: Option<usize>,
}

impl Part {
    /// A pointer to it stands in the array: nothing else of the array lies there.
    pub(in crate::c) fn is_block(&self) -> bool {
        !self.before.is_empty() && self.levels[self.before.len()] == Level::Pointer
    }

    /// How many more indices lead to an element.
    pub(in crate::c) fn left(&self) -> usize {
        self.levels.len() - self.before.len()
    }

    /// What an index leads to.
    pub(in crate::c) fn at(mut self, index: &Poly) -> Option<Part> {
        let index = self.first.plus(index)?;
        self.before.push(index);
        self.first = Poly::constant(0);
        (self.before.len() <= self.levels.len()).then_some(self)
    }
}
