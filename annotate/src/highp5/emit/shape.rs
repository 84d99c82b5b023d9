//! Which nests fold terms into one value per element, as they stand in the text.

use super::access::{Uses, subscripts};
use super::order::InOrder;
use crate::highp5::typed::{Expr, LocalId, LoopRange, Place, Root, Statement, StatementKind};

/// The loop over terms.
pub(super) enum Terms<'b> {
    /// One of the nest's own.
    Own(&'b LoopRange),
    /// A parallel one inside.
    Inner(&'b LoopRange),
    /// One in order.
    InOrder(InOrder<'b>),
}

impl Terms<'_> {
    pub(super) fn index(&self) -> LocalId {
        match self {
            Terms::Own(range) | Terms::Inner(range) => range.index,
            Terms::InOrder(the) => the.index,
        }
    }

    /// What settles which terms there are.
    pub(super) fn limits(&self) -> Uses<'_> {
        let mut limits = Uses::default();
        match self {
            Terms::Own(range) | Terms::Inner(range) => limits.range(range),
            Terms::InOrder(the) => {
                limits.limits(the.range, the.step, the.condition);
            }
        }
        limits
    }
}

/// A nest of one of the shapes.
pub(super) struct Shape<'b> {
    pub(super) terms: Terms<'b>,
    /// The value's local and what it begins with; `None` where it is an element.
    pub(super) local: Option<(LocalId, &'b Expr)>,
    /// The element, or the first one that the value ends in.
    pub(super) target: &'b Place,
    /// The value after a term.
    pub(super) value: &'b Expr,
    /// What is done with a local's value at the end.
    pub(super) end: &'b [Statement],
}

/// The shape that a nest has, if it is one of these.
pub(super) fn shape<'b>(ranges: &'b [LoopRange], body: &'b [Statement]) -> Option<Shape<'b>> {
    match body {
        [only] => match inner(only) {
            Some((terms, turn)) => {
                let (target, value) = assigned(turn)?;
                element_shape(terms, target, value)
            }
            None => {
                let (target, value) = assigned(only)?;
                let (_, _, own) = subscripts(target)?;
                let has = |id: LocalId| own.iter().any(|index| uses_local(index, id));
                let mut terms = ranges.iter().filter(|range| !has(range.index));
                let term = terms.next()?;
                let one = terms.next().is_none();
                one.then(|| element_shape(Terms::Own(term), target, value))?
            }
        },
        [first, second, end @ ..] => {
            let (place, begin) = assigned(first)?;
            let Root::Local(id) = place.root else {
                return None;
            };
            let (terms, turn) = inner(second)?;
            let (folded, value) = assigned(turn)?;
            let same = folded.root == place.root;
            let elements = end
                .iter()
                .map(|s| assigned(s).filter(|(p, _)| is_element(p)));
            let elements: Option<Vec<_>> = elements.collect();
            let (target, _) = *elements?.first()?;
            same.then_some(Shape {
                terms,
                local: Some((id, begin)),
                target,
                value,
                end,
            })
        }
        [] => None,
    }
}

fn element_shape<'b>(terms: Terms<'b>, target: &'b Place, value: &'b Expr) -> Option<Shape<'b>> {
    is_element(target).then_some(Shape {
        terms,
        local: None,
        target,
        value,
        end: &[],
    })
}

fn assigned(statement: &Statement) -> Option<(&Place, &Expr)> {
    match &statement.kind {
        StatementKind::Assign(place, value) => Some((place, value)),
        _ => None,
    }
}

/// A loop over terms, and its only statement.
fn inner(statement: &Statement) -> Option<(Terms<'_>, &Statement)> {
    let (terms, body) = match &statement.kind {
        StatementKind::For(ranges, body) => match &ranges[..] {
            [term] => (Terms::Inner(term), body),
            _ => return None,
        },
        StatementKind::Sequence { body, .. } => (Terms::InOrder(InOrder::of(statement)?), body),
        _ => return None,
    };
    match &body[..] {
        [turn] => Some((terms, turn)),
        _ => None,
    }
}

fn uses_local(expr: &Expr, id: LocalId) -> bool {
    let mut uses = Uses::default();
    uses.expr(expr);
    uses.places
        .iter()
        .any(|place| place.root == Root::Local(id))
}

/// True for an element of a variable of the task.
pub(super) fn is_element(place: &Place) -> bool {
    subscripts(place).is_some()
}
