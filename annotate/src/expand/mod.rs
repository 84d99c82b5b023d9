//! Calls that are written out before a file is analysed: those of functions, methods and closures of the
//! file that are one expression of their arguments, `self.at(i, j)`, and indices by code of the program,
//! `grid[(i, j)]` with `impl Index<(usize, usize)> for Grid`.
//!
//! What stands there then says which elements are used, and is as fast as if it had been written so. Only
//! functions with directives are changed. The emitted serial twin has the calls as they were, and findings
//! are moved back to where the calls stand ([`Source::moved_back`]).

mod assign;
mod callee;
mod pure;
mod scope;
mod standard;
mod write;

use std::collections::BTreeSet;

use tree_sitter::Node;

use crate::ir::Span;
use crate::syntax::rust::{Source, Written, children, parse};

/// The file with such calls written out; `None` where there are none.
pub(crate) fn expand(src: &Source) -> Option<Source> {
    let mut found: Vec<(Span, String)> = Vec::new();
    let mut callees = BTreeSet::new();
    for function in annotated(src) {
        collect(src, function, &mut found, &mut callees);
    }
    if found.is_empty() {
        return None;
    }
    // Nobody else may call them.
    found.extend(
        callees
            .into_iter()
            .map(|at| (at..at, "#[allow(dead_code)] ".to_owned())),
    );
    found.sort_by_key(|(span, _)| span.start);
    let (mut text, mut written, mut at) = (String::with_capacity(src.text.len()), Vec::new(), 0);
    for (old, new) in found {
        if old.start < at {
            continue;
        }
        text.push_str(src.text.get(at..old.start)?);
        let start = text.len();
        text.push_str(&new);
        // Lines stay where they are.
        let lines = src.slice(&old).matches('\n').count();
        text.extend(std::iter::repeat_n(
            '\n',
            lines - new.matches('\n').count().min(lines),
        ));
        at = old.end;
        written.push(Written {
            new: start..text.len(),
            text: src.slice(&old).to_owned(),
            old,
        });
    }
    text.push_str(src.text.get(at..)?);
    let mut expanded = parse(&src.path, text)?;
    expanded.written = written;
    Some(expanded)
}

/// Functions that directives stand before, or in.
fn annotated(src: &Source) -> Vec<Node<'_>> {
    let (mut list, mut stack) = (Vec::new(), vec![src.tree.root_node()]);
    while let Some(node) = stack.pop() {
        if node.kind() == "function_item" && is_annotated(src, node) {
            list.push(node);
        } else {
            stack.extend(children(node));
        }
    }
    list
}

/// Directives stand before the function, or in it.
fn is_annotated(src: &Source, function: Node) -> bool {
    has_directive(src, function) || follows_one(src, function)
}

fn has_directive(src: &Source, function: Node) -> bool {
    let mut stack = vec![function];
    while let Some(node) = stack.pop() {
        if node.kind() == "attribute_item" && src.text(node).contains("hp5") {
            return true;
        }
        stack.extend(children(node));
    }
    false
}

fn follows_one(src: &Source, function: Node) -> bool {
    let mut before = function.prev_named_sibling();
    while let Some(node) = before {
        match node.kind() {
            "attribute_item" if src.text(node).contains("hp5") => return true,
            "attribute_item" | "line_comment" | "block_comment" => {}
            _ => return false,
        }
        before = node.prev_named_sibling();
    }
    false
}

/// The outermost calls in a function that can be written out.
fn collect(
    src: &Source,
    node: Node,
    found: &mut Vec<(Span, String)>,
    callees: &mut BTreeSet<usize>,
) {
    if node.kind() == "attribute_item" || node.has_error() {
        return;
    }
    match write::written_out(src, node, callees) {
        Some(text) => found.push((node.byte_range(), text)),
        None => children(node)
            .into_iter()
            .for_each(|child| collect(src, child, found, callees)),
    }
}

#[cfg(test)]
mod tests;
