//! Elements of arrays of constants, `start[1]` of `static const int start[] = {0, 10, 20}`: numbers, as indices and
//! bounds.

use tree_sitter::Node;

use super::affine::Env;
use super::declared::{self, Declared, Level};
use super::flow::with_numbers;
use super::syntax::{Source, children, field, peel};
use super::widths::Int;
use crate::ir::Poly;

/// The number that an element is, and its type.
pub(super) fn element(env: &Env, src: &Source, node: Node) -> Option<(Poly, Int)> {
    let (mut at, mut indices) = (node, Vec::new());
    while at.kind() == "subscript_expression" {
        let (index, _) = env.typed(src, field(at, "index")?)?;
        indices.push(with_numbers(src, index)?.as_constant()?);
        at = peel(field(at, "argument")?);
    }
    indices.reverse();
    let name = (at.kind() == "identifier").then(|| src.text(at))?;
    let found = declared::find(src, at, name)?;
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
