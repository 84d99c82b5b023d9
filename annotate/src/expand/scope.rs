//! Where a callee's names mean what they mean: its parameters, and what is bound in it.

use std::collections::HashMap;

use tree_sitter::Node;

use crate::syntax::names::pattern_names;
use crate::syntax::rust::{Source, children, field};

/// What a parameter stands for.
#[derive(Clone)]
pub(super) enum Argument {
    One(String),
    /// Entries of a tuple.
    Tuple(Vec<String>),
    /// Entries of an array.
    Array(Vec<String>),
}

impl Argument {
    /// What its entries are, if it has some.
    pub(super) fn entries(&self) -> Option<&[String]> {
        match self {
            Argument::One(_) => None,
            Argument::Tuple(parts) | Argument::Array(parts) => Some(parts),
        }
    }

    /// As an expression.
    pub(super) fn text(&self) -> String {
        match self {
            Argument::One(text) => text.clone(),
            Argument::Tuple(parts) => format!("({})", parts.join(", ")),
            Argument::Array(parts) => format!("[{}]", parts.join(", ")),
        }
    }
}

/// Where a callee's names mean what they mean.
pub(super) struct Scope<'t> {
    pub(super) item: Node<'t>,
    /// The call in the user's code.
    pub(super) site: Node<'t>,
    pub(super) receiver: Option<String>,
    pub(super) names: HashMap<String, Argument>,
    pub(super) depth: usize,
}

/// The parameter stands once in the body, where it is evaluated in any case.
pub(super) fn once(src: &Source, item: Node, parameter: Node) -> bool {
    let pattern = field(parameter, "pattern").unwrap_or(parameter);
    let name = src.text(pattern);
    let (mut count, mut stack) = (0, field(item, "body").into_iter().collect::<Vec<_>>());
    while let Some(node) = stack.pop() {
        match node.kind() {
            "identifier" if src.text(node) == name => count += 1,
            "if_expression" | "macro_invocation" => return false,
            _ => {}
        }
        stack.extend(children(node));
    }
    pattern.kind() == "identifier" && count == 1
}

/// Types of a tuple's entries, or of an array's.
pub(super) fn entries(ty: Node<'_>) -> Vec<Node<'_>> {
    match ty.kind() {
        "tuple_type" => children(ty),
        "array_type" => field(ty, "element").into_iter().collect(),
        _ => Vec::new(),
    }
}

/// A name, or names of entries.
pub(super) fn bind_pattern<'t>(
    src: &'t Source,
    pattern: Node<'t>,
    meaning: Argument,
    scope: &mut Scope<'t>,
) -> Option<()> {
    match (pattern.kind(), meaning) {
        ("identifier", meaning) => {
            scope.names.insert(src.text(pattern).to_owned(), meaning);
            Some(())
        }
        ("tuple_pattern", Argument::Tuple(parts)) | ("slice_pattern", Argument::Array(parts)) => {
            let names = children(pattern);
            let plain = names.iter().all(|name| name.kind() == "identifier");
            if !plain || names.len() != parts.len() {
                return None;
            }
            for (name, part) in names.into_iter().zip(parts) {
                scope
                    .names
                    .insert(src.text(name).to_owned(), Argument::One(part));
            }
            Some(())
        }
        _ => None,
    }
}

/// Numbers, tuples and arrays of them, and what is of a type parameter.
pub(super) fn is_value(src: &Source, item: Node, ty: Node) -> bool {
    match ty.kind() {
        "primitive_type" => src.text(ty) != "str",
        "tuple_type" => children(ty).into_iter().all(|ty| is_value(src, item, ty)),
        "array_type" => field(ty, "element").is_some_and(|ty| is_value(src, item, ty)),
        "type_identifier" => is_type_parameter(src, item, src.text(ty)),
        _ => false,
    }
}

pub(super) fn is_type_parameter(src: &Source, item: Node, name: &str) -> bool {
    let mut at = Some(item);
    while let Some(node) = at {
        if let Some(list) = field(node, "type_parameters") {
            let text = src.text(list);
            let mut words = text.split(|c: char| !(c.is_alphanumeric() || c == '_'));
            if words.any(|word| word == name) {
                return true;
            }
        }
        at = node.parent();
    }
    false
}

/// The name's type is written down, or follows from what it stands for.
pub(super) fn typed_name(src: &Source, scope: &Scope, name: &str) -> bool {
    let closure = scope.item.kind() == "closure_expression";
    let parameters = field(scope.item, "parameters")
        .map(children)
        .unwrap_or_default();
    let own = parameters
        .into_iter()
        .find(|p| pattern_names(src, *p).iter().any(|(n, _)| n == name) || src.text(*p) == name);
    match own {
        Some(parameter) => !closure || field(parameter, "type").is_some(),
        None => true,
    }
}

/// The name is indexed, or a field or a method of it is named: never the reference itself.
pub(super) fn only_parts(src: &Source, item: Node, name: &str) -> bool {
    let mut stack: Vec<Node> = field(item, "body").into_iter().collect();
    while let Some(node) = stack.pop() {
        if node.kind() == "identifier" && src.text(node) == name {
            let part = node.parent().is_some_and(|p| {
                let first = children(p).first().is_some_and(|c| c.id() == node.id());
                first && matches!(p.kind(), "index_expression" | "field_expression")
            });
            if !part {
                return false;
            }
        }
        stack.extend(children(node));
    }
    true
}
