//! Numbers that stay what they were from their declaration to a task, as the function's text shows.

use tree_sitter::Node;

use crate::lower::bindings::is_mutable;
use crate::lower::classes::Class;
use crate::lower::macros::written_names;
use crate::lower::receivers;
use crate::syntax::rust::{
    Source, assigned_places, callee, children, field, function_around, peel, place_name,
};

/// `len` and 2 of `len / 2` and of `len >> 1`.
pub(super) fn quotient<'t>(src: &Source, value: Node<'t>) -> Option<(Node<'t>, i64)> {
    let (left, right) = (peel(field(value, "left")?), peel(field(value, "right")?));
    let number: i64 = src.text(right).parse().ok()?;
    let by = match src.text(field(value, "operator")?) {
        "/" => number,
        ">>" if (0..32).contains(&number) => 1 << number,
        _ => return None,
    };
    (left.kind() == "identifier" && by > 0).then_some((left, by))
}

/// Nothing behind a declaration in its block assigns the number, or borrows it to be changed, but in the
/// block's own last statements: `len *= 2;` at the end of a turn.
pub(super) fn unchanged_behind(src: &Source, declaration: Node, name: &str) -> bool {
    let changes = |node: Node| {
        let mut stack = vec![node];
        while let Some(node) = stack.pop() {
            let place = match node.kind() {
                "assignment_expression" | "compound_assignment_expr" => field(node, "left"),
                "reference_expression" if is_mutable(node) => field(node, "value"),
                "macro_invocation" => Some(node).filter(|m| src.text(*m).contains(name)),
                _ => None,
            };
            // An element that is found by it is another place.
            let place = place.filter(|place| place.kind() != "index_expression");
            if place.is_some_and(|place| src.text(place).contains(name)) {
                return true;
            }
            stack.extend(children(node));
        }
        false
    };
    let mut last_change = false;
    let mut next = declaration.next_named_sibling();
    while let Some(node) = next {
        let simple = node.kind() == "expression_statement"
            && children(node)
                .first()
                .is_some_and(|e| e.kind().contains("assignment"));
        // What stands behind a change may be the task.
        if last_change && !simple {
            return false;
        }
        match (changes(node), simple) {
            (true, false) => return false,
            (changed, _) => last_change |= changed,
        }
        next = node.next_named_sibling();
    }
    true
}

/// Nothing in the function around changes the field: neither it nor what it is in is assigned, borrowed to be
/// changed, named as a whole, or has a method called that may change it.
pub(super) fn stays(src: &Source, value: Node, field_name: &str) -> bool {
    let root = field_name.split('.').next().unwrap_or("");
    let covers = |place: &str| {
        let rest = field_name.strip_prefix(place);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    };
    let names = |place: Node| place_name(src, place).is_some_and(|name| covers(&name));
    let assigned = |left: Node| assigned_places(left).into_iter().any(names);
    let may_change = |call: Node| {
        let method = callee(call).filter(|f| f.kind() == "field_expression")?;
        let receiver = peel(field(method, "value")?);
        let takes = receivers::parameters(src, method);
        let reads = takes.and_then(|list| list.first().copied()) == Some(Class::Reads);
        let place = place_name(src, receiver).unwrap_or_else(|| src.text(receiver).to_owned());
        Some(covers(&place) && place != field_name && !reads)
    };
    let Some(function) = function_around(value) else {
        return false;
    };
    let mut stack: Vec<Node> = field(function, "body").into_iter().collect();
    while let Some(node) = stack.pop() {
        let changes = match node.kind() {
            "assignment_expression" | "compound_assignment_expr" => {
                field(node, "left").is_some_and(assigned)
            }
            "reference_expression" if is_mutable(node) => field(node, "value").is_some_and(names),
            "call_expression" => may_change(node) == Some(true),
            "macro_invocation" => written_names(src, node)
                .iter()
                .any(|written| written == root),
            "self" | "identifier" if src.text(node) == root => {
                let after = src.text.get(node.end_byte()..).unwrap_or("");
                !after.starts_with('.')
            }
            _ => false,
        };
        if changes {
            return false;
        }
        stack.extend(children(node));
    }
    true
}
