//! Numbers of lists that are written out: names that run through one, and its values.
//!
//! `for j in [i, i + 1]`, and `for &j in list.iter()` after `let list = [i, i + 1];`.

use tree_sitter::Node;

use crate::semantics::scopes::{Binder, binder, initialiser};
use crate::syntax::rust::{Source, callee, children, field, peel};

/// Methods that call a closure with each item.
pub(super) const EACH: [&str; 14] = [
    "map",
    "for_each",
    "flat_map",
    "filter_map",
    "find_map",
    "map_while",
    "any",
    "all",
    "position",
    "filter",
    "find",
    "take_while",
    "skip_while",
    "inspect",
];

/// Methods that hand on all items, as they are but for references.
const ALL: [&str; 6] = ["iter", "into_iter", "copied", "cloned", "rev", "peekable"];

/// Methods that hand on some.
const SOME: [&str; 7] = [
    "skip", "take", "step_by", "filter", "chain", "cycle", "next",
];

/// Names are bound to names.
const DEPTH: usize = 8;

/// The names of a pattern that runs through a list, each with all its values.
pub(super) fn bound_each<'t>(
    src: &'t Source,
    pattern: Node<'t>,
    value: Node<'t>,
) -> Vec<(Node<'t>, Vec<Node<'t>>)> {
    let pattern = peeled(pattern);
    let mut cursor = pattern.walk();
    // `_` has no name in the tree.
    let sides: Vec<Node> = (pattern.children(&mut cursor))
        .filter(|side| !matches!(side.kind(), "(" | ")" | ","))
        .collect();
    if let Some(("enumerate", items)) = method(src, peel(value)) {
        return match sides[..] {
            [_, item] if pattern.kind() == "tuple_pattern" => bound_each(src, item, items),
            _ => Vec::new(),
        };
    }
    let Some(items) = list(src, value, false, 0) else {
        return Vec::new();
    };
    if pattern.kind() == "identifier" {
        return vec![(pattern, items)];
    }
    let parts: Option<Vec<Vec<Node>>> = items.into_iter().map(|item| parts(item, &sides)).collect();
    let Some(parts) = parts.filter(|_| pattern.kind() == "tuple_pattern") else {
        return Vec::new();
    };
    let column = |n: usize| parts.iter().map(|row| row[n]).collect();
    let sides = sides.iter().map(|side| peeled(*side)).enumerate();
    let names = sides.filter(|(_, side)| side.kind() == "identifier");
    names.map(|(n, side)| (side, column(n))).collect()
}

/// The parts of a tuple that a pattern has as many sides as.
fn parts<'t>(item: Node<'t>, sides: &[Node]) -> Option<Vec<Node<'t>>> {
    let parts = children(peel(item));
    (item.kind() == "tuple_expression" && parts.len() == sides.len()).then_some(parts)
}

/// `x` of `&x`.
fn peeled(pattern: Node<'_>) -> Node<'_> {
    match pattern.kind() {
        "reference_pattern" => children(pattern).first().copied().unwrap_or(pattern),
        _ => pattern,
    }
}

/// The numbers that are written where a value comes from that runs through them; `None` where it comes from
/// elsewhere.
pub(super) fn shown<'t>(src: &'t Source, value: Node<'t>) -> Option<Vec<Node<'t>>> {
    list(src, value, true, 0)
}

/// The list that the items come from that a closure is called with.
pub(super) fn called_with<'t>(src: &'t Source, closure: Node<'t>) -> Option<Vec<Node<'t>>> {
    let arguments = closure.parent().filter(|p| p.kind() == "arguments")?;
    let (name, items) = method(src, arguments.parent()?)?;
    EACH.contains(&name).then(|| shown(src, items))?
}

/// The items of a list, all of them, or where `some` those that a part is taken from.
fn list<'t>(src: &'t Source, value: Node<'t>, some: bool, depth: usize) -> Option<Vec<Node<'t>>> {
    let value = peel(value);
    if depth > DEPTH {
        return None;
    }
    let next = |of: Node<'t>| list(src, of, some, depth + 1);
    match value.kind() {
        "array_expression" => {
            let length = field(value, "length").map(|length| length.id());
            let mut items = children(value);
            items.retain(|item| Some(item.id()) != length && item.kind() != "attribute_item");
            Some(items)
        }
        "reference_expression" => next(field(value, "value")?),
        // What its numbers were made of may have changed since.
        "identifier" if some => match binder(src, value, src.text(value))? {
            Binder::Let(l) => next(initialiser(src, l, src.text(value))?),
            _ => None,
        },
        "call_expression" => match method(src, value)? {
            (name, of) if ALL.contains(&name) => next(of),
            (name, of) if some && (SOME.contains(&name) || name == "enumerate") => {
                let mut items = next(of)?;
                if name == "chain" {
                    let other = children(field(value, "arguments")?);
                    items.extend(next(*other.first()?)?);
                }
                Some(items)
            }
            _ => None,
        },
        _ => None,
    }
}

/// The method of a call, and what it is called on.
fn method<'t>(src: &'t Source, call: Node<'t>) -> Option<(&'t str, Node<'t>)> {
    let function = callee(call).filter(|f| f.kind() == "field_expression")?;
    Some((
        src.text(field(function, "field")?),
        field(function, "value")?,
    ))
}
