//! Differences and quotients in a value that registering a task computes, as calls of the runtime that have
//! a value for all operands: the task's code may come to them only where they have one, `if w > 0 { .. n / w .. }`.

use std::path::Path;

use tree_sitter::Node;

use crate::syntax::rust::{children, field, parse};

/// The expression, with calls where it may have no value.
pub(super) fn defined(text: &str) -> String {
    // Most are names.
    if !text.contains(['/', '%', '-']) {
        return text.to_owned();
    }
    let code = format!("const X: T = {text};");
    let Some(src) = parse(Path::new(""), code) else {
        return text.to_owned();
    };
    let item = children(src.tree.root_node()).into_iter().next();
    match item.and_then(|item| field(item, "value")) {
        Some(value) => written(&src.text, value),
        None => text.to_owned(),
    }
}

fn written(code: &str, node: Node) -> String {
    let call = (node.kind() == "binary_expression").then(|| {
        let [left, right] = ["left", "right"].map(|side| field(node, side));
        let function = match &code[field(node, "operator")?.byte_range()] {
            "-" => "minus",
            "/" => "quotient",
            "%" => "remainder",
            _ => return None,
        };
        let (left, right) = (left?, right?);
        let is_number = |side: Node| side.kind() == "integer_literal";
        let divides = function == "minus" || !is_number(right);
        (divides && !(is_number(left) && is_number(right))).then(|| {
            let [left, right] = [left, right].map(|side| written(code, side));
            format!("hp5::rt::{function}({left}, {right})")
        })
    });
    if let Some(call) = call.flatten() {
        return call;
    }
    let (mut out, mut at) = (String::new(), node.start_byte());
    let mut cursor = node.walk();
    for child in node.children(&mut cursor) {
        out += &code[at..child.start_byte()];
        out += &written(code, child);
        at = child.end_byte();
    }
    out + &code[at..node.end_byte()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_may_have_no_value_is_computed_by_the_runtime() {
        for (text, expected) in [
            ("(n / w)", "(hp5::rt::quotient(n, w))"),
            ("((n - k) / 2)", "((hp5::rt::minus(n, k)) / 2)"),
            (
                "(self.n % (w as usize))",
                "(hp5::rt::remainder(self.n, (w as usize)))",
            ),
            (
                "(n - k).min(a.len() - 1)",
                "(hp5::rt::minus(n, k)).min(hp5::rt::minus(a.len(), 1))",
            ),
        ] {
            assert_eq!(defined(text), expected);
        }
        for same in ["n", "(n / 2)", "(n + k) * 2", "8 / 3"] {
            assert_eq!(defined(same), same);
        }
    }
}
