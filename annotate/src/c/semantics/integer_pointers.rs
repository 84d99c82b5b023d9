//! Addresses that numbers hold: `uintptr_t base = (uintptr_t)x`, and `(double *)base` elsewhere. Such a number
//! leads to memory as a pointer does; in tasks nobody sees how far.

use std::collections::HashSet;

use tree_sitter::Node;

use crate::c::parse::expressions::last;
use crate::c::parse::source::{Source, children, expression, field, peel, set_by, set_name};
use crate::c::semantics::affine::expanded;
use crate::c::semantics::declarations::{self, Declared};
use crate::c::semantics::pointer_types;

/// Words of types that are too short for an address, or hold none.
const NONE: [&str; 7] = ["int", "short", "char", "float", "double", "_Bool", "bool"];

/// Variables and members, by their own names, that code makes pointers of, and those that these are set to.
fn all(src: &Source) -> HashSet<String> {
    let (mut found, mut sets) = (HashSet::new(), Vec::new());
    let casts = src.macros.values().any(|m| m.value.contains('*'));
    let mut stack = vec![src.tree.root_node()];
    while let Some(node) = stack.pop() {
        stack.extend(children(node));
        found.extend(cast_in(src, src, node, node.start_byte()));
        if casts
            && let Some(text) = expanded(src, node)
            && let Some(inner) = expression(&text, src)
        {
            let mut inside: Vec<Node> = inner.value().into_iter().collect();
            while let Some(part) = inside.pop() {
                inside.extend(children(part));
                found.extend(cast_in(&inner, src, part, node.start_byte()));
            }
        }
        if let Some((place, value)) = set_by(node)
            && let Some(name) = set_name(src, place)
        {
            sets.push((last(&name).unwrap_or(&name).to_owned(), value));
        }
    }
    let mut known = 0;
    while known != found.len() {
        known = found.len();
        let of = sets.iter().filter(|(name, _)| found.contains(name));
        let more = of.flat_map(|(_, value)| numbers(src, src, *value, value.start_byte()));
        let more: Vec<String> = more.collect();
        found.extend(more);
    }
    found
}

/// The numbers, by their own names, that a cast which stands at `at` of the file makes a pointer of.
fn cast_in(src: &Source, file: &Source, node: Node, at: usize) -> Vec<String> {
    let value = made_of(src, node).filter(|value| !has_pointer(src, file, *value, at));
    value.map_or_else(Vec::new, |value| numbers(src, file, value, at))
}

/// The variable or the member is a number that holds an address.
pub(in crate::c) fn carries(src: &Source, found: &Declared) -> bool {
    carriers(src).contains(&found.name) && is_wide(src, found)
}

fn carriers(src: &Source) -> &HashSet<String> {
    src.functions.carriers.get_or_init(|| all(src))
}

/// The expression, which stands at `at` of the file, is a pointer that is made of such a number.
pub(in crate::c) fn is_made(src: &Source, file: &Source, cast: Node, at: usize) -> bool {
    made_of(src, cast).is_some_and(|value| {
        let mut terms = terms(value).into_iter();
        let carries = |term: Node| carriers(file).contains(own_name(src, term));
        terms.any(carries) && !has_pointer(src, file, value, at)
    })
}

/// The expression is a pointer to a struct that lies around what another pointer leads to:
/// `(struct node *)((char *)link - offset)`.
pub(in crate::c) fn goes_back(src: &Source, file: &Source, cast: Node) -> bool {
    let of = field(cast, "type").filter(|_| cast.kind() == "cast_expression");
    let name = of.and_then(|of| field(of, "type"));
    let says = |text: &str| text.contains("struct") || text.contains("union");
    let is_struct = name.is_some_and(|of| match of.kind() {
        "type_identifier" => match file.typedefs.get(src.text(of)) {
            Some(known) => known.iter().any(|span| says(file.slice(span))),
            None => !src.text(of).ends_with("_t"),
        },
        _ => says(src.text(of)),
    });
    let value = field(cast, "value").map(peel).filter(|_| is_struct);
    value.is_some_and(|value| {
        let back = field(value, "operator").is_some_and(|o| src.text(o) == "-");
        value.kind() == "binary_expression" && back
    })
}

/// What is cast to a pointer. As `void *` numbers are handed on, and not followed.
fn made_of<'t>(src: &Source, cast: Node<'t>) -> Option<Node<'t>> {
    let of = field(cast, "type").filter(|_| cast.kind() == "cast_expression")?;
    let text = src.text(of);
    let is_pointer = text.ends_with('*') && text.split('*').next().map(str::trim) != Some("void");
    field(cast, "value").map(peel).filter(|_| is_pointer)
}

/// Numbers of an expression, by their own names, that may hold addresses.
fn numbers(src: &Source, file: &Source, value: Node, at: usize) -> Vec<String> {
    let terms = terms(value).into_iter();
    let names = terms.filter_map(|term| {
        let (found, brackets) = pointer_types::declared_at(src, file, term, at);
        let number = |d: &Declared| pointer_types::levels(d) == brackets && is_wide(file, d);
        let found = found.into_iter().find(number)?;
        Some(found.name)
    });
    names.collect()
}

/// What is added up in an expression, or masked: no indices, factors, arguments or conditions.
fn terms<'t>(value: Node<'t>) -> Vec<Node<'t>> {
    let (mut list, mut stack) = (Vec::new(), vec![value]);
    while let Some(node) = stack.pop() {
        let sums = |sign: Node| matches!(sign.kind(), "+" | "-" | "&" | "|" | "^");
        match node.kind() {
            "parenthesized_expression" | "initializer_list" => stack.extend(children(node)),
            "cast_expression" | "initializer_pair" => stack.extend(field(node, "value")),
            "conditional_expression" => {
                stack.extend(field(node, "consequence"));
                stack.extend(field(node, "alternative"));
            }
            "binary_expression" if field(node, "operator").is_some_and(sums) => {
                stack.extend(children(node));
            }
            _ => list.push(node),
        }
    }
    list
}

/// A variable, or the member that is named.
fn own_name<'s>(src: &'s Source, term: Node) -> &'s str {
    let place = pointer_types::inside(src, term).0;
    src.text(field(place, "field").unwrap_or(place))
}

/// A number that an address fits in.
fn is_wide(src: &Source, found: &Declared) -> bool {
    let all = found.plain_words(src);
    let mut words = all.split_whitespace();
    let is_struct = || {
        let of = declarations::definition(src, found.node);
        let kind = declarations::kind_of_type(src, of.as_ref().unwrap_or(found));
        matches!(
            kind,
            "struct_specifier" | "union_specifier" | "enum_specifier"
        )
    };
    !found.is_function()
        && (all.contains("long") || !words.any(|word| NONE.contains(&word)))
        && !is_struct()
}

/// Something in it is a pointer already, or may be.
fn has_pointer(src: &Source, file: &Source, value: Node, at: usize) -> bool {
    terms(value).into_iter().any(|term| {
        let (found, brackets) = pointer_types::declared_at(src, file, term, at);
        let unseen = found.is_empty() && !file.macros.contains_key(src.text(term));
        let named = matches!(
            term.kind(),
            "identifier"
                | "field_expression"
                | "subscript_expression"
                | "pointer_expression"
                | "call_expression"
        );
        let unknown = unseen && named;
        unknown || found.iter().any(|d| pointer_types::levels(d) > brackets)
    })
}
