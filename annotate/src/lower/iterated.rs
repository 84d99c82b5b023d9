//! Numbers that iterators hand out: `(0..n).map(|k| ..)`, and `k` of `a.iter().enumerate()`.

use tree_sitter::Node;

use crate::lower::body::{RangeNodes, range_of};
use crate::syntax::rust::{Source, callee, children, field, peel};

/// Methods that call a closure with each item.
const EACH: [&str; 14] = [
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

/// Methods that hand on some of the items, as they are.
const SOME: [&str; 6] = [
    "filter",
    "take_while",
    "skip_while",
    "inspect",
    "take",
    "skip",
];

/// The parameter of a closure that runs through a range, and the range.
pub(super) fn over_range<'s>(
    src: &'s Source,
    closure: Node<'s>,
) -> Option<(&'s str, RangeNodes<'s>)> {
    let arguments = closure.parent().filter(|p| p.kind() == "arguments")?;
    let method = callee(arguments.parent()?).filter(|f| f.kind() == "field_expression")?;
    let parameters = children(field(closure, "parameters")?);
    let name = src.text(field(method, "field")?);
    // `fold(first, |sum, k| ..)`
    let parameter = match name {
        "fold" => *parameters.get(1)?,
        _ if EACH.contains(&name) && parameters.len() == 1 => *parameters.first()?,
        _ => return None,
    };
    let pattern = field(parameter, "pattern").unwrap_or(parameter);
    let pattern = match pattern.kind() {
        "reference_pattern" => *children(pattern).first()?,
        _ => pattern,
    };
    let mut items = peel(field(method, "value")?);
    loop {
        if let Some(range) = range_of(src, items) {
            return (pattern.kind() == "identifier").then(|| (src.text(pattern), range));
        }
        let before = callee(items).filter(|f| f.kind() == "field_expression")?;
        if !SOME.contains(&src.text(field(before, "field")?)) {
            return None;
        }
        items = peel(field(before, "value")?);
    }
}

/// The ends of a range, of which the first may be left out.
pub(super) type Ends<'t> = (Option<Node<'t>>, Node<'t>);

/// The counter of `for (k, x) in a[lo..hi].iter().enumerate()`, and the ends of the part if it is one.
pub(super) fn counted<'s>(
    src: &'s Source,
    pattern: Node<'s>,
    value: Node<'s>,
) -> Option<(&'s str, Option<Ends<'s>>)> {
    let counter = children(pattern).first().copied();
    let counter =
        counter.filter(|c| pattern.kind() == "tuple_pattern" && c.kind() == "identifier")?;
    let method = |call: Node<'s>| {
        let function = callee(call).filter(|f| f.kind() == "field_expression")?;
        Some((
            src.text(field(function, "field")?),
            peel(field(function, "value")?),
        ))
    };
    let (name, items) = method(peel(value))?;
    if name != "enumerate" {
        return None;
    }
    let ends = || {
        let (name, part) = method(items)?;
        let index = children(part).get(1).copied();
        let range = index.filter(|_| part.kind() == "index_expression")?;
        let range = range_of(src, range)?;
        let plain = matches!(name, "iter" | "iter_mut") && !range.inclusive;
        Some((range.lo, range.hi?)).filter(|_| plain)
    };
    Some((src.text(counter), ends()))
}
