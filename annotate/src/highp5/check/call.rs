//! Calls of functions.

use super::body::{Context, Elab, Ex, Ty};
use super::builtins::{self, given};
use super::expr::known;
use super::unknown;
use crate::diag::codes;
use crate::highp5::ast::{self, Name, Span};
use crate::highp5::report::{count, error};
use crate::highp5::typed::{Argument, ExprKind, FunctionId, Root, Type};

/// Calls that stand by themselves in the coordinator.
const STATEMENTS: [&str; 4] = ["bind_input", "bind_output", "load_array", "store_array"];

impl<'a> Elab<'_, 'a, '_> {
    /// A call.
    pub(super) fn call(&mut self, name: &Name, arguments: &'a [ast::Argument], span: Span) -> Ex {
        for argument in arguments {
            if let Some(space) = &argument.space {
                self.report(
                    error(
                        codes::H_ARGUMENTS,
                        "a space before an argument of a function",
                        space.span,
                    )
                    .note("spaces stand before arguments of stages"),
                );
                return Ex::failed(span);
            }
        }
        let functions = &self.checker.ast.functions;
        if let Some(index) = functions.iter().position(|f| f.name.text == name.text) {
            return self.function(index, arguments, span);
        }
        if let Some(ex) = self.builtin(name, arguments, span) {
            return ex;
        }
        if STATEMENTS.contains(&name.text.as_str()) {
            let message = match self.context {
                Context::Coordinator => format!("`{}` stands by itself", name.text),
                _ => format!("`{}` stands in the coordinator", name.text),
            };
            self.report(error(codes::H_PLACE, message, span));
            return Ex::failed(span);
        }
        let mut known: Vec<&str> = functions.iter().map(|f| f.name.text.as_str()).collect();
        for builtin in builtins::names() {
            known.push(builtin);
        }
        let mut found = unknown("function", &name.text, name.span, known);
        let is_stage =
            |t: &super::body::TaskScope| t.ast.stages.iter().any(|s| s.name.text == name.text);
        if self.task.is_some_and(is_stage) {
            found = found.note(
                "there is a stage of this name: stages are called in the Computation section",
            );
        }
        self.report(found);
        Ex::failed(span)
    }

    fn function(&mut self, index: usize, arguments: &'a [ast::Argument], span: Span) -> Ex {
        let function = &self.checker.ast.functions[index];
        if arguments.len() != function.parameters.len() {
            self.report(
                error(
                    codes::H_ARGUMENTS,
                    format!(
                        "`{}` takes {}, and {} given",
                        function.name.text,
                        count(function.parameters.len(), "argument"),
                        given(arguments.len())
                    ),
                    span,
                )
                .also(function.name.span.into(), "the function is here"),
            );
            return Ex::failed(span);
        }
        let mut made = Vec::new();
        let mut types = Vec::new();
        let mut failed = false;
        for (argument, parameter) in arguments.iter().zip(&function.parameters) {
            if let Some(reference) = argument.reference.filter(|_| !parameter.reference) {
                self.report(
                    error(
                        codes::H_ARGUMENTS,
                        format!("`{}` is not passed by reference", parameter.name.text),
                        reference,
                    )
                    .also(parameter.name.span.into(), "declare it with `&` here"),
                );
            }
            let value = if parameter.reference {
                self.reference(&argument.value)
            } else {
                let ex = self.expr(&argument.value);
                let ty = ex.ty.clone();
                Some((Argument::Value(ex.expr), ty))
            };
            match value {
                Some((value, ty)) if ty != Ty::Failed => {
                    types.push(self.settled(&ty));
                    made.push(value);
                }
                _ => failed = true,
            }
        }
        if failed {
            return Ex::failed(span);
        }
        self.instance_of(index, types, made, span)
    }

    /// An argument that is passed by reference.
    fn reference(&mut self, value: &'a ast::Expr) -> Option<(Argument, Ty)> {
        if !matches!(
            value.kind,
            ast::ExprKind::Name(_)
                | ast::ExprKind::Field { .. }
                | ast::ExprKind::Index { .. }
                | ast::ExprKind::At { .. }
        ) {
            self.report(
                error(
                    codes::H_ARGUMENTS,
                    "this is passed by reference",
                    value.span,
                )
                .help("pass a variable"),
            );
            return None;
        }
        let mut way = self.place(value)?;
        let array = matches!(way.ty, Ty::Known(Type::Array(..)));
        if array && let Root::Variable(variable, _) = way.root {
            // The function may write elements of it.
            self.uses.writes.insert(variable);
            way.steps.clear();
        } else if !self.assignable(&way) {
            return None;
        }
        self.read_way(&way);
        let ty = way.ty.clone();
        Some((Argument::Reference(self.made(&way)), ty))
    }

    fn instance_of(
        &mut self,
        index: usize,
        types: Vec<Type>,
        arguments: Vec<Argument>,
        span: Span,
    ) -> Ex {
        for argument in &arguments {
            self.passed_array(argument);
        }
        let instance = self.checker.instance(index, types);
        self.called.insert(instance);
        let made = &self.checker.instances[instance];
        self.uses.differs |= made.differs;
        let name = &self.checker.ast.functions[index].name.text;
        match (&made.result, made.done) {
            (Some(result), _) => {
                let result = result.clone();
                let kind = ExprKind::Call(FunctionId(instance), arguments);
                known(kind, result, span)
            }
            // What went wrong in it is reported there.
            (None, true) if made.is_wrong() => Ex::failed(span),
            (None, true) => {
                let kind = ExprKind::Call(FunctionId(instance), arguments);
                known(kind, Type::Nothing, span)
            }
            (None, false) => {
                let message = format!("what `{name}` gives is not known here, inside of it");
                self.report(
                    error(codes::H_RECURSION, message, span)
                        .help("a `return` that needs no call must say what it gives"),
                );
                Ex::failed(span)
            }
        }
    }

    /// An array that a function gets must be in the space.
    fn passed_array(&mut self, argument: &Argument) {
        let place = match argument {
            Argument::Reference(place) => place,
            Argument::Value(value) => match &value.kind {
                ExprKind::Read(place) => place,
                _ => return,
            },
        };
        if let (Root::Variable(variable, space), Type::Array(..)) = (&place.root, &place.ty) {
            let (variable, space, span) = (*variable, *space, place.span);
            self.held(variable, space, span);
        }
    }
}
