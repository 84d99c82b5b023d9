//! Variables that have no value yet where tasks are registered: `let mut t: f64;`.
//!
//! A private copy of such a variable begins without a value, as the variable does. Anything else
//! that tasks use by its address has to have a value first.

use tree_sitter::Node;

use crate::diag::{Diagnostic, Diagnostics, Severity, codes};
use crate::ir::{Region, Span, Task};
use crate::passes::scopes::{Binder, binder, node_at};
use crate::passes::{tasks, tasks_mut};
use crate::syntax::names::pattern_names;
use crate::syntax::rust::{Source, children, field, peel};

/// Fills [`Task::unset`], and reports other variables without a value.
pub(super) fn run(src: &Source, region: &mut Region, diags: &mut Diagnostics) {
    let mut lists = Vec::new();
    for task in tasks(region) {
        let stmt = node_at(src, &task.stmt);
        let declared = |name: &str| stmt.and_then(|stmt| without_value(src, region, stmt, name));
        let privates = task.privates.iter();
        let unset: Vec<(String, Span)> = privates
            .filter_map(|name| Some((name.clone(), declared(name)?)))
            .collect();
        for (name, at) in &unset {
            let typed = node_at(src, at).is_some_and(|d| declaration_of(src, d, name).1);
            // The uses in one task say of which type it is, where there are no others.
            let elsewhere = tasks(region)
                .any(|t| t.start != task.start && t.uses.iter().any(|u| u.name == *name));
            if !typed && elsewhere {
                report_untyped(name, at.clone(), task, diags);
            }
        }
        lists.push(unset);
        let bound = task.bindings.iter().map(|b| &region.variables[b.var].name);
        for (name, at) in bound.filter_map(|name| Some((name, declared(name)?))) {
            report(name, at, task, diags);
        }
    }
    for (task, list) in tasks_mut(region).zip(lists) {
        task.unset = list;
    }
}

fn report_untyped(name: &str, declared: Span, task: &Task, diags: &mut Diagnostics) {
    let message = format!("`{name}` is private to tasks here, and its declaration has no type");
    let d = Diagnostic::new(Severity::Error, codes::BINDS_VALUE, message, declared);
    let help =
        format!("write its type, as in `let mut {name}: f64;`: each task declares one of its own");
    diags.push(
        d.also(task.directive.clone(), "one of the tasks")
            .help(help),
    );
}

fn report(name: &str, declared: Span, task: &Task, diags: &mut Diagnostics) {
    let message = format!("`{name}` has no value where the task that uses it is registered");
    let d = Diagnostic::new(Severity::Error, codes::BINDS_VALUE, message, declared);
    diags.push(
        d.also(task.directive.clone(), "the task runs later")
            .help("give it a value where it is declared, which the task then replaces"),
    );
}

/// The declaration of `name`, where no generating code before `stmt` gives it a value.
pub(super) fn without_value(src: &Source, region: &Region, stmt: Node, name: &str) -> Option<Span> {
    let Some(Binder::Let(declaration)) = binder(src, stmt, name) else {
        return None;
    };
    if field(declaration, "value").is_some() {
        return None;
    }
    let mut stack = vec![declaration.parent()?];
    while let Some(node) = stack.pop() {
        let generating =
            node.end_byte() <= stmt.start_byte() || node.byte_range().contains(&stmt.start_byte());
        if !generating || tasks(region).any(|task| task.stmt == node.byte_range()) {
            continue;
        }
        let left = (node.kind() == "assignment_expression")
            .then(|| field(node, "left"))
            .flatten();
        if left.is_some_and(|left| mentions(src, left, name)) {
            return None;
        }
        stack.extend(children(node));
    }
    Some(declaration.byte_range())
}

/// `let mut t: f64;` for one name of a declaration without a value, which may be of several. Without a
/// type where the declaration has none for it.
pub(crate) fn declaration_of(src: &Source, declaration: Node, name: &str) -> (String, bool) {
    let ty = field(declaration, "type");
    let Some(pattern) = field(declaration, "pattern").filter(|p| p.kind() == "tuple_pattern")
    else {
        return (src.text(declaration).to_owned(), ty.is_some());
    };
    let parts = children(pattern);
    let is_of = |part: &Node| {
        let names = pattern_names(src, *part);
        names.iter().any(|(n, _)| n == name)
    };
    let at = parts.iter().position(is_of);
    let types = ty.filter(|t| t.kind() == "tuple_type").map(children);
    let ty = at.and_then(|at| types.filter(|t| t.len() == parts.len())?.get(at).copied());
    match ty {
        Some(ty) => (format!("let mut {name}: {};", src.text(ty)), true),
        None => (format!("let mut {name};"), false),
    }
}

/// `x` or `(x, y)`.
fn mentions(src: &Source, left: Node, name: &str) -> bool {
    let left = peel(left);
    src.text(left) == name
        || left.kind() == "tuple_expression"
            && children(left)
                .into_iter()
                .any(|part| src.text(part) == name)
}
