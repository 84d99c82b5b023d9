//! Subscripts as loops see them: an index of theirs, or none, plus what nothing in them changes.
//!
//! Such subscripts are held against the parts of arrays once, before the outermost loop; what is
//! added is evaluated there as well as at each use. Integers wrap, but only what is in a part
//! after all is used, and there the sum without wrapping is the one with it.

use std::collections::BTreeSet;

use super::access::Uses;
use super::expr::Scope;
use crate::highp5::ast::{BinaryOp, UnaryOp};
use crate::highp5::typed::{
    Builtin, Expr, ExprKind, LocalId, Place, Root, SequenceRange, Statement, Step, Type,
};

/// A subscript: an index of a loop, or none, plus a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Subscript {
    /// The index.
    pub(super) index: Option<LocalId>,
    /// The value as text, of type `i64`.
    pub(super) more: String,
}

impl Subscript {
    /// The subscript where the index is a variable `i` of type `i64`.
    pub(super) fn text(&self) -> String {
        match self.index {
            Some(id) => format!("i{} + ({})", id.0, self.more),
            None => self.more.clone(),
        }
    }
}

/// The loops around a statement.
#[derive(Debug, Default, Clone)]
pub(super) enum Around {
    /// None.
    #[default]
    Nothing,
    /// Some that look at each subscript.
    Loops,
    /// A copy of some for which the outermost one has held subscripts against the parts.
    Trusted(Trust),
}

/// What is trusted in such a copy.
#[derive(Debug, Default, Clone)]
pub(super) struct Trust {
    /// Indices of loops that may be used as they are.
    pub(super) indices: BTreeSet<LocalId>,
    /// Locals that the loops change, their indices among them.
    pub(super) changed: BTreeSet<LocalId>,
    /// Arrays that are known to have no holes, by what they are called.
    pub(super) near: BTreeSet<String>,
    /// Whether subscripts that are values of arrays were held against the parts, too.
    pub(super) values: bool,
}

/// Locals that statements change, indices of their loops among them.
pub(super) fn changed(uses: &Uses<'_>) -> BTreeSet<LocalId> {
    let indices = uses.ranges.iter().map(|range| range.index);
    indices.chain(uses.locals.iter().copied()).collect()
}

