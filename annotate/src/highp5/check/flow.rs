//! The Computation section: transitions between spaces, and an instance of a stage per call.

use std::collections::BTreeMap;

use super::body::{Context, Elab, TaskScope, Ty, Uses};
use super::builtins::given;
use super::{Checker, rules, unknown};
use crate::diag::codes;
use crate::highp5::ast::{self, ExprKind as A, Name, Span};
use crate::highp5::report::{count, error};
use crate::highp5::typed::{
    Binding, Body, Expr, ExprKind, Flow, FlowKind, SpaceId, Stage, StageId, Type, VariableId,
};

/// The walk over a Computation section.
pub(super) struct Walk<'c, 'a, 't> {
    pub(super) checker: &'c mut Checker<'a>,
    pub(super) scope: &'t TaskScope<'a>,
    /// In a repeat of which LPUs may have different numbers of rounds.
    pub(super) uneven: bool,
    stages: Vec<Stage>,
    lags: BTreeMap<VariableId, (u32, Span)>,
}

impl TaskScope<'_> {
    /// True if a space holds an array (Root holds all; scalars are everywhere).
    pub(super) fn holds(&self, space: SpaceId, variable: VariableId) -> bool {
        space == SpaceId::ROOT
            || !matches!(self.variables[variable.0].ty, Type::Array(..))
            || self.spaces[space.0]
                .parts
                .iter()
                .any(|p| p.variable == variable)
    }

    /// The nearest space above that holds an array.
    pub(super) fn ancestor_with(&self, space: SpaceId, variable: VariableId) -> Option<SpaceId> {
        let mut above = self.spaces[space.0].parent;
        while let Some(id) = above {
            if id != SpaceId::ROOT && self.holds(id, variable) {
                return Some(id);
            }
            above = self.spaces[id.0].parent;
        }
        None
    }

    /// True if `below` is `above`, or divides it, directly or not.
    pub(super) fn is_within(&self, below: SpaceId, above: SpaceId) -> bool {
        let mut here = Some(below);
        while let Some(id) = here {
            if id == above {
                return true;
            }
            here = self.spaces[id.0].parent;
        }
        false
    }
}

impl<'c, 'a, 't> Walk<'c, 'a, 't> {
    pub(super) fn new(checker: &'c mut Checker<'a>, scope: &'t TaskScope<'a>) -> Self {
        Walk {
            checker,
            scope,
            uneven: false,
            stages: Vec::new(),
            lags: BTreeMap::new(),
        }
    }

    /// Instances of stages, and lags of variables with their places.
    pub(super) fn finish(self) -> (Vec<Stage>, BTreeMap<VariableId, (u32, Span)>) {
        (self.stages, self.lags)
    }

    /// Flows in a space; `guarded`: below a `Where` that picks LPUs.
    pub(super) fn flows(
        &mut self,
        flows: &'a [ast::Flow],
        space: SpaceId,
        guarded: bool,
    ) -> Vec<Flow> {
        flows
            .iter()
            .filter_map(|flow| {
                let kind = self.flow(flow, space, guarded)?;
                Some(Flow {
                    kind,
                    span: flow.span,
                })
            })
            .collect()
    }

    fn flow(&mut self, flow: &'a ast::Flow, space: SpaceId, guarded: bool) -> Option<FlowKind> {
        use ast::FlowKind as F;
        Some(match &flow.kind {
            F::Space { space: name, body } => {
                let inner = self.enter(name, space);
                let body = self.flows(body, inner.unwrap_or(space), guarded);
                FlowKind::Space(inner?, body)
            }
            F::RepeatFor {
                index,
                range,
                step,
                body,
            } => {
                let index = self.index(index);
                let range = self.evaluate(space, |e| e.range(range));
                let step = step
                    .as_ref()
                    .map(|s| self.evaluate(space, |e| e.value(s, &Type::Integer)));
                let zero = step
                    .as_ref()
                    .filter(|s| matches!(s.kind, ExprKind::Integer(0)));
                if let Some(step) = zero {
                    let message = "a step of 0 goes nowhere";
                    self.checker
                        .found
                        .push(error(codes::H_NUMBER, message, step.span));
                }
                let uneven = !is_constant(&range, step.as_ref());
                let body = self.repeated(body, space, guarded, uneven);
                FlowKind::RepeatFor {
                    index: index?,
                    range,
                    step,
                    body,
                }
            }
            F::RepeatSubPartitions { body } => {
                if self.scope.spaces[space.0].sub_partition.is_none() {
                    let name = &self.scope.spaces[space.0].name;
                    let span = Span {
                        start: flow.span.start,
                        end: flow.span.start + "Repeat".len(),
                    };
                    self.checker.found.push(
                        error(
                            codes::H_PLACE,
                            format!("Space {name} has no sub-partition to repeat for"),
                            span,
                        )
                        .help("write `Sub-partition <1d> <unordered> { .. }` in the space"),
                    );
                }
                FlowKind::RepeatSubPartitions {
                    space,
                    body: self.repeated(body, space, guarded, true),
                }
            }
            F::RepeatWhile { condition, body } => {
                let condition = self.evaluate(space, |e| e.value(condition, &Type::Boolean));
                FlowKind::RepeatWhile(condition, self.repeated(body, space, guarded, true))
            }
            F::Where { condition, body } => {
                let condition = self.evaluate(space, |e| e.value(condition, &Type::Boolean));
                FlowKind::Where(condition, self.flows(body, space, true))
            }
            F::Epoch { body } => FlowKind::Epoch {
                variables: Vec::new(),
                body: self.flows(body, space, guarded),
            },
            F::Stage { stage, arguments } => {
                return self.stage(stage, arguments, flow.span, space, guarded);
            }
        })
    }

