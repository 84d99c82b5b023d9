//! Lengths of arrays that are variables: the text of a declaration means what they were there.

use tree_sitter::Node;

use crate::c::parse::source::{Source, changed_by, children, place_name};
use crate::c::semantics::declarations::{self, Declared};
use crate::ir::Span;

/// A length of the array that is changed after the declaration, and where.
pub(in crate::c) fn changed(src: &Source, found: &Declared) -> Option<(String, Span)> {
    let names: Vec<Declared> = (found.lengths().into_iter().flatten())
        .flat_map(|length| names_in(src, &length))
        .collect();
    if names.is_empty() {
        return None;
    }
    let function = src.function_at(found.node.start_byte())?;
    let mut stack = vec![function];
    while let Some(node) = stack.pop() {
        let name = changed_by(node).and_then(|place| place_name(src, place));
        let name = name.filter(|_| node.start_byte() >= found.node.end_byte());
        if let Some(name) = name {
            let here = declarations::find(src, node, &name);
            let same = |d: &Declared| {
                here.as_ref()
                    .is_some_and(|h| h.node == d.node && h.name == d.name)
            };
            if names.iter().any(same) {
                return Some((name, node.byte_range()));
            }
        }
        stack.extend(children(node));
    }
    None
}

/// The variables in an expression of the file.
fn names_in<'s>(src: &'s Source, span: &Span) -> Vec<Declared<'s>> {
    let root = src.tree.root_node();
    let mut stack: Vec<Node> = root
        .descendant_for_byte_range(span.start, span.end)
        .into_iter()
        .collect();
    let mut names = Vec::new();
    while let Some(node) = stack.pop() {
        if node.kind() == "identifier" {
            names.extend(declarations::find(src, node, src.text(node)));
        }
        stack.extend(children(node));
    }
    names
}
