//! Where made functions go: in front of a function, and of what of it the parser takes for something else.

use tree_sitter::Node;

use crate::c::parse::directives::lines;
use crate::c::parse::lexical::{Piece, comment, pieces, without_comments};
use crate::c::parse::source::{Source, children, field};

/// Where a function begins: its attributes, and macros that stand for such, stand beside it in the tree.
pub(super) fn of_function(src: &Source, function: Node) -> usize {
    if let Some(other) = declares(src, function)
        && let Some(next) = other.next_sibling()
    {
        return between(src, other.end_byte(), next.start_byte());
    }
    let mut first = function;
    let mut at = src.before(function);
    while let Some(node) = at {
        if node.kind() != "comment" {
            if !is_part(src, node, first) {
                break;
            }
            first = node;
        }
        at = src.before(node);
    }
    of_item(src, first)
}

/// Where a declaration or a function begins, with attributes in front of it, which the tree does not have.
pub(super) fn of_item(src: &Source, item: Node) -> usize {
    let mut at = src.before(item);
    while let Some(comment) = at.filter(|n| n.kind() == "comment") {
        at = src.before(comment);
    }
    between(src, at.map_or(0, |n| n.end_byte()), item.start_byte())
}

/// Where between two places something stands that is more than comments and directives; else, the second.
fn between(src: &Source, from: usize, end: usize) -> usize {
    let mut from = from.min(end);
    // What a header of the system has there is none of it.
    for system in src.markers.system(src.text.len()) {
        if (from..end).contains(&system.start) {
            from = system.end.min(end);
        }
    }
    let mut rest = src.slice(&(from..end));
    loop {
        let space = rest.len() - rest.trim_start().len();
        let text = &rest[space..];
        let skipped = match comment(text) {
            Some(length) => length,
            None if text.starts_with('#') && !is_of_function(text) => {
                lines(text).first().map_or(text.len(), |line| line.end)
            }
            None => return end - text.len(),
        };
        rest = &text[skipped..];
    }
}

/// A directive that says something of the function that follows.
fn is_of_function(line: &str) -> bool {
    let words: Vec<&str> = line.split_whitespace().take(4).collect();
    matches!(
        words.as_slice(),
        ["#pragma", "omp", "declare", "simd" | "variant"]
    )
}

/// The macro that the parser takes for the type of a function, and which declares something itself.
fn declares<'t>(src: &Source, function: Node<'t>) -> Option<Node<'t>> {
    let first = children(function).into_iter().next()?;
    let is_macro = first.kind() == "macro_type_specifier";
    let name = field(first, "name").filter(|_| is_macro)?;
    let known = src.macros.get(src.text(name))?;
    known.value.contains([';', '}']).then_some(first)
}

/// What stands in front of a function, or of such a part, belongs to it: `EXPORT HOT` of a header,
/// which the parser takes for a declaration without its end, `ALIGNED(8)`, or such under a condition.
fn is_part(src: &Source, node: Node, next: Node) -> bool {
    let text = without_comments(src.text(node));
    match node.kind() {
        "declaration" | "ERROR" => is_words(&text),
        "expression_statement" if text.ends_with(')') => {
            let call = children(node).into_iter().next();
            let name = call.and_then(|call| field(call, "function"));
            match name.and_then(|name| src.macros.get(src.text(name))) {
                Some(known) => !known.value.contains([';', '{', '}']),
                // On a line of its own it may declare something.
                None => !src
                    .slice(&(node.end_byte()..next.start_byte()))
                    .contains('\n'),
            }
        }
        "preproc_if" | "preproc_ifdef" => {
            let lines = text
                .lines()
                .filter(|line| !line.trim_start().starts_with('#'));
            let code: String = lines.collect();
            !code.trim().is_empty() && !pieces(&code).any(|p| matches!(p, Piece::Code(';' | '}')))
        }
        _ => false,
    }
}

/// Names of macros, and nothing else.
fn is_words(text: &str) -> bool {
    let is_letter = |c: char| c.is_alphanumeric() || c == '_' || c.is_whitespace();
    !text.trim().is_empty() && text.chars().all(is_letter)
}
