//! References to arrays that stand in an array: `let fine = &mut grids[level];`.
//!
//! Taking one touches the array's header and no element. Tasks know elements by address, so
//! generating code may take it while they are pending, as it may ask for a length. That
//! nothing but headers is covered is seen by declared types: of parameters, of `let`s, of the
//! fields of structs of this file.

use tree_sitter::Node;

use super::scopes::{
    Binder, PARTING, PARTING_ENDS, PIECES, binder, initialiser, is_header_type, reference, tidy,
};
use crate::syntax::rust::{Source, children, field, find_item, peel, place_name};

/// Places nested deeper than this are not followed.
const DEPTH: usize = 16;

/// The place that `value` refers into, if it is a reference to headers alone, or two of them.
pub(super) fn headers<'t>(src: &'t Source, value: Node<'t>) -> Option<Node<'t>> {
    let value = peel(value);
    let (place, whole) = match value.kind() {
        "reference_expression" => (peel(field(value, "value")?), false),
        _ => (parted(src, value)?, true),
    };
    let ty = place_type(src, place, 0)?;
    let apart = match whole {
        true => is_apart(src, element(&ty)?, 0),
        false => is_apart(src, &ty, 0),
    };
    apart.then_some(place)
}

/// The arrays that are parted, and what is evaluated besides, where a value is nothing but references to
/// parts: `a.split_at_mut(n)`, `a.chunks_mut(n).zip(b.chunks(m)).enumerate()`. No element is touched.
pub(super) fn parted_places<'t>(
    src: &Source,
    value: Node<'t>,
) -> Option<(Vec<Node<'t>>, Vec<Node<'t>>)> {
    const AS_THEY_ARE: [&str; 5] = ["enumerate", "rev", "skip", "take", "step_by"];
    let value = peel(value);
    let function = field(value, "function").filter(|f| f.kind() == "field_expression")?;
    let method = src.text(field(function, "field")?);
    let receiver = peel(field(function, "value")?);
    let arguments = field(value, "arguments").map(children)?;
    if PARTING.contains(&method) || PARTING_ENDS.contains(&method) || PIECES.contains(&method) {
        return Some((vec![receiver], arguments));
    }
    let (mut places, mut others) = parted_places(src, receiver)?;
    match (method, arguments.as_slice()) {
        ("zip", [other]) => {
            let (more, rest) = parted_places(src, *other)?;
            places.extend(more);
            others.extend(rest);
        }
        _ if AS_THEY_ARE.contains(&method) => others.extend(arguments),
        _ => return None,
    }
    Some((places, others))
}

/// The name at the root of a place, and the indices on the way.
pub(super) fn root_of<'t>(src: &Source, place: Node<'t>) -> Option<(String, Vec<Node<'t>>)> {
    let (mut at, mut indices) = (peel(place), Vec::new());
    while at.kind() == "index_expression" {
        let parts = children(at);
        indices.push(*parts.get(1)?);
        at = peel(*parts.first()?);
    }
    Some((place_name(src, at)?, indices))
}

/// What `a.split_at_mut(n)` parts.
fn parted<'t>(src: &Source, call: Node<'t>) -> Option<Node<'t>> {
    let function = field(call, "function").filter(|f| f.kind() == "field_expression")?;
    let method = src.text(field(function, "field")?);
    PARTING
        .contains(&method)
        .then(|| field(function, "value").map(peel))?
}

/// The type of a place, as it is written somewhere.
pub(crate) fn place_type(src: &Source, place: Node, depth: usize) -> Option<String> {
    if depth > DEPTH {
        return None;
    }
    match place.kind() {
        "identifier" => name_type(src, place, depth),
        "index_expression" => {
            let parts = children(place);
            let base = place_type(src, peel(*parts.first()?), depth + 1)?;
            let part = element(&base)?;
            match parts.get(1)?.kind() {
                "range_expression" => Some(format!("[{part}]")),
                _ => Some(part.to_owned()),
            }
        }
        "unary_expression" if src.text(place).starts_with('*') => {
            let inner = place_type(src, peel(*children(place).first()?), depth + 1)?;
            Some(reference(&inner)?.1.to_owned())
        }
        "field_expression" => {
            let base = peel(field(place, "value")?);
            let owner = match base.kind() {
                "self" => impl_type(src, base)?,
                _ => place_type(src, base, depth + 1)?,
            };
            let owner = reference(&owner).map_or(owner.as_str(), |(_, target)| target);
            struct_field(src, owner, src.text(field(place, "field")?))
        }
        _ => None,
    }
}

fn name_type(src: &Source, place: Node, depth: usize) -> Option<String> {
    let name = src.text(place);
    let declaration = match binder(src, place, name)? {
        Binder::Parameter(parameter) => return Some(tidy(src.text(field(parameter, "type")?))),
        Binder::Let(declaration) => declaration,
        Binder::For(_) | Binder::Other(_) => return None,
    };
    let pattern = field(declaration, "pattern")?;
    if let Some(ty) = field(declaration, "type") {
        return (pattern.kind() == "identifier").then(|| tidy(src.text(ty)));
    }
    let value = match initialiser(src, declaration, name) {
        Some(value) => peel(value),
        // `let (low, high) = a.split_at_mut(n);`
        None if pattern.kind() == "tuple_pattern" => {
            let array = parted(src, peel(field(declaration, "value")?))?;
            let whole = place_type(src, array, depth + 1)?;
            return Some(format!("&mut [{}]", element(&whole)?));
        }
        None => return None,
    };
    match value.kind() {
        "reference_expression" => {
            let target = place_type(src, peel(field(value, "value")?), depth + 1)?;
            Some(format!("&mut {target}"))
        }
        "macro_invocation" => filled(src, value),
        _ => None,
    }
}

