//! What generating code of a loop does besides registering tasks, and which names may be
//! something else in another turn of the loop.

use tree_sitter::Node;

use super::statements;
use crate::semantics::values::{META, has_library_method};
use crate::syntax::names::pattern_names;
use crate::syntax::rust::{Source, children, field, peel, place_name};

/// Methods of numbers that do nothing but compute.
const PURE: [&str; 21] = [
    "checked_div",
    "checked_rem",
    "unwrap_or",
    "abs",
    "min",
    "max",
    "pow",
    "clamp",
    "div_ceil",
    "isqrt",
    "rem_euclid",
    "div_euclid",
    "abs_diff",
    "saturating_sub",
    "saturating_add",
    "wrapping_add",
    "wrapping_sub",
    "wrapping_mul",
    "next_multiple_of",
    "signum",
    "count_ones",
];

/// Functions that do nothing but compute.
const PURE_FUNCTIONS: [&str; 6] = [
    "std::cmp::min",
    "std::cmp::max",
    "cmp::min",
    "cmp::max",
    "usize::from",
    "u64::from",
];

/// The generating code of one loop's body.
#[derive(Debug, Default)]
pub(super) struct Code<'t> {
    /// Expressions that decide which statements are executed: conditions, inner loops' ranges.
    pub(super) decides: Vec<Node<'t>>,
    /// Patterns with what they are bound to.
    pub(super) binds: Vec<(Node<'t>, Option<Node<'t>>)>,
    /// Places that are assigned.
    pub(super) assigned: Vec<Node<'t>>,
    /// Arrays whose headers change places at the end of each turn's tasks.
    pub(super) swaps: Vec<(String, String)>,
    /// First bytes of the task statements that were come across.
    pub(super) tasks: Vec<usize>,
    /// It changes more than its own locals and the exchanged headers.
    pub(super) has_effects: bool,
}

impl<'t> Code<'t> {
    /// Reads the body of a loop; `Err` names what is not understood.
    pub(super) fn read(
        src: &Source,
        body: Node<'t>,
        is_task: &dyn Fn(Node) -> bool,
    ) -> Result<Code<'t>, Node<'t>> {
        let mut code = Code::default();
        code.block(src, body, is_task, true)?;
        Ok(code)
    }

    fn block(
        &mut self,
        src: &Source,
        block: Node<'t>,
        is_task: &dyn Fn(Node) -> bool,
        top: bool,
    ) -> Result<(), Node<'t>> {
        statements(block)
            .into_iter()
            .try_for_each(|statement| self.statement(src, statement, is_task, top))
    }

    fn statement(
        &mut self,
        src: &Source,
        statement: Node<'t>,
        is_task: &dyn Fn(Node) -> bool,
        top: bool,
    ) -> Result<(), Node<'t>> {
        if is_task(statement) {
            self.tasks.push(statement.start_byte());
            return Ok(());
        }
        let node = peel(statement);
        if is_task(node) {
            self.tasks.push(node.start_byte());
            return Ok(());
        }
        match node.kind() {
            "empty_statement" | "const_item" | "use_declaration" => Ok(()),
            "let_declaration" => {
                let (pattern, value) = (field(node, "pattern"), field(node, "value"));
                let quiet = value.is_none_or(|v| is_quiet(src, v, true));
                let (Some(pattern), true, None) = (pattern, quiet, field(node, "alternative"))
                else {
                    return Err(node);
                };
                self.binds.push((pattern, value));
                Ok(())
            }
            "assignment_expression" | "compound_assignment_expr" => {
                let (Some(left), Some(right)) = (field(node, "left"), field(node, "right")) else {
                    return Err(node);
                };
                if !is_quiet(src, left, true) || !is_quiet(src, right, true) {
                    return Err(node);
                }
                self.has_effects = true;
                self.assigned.push(left);
                Ok(())
            }
            "for_expression" => {
                let parts = (
                    field(node, "pattern"),
                    field(node, "value"),
                    field(node, "body"),
                );
                let (Some(pattern), Some(value), Some(body)) = parts else {
                    return Err(node);
                };
                if !is_quiet(src, value, true) {
                    return Err(value);
                }
                self.binds.push((pattern, Some(value)));
                self.decides.push(value);
                self.block(src, body, is_task, false)
            }
            "if_expression" => {
                let (Some(condition), Some(then)) =
                    (field(node, "condition"), field(node, "consequence"))
                else {
                    return Err(node);
                };
                if !is_quiet(src, condition, true) {
                    return Err(condition);
                }
                self.decides.push(condition);
                self.block(src, then, is_task, false)?;
                for part in field(node, "alternative").map(children).unwrap_or_default() {
                    self.statement(src, part, is_task, false)?;
                }
                Ok(())
            }
            "block" => self.block(src, node, is_task, top),
            "call_expression" if top => match exchanged(src, node) {
                Some(pair) => {
                    self.swaps.push(pair);
                    Ok(())
                }
                None => Err(node),
            },
            _ => Err(node),
        }
    }
}

