//! Which expressions surely have a sign, by what the file shows: C compares those that do with those that
//! do not as numbers without one.

use tree_sitter::Node;

use crate::c::parse::source::{Source, expression, field, peel};
use crate::c::semantics::affine::expanded;
use crate::c::semantics::integer_arithmetic::integer;
use crate::c::semantics::{declarations, pointer_types};

/// Expressions deeper than this are taken to have none.
const DEPTH: usize = 40;

/// The words of a type that has a sign, and all numbers of an `int` at the least.
pub(in crate::c) fn is_wide(words: &str) -> bool {
    const WORDS: [&str; 9] = [
        "int",
        "long",
        "signed",
        "ptrdiff_t",
        "ssize_t",
        "intptr_t",
        "int32_t",
        "int64_t",
        "const",
    ];
    let mut all = words.split_whitespace().peekable();
    all.peek().is_some() && all.all(|word| WORDS.contains(&word))
}

/// Of what is less than an `int` expressions make one.
fn has_sign(words: &str) -> bool {
    let small = ["char", "short", "int8_t", "int16_t", "uint8_t", "uint16_t"];
    let plain = |word: &str| small.contains(&word) || word == "unsigned" || is_wide(word);
    is_wide(words)
        || (words.split_whitespace().any(|word| small.contains(&word))
            && words.split_whitespace().all(plain))
}

/// The expression has a sign. `at` is where it stands in the file, of which it may be a macro's text.
pub(in crate::c) fn is_signed(
    file: &Source,
    at: Node,
    (src, node): (&Source, Node),
    depth: usize,
) -> bool {
    if depth > DEPTH {
        return false;
    }
    let node = peel(node);
    let inner = |node: Node| is_signed(file, at, (src, node), depth + 1);
    let part = |name: &str| field(node, name).is_some_and(inner);
    let operator = || field(node, "operator").map_or("", |o| src.text(o));
    match node.kind() {
        "number_literal" => {
            let text = src.text(node);
            !text.contains(['u', 'U']) && integer(text).is_some_and(|n| i32::try_from(n).is_ok())
        }
        "char_literal" => true,
        "identifier" | "call_expression" => {
            let text = expanded(src, node);
            if let Some(inner) = text.and_then(|text| expression(&text, src)) {
                let value = inner.value();
                return value.is_some_and(|v| is_signed(file, at, (&inner, v), depth + 10));
            }
            if node.kind() == "call_expression" {
                return false;
            }
            match src.macros.get(src.text(node)) {
                Some(known) => integer(&known.value).is_some() && !known.value.contains(['u', 'U']),
                None => declarations::find(file, at, src.text(node))
                    .is_some_and(|found| has_sign(&found.plain_words(file))),
            }
        }
        "field_expression" => {
            let found = pointer_types::fields(src, file, node);
            !found.is_empty() && found.iter().all(|d| has_sign(&d.plain_words(file)))
        }
        "subscript_expression" => part("argument"),
        "pointer_expression" => src.text(node).starts_with('*') && part("argument"),
        "unary_expression" => operator() == "!" || part("argument"),
        "binary_expression" => match operator() {
            "<" | "<=" | ">" | ">=" | "==" | "!=" | "&&" | "||" => true,
            "<<" | ">>" => part("left"),
            _ => part("left") && part("right"),
        },
        "conditional_expression" => part("consequence") && part("alternative"),
        "cast_expression" => field(node, "type").is_some_and(|of| has_sign(src.text(of))),
        _ => false,
    }
}
