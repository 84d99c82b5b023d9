//! Constants. In: a declaration. Out: whether no code changes what it declares, nor what that leads to.

use tree_sitter::Node;

use super::captured::{identifiers, through_macros};
use super::declared::{self, Declared};
use super::families::is_plain;
use super::leads;
use super::syntax::{Source, any, field, peel, set_at};

/// Constant bytes that lead to no memory which code may write.
pub(super) fn is_constant(src: &Source, found: &Declared) -> bool {
    let leads = found.stars() > 0 || leads::holds(src, found, 0);
    found.is_fixed(src) && (!leads || found.value.is_some_and(|value| is_text(src, value)))
}

/// A value of numbers, texts and functions: it names no variable.
fn is_text(src: &Source, value: Node) -> bool {
    let literal = |n: Node| n.kind() == "compound_literal_expression";
    let leads = |name: &str, at: Node| match declared::find(src, at, name) {
        Some(found) => !found.is_function(),
        None => src.function(name).is_none() && !is_plain(src, at, name),
    };
    let mut names = identifiers(src, value).into_iter();
    !any(value, &literal) && !names.any(|(name, at)| leads(name, at))
}

/// A `static` variable that code may change.
pub(super) fn keeps_state(src: &Source, found: &Declared) -> bool {
    found.is_static(src) && !found.is_fixed(src) && !is_table(src, found)
}

/// An array of pointers to constants of which code only reads elements: `static const char *names[] = { "a" }`.
fn is_table(src: &Source, found: &Declared) -> bool {
    let Some(function) = src.function_at(found.node.start_byte()) else {
        return false;
    };
    let is_read = |name: &str, at: Node| match name == found.name {
        true => is_read(src, found, at),
        false => {
            let inside = || through_macros(src, vec![name.to_owned()]).contains(&found.name);
            !(src.macros.contains_key(name) && inside())
        }
    };
    let mut words = found.words(src);
    words.retain(|c| c != '_');
    let says = words.split_whitespace().any(|word| word == "const");
    let is_array = !found.lengths().is_empty() && !leads::holds(src, found, 0);
    let mut named = identifiers(src, function).into_iter();
    says && is_array && named.all(|(name, at)| is_read(name, at))
}

/// The name is that of the declaration, or stands in an element that is read.
fn is_read(src: &Source, found: &Declared, name: Node) -> bool {
    if found.declarator.byte_range().contains(&name.start_byte()) {
        return true;
    }
    let (mut at, mut brackets) = (name, 0);
    while let Some(around) = at.parent() {
        match around.kind() {
            "subscript_expression" if field(around, "argument") == Some(at) => brackets += 1,
            "parenthesized_expression" => {}
            "sizeof_expression" => return true,
            "pointer_expression" => return src.text(around).starts_with('*') && brackets > 0,
            _ => break,
        }
        at = around;
    }
    brackets >= found.lengths().len() && set_at(peel(at)).is_none()
}
