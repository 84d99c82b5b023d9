//! Locals of the coordinator that are set to a variable of an environment as it is
//! (`norm = dotProduct.product`): they stand for the value, which a task may still have to make,
//! and the coordinator waits where it computes with it. So it goes on registering tasks meanwhile.

use std::collections::BTreeSet;

use super::access::Uses;
use super::expr::Scope;
use super::{Text, scalar};
use crate::highp5::typed::{
    Coordinator, Expr, ExprKind, LocalId, Place, Root, Statement, StatementKind,
};

/// Those of a coordinator that nothing but assignments changes.
pub(super) fn locals(coordinator: &Coordinator) -> BTreeSet<LocalId> {
    let statements = &coordinator.body.statements;
    let uses = Uses::of(statements);
    if !uses.foreign.is_empty() {
        return BTreeSet::new();
    }
    let all = (0..coordinator.body.locals.len()).map(LocalId);
    all.filter(|&id| {
        let values = assigned(statements, id);
        let changes = uses.assigned.iter().filter(|p| p.root == Root::Local(id));
        let is_index = uses.ranges.iter().any(|range| range.index == id)
            || uses.sequences.iter().any(|(index, _)| *index == id);
        scalar(&coordinator.body.locals[id.0].ty).is_some()
            && !is_index
            && changes.count() == values.len()
            && values.iter().any(|value| of_environment(value).is_some())
    })
    .collect()
}

/// The values that statements assign to a local.
fn assigned(statements: &[Statement], id: LocalId) -> Vec<&Expr> {
    let mut values = Vec::new();
    for statement in statements {
        statement.each(&mut |kind| match kind {
            StatementKind::Assign(place, value)
                if place.root == Root::Local(id) && place.steps.is_empty() =>
            {
                values.push(value);
            }
            _ => {}
        });
    }
    values
}

/// The variable of an environment that a value is.
fn of_environment(value: &Expr) -> Option<(LocalId, usize)> {
    match &value.kind {
        ExprKind::Read(place) if place.steps.is_empty() => match place.root {
            Root::Environment(local, variable) => Some((local, variable.0)),
            _ => None,
        },
        _ => None,
    }
}

impl Scope<'_> {
    /// True for a place that is such a local.
    pub(super) fn is_deferred(&self, place: &Place) -> bool {
        matches!(place.root, Root::Local(id) if self.deferred.contains(&id))
    }

    /// An assignment to one.
    pub(super) fn defer(&self, place: &Place, value: &Expr) -> Text {
        let Root::Local(id) = place.root else {
            return super::not_yet("an assignment to this", place.span);
        };
        let value = match of_environment(value) {
            Some((local, variable)) => {
                format!("{}.borrow().get_{variable}()?", self.local(local))
            }
            None => format!("Cell::new({})", self.expr(value)?),
        };
        Ok(format!("{} = {value};\n", self.local(id)))
    }
}
