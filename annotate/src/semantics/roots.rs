//! The names that a value leads to, and those that a text mentions.

use tree_sitter::Node;

use crate::semantics::values::{COUNTING, META, PARTING, asks_shape};
use crate::syntax::names::free_names;
use crate::syntax::rust::{Source, callee, children, field, place_name};

/// Places that the value of an expression may refer into: all that it mentions but for their shape.
pub(crate) fn roots(src: &Source, value: Node) -> Vec<String> {
    let mut list = Vec::new();
    let mut stack = vec![value];
    while let Some(node) = stack.pop() {
        match node.kind() {
            "identifier" | "self" | "field_expression" => match place_name(src, node) {
                Some(name) => list.push(name),
                None => stack.extend(field(node, "value")),
            },
            "call_expression" => {
                let function = callee(node);
                let method = function
                    .and_then(|f| field(f, "field"))
                    .map_or("", |f| src.text(f));
                let number = method != "shape";
                if number && function.is_some_and(|f| asks_shape(src, f)) {
                    continue;
                }
                match function {
                    Some(f) if f.kind() == "field_expression" => stack.extend(field(f, "value")),
                    Some(f) if f.kind() == "identifier" => list.push(src.text(f).to_owned()),
                    _ => {}
                }
                // `a.split_at_mut(n)` refers to no part of a number.
                if !PARTING.contains(&method) && !COUNTING.contains(&method) {
                    stack.extend(field(node, "arguments"));
                }
            }
            "macro_invocation" | "closure_expression" => {
                list.extend(free_names(src, node).into_iter().map(|f| f.name));
                // `self` stands for all its fields here.
            }
            "index_expression" => stack.extend(children(node).first().copied()),
            "block" | "else_clause" => stack.extend(children(node).last().copied()),
            "expression_statement" if src.text(node).ends_with(';') => {}
            "if_expression" => stack.extend(
                [field(node, "consequence"), field(node, "alternative")]
                    .into_iter()
                    .flatten(),
            ),
            "match_expression" => {
                stack.extend(field(node, "value"));
                let arms = field(node, "body").map(children).unwrap_or_default();
                stack.extend(arms.into_iter().filter_map(|arm| field(arm, "value")));
            }
            "loop_expression" => break_values(node, &mut stack),
            "for_expression" | "while_expression" | "let_declaration" => {}
            "scoped_identifier" | "type_arguments" => {}
            _ => stack.extend(children(node)),
        }
    }
    list
}

/// The values that a loop is left with.
fn break_values<'t>(node: Node<'t>, values: &mut Vec<Node<'t>>) {
    let mut stack = children(node);
    while let Some(inner) = stack.pop() {
        if inner.kind() == "break_expression" {
            values.extend(children(inner).into_iter().filter(|c| c.kind() != "label"));
        } else {
            stack.extend(children(inner));
        }
    }
}

/// Names in a piece of source text, with their `self.` path; shapes (`a.len()`) left out.
pub(crate) fn mentioned(src: &Source, text: &str) -> Vec<String> {
    let mut names = Vec::new();
    let mut rest = text;
    while let Some(start) = rest.find(|c: char| c.is_alphabetic() || c == '_') {
        let begin = &rest[start..];
        let end = begin
            .find(|c: char| !(c.is_alphanumeric() || c == '_' || c == '.'))
            .unwrap_or(begin.len());
        let word = begin[..end].trim_end_matches('.');
        let (owner, method) = word.rsplit_once('.').unwrap_or((word, ""));
        let called = begin[end..].trim_start().starts_with('(');
        match (called, is_shape(src, method)) {
            (true, true) => {}
            (true, false) if !method.is_empty() => names.push(owner.to_owned()),
            _ if asks_row_for_shape(src, &begin[end..]) => {}
            _ => names.push(word.to_owned()),
        }
        rest = &begin[end.max(1)..];
    }
    names
}

/// True for `[0].len()` and `[i][j].len()`: the shape of a row, not its elements.
fn asks_row_for_shape(src: &Source, after: &str) -> bool {
    let mut rest = after;
    while rest.starts_with('[') {
        let mut depth = 0_usize;
        let close = rest.find(|c: char| {
            depth = match c {
                '[' => depth + 1,
                ']' => depth - 1,
                _ => depth,
            };
            depth == 0
        });
        rest = close.map_or("", |n| &rest[n + 1..]);
    }
    let method = rest.strip_prefix('.').and_then(|r| r.split_once('('));
    after.starts_with('[') && method.is_some_and(|(name, _)| is_shape(src, name))
}

/// The method asks for a shape, whatever it is called on: the file defines none of this name.
fn is_shape(src: &Source, method: &str) -> bool {
    META.contains(&method) && src.functions(method).is_empty()
}

/// The name in a capture's text, which may be `(*w)` or `(&*w)`.
pub(crate) fn plain_name(text: &str) -> &str {
    text.trim_matches(|c| matches!(c, '(' | ')' | '*' | '&'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_in_text() {
        let src = crate::syntax::rust::parse(std::path::Path::new("t.rs"), String::new());
        let src = src.expect("it is Rust");
        let mentioned = |text: &str| mentioned(&src, text);
        assert_eq!(
            mentioned("(n + self.m.len() * a[k.min(3)])"),
            ["n", "a", "k"]
        );
        assert_eq!(mentioned("self.h - x_1"), ["self.h", "x_1"]);
        assert_eq!(plain_name("(*w)"), "w");
    }
}
