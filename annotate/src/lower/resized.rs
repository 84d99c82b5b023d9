//! Arrays that a body makes longer or shorter: `list.push(x)`, `rows[i].clear()`, `fill(&mut list)`.
//!
//! Tasks know arrays by the addresses of their elements, which such a call may move. So an array that
//! some task of a region resizes is used as a whole by all of them, by the address of its header.

use tree_sitter::Node;

use crate::passes::scopes::binder;
use crate::syntax::rust::{Source, callee, children, field, peel, place_name};

/// Methods of vectors and strings that change how long they are.
const RESIZING: [&str; 24] = [
    "push",
    "pop",
    "clear",
    "resize",
    "resize_with",
    "insert",
    "remove",
    "truncate",
    "extend",
    "extend_from_slice",
    "extend_from_within",
    "append",
    "drain",
    "retain",
    "retain_mut",
    "swap_remove",
    "reserve",
    "reserve_exact",
    "dedup",
    "dedup_by_key",
    "split_off",
    "shrink_to_fit",
    "push_str",
    "splice",
];

/// Names of what the code resizes, with the number of index brackets behind them.
pub(super) fn by(src: &Source, code: Node) -> Vec<(String, usize)> {
    let mut found = Vec::new();
    let mut stack = vec![code];
    while let Some(node) = stack.pop() {
        stack.extend(children(node));
        if node.kind() != "call_expression" {
            continue;
        }
        let receiver = resized_receiver(src, node);
        let arguments = resized_arguments(src, node);
        let places = receiver.into_iter().chain(arguments);
        found.extend(places.filter_map(|place| named(src, place, code)));
    }
    found
}

/// `list` of `list.push(x)`.
fn resized_receiver<'t>(src: &Source, call: Node<'t>) -> Option<Node<'t>> {
    let function = callee(call).filter(|f| f.kind() == "field_expression")?;
    let method = src.text(field(function, "field")?);
    RESIZING
        .contains(&method)
        .then(|| field(function, "value"))?
}

/// Arguments that a function of the file resizes.
fn resized_arguments<'t>(src: &Source, call: Node<'t>) -> Vec<Node<'t>> {
    let Some(function) = callee(call).filter(|f| f.kind() == "identifier") else {
        return Vec::new();
    };
    let arguments = field(call, "arguments").map(children).unwrap_or_default();
    let mut list = Vec::new();
    for item in src.functions(src.text(function)) {
        let parameters = field(item, "parameters").map(children).unwrap_or_default();
        for (parameter, argument) in parameters.into_iter().zip(&arguments) {
            let name = field(parameter, "pattern").map_or("", |p| src.text(p));
            let by_body = field(item, "body").is_some_and(|body| resizes(src, body, name));
            if by_body {
                list.push(*argument);
            }
        }
    }
    list
}

/// The code calls such a method on this name.
fn resizes(src: &Source, body: Node, name: &str) -> bool {
    let mut stack = vec![body];
    while let Some(node) = stack.pop() {
        let receiver = (node.kind() == "call_expression").then(|| resized_receiver(src, node));
        if receiver
            .flatten()
            .is_some_and(|r| src.text(peel(r)) == name)
        {
            return true;
        }
        stack.extend(children(node));
    }
    false
}

/// The name at the root of a place, borrows and dereferences aside, if it is none of the code's own.
fn named(src: &Source, place: Node, code: Node) -> Option<(String, usize)> {
    let (mut at, mut brackets) = (peel(place), 0);
    loop {
        at = match at.kind() {
            "index_expression" => {
                brackets += 1;
                peel(*children(at).first()?)
            }
            "reference_expression" => peel(field(at, "value")?),
            "unary_expression" => peel(*children(at).first()?),
            _ => break,
        };
    }
    let name = place_name(src, at)?;
    let own = binder(src, at, name.split('.').next().unwrap_or(""));
    let inside = own.is_some_and(|by| by.is_in(&code.byte_range()));
    (!inside).then_some((name, brackets))
}
