//! Constants: whether code changes a variable, or what that leads to; and elements of arrays of constants, `start[1]`
//! of `static const int start[] = {0, 10, 20}`: numbers, as indices and bounds.

use tree_sitter::Node;

use crate::c::parse::names::{identifiers, through_macros};
use crate::c::parse::source::{Source, any, children, field, peel, set_at};
use crate::c::semantics::affine::Env;
use crate::c::semantics::constants::{is_plain, with_numbers};
use crate::c::semantics::declarations::{self, Declared, Level};
use crate::c::semantics::integer_arithmetic::Int;
use crate::c::semantics::pointer_types;
use crate::ir::Poly;

/// The number that an element is, and its type.
pub(in crate::c) fn element(env: &Env, src: &Source, node: Node) -> Option<(Poly, Int)> {
    let (mut at, mut indices) = (node, Vec::new());
    while at.kind() == "subscript_expression" {
        let (index, _) = env.typed(src, field(at, "index")?)?;
        indices.push(with_numbers(src, index)?.as_constant()?);
        at = peel(field(at, "argument")?);
    }
    indices.reverse();
    let name = (at.kind() == "identifier").then(|| src.text(at))?;
    let found = declarations::find(src, at, name)?;
    let int = of_constants(src, &found).filter(|_| found.levels().len() == indices.len())?;
    let value = number(src, found.value?, &indices)?;
    keeps(&found.plain_words(src), int, value).then(|| (Poly::constant(value), int))
}

/// The type has the number.
fn keeps(words: &str, int: Int, value: i64) -> bool {
    let small = words
        .split_whitespace()
        .any(|w| w != "int" && w != "const" && w != "signed");
    match int {
        Int::Plain if small => (0..=127).contains(&value),
        Int::Plain => i32::try_from(value).is_ok(),
        Int::Unsigned => u32::try_from(value).is_ok(),
        Int::UnsignedLong => value >= 0,
        _ => true,
    }
}

/// The type of the elements of an array of constants that are integers.
fn of_constants(src: &Source, found: &Declared) -> Option<Int> {
    let words = found.plain_words(src);
    let is_array = (found.levels().iter()).all(|level| matches!(level, Level::Array(_)));
    let is_integer = !words
        .split_whitespace()
        .any(|w| matches!(w, "float" | "double" | "volatile"));
    let int = Int::of(&words);
    let fixed = found.is_const(src) && is_array && is_integer && int != Int::Unknown;
    fixed.then_some(int)
}

/// The element of an initialiser, in braces for each dimension.
fn number(src: &Source, list: Node, indices: &[i64]) -> Option<i64> {
    let (index, inner) = indices.split_first()?;
    let parts = children(list).into_iter();
    let parts: Vec<Node> = parts.filter(|part| part.kind() != "comment").collect();
    let plain = list.kind() == "initializer_list"
        && parts.iter().all(|part| part.kind() != "initializer_pair");
    let part = parts.get(usize::try_from(*index).ok()?).filter(|_| plain)?;
    match inner {
        [] if part.kind() == "initializer_list" => None,
        [] => with_numbers(src, Env::default().poly(src, *part)?)?.as_constant(),
        _ => number(src, *part, inner),
    }
}

/// Constant bytes that lead to no memory which code may write.
pub(in crate::c) fn is_constant(src: &Source, found: &Declared) -> bool {
    let leads = found.stars() > 0 || pointer_types::holds(src, found, 0);
    found.is_fixed(src) && (!leads || found.value.is_some_and(|value| is_text(src, value)))
}

/// A value of numbers, texts and functions: it names no variable.
fn is_text(src: &Source, value: Node) -> bool {
    let literal = |n: Node| n.kind() == "compound_literal_expression";
    let leads = |name: &str, at: Node| match declarations::find(src, at, name) {
        Some(found) => !found.is_function(),
        None => src.function(name).is_none() && !is_plain(src, at, name),
    };
    let mut names = identifiers(src, value).into_iter();
    !any(value, &literal) && !names.any(|(name, at)| leads(name, at))
}

/// A `static` variable that code may change.
pub(in crate::c) fn keeps_state(src: &Source, found: &Declared) -> bool {
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
    let is_array = !found.lengths().is_empty() && !pointer_types::holds(src, found, 0);
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
