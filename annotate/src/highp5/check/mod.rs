//! Syntax tree -> typed program: names, types, and the static rules of the language.
//!
//! Order: user types (`records`), then each task: variables, spaces (`spaces`), Initialize,
//! the Computation section with an instance of a stage per call (`flow`), then what is only
//! seen of the whole task (`rules`); at last the coordinator. Functions are instantiated where
//! they are called (`functions`).
//!
//! Bodies are inferred by repetition (`body`): what is still open in one pass (the width of a
//! local that only got constants, the type of `args.x`) is found out by the end of it and
//! known in the next; the findings of the last pass are reported.

mod body;
mod builtins;
mod call;
mod convert;
mod coordinator;
mod divergent;
mod expr;
mod flow;
mod functions;
mod indices;
mod loops;
mod places;
mod records;
mod results;
mod rules;
mod spaces;
mod stale;
mod statement;
mod targets;
mod task;
#[cfg(test)]
mod tests;
mod visits;

use std::collections::{BTreeMap, BTreeSet};

use crate::diag::{Diagnostic, Diagnostics, Severity, codes};
use crate::highp5::ast::{self, Name, Span};
use crate::highp5::report::{error, meant, warning};
use crate::highp5::typed::{Program, Type};

/// Checks a parsed program. `None` exactly when errors were reported.
#[must_use]
pub fn check(ast: &ast::Program, diagnostics: &mut Diagnostics) -> Option<Program> {
    let mut checker = Checker::new(ast);
    checker.run();
    let wrong = checker.found.iter().any(|d| d.severity == Severity::Error);
    let mut seen = BTreeSet::new();
    for diagnostic in checker.found {
        // Instances of one stage find the same.
        let span = &diagnostic.primary.span;
        let key = (span.start, span.end, diagnostic.message.clone());
        if seen.insert(key) {
            diagnostics.push(diagnostic);
        }
    }
    (!wrong).then_some(checker.program)
}

/// What is known of a program while it is checked.
struct Checker<'a> {
    ast: &'a ast::Program,
    /// What was made so far.
    program: Program,
    /// Findings so far.
    found: Vec<Diagnostic>,
    /// Instances of functions; the ids are those of `program.functions`.
    instances: Vec<functions::Instance>,
    /// How deep statements and expressions nest, through instances of functions.
    depth: usize,
}

impl<'a> Checker<'a> {
    fn new(ast: &'a ast::Program) -> Self {
        Checker {
            ast,
            program: Program::default(),
            found: Vec::new(),
            instances: Vec::new(),
            depth: 0,
        }
    }

    fn run(&mut self) {
        let ast = self.ast;
        self.once("type", ast.types.iter().map(|t| &t.name));
        self.once("function", ast.functions.iter().map(|f| &f.name));
        self.records();
        for function in &ast.functions {
            self.once("parameter", function.parameters.iter().map(|p| &p.name));
        }
        let names: Vec<_> = ast
            .tasks
            .iter()
            .map(|t| Name {
                text: t.name.value.clone(),
                span: t.name.span,
            })
            .collect();
        self.once("task", names.iter());
        for task in &ast.tasks {
            self.task(task);
        }
        for extra in ast.coordinators.iter().skip(1) {
            self.found.push(error(
                codes::H_SECTION,
                "a second coordinator: a program has one `Program (args)`",
                extra.arguments.span,
            ));
        }
        if let Some(coordinator) = ast.coordinators.first() {
            self.coordinator(coordinator);
        }
        self.report_instances();
    }

    /// Reports names that are given twice.
    fn once<'n>(&mut self, what: &str, names: impl Iterator<Item = &'n Name>) {
        let mut first: BTreeMap<&str, Span> = BTreeMap::new();
        for name in names {
            if let Some(earlier) = first.get(name.text.as_str()) {
                self.found.push(
                    error(
                        codes::H_TWICE,
                        format!("a second {what} `{}`", name.text),
                        name.span,
                    )
                    .also((*earlier).into(), "the first is here"),
                );
            } else {
                first.insert(&name.text, name.span);
            }
        }
    }

    /// A type in words.
    fn name_of(&self, ty: &Type) -> String {
        match ty {
            Type::Integer => "Integer".into(),
            Type::Single => "Real single-precision".into(),
            Type::Double => "Real double-precision".into(),
            Type::Boolean => "Boolean".into(),
            Type::Character => "Character".into(),
            Type::Text => "String".into(),
            Type::Range => "Range".into(),
            Type::Dimension => "a dimension".into(),
            Type::Shape(rank) => format!("{rank} dimensions"),
            Type::Record(id) => self.program.records[id.0].name.clone(),
            Type::Static(element, sizes) => {
                let sizes: String = sizes.iter().map(|n| format!("[{n}]")).collect();
                format!("Array {sizes} of {}", self.name_of(element))
            }
            Type::Array(element, rank) => format!("{rank}d Array of {}", self.name_of(element)),
            Type::List(element) => format!("List of {}", self.name_of(element)),
            Type::Environment(task) => format!(
                "the environment of \"{}\"",
                self.program
                    .tasks
                    .get(task.0)
                    .map_or("a task", |t| t.name.as_str())
            ),
            Type::Nothing => "nothing".into(),
        }
    }
}

/// An unknown name, with the known one that was probably meant.
fn unknown<'n>(
    what: &str,
    name: &str,
    span: Span,
    known: impl IntoIterator<Item = &'n str>,
) -> Diagnostic {
    let mut diagnostic = error(codes::H_UNKNOWN, format!("no {what} `{name}`"), span);
    if let Some(help) = meant(name, known) {
        diagnostic = diagnostic.help(help);
    }
    diagnostic
}

/// Something that nothing uses.
fn unused(what: &str, name: &Name) -> Diagnostic {
    warning(
        codes::H_UNUSED,
        format!(
            "{what} `{}` is never called, so it is not checked",
            name.text
        ),
        name.span,
    )
}
