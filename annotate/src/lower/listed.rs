//! Numbers of lists that are written out, `for &j in [i, i + 1].iter()`: names that run through one, and its
//! values.

use tree_sitter::Node;

use crate::syntax::rust::{Source, callee, children, field, peel};

/// Methods that hand on all items, as they are but for references.
const ALL: [&str; 6] = ["iter", "into_iter", "copied", "cloned", "rev", "peekable"];

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
    let Some(items) = list(src, value) else {
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

/// All the items of a list.
fn list<'t>(src: &'t Source, value: Node<'t>) -> Option<Vec<Node<'t>>> {
    let mut value = peel(value);
    loop {
        value = match value.kind() {
            "array_expression" => {
                let length = field(value, "length").map(|length| length.id());
                let mut items = children(value);
                items.retain(|item| Some(item.id()) != length && item.kind() != "attribute_item");
                return Some(items);
            }
            "reference_expression" => peel(field(value, "value")?),
            "call_expression" => match method(src, value)? {
                (name, of) if ALL.contains(&name) => peel(of),
                _ => return None,
            },
            _ => return None,
        };
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
