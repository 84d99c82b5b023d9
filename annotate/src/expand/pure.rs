//! Expressions that may be written where a call of them stood.

use tree_sitter::Node;

use crate::syntax::rust::{Source, callee, children, field, peel};

/// Methods of numbers and arrays without effect.
const METHODS: [&str; 34] = [
    "abs",
    "sqrt",
    "powi",
    "powf",
    "exp",
    "ln",
    "log2",
    "log10",
    "sin",
    "cos",
    "tan",
    "atan2",
    "tanh",
    "hypot",
    "floor",
    "ceil",
    "round",
    "trunc",
    "fract",
    "signum",
    "recip",
    "mul_add",
    "min",
    "max",
    "clamp",
    "pow",
    "wrapping_add",
    "wrapping_sub",
    "wrapping_mul",
    "rem_euclid",
    "abs_diff",
    "len",
    "is_empty",
    "to_bits",
];

/// Node kinds of expressions that read and compute, with what stands in them.
const READS: [&str; 24] = [
    "identifier",
    "self",
    "field_identifier",
    "field_expression",
    "index_expression",
    "integer_literal",
    "float_literal",
    "boolean_literal",
    "negative_literal",
    "unary_expression",
    "binary_expression",
    "parenthesized_expression",
    "type_cast_expression",
    "primitive_type",
    "reference_expression",
    "mutable_specifier",
    "tuple_expression",
    "array_expression",
    "if_expression",
    "else_clause",
    "block",
    "arguments",
    "scoped_identifier",
    "token_tree",
];

/// The kind of node only reads and computes.
pub(super) fn is_kind(kind: &str) -> bool {
    READS.contains(&kind)
}

/// A call of a method of numbers and arrays that has no effect.
pub(super) fn is_method(src: &Source, call: Node) -> bool {
    let method = callee(call).filter(|f| f.kind() == "field_expression");
    let name = method.and_then(|f| field(f, "field"));
    name.is_some_and(|name| METHODS.contains(&src.text(name)))
}

/// Evaluated any number of times it gives the same, and changes nothing.
pub(super) fn is_simple(src: &Source, node: Node) -> bool {
    match node.kind() {
        "block" | "if_expression" | "token_tree" | "mutable_specifier" => false,
        "call_expression" => {
            is_method(src, node) && children(node).into_iter().all(|c| is_simple(src, c))
        }
        kind => is_kind(kind) && children(node).into_iter().all(|c| is_simple(src, c)),
    }
}

/// A place that methods are called on or that is indexed: `a`, `self.u`, `grids[l]`.
pub(super) fn is_place(src: &Source, node: Node) -> bool {
    let place = matches!(
        node.kind(),
        "identifier" | "self" | "field_expression" | "index_expression"
    );
    place && is_simple(src, node)
}

/// The type of the expression follows from what it is made of: not from a literal alone, whose type is that
/// of what is around it. `known`: names whose type is written down.
pub(super) fn is_typed(src: &Source, node: Node, known: &dyn Fn(&str) -> bool) -> bool {
    let next = |child: Node| is_typed(src, child, known);
    match node.kind() {
        "identifier" => known(src.text(node)),
        "integer_literal" | "float_literal" => {
            src.text(node).ends_with(|c: char| c.is_alphanumeric())
                && [
                    "u8", "u16", "u32", "u64", "usize", "i8", "i16", "i32", "i64", "isize", "f32",
                    "f64", "u128", "i128",
                ]
                .iter()
                .any(|suffix| src.text(node).ends_with(suffix))
        }
        "negative_literal"
        | "unary_expression"
        | "parenthesized_expression"
        | "reference_expression" => children(node).into_iter().any(next),
        "binary_expression" => {
            let (Some(left), Some(right)) = (field(node, "left"), field(node, "right")) else {
                return false;
            };
            match field(node, "operator").map_or("", |o| src.text(o)) {
                "<<" | ">>" => next(left) && next(right),
                _ => next(left) || next(right),
            }
        }
        "if_expression" => {
            let parts = ["consequence", "alternative"].map(|part| field(node, part));
            parts.into_iter().flatten().any(next)
        }
        "else_clause" | "block" => children(node).last().is_some_and(|last| next(*last)),
        "call_expression" => {
            let function = callee(node).filter(|f| f.kind() == "field_expression");
            function
                .and_then(|f| field(f, "value"))
                .is_none_or(|receiver| next(peel(receiver)))
        }
        "tuple_expression" | "array_expression" => children(node).into_iter().all(next),
        _ => true,
    }
}
