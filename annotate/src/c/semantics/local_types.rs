//! What tasks must not use of the function that they stand in, since their code becomes functions of
//! their own: its types, its enumerators, and functions in it.

use std::collections::HashMap;

use tree_sitter::Node;

use crate::c::parse::source::{Source, children, declared_name, field, function_name, words};
use crate::c::semantics::declarations::{self, Form};
use crate::c::semantics::function_summaries::Function;
use crate::diag::{Diagnostic, Severity, codes};
use crate::ir::Span;

/// The first use of a type of the function in a task.
pub(in crate::c) fn check(src: &Source, stmt: Node) -> Option<Diagnostic> {
    let own = defined(src, stmt);
    // Types that are arrays are written out where variables have them.
    let of_variable = |word: &str| own.get_key_value(word).filter(|(_, found)| !found.is_array);
    let mut stack = vec![stmt];
    while let Some(node) = stack.pop() {
        stack.extend(children(node).into_iter().rev());
        let name = src.text(node);
        let used = match node.kind() {
            "type_identifier" => own.get_key_value(name),
            "identifier" => match declarations::find(src, node, name) {
                // The variable's type.
                Some(found) if found.node.start_byte() < stmt.start_byte() => {
                    let all = found.words(src);
                    let deduced = words(&all).any(|word| word == "__auto_type") || all == "auto";
                    let measured = all.contains("typeof") && all.contains('(');
                    if !found.lasting && (deduced || measured) {
                        return Some(of_another(src, node, &all));
                    }
                    words(&all).find_map(of_variable)
                }
                Some(_) => None,
                None => own.get_key_value(name),
            },
            _ => None,
        };
        if let Some((name, place)) = used {
            let message = format!("a task uses `{name}`, which is defined in the function");
            let d = Diagnostic::new(
                Severity::Error,
                codes::C_NOT_YET,
                message,
                node.byte_range(),
            );
            let d = d.also(place.span.clone(), "defined here");
            return Some(
                d.help("define it outside of functions: a task's code becomes one of its own"),
            );
        }
    }
    None
}

/// The variable's type is that of another one, which a task's function may not know.
fn of_another(src: &Source, node: Node, words: &str) -> Diagnostic {
    let message = format!("a task uses `{}`, whose type is `{words}`", src.text(node));
    let d = Diagnostic::new(
        Severity::Error,
        codes::C_NOT_YET,
        message,
        node.byte_range(),
    );
    d.help("write the type by its name: a task's code becomes a function of its own")
}

/// What a function defines: a type, an enumerator, a function.
#[derive(Debug, Clone)]
pub(in crate::c) struct Own {
    name: String,
    span: Span,
    /// A type that is one of arrays.
    is_array: bool,
}

/// Types, enumerators and functions that the function defines in front of the statement.
fn defined(src: &Source, stmt: Node) -> HashMap<String, Own> {
    let Some(function) = src.function_at(stmt.start_byte()) else {
        return HashMap::new();
    };
    let known = Function::of(src, function);
    let all = known.own.get_or_init(|| defined_in(src, function));
    let before = all.iter().filter(|own| own.span.start < stmt.start_byte());
    before.map(|own| (own.name.clone(), own.clone())).collect()
}

/// All that a function defines.
fn defined_in(src: &Source, function: Node) -> Vec<Own> {
    let mut own = Vec::new();
    let mut stack = children(function);
    while let Some(node) = stack.pop() {
        stack.extend(children(node));
        let name = field(node, "name").map(|name| src.text(name).to_owned());
        let mut is_array = false;
        let names: Vec<String> = match node.kind() {
            "struct_specifier" | "union_specifier" | "enum_specifier" => {
                let body = field(node, "body");
                name.filter(|_| body.is_some()).into_iter().collect()
            }
            "enumerator" => name.into_iter().collect(),
            // GNU's nested functions.
            "function_definition" => function_name(src, node).into_iter().collect(),
            "type_definition" => {
                let named = declarations::names(src, node, false);
                is_array = named.iter().any(|d| d.form() == Form::Array);
                let mut cursor = node.walk();
                let all = node.children_by_field_name("declarator", &mut cursor);
                all.filter_map(|d| declared_name(src, d)).collect()
            }
            _ => Vec::new(),
        };
        let found = |name| Own {
            name,
            span: node.byte_range(),
            is_array,
        };
        own.extend(names.into_iter().map(found));
    }
    own
}
