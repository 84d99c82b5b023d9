//! Addresses that numbers hold: `uintptr_t base = (uintptr_t)x`, and `(double *)base` elsewhere. Such a number
//! leads to memory as a pointer does; in tasks nobody sees how far.

use std::collections::HashSet;

use tree_sitter::Node;

use super::aliases::last;
use super::captured::identifiers;
use super::declared::{self, Declared, Form};
use super::leads;
use super::mention::whole_place;
use super::syntax::{Source, children, field, peel, place_name, set_by, set_name};

/// Words of types that are too short for an address, or hold none.
const NONE: [&str; 7] = ["int", "short", "char", "float", "double", "_Bool", "bool"];

/// Variables and members, by their own names, that code makes pointers of, and those that these are set to.
fn all(src: &Source) -> HashSet<String> {
    let (mut found, mut sets) = (HashSet::new(), Vec::new());
    let mut stack = vec![src.tree.root_node()];
    while let Some(node) = stack.pop() {
        stack.extend(children(node));
        if let Some(value) = made_of(src, node).filter(|value| !has_pointer(src, *value)) {
            found.extend(numbers(src, value));
        }
        if let Some((place, value)) = set_by(node)
            && let Some(name) = set_name(src, place)
        {
            sets.push((own_name(&name).to_owned(), value));
        }
    }
    let mut known = 0;
    while known != found.len() {
        known = found.len();
        let of = sets.iter().filter(|(name, _)| found.contains(name));
        let more: Vec<String> = of.flat_map(|(_, value)| numbers(src, *value)).collect();
        found.extend(more);
    }
    found
}

/// The variable or the member is a number that holds an address.
pub(super) fn carries(src: &Source, found: &Declared) -> bool {
    carriers(src).contains(&found.name) && is_wide(src, found)
}

fn carriers(src: &Source) -> &HashSet<String> {
    src.functions.carriers.get_or_init(|| all(src))
}

/// The expression is a pointer that is made of such a number.
pub(super) fn is_made(src: &Source, file: &Source, cast: Node) -> bool {
    made_of(src, cast).is_some_and(|value| {
        let mut names = identifiers(src, value).into_iter();
        let carries = |at: Node| carriers(file).contains(own_name(&place(src, at)));
        names.any(|(_, at)| carries(at)) && !has_pointer(src, value)
    })
}

/// The expression is a pointer to a struct that lies around what another pointer leads to:
/// `(struct node *)((char *)link - offset)`.
pub(super) fn goes_back(src: &Source, file: &Source, cast: Node) -> bool {
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
fn numbers(src: &Source, value: Node) -> Vec<String> {
    let names = identifiers(src, value).into_iter();
    let names = names.filter(|(_, at)| is_term(*at, value));
    let names = names.filter_map(|(_, at)| {
        let name = place(src, at);
        let found = leads::declaration(src, at, &name)?;
        is_wide(src, &found).then_some(found.name)
    });
    names.collect()
}

/// It is added to something, or nothing but masked: no index, factor, argument or condition.
fn is_term(name: Node, value: Node) -> bool {
    let mut at = name;
    while let Some(around) = at.parent().filter(|_| at != value) {
        let passes = match around.kind() {
            "parenthesized_expression" | "cast_expression" | "initializer_list" => true,
            "initializer_pair" => field(around, "value") == Some(at),
            "field_expression" => field(around, "argument") == Some(at),
            "conditional_expression" => field(around, "condition") != Some(at),
            "binary_expression" => field(around, "operator")
                .is_some_and(|o| matches!(o.kind(), "+" | "-" | "&" | "|" | "^")),
            _ => false,
        };
        if !passes {
            return false;
        }
        at = around;
    }
    true
}

/// A variable, or the member of it that is named.
fn place(src: &Source, name: Node) -> String {
    place_name(src, whole_place(name)).unwrap_or_else(|| src.text(name).to_owned())
}

fn own_name(name: &str) -> &str {
    last(name).unwrap_or(name)
}

/// A number that an address fits in.
fn is_wide(src: &Source, found: &Declared) -> bool {
    let all = found.plain_words(src);
    let mut words = all.split_whitespace();
    let is_struct = || {
        let of = declared::definition(src, found.node);
        let kind = declared::kind_of_type(src, of.as_ref().unwrap_or(found));
        matches!(
            kind,
            "struct_specifier" | "union_specifier" | "enum_specifier"
        )
    };
    found.form() == Form::Value
        && !found.is_function()
        && (all.contains("long") || !words.any(|word| NONE.contains(&word)))
        && !is_struct()
}

/// Something in it is a pointer already.
fn has_pointer(src: &Source, value: Node) -> bool {
    let mut names = identifiers(src, value).into_iter();
    names.any(|(_, at)| {
        let found = leads::declaration(src, at, &place(src, at));
        found.is_none_or(|d| d.form() != Form::Value)
    })
}
