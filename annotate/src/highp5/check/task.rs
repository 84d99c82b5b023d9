//! Tasks: variables, environment, Initialize.

use std::collections::BTreeSet;

use super::body::{Context, Elab, LocalKind, Open, TaskScope, Ty};
use super::flow::Walk;
use super::{Checker, indices, unknown, unused};
use crate::diag::codes;
use crate::highp5::ast::{self, Flow, FlowKind, Name};
use crate::highp5::report::error;
use crate::highp5::typed::{
    Expr, ExprKind, Initialize, LocalId, Place, Root, SpaceId, Statement, StatementKind, Task,
    Type, Variable, VariableId,
};

impl<'a> Checker<'a> {
    pub(super) fn task(&mut self, ast: &'a ast::Task) {
        self.once("variable", ast.definitions.iter().flat_map(|d| &d.names));
        self.once("stage", ast.stages.iter().map(|s| &s.name));
        for stage in &ast.stages {
            self.once("parameter", stage.parameters.iter());
            if stage.parameters.is_empty() {
                let message = format!("stage `{}` has no parameter", stage.name.text);
                self.found.push(
                    error(codes::H_ARGUMENTS, message, stage.name.span)
                        .help("a stage has one or more"),
                );
            }
        }
        let mut variables = self.variables(ast);
        self.environment(ast, &mut variables);
        implicit(&ast.computation, &mut variables);
        let spaces = self.spaces(ast, &variables);
        let mut scope = TaskScope {
            ast,
            variables,
            partition: ast
                .partition
                .parameters
                .iter()
                .map(|p| p.text.clone())
                .collect(),
            spaces,
        };
        let (initialize, shaped) = self.initialize(ast, &scope);
        self.dimensions(&scope, &shaped);
        let mut walk = Walk::new(self, &scope);
        let mut flow = walk.flows(&ast.computation, SpaceId::ROOT, false);
        let (stages, lags) = walk.finish();
        for (variable, (lag, _)) in &lags {
            scope.variables[variable.0].lag = *lag;
        }
        super::rules::epochs(&mut flow, &stages, &scope.variables);
        self.versions(&flow, &scope, &lags);
        self.stale(&flow, &scope, &stages);
        self.visits(&flow, &scope, &stages);
        self.early_reads(&flow, &scope, &stages);
        let own = self.divergent(&flow, &scope, &stages);
        let mut called = Vec::new();
        indices::called(&ast.computation, &mut called);
        for stage in ast.stages.iter().filter(|s| !called.contains(&s.name.text)) {
            self.found.push(unused("stage", &stage.name));
        }
        self.program.tasks.push(Task {
            name: ast.name.value.clone(),
            variables: scope.variables,
            initialize,
            partition: scope.partition,
            spaces: scope.spaces,
            stages,
            flow,
            own,
            span: ast.span,
        });
    }

    fn variables(&mut self, ast: &ast::Task) -> Vec<Variable> {
        let mut variables = Vec::new();
        for definition in &ast.definitions {
            let Some(ty) = self.ty(&definition.ty) else {
                // Their names are known all the same.
                variables.extend(definition.names.iter().map(|n| variable(n, Type::Nothing)));
                continue;
            };
            if let Some(span) = definition.reduction
                && !(ty.is_number() || ty == Type::Boolean)
            {
                let message = format!("a reduction does not give {}", self.name_of(&ty));
                self.found.push(
                    error(codes::H_REDUCTION, message, span).help("it gives a number or a Boolean"),
                );
            }
            for name in &definition.names {
                variables.push(Variable {
                    reduction: definition.reduction.is_some(),
                    ..variable(name, ty.clone())
                });
            }
        }
        variables
    }

    fn environment(&mut self, ast: &ast::Task, variables: &mut [Variable]) {
        self.once(
            "environmental variable",
            ast.environment.iter().flat_map(|l| &l.names),
        );
        for linkage in &ast.environment {
            for name in &linkage.names {
                match variables.iter_mut().find(|v| v.name == name.text) {
                    Some(variable) => variable.mode = Some(linkage.mode),
                    None => {
                        let known = variables.iter().map(|v| v.name.as_str());
                        let found = unknown("variable", &name.text, name.span, known);
                        self.found
                            .push(found.note("variables are defined under Define"));
                    }
                }
            }
        }
    }