    /// Flows in a repeat. `uneven`: LPUs may have different numbers of rounds.
    fn repeated(
        &mut self,
        flows: &'a [ast::Flow],
        space: SpaceId,
        guarded: bool,
        uneven: bool,
    ) -> Vec<Flow> {
        let before = self.uneven;
        self.uneven |= uneven && self.scope.has_several(space);
        let made = self.flows(flows, space, guarded);
        self.uneven = before;
        made
    }

    fn enter(&mut self, name: &Name, space: SpaceId) -> Option<SpaceId> {
        let spaces = &self.scope.spaces;
        let Some(inner) = spaces.iter().position(|s| s.name == name.text) else {
            let known = spaces.iter().map(|s| s.name.as_str());
            let found = unknown("space", &name.text, name.span, known);
            // A longer name is no name of a space, which is reported already.
            if name.text.len() == 1 {
                let note = "spaces are defined under Partition";
                self.checker.found.push(found.note(note));
            }
            return None;
        };
        let inner = SpaceId(inner);
        if inner == space || !self.scope.is_within(inner, space) {
            let here = &spaces[space.0];
            let mut found = error(
                codes::H_HIERARCHY,
                if inner == space {
                    format!("this is in Space {} already", here.name)
                } else {
                    format!("Space {} does not divide Space {}", name.text, here.name)
                },
                name.span,
            );
            if inner != space && inner != SpaceId::ROOT {
                found = found
                    .also(spaces[inner.0].span.into(), "it is defined here")
                    .help(format!(
                        "close Space {} before it, or write `divides Space {} partitions`",
                        here.name, here.name
                    ));
            }
            self.checker.found.push(found);
            return None;
        }
        Some(inner)
    }

    fn index(&mut self, name: &Name) -> Option<VariableId> {
        let index = self
            .scope
            .variables
            .iter()
            .position(|v| v.name == name.text)?;
        let variable = &self.scope.variables[index];
        if variable.ty != Type::Integer {
            let found = error(
                codes::H_TYPE,
                format!("the index `{}` is no Integer", name.text),
                name.span,
            )
            .also(variable.span.into(), "it is defined here");
            self.checker.found.push(found);
            return None;
        }
        Some(VariableId(index))
    }