/// `std::mem::swap(a, b)` of two places.
fn exchanged(src: &Source, call: Node) -> Option<(String, String)> {
    let path = src.text(field(call, "function")?);
    if !matches!(
        path,
        "std::mem::swap" | "core::mem::swap" | "mem::swap" | "swap"
    ) {
        return None;
    }
    let mut names = children(field(call, "arguments")?)
        .into_iter()
        .map(|argument| {
            let argument = peel(argument);
            let place = match argument.kind() {
                "reference_expression" => field(argument, "value")?,
                _ => argument,
            };
            let starred = place.kind() == "unary_expression" && src.text(place).starts_with('*');
            let place = if starred {
                *children(place).first()?
            } else {
                place
            };
            place_name(src, place)
        });
    match (names.next()??, names.next()??, names.next()) {
        (a, b, None) if a != b => Some((a, b)),
        _ => None,
    }
}

/// True for expressions that only compute a value. `ranges`: also of ranges' own methods.
pub(super) fn is_quiet(src: &Source, node: Node, ranges: bool) -> bool {
    let all = |nodes: Vec<Node>| nodes.into_iter().all(|n| is_quiet(src, n, ranges));
    match node.kind() {
        "identifier" | "self" | "scoped_identifier" | "integer_literal" | "float_literal"
        | "boolean_literal" | "char_literal" | "string_literal" => true,
        "field_expression" | "type_cast_expression" => {
            field(node, "value").is_some_and(|v| is_quiet(src, v, ranges))
        }
        "reference_expression" => {
            let mutable = children(node)
                .iter()
                .any(|c| c.kind() == "mutable_specifier");
            !mutable && field(node, "value").is_some_and(|v| is_quiet(src, v, ranges))
        }
        "binary_expression"
        | "unary_expression"
        | "parenthesized_expression"
        | "index_expression"
        | "range_expression"
        | "tuple_expression"
        | "array_expression"
        | "unit_expression" => all(children(node)),
        "call_expression" => {
            let Some(function) = field(node, "function") else {
                return false;
            };
            let arguments = field(node, "arguments").map(children).unwrap_or_default();
            let pure = match function.kind() {
                "field_expression" => {
                    let method = field(function, "field").map_or("", |m| src.text(m));
                    let known = META.contains(&method)
                        || PURE.contains(&method)
                        || (ranges && matches!(method, "rev" | "step_by"));
                    let quiet =
                        |v| is_quiet(src, v, ranges) && has_library_method(src, peel(v), method);
                    known && field(function, "value").is_some_and(quiet)
                }
                _ => PURE_FUNCTIONS.contains(&src.text(function)),
            };
            pure && all(arguments)
        }
        _ => false,
    }
}

/// A method that leaves its receiver as it is.
pub(super) fn reads_only(method: &str) -> bool {
    const READS: [&str; 13] = [
        "iter", "get", "first", "last", "clone", "to_vec", "contains", "as_slice", "windows",
        "chunks", "sum", "product", "count",
    ];
    META.contains(&method) || PURE.contains(&method) || READS.contains(&method)
}

/// True when every call in a piece of source text is to something that only computes.
pub(super) fn calls_are_pure(src: &Source, text: &str) -> bool {
    let bytes = text.as_bytes();
    let is_word = |c: u8| c.is_ascii_alphanumeric() || c == b'_' || c == b':';
    for (at, _) in text.match_indices('(') {
        let before = text[..at].trim_end();
        let start = before
            .bytes()
            .rposition(|c| !is_word(c))
            .map_or(0, |n| n + 1);
        let name = &before[start..];
        if before.ends_with(['!', ')', ']', '>']) {
            return false;
        }
        let method = start > 0 && bytes[start - 1] == b'.';
        let pure = match method {
            true => {
                let known = META.contains(&name) || PURE.contains(&name);
                (known || ["rev", "step_by"].contains(&name)) && src.functions(name).is_empty()
            }
            false => matches!(name, "" | "as" | "if") || PURE_FUNCTIONS.contains(&name),
        };
        if !pure {
            return false;
        }
    }
    !text.contains('!')
        || text.contains("!=") && text.matches('!').count() == text.matches("!=").count()
}

/// Names that may stand for something else in another turn.
#[derive(Debug)]
pub(super) struct Varying {
    names: Vec<String>,
}

