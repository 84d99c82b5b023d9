//! Sections that are computed in each turn, and what is known of indices that have quotients in them.

use super::{Extent, LoopInfo, Poly, Shape, Span, Task, Use};

impl Task {
    /// A turn of the loops that are cut has loops of its own.
    pub(crate) fn has_inner_loops(&self) -> bool {
        self.inner.len() > self.loops.len()
    }

    /// It does not show which element a use is of, or between which bounds.
    pub(crate) fn is_unknown(&self, used: &Use) -> bool {
        let mut open = self
            .inner
            .iter()
            .filter(|l| l.lo.is_none() || l.hi.is_none());
        let mut is_open = |index: &Poly| open.any(|l| index.mentions(&l.atom));
        let mut indices = used.index.iter();
        let unknown = indices.any(|index| index.as_ref().is_none_or(&mut is_open));
        used.shape == Shape::Element && !used.reborrow && unknown
    }

    /// The name is known to be never below 0.
    #[must_use]
    pub fn is_unsigned(&self, name: &str) -> bool {
        self.unsigned.iter().any(|own| own == name)
    }

    /// The value is known to be never below 0.
    #[must_use]
    pub fn is_natural(&self, value: &Poly) -> bool {
        let least = |atom: &str| self.is_unsigned(atom).then_some(0);
        value.least_of_naturals(least).is_some_and(|n| n >= 0)
    }

    /// An extent between these, for each turn of the loops that are cut: in no other terms than their
    /// variables and what does not change. `None` where there are others in it.
    pub fn computed(&mut self, texts: (String, String), lo: Poly, hi: Poly) -> Option<Extent> {
        let own = |atom: &str| self.loops.iter().any(|l| l.atom == atom);
        let of_turn = |poly: &Poly| {
            let atoms = poly.atoms().into_iter();
            let mut words = atoms
                .flat_map(|a| a.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == '@')));
            words.all(|word| !word.contains('@') || own(word))
        };
        if self.loops.is_empty() || !of_turn(&lo) || !of_turn(&hi) {
            return None;
        }
        let computed = Computed {
            number: self.computed.len(),
            texts,
            lo,
            hi,
        };
        let ends = (computed.lo_atom(), computed.hi_atom());
        self.computed.push(computed);
        Some(Extent::Range {
            lo: Poly::atom(ends.0),
            hi: Poly::atom(ends.1),
        })
    }

    /// What an end of a section is in each turn, if it is computed so.
    #[must_use]
    pub fn computed_by(&self, end: &Poly) -> Option<&Computed> {
        let atoms = end.atoms();
        let [atom] = atoms[..] else { return None };
        let mut all = self.computed.iter();
        all.find(|c| atom == c.lo_atom() || atom == c.hi_atom())
    }
}

/// The ends of a section in one dimension that no sums of chunk bounds give: the least first index and the
/// greatest last one in the turns of a task are found where it is registered.
#[derive(Debug, Clone)]
pub struct Computed {
    /// Its number in the task.
    pub number: usize,
    /// The first index and one past the last, as source text in the names of the loops' variables.
    pub texts: (String, String),
    /// The first index, over loop atoms and expressions of these.
    pub lo: Poly,
    /// One past the last.
    pub hi: Poly,
}

impl Computed {
    /// The texts of both ends.
    pub fn both(&self) -> [&String; 2] {
        [&self.texts.0, &self.texts.1]
    }

    /// The atom that stands for the first index of a task.
    #[must_use]
    pub fn lo_atom(&self) -> String {
        format!("__at{}_lo", self.number)
    }

    /// The atom that stands for one past the last index of a task.
    #[must_use]
    pub fn hi_atom(&self) -> String {
        format!("__at{}_hi", self.number)
    }
}

/// A task's uses and loops with quotients and remainders in their indices and bounds: atoms such as
/// `(b@1 * n / 8)`, which other passes could not tell from what does not change.
#[derive(Debug, Clone)]
pub struct Precise {
    /// Occurrences of variables.
    pub uses: Vec<Use>,
    /// Loops, as [`Task::inner`].
    pub inner: Vec<LoopInfo>,
    /// Uses, each with a condition under which it is: as text over the same atoms.
    pub guards: Vec<(Span, String)>,
    /// The lengths of arrays that are declared with them, outermost first.
    pub lengths: Vec<(String, Vec<Option<Poly>>)>,
}
