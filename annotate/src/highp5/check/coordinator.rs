//! The coordinator: environments, bindings of files, executions of tasks.

use super::Checker;
use super::body::{Context, Elab, Ty};
use super::builtins::given;
use crate::diag::codes;
use crate::highp5::ast::{self, ExprKind as A, Name, Span};
use crate::highp5::emit::types;
use crate::highp5::report::{count, error};
use crate::highp5::typed::{
    Bind, Coordinator, LocalId, ProgramArgument, Root, SpaceId, StatementKind, TaskId, Type,
    VariableId,
};

impl<'a> Checker<'a> {
    pub(super) fn coordinator(&mut self, ast: &'a ast::Coordinator) {
        let mut elab = Elab::new(self, None, Context::Coordinator, SpaceId::ROOT);
        elab.arguments = Some(&ast.arguments.text);
        let body = elab.body(&ast.body.statements);
        let arguments = elab
            .opens
            .iter()
            .map(|open| ProgramArgument {
                name: open.name.clone(),
                ty: open.ty.clone().unwrap_or(Type::Integer),
                span: open.span,
            })
            .collect::<Vec<_>>();
        let mut found = std::mem::take(&mut elab.found);
        let called = std::mem::take(&mut elab.called);
        for argument in &arguments {
            let scalar = argument.ty.is_number()
                || matches!(argument.ty, Type::Boolean | Type::Character | Type::Text);
            if !scalar {
                let what = self.name_of(&argument.ty);
                let message = format!("`{}` would have to be {what}", argument.name);
                found
                    .push(error(codes::H_TYPE, message, argument.span).help(
                        "arguments of a program are numbers, Booleans, Characters and texts",
                    ));
            }
        }
        self.found.extend(found);
        self.use_instances(called);
        self.program.coordinator = Some(Coordinator { arguments, body });
    }
}

impl<'a> Elab<'_, 'a, '_> {
    /// `execute(..)`.
    pub(super) fn execute(
        &mut self,
        execute: &'a ast::Execute,
        span: Span,
    ) -> Option<StatementKind> {
        if self.context != Context::Coordinator {
            let message = "`execute` stands in the coordinator";
            self.report(error(codes::H_PLACE, message, span));
            return None;
        }
        let task = self.task_named(&execute.task)?;
        let environment = self.environment_of(&execute.environment, Some((task, &execute.task)))?;
        let made = &self.checker.program.tasks[task.0];
        let wanted: Vec<Type> = match &made.initialize {
            Some(section) => section
                .parameters
                .iter()
                .map(|p| section.body.locals[p.0].ty.clone())
                .collect(),
            None => Vec::new(),
        };
        let partitions = made.partition.len();
        let here = made.span;
        let mut failed = false;
        for (what, takes, values) in [
            (
                "initialization parameter",
                wanted.len(),
                &execute.initialize,
            ),
            ("partition argument", partitions, &execute.partition),
        ] {
            if takes != values.len() {
                failed = true;
                let message = format!(
                    "task \"{}\" takes {}, and {} given",
                    execute.task.value,
                    count(takes, what),
                    given(values.len())
                );
                self.report(
                    error(codes::H_ARGUMENTS, message, span).also(here.into(), "the task is here"),
                );
            }
        }
        if failed {
            return None;
        }
        let initialize = execute
            .initialize
            .iter()
            .zip(&wanted)
            .map(|(value, ty)| self.value(value, ty))
            .collect();
        let partition = execute
            .partition
            .iter()
            .map(|value| self.value(value, &Type::Integer))
            .collect();
        Some(StatementKind::Execute {
            task,
            environment,
            initialize,
            partition,
        })
    }

    /// The local of an environment, of this task if one is given.
    fn environment_of(
        &mut self,
        expr: &'a ast::Expr,
        task: Option<(TaskId, &ast::Text)>,
    ) -> Option<LocalId> {
        let way = self.place(expr)?;
        let Some(local) = self.is_environment(&way) else {
            let what = self.words(&way.ty);
            let message = format!("an environment is wanted here, and this is {what}");
            self.report(error(codes::H_ENVIRONMENT, message, expr.span));
            return None;
        };
        if let (Some((task, name)), Ty::Known(Type::Environment(of))) = (task, &way.ty)
            && task != *of
        {
            let message = format!(
                "this is {}, and the task is \"{}\"",
                self.words(&way.ty),
                name.value
            );
            self.report(error(codes::H_ENVIRONMENT, message, expr.span));
            return None;
        }
        Some(local)
    }