    /// The Initialize section, and the variables that get dimensions in it.
    fn initialize(
        &mut self,
        ast: &'a ast::Task,
        scope: &TaskScope<'a>,
    ) -> (Option<Initialize>, BTreeSet<VariableId>) {
        let Some(section) = &ast.initialize else {
            return (None, BTreeSet::new());
        };
        self.once("parameter", section.parameters.iter());
        let mut elab = Elab::new(self, Some(scope), Context::Initialize, SpaceId::ROOT);
        let mut parameters = Vec::new();
        let mut first = Vec::new();
        for name in &section.parameters {
            let id = match scope.variables.iter().position(|v| v.name == name.text) {
                Some(index) => {
                    let (id, statement) = elab.initial(name, VariableId(index), scope);
                    first.push(statement);
                    id
                }
                None => {
                    let open = elab.opens.len();
                    elab.opens.push(Open {
                        name: name.text.clone(),
                        span: name.span,
                        ty: None,
                    });
                    elab.add_local(
                        &name.text,
                        name.span,
                        LocalKind::Parameter(false),
                        Ty::Open(open),
                    )
                }
            };
            parameters.push(id);
        }
        let mut body = elab.body(&section.body);
        let shaped = std::mem::take(&mut elab.uses.shaped);
        let found = std::mem::take(&mut elab.found);
        let called = std::mem::take(&mut elab.called);
        self.found.extend(found);
        self.use_instances(called);
        first.append(&mut body.statements);
        body.statements = first;
        (Some(Initialize { parameters, body }), shaped)
    }

    /// Arrays that a task makes need dimensions.
    fn dimensions(&mut self, scope: &TaskScope, shaped: &BTreeSet<VariableId>) {
        let array = |v: &&Variable| matches!(v.ty, Type::Array(..));
        let linked = |v: &&Variable| v.mode == Some(ast::Mode::Link);
        let like = scope.variables.iter().filter(array).find(linked);
        for (index, variable) in scope.variables.iter().enumerate() {
            if linked(&variable) && shaped.contains(&VariableId(index)) {
                let message = format!(
                    "`{}` is linked: it has the dimensions of what is bound to it",
                    variable.name
                );
                let found = error(codes::H_DIMENSIONS, message, variable.span);
                self.found
                    .push(found.help("leave its dimensions out of Initialize, or `create` it"));
            }
            if linked(&variable) || !array(&variable) || shaped.contains(&VariableId(index)) {
                continue;
            }
            let name = &variable.name;
            let message = format!("array `{name}` has no dimensions");
            let mut found = error(codes::H_DIMENSIONS, message, variable.span);
            if let Some(like) = like {
                let like = &like.name;
                found = found.help(format!(
                    "set them in Initialize, for instance `{name}.dimension1 = {like}.dimension1`"
                ));
            }
            self.found.push(found);
        }
    }
}

impl<'a> Elab<'_, 'a, '_> {
    /// An Initialize parameter with the name of a variable of the task: it is assigned to it.
    fn initial(
        &mut self,
        name: &'a Name,
        variable: VariableId,
        scope: &TaskScope,
    ) -> (LocalId, Statement) {
        let ty = scope.variables[variable.0].ty.clone();
        let scalar = ty.is_number() || matches!(ty, Type::Boolean | Type::Character | Type::Text);
        if !scalar {
            let message = format!(
                "{} is no initialization parameter",
                self.checker.name_of(&ty)
            );
            self.report(
                error(codes::H_TYPE, message, name.span)
                    .help("arrays are environmental: `link` them"),
            );
        }
        let hidden = format!("{} (parameter)", name.text);
        let kind = LocalKind::Parameter(false);
        let id = self.add_local(&hidden, name.span, kind, Ty::Known(ty.clone()));
        let target = Place {
            root: Root::Variable(variable, SpaceId::ROOT),
            lag: 0,
            steps: Vec::new(),
            ty: ty.clone(),
            span: name.span,
        };
        let value = Expr {
            kind: ExprKind::Read(self.local_place(id, name.span)),
            ty,
            span: name.span,
        };
        let statement = Statement {
            kind: StatementKind::Assign(target, value),
            span: name.span,
        };
        (id, statement)
    }
}

fn variable(name: &Name, ty: Type) -> Variable {
    Variable {
        name: name.text.clone(),
        ty,
        reduction: false,
        mode: None,
        lag: 0,
        span: name.span,
    }
}

/// Adds the indices of `Repeat` that are not defined.
fn implicit(flows: &[Flow], variables: &mut Vec<Variable>) {
    for flow in flows {
        match &flow.kind {
            FlowKind::RepeatFor { index, body, .. } => {
                if variables.iter().all(|v| v.name != index.text) {
                    variables.push(variable(index, Type::Integer));
                }
                implicit(body, variables);
            }
            FlowKind::Space { body, .. }
            | FlowKind::RepeatSubPartitions { body }
            | FlowKind::RepeatWhile { body, .. }
            | FlowKind::Where { body, .. }
            | FlowKind::Epoch { body } => implicit(body, variables),
            FlowKind::Stage { .. } => {}
        }
    }
}
