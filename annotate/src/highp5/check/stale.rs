//! Padding that is used up: an LPU works on its own copy of its padded part, so each epoch
//! that looks at neighbours makes one more row at the edge of the copy stale. Said where both
//! the number of epochs and the padding are constants.

use super::Checker;
use super::body::TaskScope;
use crate::diag::codes;
use crate::highp5::report::{count, warning};
use crate::highp5::typed::{
    Along, Amount, Expr, ExprKind, Flow, FlowKind, Place, Root, SpaceId, Stage, Statement,
    StatementKind, Step, VariableId,
};

impl Checker<'_> {
    /// Warns of padding that is narrower than the epochs of one stay in a space.
    pub(super) fn stale(&mut self, flow: &[Flow], scope: &TaskScope, stages: &[Stage]) {
        for step in flow {
            let Some(body) = step.kind.body() else {
                continue;
            };
            if let FlowKind::Space(space, inside) = &step.kind {
                self.stay(*space, inside, step, scope, stages);
            }
            self.stale(body, scope, stages);
        }
    }

    fn stay(
        &mut self,
        space: SpaceId,
        inside: &[Flow],
        step: &Flow,
        scope: &TaskScope,
        stages: &[Stage],
    ) {
        for part in &scope.spaces[space.0].parts {
            let narrowest = part.along.iter().filter_map(|along| match along {
                Along::Cut {
                    padding: (Amount::Constant(low), Amount::Constant(high)),
                    ..
                } if low + high > 0 => Some(*low.max(high)),
                _ => None,
            });
            let Some(padding) = narrowest.min() else {
                continue;
            };
            let Some(epochs) = epochs(inside, part.variable, stages) else {
                continue;
            };
            if epochs > padding {
                let name = &scope.variables[part.variable.0].name;
                self.found.push(
                    warning(
                        codes::H_STALE,
                        format!(
                            "{} of `{name}` in one stay in Space {}, and its padding is {padding}",
                            count(epochs as usize, "epoch"),
                            scope.spaces[space.0].name
                        ),
                        step.span,
                    )
                    .also(part.span.into(), "the padding is here")
                    .help("leave the space and enter it again more often, or widen the padding"),
                );
            }
        }
    }
}

/// How many epochs of flows look at neighbours in a variable; `None` if it is not constant.
fn epochs(flow: &[Flow], variable: VariableId, stages: &[Stage]) -> Option<u64> {
    let mut total = 0u64;
    for step in flow {
        let Some(body) = step.kind.body() else {
            continue;
        };
        let inner = epochs(body, variable, stages)?;
        let here = match &step.kind {
            FlowKind::Epoch { variables, .. } => {
                u64::from(variables.contains(&variable) && looks_around(body, variable, stages))
            }
            FlowKind::RepeatFor { range, step, .. } if inner > 0 => {
                inner.checked_mul(rounds(range, step.as_ref())? - 1)?
            }
            FlowKind::RepeatWhile(..) | FlowKind::RepeatSubPartitions { .. } if inner > 0 => {
                return None;
            }
            _ => 0,
        };
        total = total.checked_add(inner)?.checked_add(here)?;
    }
    Some(total)
}

/// Rounds of a repeat over constants: one or more.
fn rounds(range: &Expr, step: Option<&Expr>) -> Option<u64> {
    let constant = |expr: &Expr| match expr.kind {
        ExprKind::Integer(value) => Some(i64::from(value)),
        _ => None,
    };
    let ExprKind::Range(min, max) = &range.kind else {
        return None;
    };
    let step = step.map_or(Some(1), constant)?.unsigned_abs().max(1);
    let length = u64::try_from(constant(max)? - constant(min)? + 1).ok()?;
    (length > 0).then(|| length.div_ceil(step))
}

/// True if a stage of flows reads the variable beside the element that a loop is at.
fn looks_around(flow: &[Flow], variable: VariableId, stages: &[Stage]) -> bool {
    flow.iter().any(|step| match &step.kind {
        FlowKind::Stage(id) => statements(&stages[id.0].body.statements, variable),
        other => other
            .body()
            .is_some_and(|body| looks_around(body, variable, stages)),
    })
}

fn statements(list: &[Statement], variable: VariableId) -> bool {
    list.iter().any(|statement| match &statement.kind {
        StatementKind::Assign(_, value) | StatementKind::Reduce { value, .. } => {
            expr(value, variable)
        }
        StatementKind::For(_, body)
        | StatementKind::Sequence { body, .. }
        | StatementKind::While(body, _) => statements(body, variable),
        StatementKind::If(branches, otherwise) => {
            statements(otherwise, variable)
                || branches
                    .iter()
                    .any(|(c, body)| expr(c, variable) || statements(body, variable))
        }
        _ => false,
    })
}

fn expr(value: &Expr, variable: VariableId) -> bool {
    match &value.kind {
        ExprKind::Read(place) => beside(place, variable),
        ExprKind::Convert(inner) | ExprKind::Unary(_, inner) => expr(inner, variable),
        ExprKind::Binary(_, left, right) => expr(left, variable) || expr(right, variable),
        ExprKind::Builtin(_, arguments) => arguments.iter().any(|a| expr(a, variable)),
        ExprKind::Call(_, arguments) => arguments.iter().any(|argument| match argument {
            crate::highp5::typed::Argument::Value(value) => expr(value, variable),
            crate::highp5::typed::Argument::Reference(place) => beside(place, variable),
        }),
        _ => false,
    }
}

/// An index that is computed from others: `u[i - 1]`.
fn beside(place: &Place, variable: VariableId) -> bool {
    matches!(place.root, Root::Variable(v, _) if v == variable)
        && place.steps.iter().any(|step| {
            matches!(
                step,
                Step::Index(Expr {
                    kind: ExprKind::Binary(..),
                    ..
                })
            )
        })
}
