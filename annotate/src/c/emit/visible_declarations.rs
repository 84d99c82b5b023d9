//! What of a function its tasks see, whose code stands in front of it: types, what they call, addresses.

use tree_sitter::Node;

use crate::c::emit::front;
use crate::c::emit::lines::{made_begin, made_end, newlines};
use crate::c::parse::lexical::without_comments;
use crate::c::parse::source::{Source, any, children, field, function_name};
use crate::c::semantics::declarations;
use crate::edit::Edits;
use crate::ir::{Span, Unit};
use crate::passes::tasks;

/// Types of functions' own that are arrays: where they were used there may be pointers now.
pub(super) fn keep_types(src: &Source, unit: &Unit, edits: &mut Edits) {
    let stmts = || unit.regions.iter().flat_map(tasks).map(|task| &task.stmt);
    let own = |span: &&Span| {
        let in_task = stmts().any(|stmt| stmt.contains(&span.start));
        !in_task && src.function_at(span.start).is_some()
    };
    let mut types: Vec<&Span> = src.typedefs.values().flatten().filter(own).collect();
    types.sort_unstable_by_key(|span| span.start);
    types.dedup();
    for span in types {
        edits.insert(span.start, "__attribute__((unused)) ");
    }
}

/// Tasks have the addresses of variables, which `register` forbids, and stand in front of the function that
/// declares what they call.
pub(super) fn show_to_tasks(src: &Source, unit: &Unit, edits: &mut Edits) {
    let functions = unit
        .regions
        .iter()
        .filter_map(|r| src.function_at(r.body.start));
    let mut functions: Vec<Node> = functions.collect();
    functions.dedup();
    let mut all: Vec<&Span> = (unit.regions.iter().flat_map(tasks))
        .map(|task| &task.stmt)
        .collect();
    all.sort_unstable_by_key(|stmt| stmt.start);
    for function in functions {
        let start = front::of_function(src, function);
        // Of this function alone: a file may have thousands.
        let [first, past] = [function.start_byte(), function.end_byte()]
            .map(|at| all.partition_point(|stmt| stmt.start < at));
        let stmts = &all[first..past];
        let in_task = |node: Node| stmts.iter().any(|stmt| stmt.contains(&node.start_byte()));
        let body = field(function, "body").map_or(function.end_byte(), |body| body.start_byte());
        let (begin, end) = (made_begin(src, start), made_end(src, start));
        let name = function_name(src, function);
        let calls_itself = any(function, &|node| {
            let called = field(node, "function").filter(|_| node.kind() == "call_expression");
            called.is_some_and(|f| name.as_deref() == Some(src.text(f))) && in_task(node)
        });
        // `f(n) int n; {..}` can be no declaration.
        let old = children(function)
            .iter()
            .any(|part| part.kind() == "declaration");
        if calls_itself && !old {
            let head = without_comments(src.slice(&(start..body)));
            edits.insert(start, format!("\n{begin}{};\n{end}", head.trim_end()));
        }
        let mut stack = vec![function];
        while let Some(node) = stack.pop() {
            if in_task(node) {
                continue;
            }
            let inside = node.start_byte() >= body;
            match node.kind() {
                "storage_class_specifier" if src.text(node) == "register" => {
                    let other = if inside { "auto" } else { "" };
                    edits.replace(node.byte_range(), other);
                }
                "declaration" if inside => {
                    let names = declarations::names(src, node, false);
                    let called = names.iter().filter(|d| d.is_function());
                    let lines: Vec<String> = called
                        .map(|d| format!("{} {};\n", d.words(src), src.text(d.declarator)))
                        .collect();
                    if !lines.is_empty() {
                        edits.insert(start, format!("\n{begin}{}{end}", lines.concat()));
                    }
                    // Once more would be once too often.
                    if !lines.is_empty() && lines.len() == names.len() {
                        edits.replace(node.byte_range(), newlines(src, &node.byte_range()));
                    }
                }
                _ => {}
            }
            stack.extend(children(node));
        }
    }
}
