//! Subscripts that are values of an array (`v[columns[j]]`), where the execution only reads that
//! array: then its least and greatest value may be known (`hp5_program::Extremes`), and what holds
//! for both holds for all.

use std::collections::BTreeSet;

use super::access::Uses;
use super::expr::{At, Scope, seen};
use crate::highp5::ast::BinaryOp;
use crate::highp5::typed::{
    Expr, ExprKind, Place, Root, SpaceId, Statement, StatementKind, Step, Task, Type, VariableId,
};

/// A value of an array plus a constant.
pub(super) struct Valued {
    array: VariableId,
    space: SpaceId,
    pub(super) more: i64,
}

impl Valued {
    /// What the array is called.
    pub(super) fn array(&self) -> String {
        seen(self.array, self.space)
    }
}

/// The arrays of a task that it only reads and of which loops use values as subscripts.
pub(super) fn arrays(task: &Task) -> BTreeSet<VariableId> {
    let mut found = BTreeSet::new();
    for stage in &task.stages {
        for statement in &stage.body.statements {
            add(task, statement, &mut found);
        }
    }
    found
}

fn add(task: &Task, statement: &Statement, found: &mut BTreeSet<VariableId>) {
    let lists: Vec<&[Statement]> = match &statement.kind {
        StatementKind::For(..) | StatementKind::Sequence { .. } => {
            let uses = Uses::of(std::slice::from_ref(statement));
            let steps = uses.places.iter().flat_map(|place| &place.steps);
            found.extend(steps.filter_map(|step| match step {
                Step::Index(index) => of(task, index).map(|valued| valued.array),
                _ => None,
            }));
            return;
        }
        StatementKind::While(body, _) => vec![body],
        StatementKind::If(branches, otherwise) => {
            let bodies = branches.iter().map(|(_, body)| &body[..]);
            bodies.chain([&otherwise[..]]).collect()
        }
        _ => return,
    };
    lists
        .into_iter()
        .flatten()
        .for_each(|inner| add(task, inner, found));
}

/// A subscript as such a value.
fn of(task: &Task, index: &Expr) -> Option<Valued> {
    let constant = |expr: &Expr| match expr.kind {
        ExprKind::Integer(value) => Some(i64::from(value)),
        _ => None,
    };
    let plus = |expr: &Expr, more: i64| {
        let valued = of(task, expr)?;
        let more = valued.more.checked_add(more)?;
        Some(Valued { more, ..valued })
    };
    match &index.kind {
        ExprKind::Read(place) => element(task, place),
        ExprKind::Binary(BinaryOp::Add, left, right) => match constant(right) {
            Some(more) => plus(left, more),
            None => plus(right, constant(left)?),
        },
        ExprKind::Binary(BinaryOp::Subtract, left, right) => plus(left, -constant(right)?),
        _ => None,
    }
}

fn element(task: &Task, place: &Place) -> Option<Valued> {
    let Root::Variable(array, space) = place.root else {
        return None;
    };
    let known = &task.variables[array.0];
    let Type::Array(element, rank) = &known.ty else {
        return None;
    };
    let written = task
        .stages
        .iter()
        .any(|stage| stage.writes.contains(&array));
    let indices = place
        .steps
        .iter()
        .all(|step| matches!(step, Step::Index(_)));
    let whole = indices && place.steps.len() == usize::from(*rank);
    let fits = **element == Type::Integer && known.lag == 0 && !written && whole;
    fits.then_some(Valued {
        array,
        space,
        more: 0,
    })
}

impl Scope<'_> {
    /// A subscript of a stage as a value of an array that the task only reads.
    pub(super) fn valued(&self, index: &Expr) -> Option<Valued> {
        self.task
            .filter(|_| self.at == At::Stage)
            .and_then(|task| of(task, index))
    }
}
