//! Arrays that a body makes longer or shorter: `list.push(x)`, `rows[i].clear()`, `fill(&mut list)`.
//!
//! Tasks know arrays by the addresses of their elements, which such a call may move. So an array that
//! some task of a region resizes is used as a whole by all of them, by the address of its header.

use tree_sitter::Node;

use crate::ir::Span;
use crate::semantics::scopes::binder;
use crate::semantics::values::is_fixed_array;
use crate::syntax::names::free_names;
use crate::syntax::resizing::{Part, joined, place_of, resizes};
use crate::syntax::rust::{Source, children, field, peel};

/// Names of what the code resizes, with the number of index brackets behind them.
pub(super) fn by(src: &Source, code: Node) -> Vec<(String, usize)> {
    let mut found = Vec::new();
    let mut stack = vec![code];
    while let Some(node) = stack.pop() {
        stack.extend(children(node));
        let places = match node.kind() {
            "call_expression" => src.resizing().places(src, node),
            "assignment_expression" => replaced(node),
            "macro_invocation" => in_tokens(src, node),
            _ => Vec::new(),
        };
        found.extend(
            places
                .into_iter()
                .filter_map(|(at, part)| named(src, code, at, &part)),
        );
    }
    found
}

/// `*list = ..`, `rows[i] = ..`.
fn replaced(assignment: Node<'_>) -> Vec<(Node<'_>, Part)> {
    let place = field(assignment, "left").map(peel);
    let kinds = ["unary_expression", "index_expression"];
    let place = place.filter(|p| kinds.contains(&p.kind()));
    place.into_iter().map(|p| (p, Part::default())).collect()
}

/// `assert!(list.pop().is_some())`.
fn in_tokens<'t>(src: &Source, call: Node<'t>) -> Vec<(Node<'t>, Part)> {
    let is_resized = |span: &Span| {
        let after = src.text.get(span.end..).unwrap_or("").strip_prefix('.');
        let method = after.and_then(|after| after.split_once('('));
        method.is_some_and(|(method, _)| resizes(method))
    };
    let spans = free_names(src, call)
        .into_iter()
        .flat_map(|free| free.spans);
    let names = spans.filter(is_resized);
    let places = names.filter_map(|span| call.descendant_for_byte_range(span.start, span.end));
    places.map(|place| (place, Part::default())).collect()
}

/// The name at the root of a place, and the brackets, if it is none of the code's own.
fn named(src: &Source, code: Node, place: Node, part: &Part) -> Option<(String, usize)> {
    let (root, outer) = place_of(src, place)?;
    let own = binder(src, place, &root);
    if own.is_some_and(|by| by.is_in(&code.byte_range())) {
        return None;
    }
    let (fields, brackets) = joined(&outer, part);
    let fixed = fields.is_empty() && is_fixed_array(src, place, &root, brackets);
    (!fixed).then(|| (format!("{root}{fields}"), brackets))
}
