//! References that patterns bind: `low` of `let (low, high) = a.split_at_mut(n)`, `part` of
//! `for (k, part) in a.chunks_mut(n).enumerate()`.

use tree_sitter::Node;

use crate::syntax::names::pattern_names;
use crate::syntax::rust::{Source, callee, children, field, peel};

/// Names of a pattern that are references made by a method such as `iter_mut`, `chunks_mut` or `split_at_mut`.
pub(crate) fn changed_through(src: &Source, pattern: Node, value: Node) -> Vec<String> {
    const AS_THEY_ARE: [&str; 9] = [
        "rev",
        "skip",
        "take",
        "step_by",
        "unwrap",
        "expect",
        "next",
        "nth",
        "next_back",
    ];
    let mut value = peel(value);
    while let Some(tried) = children(value)
        .first()
        .filter(|_| value.kind() == "try_expression")
    {
        value = peel(*tried);
    }
    let Some(function) = callee(value).filter(|f| f.kind() == "field_expression") else {
        return Vec::new();
    };
    let method = field(function, "field").map_or("", |f| src.text(f));
    let Some(receiver) = field(function, "value") else {
        return Vec::new();
    };
    let other = || {
        let arguments = field(value, "arguments").map(children).unwrap_or_default();
        arguments.first().copied()
    };
    let pair = children(pattern);
    match (method, pair.as_slice()) {
        ("enumerate", [_, item]) => changed_through(src, *item, receiver),
        ("zip", [first, second]) => {
            let mut names = changed_through(src, *first, receiver);
            names.extend(other().map_or_else(Vec::new, |o| changed_through(src, *second, o)));
            names
        }
        _ if AS_THEY_ARE.contains(&method) => changed_through(src, pattern, receiver),
        _ if method.ends_with("_mut") => {
            let names = pattern_names(src, pattern).into_iter();
            names.map(|(name, _)| name).collect()
        }
        _ => Vec::new(),
    }
}
