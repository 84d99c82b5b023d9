//! Variables that have no value yet where tasks are registered: `let mut t: f64;`.
//!
//! A private copy of such a variable begins without a value, as the variable does. Anything else
//! that tasks use by its address has to have a value first. Where the declaration has no type, the
//! uses in one task say of which type its copy is, so there may be no others.

mod part;

use tree_sitter::Node;

use crate::diag::{Diagnostic, Diagnostics, Severity, codes};
use crate::ir::{Region, Span, Task};
use crate::passes::{tasks, tasks_mut};
use crate::semantics::scopes::{Binder, binder, node_at};
use crate::syntax::names::{free_names, pattern_names};
use crate::syntax::rust::{Source, children, field, peel};

pub(crate) use part::{declaration_of, left_without_uses};

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
            let untyped =
                node_at(src, at).filter(|declaration| !declaration_of(src, *declaration, name).1);
            if untyped.is_some_and(|declaration| is_used_elsewhere(src, task, declaration, name)) {
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
    let message =
        format!("`{name}` is private to a task, used elsewhere too, and declared without its type");
    let d = Diagnostic::new(Severity::Error, codes::BINDS_VALUE, message, declared);
    let help =
        format!("write its type, as in `let mut {name}: f64;`: each task declares one of its own");
    diags.push(d.also(task.directive.clone(), "the task").help(help));
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
        let behind = node.end_byte() > declaration.end_byte();
        let in_task = tasks(region).any(|task| task.stmt == node.byte_range());
        if !generating || !behind || in_task || is_task(src, node) {
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

/// Code besides the task uses what the declaration binds.
fn is_used_elsewhere(src: &Source, task: &Task, declaration: Node, name: &str) -> bool {
    let outside = |span: &Span| span.start < task.stmt.start || span.end > task.stmt.end;
    let mut next = declaration.next_named_sibling();
    while let Some(statement) = next {
        let names = free_names(src, statement).into_iter();
        let mut spans = names.filter(|f| f.name == name).flat_map(|f| f.spans);
        if spans.any(|span| outside(&span)) || calls(src, statement, name, outside) {
            return true;
        }
        if binds(src, statement, name) {
            return false;
        }
        next = statement.next_named_sibling();
    }
    false
}

/// A directive stands before it that makes it a task, in another region of the function.
fn is_task(src: &Source, statement: Node) -> bool {
    let mut before = statement.prev_named_sibling();
    while let Some(node) = before {
        match node.kind() {
            "attribute_item" => {
                let text = src.text(node).split(['(', ']']).next().unwrap_or("");
                if matches!(
                    text.rsplit(':').next().map(str::trim),
                    Some("task" | "task_tile")
                ) {
                    return true;
                }
            }
            "line_comment" | "block_comment" => {}
            _ => return false,
        }
        before = node.prev_named_sibling();
    }
    false
}

/// It is a `let` of the name, which hides what had it before.
pub(super) fn binds(src: &Source, statement: Node, name: &str) -> bool {
    let pattern = field(statement, "pattern").filter(|_| statement.kind() == "let_declaration");
    pattern.is_some_and(|p| pattern_names(src, p).iter().any(|(n, _)| n == name))
}

/// `name(x)`, which is a use of a closure, stands in a part of the statement that is `wanted`.
fn calls(src: &Source, statement: Node, name: &str, wanted: impl Fn(&Span) -> bool) -> bool {
    let mut stack = vec![statement];
    while let Some(node) = stack.pop() {
        let function = (node.kind() == "call_expression").then(|| field(node, "function"));
        let function = function.flatten();
        if function.is_some_and(|f| src.text(f) == name && wanted(&f.byte_range())) {
            return true;
        }
        stack.extend(children(node));
    }
    false
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
