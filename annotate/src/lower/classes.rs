//! What a bare use of a name can change: a value, its type or a parameter in, a class out.

use tree_sitter::Node;

use crate::lower::bindings::{NUMBERS, is_mutable};
use crate::lower::receivers;
use crate::syntax::rust::{Source, callee, children, field};

/// What a bare use of a name can do to the data behind it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Class {
    /// A number, or a shared reference: nothing.
    Reads,
    /// A mutable reference, which a call reborrows.
    Changes,
    /// Not written down.
    Unknown,
}

/// What a value of this type, named bare, can be changed through.
pub(super) fn class_of_type(text: &str) -> Class {
    let text = text.trim();
    if NUMBERS.contains(&text) {
        return Class::Reads;
    }
    let Some(rest) = text.strip_prefix('&') else {
        return Class::Unknown;
    };
    let rest = rest.trim_start();
    let rest = match rest.strip_prefix('\'') {
        Some(lifetime) => lifetime
            .trim_start_matches(|c: char| c.is_alphanumeric() || c == '_')
            .trim_start(),
        None => rest,
    };
    if rest.starts_with("mut ") {
        Class::Changes
    } else {
        Class::Reads
    }
}

pub(super) fn class_of_value(src: &Source, value: Node) -> Class {
    match value.kind() {
        "integer_literal" | "float_literal" | "boolean_literal" | "char_literal" => Class::Reads,
        "type_cast_expression" => {
            field(value, "type").map_or(Class::Unknown, |t| class_of_type(src.text(t)))
        }
        "reference_expression" if is_mutable(value) => Class::Changes,
        "reference_expression" => Class::Reads,
        "call_expression" => {
            let method = callee(value)
                .and_then(|f| field(f, "field"))
                .map_or("", |f| src.text(f));
            match method {
                "as_mut_slice" | "as_mut" | "get_mut" | "first_mut" | "last_mut" => Class::Changes,
                "len" | "nrows" | "ncols" | "abs" | "sqrt" => Class::Reads,
                _ => Class::Unknown,
            }
        }
        _ => Class::Unknown,
    }
}

/// How a function of this file that is called by a name or a path takes its parameters; a receiver is
/// first. `None` when no such function is here.
pub(crate) fn parameters_of(src: &Source, path: Node) -> Option<Vec<Class>> {
    let name = src.text(path).rsplit("::").next().unwrap_or("").trim();
    let mut found: Option<Vec<Class>> = None;
    for item in src.functions(name) {
        let parameters = field(item, "parameters").map(children).unwrap_or_default();
        // A method is called by its path.
        let method = parameters.iter().any(|p| p.kind() == "self_parameter");
        if method && path.kind() == "identifier" {
            continue;
        }
        let list = receivers::classes(src, &parameters);
        found = Some(match found {
            None => list,
            Some(other) => either(&other, &list),
        });
    }
    found
}

/// Two functions of one name: either may be meant.
pub(super) fn either(a: &[Class], b: &[Class]) -> Vec<Class> {
    let at = |list: &[Class], n: usize| list.get(n).copied().unwrap_or(Class::Unknown);
    let one = |n: usize| match (at(a, n), at(b, n)) {
        (Class::Changes, _) | (_, Class::Changes) => Class::Changes,
        (Class::Reads, Class::Reads) => Class::Reads,
        _ => Class::Unknown,
    };
    (0..a.len().max(b.len())).map(one).collect()
}

/// The function that is called takes the argument by a shared reference or as a number.
pub(super) fn is_read_by(src: &Source, arguments: Node, argument: Node) -> bool {
    let at = children(arguments)
        .iter()
        .position(|a| a.id() == argument.id());
    let function = arguments.parent().and_then(callee);
    let function = function.filter(|f| matches!(f.kind(), "identifier" | "scoped_identifier"));
    let classes = function.and_then(|function| parameters_of(src, function));
    let class = at
        .zip(classes)
        .and_then(|(at, classes)| classes.get(at).copied());
    class == Some(Class::Reads)
}