/// The type of `vec![0.0; n]`, and of `vec![[0.0; 3]; n]`, whose elements are arrays of numbers; which
/// numbers is not said.
fn filled(src: &Source, value: Node) -> Option<String> {
    let inside = src.text(value).strip_prefix("vec![")?.strip_suffix(']')?;
    let cell = before_length(inside).trim();
    if let Some(number) = literal_type(cell) {
        return Some(format!("Vec<{number}>"));
    }
    let number = before_length(cell.strip_prefix('[')?.strip_suffix(']')?).trim();
    let length = cell
        .get(1 + number.len()..cell.len() - 1)?
        .trim()
        .strip_prefix(';')?;
    let is_number = number
        .trim_start_matches('-')
        .starts_with(|c: char| c.is_ascii_digit());
    is_number.then(|| format!("Vec<[_; {}]>", length.trim()))
}

/// The type of a number, where its literal says it.
fn literal_type(text: &str) -> Option<&'static str> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_');
    if !digits.starts_with(|c: char| c.is_ascii_digit()) || !digits.chars().all(plain) {
        return None;
    }
    let hex = digits.starts_with("0x");
    let types = [
        "f32", "u8", "i8", "u16", "i16", "u32", "i32", "u64", "i64", "usize", "isize",
    ];
    let suffix = types
        .into_iter()
        .find(|ty| digits.ends_with(ty) && !(hex && *ty == "f32"));
    let real = digits.contains('.') || digits.ends_with("f64");
    suffix.or((real && !hex).then_some("f64"))
}

/// The type that the `impl` around a `self` is for.
fn impl_type(src: &Source, at: Node) -> Option<String> {
    let mut node = at;
    while node.kind() != "impl_item" {
        node = node.parent()?;
    }
    Some(tidy(src.text(field(node, "type")?)))
}

fn struct_field(src: &Source, owner: &str, name: &str) -> Option<String> {
    let owner = owner.split('<').next().unwrap_or(owner).trim();
    let structure = find_item(src, "struct_item", owner)?;
    let fields = children(field(structure, "body")?);
    let declared = fields
        .into_iter()
        .find(|f| field(*f, "name").is_some_and(|n| src.text(n) == name))?;
    Some(tidy(src.text(field(declared, "type")?)))
}

/// The type of the elements: of `Vec<T>`, `[T]`, `[T; N]`, and references to them.
pub(crate) fn element(ty: &str) -> Option<&str> {
    let mut ty = ty.trim();
    while let Some((_, target)) = reference(ty) {
        ty = target;
    }
    if let Some(inside) = ty.strip_prefix('[').and_then(|t| t.strip_suffix(']')) {
        return Some(before_length(inside).trim());
    }
    let (head, rest) = ty.split_once('<')?;
    let inside = rest.trim_end().strip_suffix('>')?;
    match head.trim().rsplit("::").next()? {
        "Vec" => Some(inside.trim()),
        "Box" => element(inside),
        _ => None,
    }
}

/// `T` of `T; N`.
fn before_length(inside: &str) -> &str {
    let mut depth = 0_usize;
    let end = inside.find(|c: char| {
        match c {
            '[' | '<' | '(' => depth += 1,
            ']' | '>' | ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        c == ';' && depth == 0
    });
    &inside[..end.unwrap_or(inside.len())]
}

/// Elements stand elsewhere: the type is a header, or an array of headers.
pub(super) fn is_apart(src: &Source, ty: &str, depth: usize) -> bool {
    let inline = ty.trim().starts_with('[');
    match inline && depth < DEPTH {
        true => element(ty).is_some_and(|part| is_apart(src, part, depth + 1)),
        false => is_header_type(src, ty, 0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_of_types() {
        assert_eq!(element("&mut [Vec<f64>]"), Some("Vec<f64>"));
        assert_eq!(element("Vec<Vec<f64>>"), Some("Vec<f64>"));
        assert_eq!(element("&[[f64; 3]; 2]"), Some("[f64; 3]"));
        assert_eq!(element("Box<[String]>"), Some("String"));
        assert_eq!(element("f64"), None);
        assert_eq!(element("HashMap<u8, Vec<u8>>"), None);
    }

    #[test]
    fn headers_are_told_from_elements() {
        let text = "struct Grids { u: Vec<Vec<f64>>, flat: Vec<f64> }
            fn f(a: &mut [Vec<f64>], b: &mut [[f64; 3]], v: &mut Vec<f64>, g: &mut Grids, n: usize) {
                let x = &mut a[n];
                let x = &mut b[n];
                let x = &v[n];
                let x = &g.u[n + 1];
                let x = &g.flat[n];
                let x = a.split_at_mut(n);
                let x = v.split_at_mut(n);
                let x = &a[n][..];
                let (low, high) = a.split_at_mut(n);
                let x = &low[n - 1];
                let x = &high[0][2];
            }";
        let src = crate::syntax::rust::parse(std::path::Path::new("t.rs"), text.to_owned())
            .expect("it is Rust");
        let mut found = Vec::new();
        let mut stack = vec![src.tree.root_node()];
        while let Some(node) = stack.pop() {
            if node.kind() == "let_declaration" {
                let value = field(node, "value").expect("a value");
                found.push((node.start_byte(), headers(&src, value).is_some()));
            }
            stack.extend(children(node));
        }
        found.sort_unstable();
        let found: Vec<bool> = found.into_iter().map(|(_, is)| is).collect();
        let wanted = [
            true, false, false, true, false, true, false, false, true, true, false,
        ];
        assert_eq!(found, wanted);
    }
}