    /// `bind_input(env, "a", file)` and its like; `None` if the call is no binding.
    #[allow(clippy::option_option)]
    pub(super) fn bind(
        &mut self,
        function: &Name,
        arguments: &'a [ast::Argument],
        span: Span,
    ) -> Option<Option<StatementKind>> {
        let bind = match function.text.as_str() {
            "bind_input" | "load_array" => Bind::Input,
            "bind_output" | "store_array" => Bind::Output,
            _ => return None,
        };
        Some(match arguments {
            [environment, variable, file] => {
                self.bind_named(bind, &environment.value, &variable.value, &file.value)
            }
            [place, file] if bind == Bind::Output => {
                self.bind_place(bind, &place.value, &file.value)
            }
            _ => {
                let message = format!(
                    "{} for `{}`",
                    count(arguments.len(), "argument"),
                    function.text
                );
                self.report(error(codes::H_ARGUMENTS, message, span).help(format!(
                    "write `{}(environment, \"variable\", file)`",
                    function.text
                )));
                None
            }
        })
    }

    fn bind_named(
        &mut self,
        bind: Bind,
        environment: &'a ast::Expr,
        variable: &'a ast::Expr,
        file: &'a ast::Expr,
    ) -> Option<StatementKind> {
        let environment = self.environment_of(environment, None)?;
        let Ty::Known(Type::Environment(task)) = self.local_ty(environment) else {
            return None;
        };
        let Some(name) = variable.text() else {
            let message = "the variable stands in quotes here";
            self.report(error(codes::H_ARGUMENTS, message, variable.span));
            return None;
        };
        let variable = self.environmental(task, &name.value, name.span)?;
        self.bound(bind, environment, variable, name.span, file)
    }

    /// `store_array(env.a, file)`, `env.a = load_array(file)`.
    fn bind_place(
        &mut self,
        bind: Bind,
        place: &'a ast::Expr,
        file: &'a ast::Expr,
    ) -> Option<StatementKind> {
        let way = self.place(place)?;
        let (Root::Environment(environment, variable), true) = (&way.root, way.steps.is_empty())
        else {
            let message = "a variable of an environment is wanted here";
            self.report(error(codes::H_ENVIRONMENT, message, place.span));
            return None;
        };
        let (environment, variable) = (*environment, *variable);
        self.bound(bind, environment, variable, place.span, file)
    }

    fn bound(
        &mut self,
        bind: Bind,
        environment: LocalId,
        variable: VariableId,
        span: Span,
        file: &'a ast::Expr,
    ) -> Option<StatementKind> {
        let Ty::Known(Type::Environment(task)) = self.local_ty(environment) else {
            return None;
        };
        let definition = &self.checker.program.tasks[task.0].variables[variable.0];
        if bind == Bind::Input && definition.mode == Some(ast::Mode::Create) {
            let message = format!(
                "`{}` is created by the task, so nothing is read into it",
                definition.name
            );
            let found = error(codes::H_ENVIRONMENT, message, span)
                .also(definition.span.into(), "it is defined here")
                .help("`link` it in the Environment section");
            self.report(found);
            return None;
        }
        let records = &self.checker.program.records;
        let (element, fits) = match &definition.ty {
            Type::Array(element, _) => (&**element, types::is_filed(element, records)),
            _ if bind == Bind::Input => {
                let message = format!("`{}` is no array, and files hold arrays", definition.name);
                let found = error(codes::H_ENVIRONMENT, message, span)
                    .also(definition.span.into(), "it is defined here")
                    .help("give it to the task as an argument: `initialize: args.name`");
                self.report(found);
                return None;
            }
            other => {
                let plain = matches!(other, Type::Boolean | Type::Character);
                (other, other.is_number() || plain)
            }
        };
        if !fits {
            let message = format!("{} has no form in a file", self.checker.name_of(element));
            self.report(error(codes::H_ENVIRONMENT, message, span).help(
                "files hold numbers, Booleans and Characters; arrays also user types and static \
                 arrays of these",
            ));
            return None;
        }
        let file = self.value(file, &Type::Text);
        Some(StatementKind::Bind {
            bind,
            environment,
            variable,
            file,
        })
    }

    /// `env.a = load_array(file)`; `None` if the assignment is another one.
    #[allow(clippy::option_option)]
    pub(super) fn load(
        &mut self,
        targets: &'a [ast::Expr],
        value: &'a ast::Expr,
    ) -> Option<Option<StatementKind>> {
        if self.context != Context::Coordinator {
            return None;
        }
        match (&value.kind, targets) {
            (
                A::Call {
                    function,
                    arguments,
                },
                [target],
            ) if function.text == "load_array" && arguments.len() == 1 => {
                Some(self.bind_place(Bind::Input, target, &arguments[0].value))
            }
            _ => None,
        }
    }
}