impl Scope<'_> {
    /// A subscript that is made of one of these indices at most and of what is fixed.
    pub(super) fn subscript(
        &self,
        expr: &Expr,
        indices: impl Fn(LocalId) -> bool + Copy,
        changed: &BTreeSet<LocalId>,
    ) -> Option<Subscript> {
        let mut sum = Sum::default();
        self.terms(expr, false, indices, changed, &mut sum)?;
        let mut more = sum.constant.to_string();
        for (minus, text) in &sum.fixed {
            let sign = if *minus { '-' } else { '+' };
            match more == "0" && !minus {
                true => more = format!("({text} as i64)"),
                false => more += &format!(" {sign} ({text} as i64)"),
            }
        }
        Some(Subscript {
            index: sum.index,
            more,
        })
    }

    fn terms(
        &self,
        expr: &Expr,
        minus: bool,
        indices: impl Fn(LocalId) -> bool + Copy,
        changed: &BTreeSet<LocalId>,
        sum: &mut Sum,
    ) -> Option<()> {
        use BinaryOp as B;
        match &expr.kind {
            ExprKind::Integer(value) => {
                let value = i64::from(*value);
                sum.constant += if minus { -value } else { value };
                Some(())
            }
            ExprKind::Read(place) if place.steps.is_empty() => match place.root {
                Root::Local(id) if indices(id) => {
                    let first = sum.index.replace(id).is_none();
                    (first && !minus).then_some(())
                }
                _ => self.fixed_term(expr, minus, changed, sum),
            },
            ExprKind::Binary(operator @ (B::Add | B::Subtract), left, right) => {
                self.terms(left, minus, indices, changed, sum)?;
                let minus = minus != (*operator == B::Subtract);
                self.terms(right, minus, indices, changed, sum)
            }
            _ => self.fixed_term(expr, minus, changed, sum),
        }
    }

    fn fixed_term(
        &self,
        expr: &Expr,
        minus: bool,
        changed: &BTreeSet<LocalId>,
        sum: &mut Sum,
    ) -> Option<()> {
        let fixed = expr.ty == Type::Integer && self.is_fixed(expr, changed);
        let text = fixed.then(|| self.expr(expr).ok())??;
        sum.fixed.push((minus, text));
        Some(())
    }

    /// An element whose subscripts were held against the part before the loops around.
    pub(super) fn trusted_subscripts(&self, indices: &[&Expr]) -> Option<Vec<Subscript>> {
        let Around::Trusted(trust) = &self.around else {
            return None;
        };
        let known = |index: &&Expr| {
            let at = self.subscript(index, |id| trust.indices.contains(&id), &trust.changed);
            let value = || {
                self.valued(index).filter(|_| trust.values)?;
                let more = format!("i64::from({})", self.expr(index).ok()?);
                Some(Subscript { index: None, more })
            };
            at.or_else(value)
        };
        indices.iter().map(known).collect()
    }

    /// True for an array that is known to have no holes in the loops around.
    pub(super) fn is_near(&self, array: &str) -> bool {
        matches!(&self.around, Around::Trusted(trust) if trust.near.contains(array))
    }

    /// True for values that cannot fail and that nothing in loops changes that change these
    /// locals, and what the stage sets.
    pub(super) fn is_fixed(&self, expr: &Expr, changed: &BTreeSet<LocalId>) -> bool {
        let both = |list: &[&Expr]| list.iter().all(|e| self.is_fixed(e, changed));
        match &expr.kind {
            ExprKind::Integer(_) => true,
            ExprKind::Read(place) => self.is_fixed_place(place, changed),
            ExprKind::Unary(UnaryOp::Minus, inner) => {
                inner.ty == Type::Integer && self.is_fixed(inner, changed)
            }
            ExprKind::Binary(
                BinaryOp::Add | BinaryOp::Subtract | BinaryOp::Multiply,
                left,
                right,
            ) => both(&[left, right]),
            ExprKind::Range(min, max) => both(&[min, max]),
            ExprKind::Builtin(Builtin::Min | Builtin::Max, arguments) => {
                arguments.iter().all(|e| self.is_fixed(e, changed))
            }
            _ => false,
        }
    }

    /// The same for a place.
    pub(super) fn is_fixed_place(&self, place: &Place, changed: &BTreeSet<LocalId>) -> bool {
        let indexed = |step: &Step| matches!(step, Step::Index(_));
        if place.steps.iter().any(indexed) {
            return false;
        }
        match place.root {
            Root::Local(id) => !changed.contains(&id),
            Root::Variable(id, space) => !self.written.contains(&(id, space)),
            Root::Partition(_) | Root::LpuId(_) => true,
            _ => false,
        }
    }

    /// The range of a loop in order, as text, where it is known before loops that change these
    /// locals.
    pub(super) fn fixed_range(
        &self,
        range: &SequenceRange,
        changed: &BTreeSet<LocalId>,
    ) -> Option<String> {
        match range {
            SequenceRange::Range(range) => {
                let fixed = self.is_fixed(range, changed);
                fixed.then(|| self.expr(range).ok())?
            }
            SequenceRange::Dimension(place, d) => {
                let fixed = self.is_fixed_place(place, changed);
                let mut place = place.clone();
                place.steps.push(Step::Dimension(*d));
                fixed.then(|| self.read(&place).ok())?
            }
        }
    }
}

/// A sum as it is found.
#[derive(Default)]
struct Sum {
    index: Option<LocalId>,
    constant: i64,
    /// Subtracted or added, and what.
    fixed: Vec<(bool, String)>,
}

/// How often statements use a local.
pub(super) fn times(statements: &[Statement], id: LocalId) -> usize {
    let uses = Uses::of(statements);
    let is = |place: &&&Place| place.root == Root::Local(id);
    uses.places.iter().filter(is).count()
}