impl Varying {
    /// The loop's own names, what is assigned, and what is bound to something that varies.
    pub(super) fn of(src: &Source, pattern: Option<Node>, code: &Code) -> Varying {
        let names = |node: Node| pattern_names(src, node).into_iter().map(|(name, _)| name);
        let mut varying = Varying {
            names: pattern.into_iter().flat_map(names).collect(),
        };
        for place in &code.assigned {
            // `a[i] = ..` changes `a`, `*p = ..` and `p.x = ..` change `p`.
            varying.names.extend(words(src.text(*place)));
        }
        loop {
            let before = varying.names.len();
            for (pattern, value) in &code.binds {
                let varies = value.is_none_or(|v| varying.mentions(src.text(v)).is_some());
                for name in names(*pattern).filter(|_| varies) {
                    if !varying.names.contains(&name) {
                        varying.names.push(name);
                    }
                }
            }
            if varying.names.len() == before {
                return varying;
            }
        }
    }

    /// The first name in the text that varies.
    pub(super) fn mentions(&self, text: &str) -> Option<String> {
        words(text)
            .into_iter()
            .find(|word| self.names.iter().any(|name| overlap(name, word)))
    }

    /// What changes places varies too.
    pub(super) fn exchange(&mut self, swaps: &[(String, String)]) {
        for (a, b) in swaps {
            self.names.extend([a.clone(), b.clone()]);
        }
    }
}

/// One place is the other or a part of it.
fn overlap(a: &str, b: &str) -> bool {
    let part = |whole: &str, part: &str| {
        part.strip_prefix(whole)
            .is_some_and(|rest| rest.starts_with('.'))
    };
    a == b || part(a, b) || part(b, a)
}

/// Identifiers in a text with the fields that follow them, methods left out.
fn words(text: &str) -> Vec<String> {
    let mut list = Vec::new();
    let mut rest = text;
    let mut after_dot = false;
    while let Some(c) = rest.chars().next() {
        if !(c.is_alphabetic() || c == '_') {
            let digits = rest.find(|c: char| !c.is_alphanumeric() && c != '_');
            let step = if c.is_ascii_digit() {
                digits.unwrap_or(rest.len())
            } else {
                c.len_utf8()
            };
            // `0..n` is no field of `0.`.
            after_dot = c == '.'
                && !rest.starts_with("..")
                && !text[..text.len() - rest.len()].ends_with('.');
            rest = &rest[step..];
            continue;
        }
        let end = rest
            .find(|c: char| !(c.is_alphanumeric() || c == '_'))
            .unwrap_or(rest.len());
        let word = &rest[..end];
        rest = &rest[end..];
        if after_dot {
            after_dot = false;
            continue;
        }
        let mut path = word.to_owned();
        while rest.starts_with('.') && !rest.starts_with("..") {
            let field = &rest[1..];
            let end = field
                .find(|c: char| !(c.is_alphanumeric() || c == '_'))
                .unwrap_or(field.len());
            if field[end..].starts_with('(') || end == 0 {
                break;
            }
            path.push('.');
            path.push_str(&field[..end]);
            rest = &field[end..];
        }
        list.push(path);
    }
    list
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_texts() {
        assert_eq!(
            words("0..n - self.m.k * a.len() + t.0 + 1u8"),
            ["n", "self.m.k", "a", "t.0"]
        );
        assert_eq!(words("(lo..=hi).rev()"), ["lo", "hi"]);
        assert_eq!(words("self.step(k)"), ["self", "k"]);
        assert_eq!(words("format!(\"{t}\")"), ["format", "t"]);
        assert_eq!(words("lo .. hi"), ["lo", "hi"]);
    }

    #[test]
    fn calls() {
        let src = crate::syntax::rust::parse(std::path::Path::new("t.rs"), String::new());
        let src = src.expect("it is Rust");
        for text in [
            "n.min(m)",
            "(n + 1) * a.len()",
            "std::cmp::min(a, b)",
            "a != b",
        ] {
            assert!(calls_are_pure(&src, text), "{text}");
        }
        for text in [
            "next()",
            "it.next()",
            "vec![1]",
            "x.load(y)",
            "f.g()(x)",
            "!flag()",
        ] {
            assert!(!calls_are_pure(&src, text), "{text}");
        }
    }

    #[test]
    fn places_and_their_parts() {
        let varying = Varying {
            names: vec!["self.k".into(), "t".into()],
        };
        let first = |text| varying.mentions(text);
        assert_eq!(first("self.k.x + 1").as_deref(), Some("self.k.x"));
        assert_eq!(first("self").as_deref(), Some("self"));
        assert_eq!(first("self.kk + tt"), None);
        assert_eq!(first("n + t").as_deref(), Some("t"));
    }
}