    /// Evaluates something of the Computation section itself.
    fn evaluate(
        &mut self,
        space: SpaceId,
        mut make: impl FnMut(&mut Elab<'_, 'a, 't>) -> Expr,
    ) -> Expr {
        let mut elab = Elab::new(self.checker, Some(self.scope), Context::Flow, space);
        let made = elab.repeat(|e| make(e));
        let found = std::mem::take(&mut elab.found);
        let uses = std::mem::take(&mut elab.uses);
        let called = std::mem::take(&mut elab.called);
        self.checker.found.extend(found);
        self.checker.use_instances(called);
        self.note_lags(&uses);
        made
    }

    fn note_lags(&mut self, uses: &Uses) {
        for (variable, (lag, span)) in &uses.lags {
            let most = self.lags.entry(*variable).or_insert((0, *span));
            if *lag > most.0 {
                *most = (*lag, *span);
            }
        }
    }

    // ---- calls of stages

    fn stage(
        &mut self,
        name: &'a Name,
        arguments: &'a [ast::Argument],
        span: Span,
        space: SpaceId,
        guarded: bool,
    ) -> Option<FlowKind> {
        let scope = self.scope;
        let Some(stage) = scope.ast.stages.iter().find(|s| s.name.text == name.text) else {
            let known = scope.ast.stages.iter().map(|s| s.name.text.as_str());
            let found = unknown("stage", &name.text, name.span, known);
            self.checker.found.push(found);
            return None;
        };
        if stage.parameters.len() != arguments.len() {
            self.checker.found.push(
                error(
                    codes::H_ARGUMENTS,
                    format!(
                        "stage `{}` takes {}, and {} given",
                        name.text,
                        count(stage.parameters.len(), "argument"),
                        given(arguments.len())
                    ),
                    span,
                )
                .also(stage.name.span.into(), "the stage is here"),
            );
            return None;
        }
        let mut bound: Vec<Bound> = Vec::new();
        for argument in arguments {
            bound.push(self.argument(argument, space)?);
        }
        let mut elab = Elab::new(self.checker, Some(scope), Context::Stage, space);
        for (parameter, bound) in stage.parameters.iter().zip(bound) {
            match bound {
                Bound::Variable(variable, from) => {
                    let binding = Binding::Variable(variable, from);
                    elab.bindings.push((parameter.text.clone(), binding));
                }
                Bound::Value(value) => elab.value_parameter(parameter, value),
            }
        }
        let body: Body = elab.body(&stage.body.statements);
        let parameters = std::mem::take(&mut elab.bindings);
        let found = std::mem::take(&mut elab.found);
        let uses = std::mem::take(&mut elab.uses);
        let called = std::mem::take(&mut elab.called);
        let fine = found.is_empty();
        self.checker.found.extend(found);
        self.checker.use_instances(called);
        self.note_lags(&uses);
        if fine && !guarded {
            rules::replicated(self, space, &uses, &name.text, span, &parameters);
        }
        self.stages.push(Stage {
            name: name.text.clone(),
            space,
            parameters,
            body,
            reads: uses.reads.iter().copied().collect(),
            writes: uses.writes.iter().copied().collect(),
            span,
        });
        Some(FlowKind::Stage(StageId(self.stages.len() - 1)))
    }

    fn argument(&mut self, argument: &'a ast::Argument, space: SpaceId) -> Option<Bound> {
        if let Some(reference) = argument.reference {
            self.checker.found.push(
                error(
                    codes::H_ARGUMENTS,
                    "`&` before an argument of a stage",
                    reference,
                )
                .note("all arguments of stages are passed by reference"),
            );
        }
        let from = match &argument.space {
            None => space,
            Some(name) => self.space_of(name, space)?,
        };
        if let A::Name(name) = &argument.value.kind
            && let Some(index) = self.scope.variables.iter().position(|v| v.name == *name)
        {
            return Some(Bound::Variable(VariableId(index), from));
        }
        if let Some(name) = &argument.space {
            self.checker.found.push(error(
                codes::H_ARGUMENTS,
                "a space stands before a variable of the task",
                name.span,
            ));
            return None;
        }
        let before = self.checker.found.len();
        let value = self.evaluate(space, |e| {
            let ex = e.expr(&argument.value);
            let ty = match &ex.ty {
                Ty::Known(Type::Array(..) | Type::Shape(_) | Type::Nothing) => None,
                other => Some(e.settled(other)),
            };
            match ty {
                Some(ty) => e.require(ex, &ty),
                None => {
                    let message = "this is no variable of the task and no value";
                    e.report(error(codes::H_ARGUMENTS, message, argument.value.span));
                    ex.expr
                }
            }
        });
        (self.checker.found.len() == before).then_some(Bound::Value(value))
    }

    /// The space in `Space A: x`.
    fn space_of(&mut self, name: &Name, space: SpaceId) -> Option<SpaceId> {
        let spaces = &self.scope.spaces;
        let Some(from) = spaces.iter().position(|s| s.name == name.text) else {
            let known = spaces.iter().map(|s| s.name.as_str());
            let found = unknown("space", &name.text, name.span, known);
            self.checker.found.push(found);
            return None;
        };
        if !self.scope.is_within(space, SpaceId(from)) {
            self.checker.found.push(
                error(
                    codes::H_HIERARCHY,
                    format!(
                        "Space {} is no ancestor of Space {}, where the stage runs",
                        name.text, spaces[space.0].name
                    ),
                    name.span,
                )
                .also(spaces[from].span.into(), "it is defined here"),
            );
            return None;
        }
        Some(SpaceId(from))
    }
}

/// True for a range of constants.
fn is_constant(range: &Expr, step: Option<&Expr>) -> bool {
    let constant = |value: &Expr| matches!(value.kind, ExprKind::Integer(_));
    let ends = match &range.kind {
        ExprKind::Range(min, max) => constant(min) && constant(max),
        _ => false,
    };
    ends && step.is_none_or(constant)
}

/// An argument of a stage.
enum Bound {
    Variable(VariableId, SpaceId),
    Value(Expr),
}
