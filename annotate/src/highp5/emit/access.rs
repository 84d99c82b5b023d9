//! Elements of arrays that bodies use, and when a loop may use them without a look at each.

use std::collections::BTreeSet;

use crate::highp5::ast::BinaryOp;
use crate::highp5::typed::{
    Argument, Builtin, Expr, ExprKind, ExternCode, FunctionId, LocalId, LoopRange, Place, Root,
    SequenceRange, SpaceId, Statement, StatementKind, Step, VariableId,
};

/// A subscript that is an index of a parallel loop plus a constant.
pub(super) fn simple(subscript: &Expr) -> Option<(LocalId, i64)> {
    let index = |expr: &Expr| match &expr.kind {
        ExprKind::Read(place) if place.steps.is_empty() => match place.root {
            Root::Local(id) => Some(id),
            _ => None,
        },
        _ => None,
    };
    let constant = |expr: &Expr| match expr.kind {
        ExprKind::Integer(value) => Some(i64::from(value)),
        _ => None,
    };
    match &subscript.kind {
        ExprKind::Binary(BinaryOp::Add, left, right) => match (index(left), constant(right)) {
            (Some(id), Some(more)) => Some((id, more)),
            _ => Some((index(right)?, constant(left)?)),
        },
        ExprKind::Binary(BinaryOp::Subtract, left, right) => {
            Some((index(left)?, -constant(right)?))
        }
        _ => Some((index(subscript)?, 0)),
    }
}

/// An element of an array.
#[derive(Debug)]
pub(super) struct Element<'e> {
    /// A variable of the task, or a parameter of a function.
    pub(super) array: Root,
    /// One per dimension.
    pub(super) indices: Vec<&'e Expr>,
}

/// The subscripts behind a variable of the task.
pub(super) fn subscripts(place: &Place) -> Option<(VariableId, SpaceId, Vec<&Expr>)> {
    let Root::Variable(variable, space) = place.root else {
        return None;
    };
    let subscripts: Vec<&Expr> = place
        .steps
        .iter()
        .map_while(|step| match step {
            Step::Index(index) => Some(index),
            _ => None,
        })
        .collect();
    (!subscripts.is_empty()).then_some((variable, space, subscripts))
}

/// What is found in a body.
#[derive(Default)]
pub(in crate::highp5) struct Uses<'b> {
    /// Places that are read or assigned.
    pub(in crate::highp5) places: Vec<&'b Place>,
    /// Of these, those that are assigned.
    pub(in crate::highp5) assigned: Vec<&'b Place>,
    /// And those whose value is used.
    pub(in crate::highp5) read: Vec<&'b Place>,
    /// Ranges of parallel loops.
    pub(in crate::highp5) ranges: Vec<&'b LoopRange>,
    /// Indices and ranges of loops in order.
    pub(in crate::highp5) sequences: Vec<(LocalId, &'b SequenceRange)>,
    /// Locals that are assigned, or indices of loops in order.
    pub(in crate::highp5) locals: BTreeSet<LocalId>,
    /// Functions that are called.
    pub(in crate::highp5) calls: BTreeSet<FunctionId>,
    /// Embedded code.
    pub(in crate::highp5) foreign: Vec<&'b ExternCode>,
    /// Whether random numbers are drawn here.
    pub(in crate::highp5) draws: bool,
    /// Whether values are folded into results of reductions.
    pub(super) folds: bool,
    /// Whether a function is left.
    pub(super) returns: bool,
}

impl<'b> Uses<'b> {
    pub(in crate::highp5) fn of(statements: &'b [Statement]) -> Uses<'b> {
        let mut uses = Uses::default();
        uses.statements(statements);
        uses
    }

    pub(in crate::highp5) fn statements(&mut self, statements: &'b [Statement]) {
        for statement in statements {
            self.statement(&statement.kind);
        }
    }

    fn statement(&mut self, statement: &'b StatementKind) {
        match statement {
            StatementKind::Assign(place, value) => {
                self.assign(place);
                self.place(place);
                self.expr(value);
            }
            StatementKind::Evaluate(value) => self.expr(value),
            StatementKind::Return(value) => {
                self.returns = true;
                self.expr(value);
            }
            StatementKind::Reduce { value, .. } => {
                self.folds = true;
                self.expr(value);
            }
            StatementKind::For(ranges, body) => {
                ranges.iter().for_each(|range| self.range(range));
                self.statements(body);
            }
            StatementKind::Sequence {
                index,
                range,
                step,
                condition,
                body,
            } => {
                self.locals.insert(*index);
                self.sequences.push((*index, range));
                self.limits(range, step.as_ref(), condition.as_ref());
                self.statements(body);
            }
            StatementKind::While(body, condition) => {
                self.statements(body);
                self.expr(condition);
            }
            StatementKind::If(branches, otherwise) => {
                for (condition, body) in branches {
                    self.expr(condition);
                    self.statements(body);
                }
                self.statements(otherwise);
            }
            StatementKind::Execute {
                initialize,
                partition,
                ..
            } => initialize
                .iter()
                .chain(partition)
                .for_each(|e| self.expr(e)),
            StatementKind::Bind { file, .. } => self.expr(file),
            StatementKind::Extern(code) => {
                self.foreign.push(code);
                for (_, place) in &code.variables {
                    self.assign(place);
                    self.read.push(place);
                    self.place(place);
                }
            }
        }
    }

    pub(in crate::highp5) fn range(&mut self, range: &'b LoopRange) {
        self.ranges.push(range);
        self.place(&range.over);
        range.condition.iter().for_each(|c| self.expr(c));
    }

    /// What settles which rounds a loop in order has.
    pub(super) fn limits(
        &mut self,
        range: &'b SequenceRange,
        step: Option<&'b Expr>,
        condition: Option<&'b Expr>,
    ) {
        match range {
            SequenceRange::Range(range) => self.expr(range),
            SequenceRange::Dimension(place, _) => self.place(place),
        }
        step.into_iter().chain(condition).for_each(|e| self.expr(e));
    }

    fn assign(&mut self, place: &'b Place) {
        self.assigned.push(place);
        if let Root::Local(id) = place.root {
            self.locals.insert(id);
        }
    }

    fn place(&mut self, place: &'b Place) {
        self.places.push(place);
        for step in &place.steps {
            if let Step::Index(index) = step {
                self.expr(index);
            }
        }
    }

    pub(in crate::highp5) fn expr(&mut self, expr: &'b Expr) {
        match &expr.kind {
            ExprKind::Read(place) => {
                self.read.push(place);
                self.place(place);
            }
            ExprKind::Convert(inner) | ExprKind::Unary(_, inner) => self.expr(inner),
            ExprKind::Binary(_, left, right) | ExprKind::Range(left, right) => {
                self.expr(left);
                self.expr(right);
            }
            ExprKind::Call(function, arguments) => {
                self.calls.insert(*function);
                for argument in arguments {
                    match argument {
                        Argument::Value(value) => self.expr(value),
                        Argument::Reference(place) => {
                            self.assign(place);
                            self.read.push(place);
                            self.place(place);
                        }
                    }
                }
            }
            ExprKind::Builtin(builtin, arguments) => {
                self.draws |= matches!(builtin, Builtin::Random | Builtin::RandomInteger);
                if let (Builtin::Append, Some(ExprKind::Read(place))) =
                    (builtin, arguments.first().map(|list| &list.kind))
                {
                    self.assign(place);
                }
                arguments.iter().for_each(|e| self.expr(e));
            }
            ExprKind::Record(fields) => fields.iter().for_each(|(_, e)| self.expr(e)),
            _ => {}
        }
    }
}
