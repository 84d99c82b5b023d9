//! Parts of constants, `SIZES[1]`, `SHAPE.rows`, and limits of types, `u8::MAX`.

use tree_sitter::Node;

use crate::lower::bindings::is_constant;
use crate::syntax::constants::integer;
use crate::syntax::items::find_item;
use crate::syntax::rust::{Source, children, field, peel};

/// Parts of parts beyond which nobody looks.
const DEPTH: usize = 8;

/// The expression in a constant of the file that a part of it is. `is_local`: a name of the code's own.
pub(super) fn part<'t>(
    src: &'t Source,
    node: Node<'t>,
    is_local: &dyn Fn(&str) -> bool,
) -> Option<Node<'t>> {
    value(src, node, is_local, 0)
}

fn value<'t>(
    src: &'t Source,
    node: Node<'t>,
    is_local: &dyn Fn(&str) -> bool,
    depth: usize,
) -> Option<Node<'t>> {
    let node = peel(node);
    let inner = |node| value(src, node, is_local, depth + 1);
    match node.kind() {
        _ if depth > DEPTH => None,
        "identifier" => {
            let name = src.text(node);
            let known = is_constant(name) && !is_local(name);
            let item = ["const_item", "static_item"]
                .into_iter()
                .find_map(|kind| find_item(src, kind, name))
                .filter(|_| known)?;
            let changes = children(item)
                .iter()
                .any(|c| c.kind() == "mutable_specifier");
            field(item, "value").map(peel).filter(|_| !changes)
        }
        "index_expression" => {
            let [array, index] = children(node)[..] else {
                return None;
            };
            let list = inner(array)?;
            let at = usize::try_from(integer(src.text(peel(index)))?).ok()?;
            // `[40; 3]` has a length.
            let repeats = field(list, "length").is_some();
            let elements = children(list)
                .into_iter()
                .filter(|c| c.kind() != "attribute_item");
            let elements: Vec<Node> = elements.collect();
            match list.kind() {
                "array_expression" if repeats => elements.first().copied().map(peel),
                "array_expression" => elements.get(at).copied().map(peel),
                _ => None,
            }
        }
        "field_expression" => {
            let of = inner(field(node, "value")?)?;
            let name = src.text(field(node, "field")?);
            if of.kind() == "tuple_expression" {
                let at: usize = name.parse().ok()?;
                return children(of).get(at).copied().map(peel);
            }
            let body = field(of, "body").filter(|_| of.kind() == "struct_expression")?;
            let mut fields = children(body).into_iter();
            let found = fields.find(|f| field(*f, "field").is_some_and(|n| src.text(n) == name))?;
            field(found, "value").map(peel)
        }
        _ => None,
    }
}

/// The number that such a name is; inside, `None` where it is no number of 64 bits.
pub(super) fn limit(text: &str) -> Option<Option<i64>> {
    let (of, name) = text.rsplit_once("::")?;
    let of = of.rsplit("::").next()?.trim();
    let (signed, bits) = match of {
        "u8" => (false, 8),
        "u16" => (false, 16),
        "u32" => (false, 32),
        "i8" => (true, 8),
        "i16" => (true, 16),
        "i32" => (true, 32),
        "i64" | "isize" => (true, 64),
        "u64" | "usize" | "u128" | "i128" => (false, 64),
        _ => return None,
    };
    Some(match (name.trim(), signed) {
        ("MIN", false) if of != "i128" => Some(0),
        ("MIN", true) => Some(i64::MIN >> (64 - bits)),
        ("MAX", true) => Some(i64::MAX >> (64 - bits)),
        ("MAX", false) if bits < 64 => Some((1 << bits) - 1),
        ("BITS", _) => Some(if of.ends_with("128") { 128 } else { bits }),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_of_types() {
        assert_eq!(limit("u8::MAX"), Some(Some(255)));
        assert_eq!(limit("std::i16::MIN"), Some(Some(-32768)));
        assert_eq!(limit("usize::MAX"), Some(None));
        assert_eq!(limit("Grid::ROWS"), None);
    }
}
