//! References to arrays that stand in an array: `let fine = &mut grids[level];`.
//!
//! Taking one touches the array's header and no element. Tasks know elements by address, so
//! generating code may take it while they are pending, as it may ask for a length. That
//! nothing but headers is covered is seen by declared types: of parameters, of `let`s, of the
//! fields of structs of this file.

use tree_sitter::Node;

use crate::semantics::scopes::{Binder, binder, initialiser};
use crate::semantics::types::{before_length, element, reference, tidy};
use crate::semantics::values::{
    Known, OWNING, PARTING, PARTING_ENDS, PIECES, Value, has_library_method, known,
};
use crate::syntax::items::find_item;
use crate::syntax::rust::{Source, callee, children, field, peel, place_name};

/// Places nested deeper than this are not followed.
const DEPTH: usize = 16;

/// The place that `value` refers into, if it is a reference to headers alone, or two of them.
pub(crate) fn headers<'t>(src: &'t Source, value: Node<'t>) -> Option<Node<'t>> {
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
pub(crate) fn parted_places<'t>(
    src: &Source,
    value: Node<'t>,
) -> Option<(Vec<Node<'t>>, Vec<Node<'t>>)> {
    const AS_THEY_ARE: [&str; 5] = ["enumerate", "rev", "skip", "take", "step_by"];
    let value = peel(value);
    let function = field(value, "function").filter(|f| f.kind() == "field_expression")?;
    let method = src.text(field(function, "field")?);
    let receiver = peel(field(function, "value")?);
    let arguments = field(value, "arguments").map(children)?;
    let lists = [&PARTING[..], &PARTING_ENDS, &PIECES];
    if lists.iter().any(|list| list.contains(&method)) && has_library_method(src, receiver, method)
    {
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
pub(crate) fn root_of<'t>(src: &Source, place: Node<'t>) -> Option<(String, Vec<Node<'t>>)> {
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

/// The type whose function `new`, or whose literal, a local begins with.
pub(crate) fn made_by(src: &Source, place: Node) -> Option<String> {
    if place.kind() != "identifier" {
        return None;
    }
    let Binder::Let(declaration) = binder(src, place, src.text(place))? else {
        return None;
    };
    let value = peel(initialiser(src, declaration, src.text(place))?);
    let ty = match value.kind() {
        "struct_expression" => field(value, "name")?,
        "call_expression" => {
            let path = callee(value).filter(|f| f.kind() == "scoped_identifier")?;
            // What else a function of the type may give is not seen.
            let makes = matches!(src.text(field(path, "name")?), "new" | "zeros" | "default");
            field(path, "path").filter(|_| makes)?
        }
        _ => return None,
    };
    Some(src.text(ty).to_owned())
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
pub(crate) fn impl_type(src: &Source, at: Node) -> Option<String> {
    let mut node = at;
    while node.kind() != "impl_item" {
        node = node.parent()?;
    }
    Some(tidy(src.text(field(node, "type")?)))
}

fn struct_field(src: &Source, owner: &str, name: &str) -> Option<String> {
    let owner = owner.split('<').next().unwrap_or(owner).trim();
    let structure = find_item(src, "struct_item", owner)?;
    let (_, ty) = fields_of(src, structure)
        .into_iter()
        .find(|(n, _)| n == name)?;
    Some(tidy(src.text(ty)))
}

/// The fields of a struct, by name or number, with their types.
pub(crate) fn fields_of<'t>(src: &Source, structure: Node<'t>) -> Vec<(String, Node<'t>)> {
    let parts = field(structure, "body").map(children).unwrap_or_default();
    let is_field = |n: &Node| !matches!(n.kind(), "attribute_item" | "visibility_modifier");
    let fields = parts.into_iter().filter(is_field).enumerate();
    let named = |(number, part): (usize, Node<'t>)| match field(part, "name") {
        Some(name) if part.kind() == "field_declaration" => {
            Some((src.text(name).to_owned(), field(part, "type")?))
        }
        _ => Some((number.to_string(), part)),
    };
    fields.filter_map(named).collect()
}

/// Elements stand elsewhere: the type is a header, or an array of headers.
pub(crate) fn is_apart(src: &Source, ty: &str, depth: usize) -> bool {
    let inline = ty.trim().starts_with('[');
    match inline && depth < DEPTH {
        true => element(ty).is_some_and(|part| is_apart(src, part, depth + 1)),
        false => is_header_type(src, ty, 0),
    }
}

/// True when `std::mem::swap` of a value of this type moves no element: the type is a
/// header of a few words with the elements behind it.
pub(crate) fn is_header_type(src: &Source, text: &str, depth: usize) -> bool {
    const HEADERS: [&str; 9] = [
        "Vec", "Array1", "Array2", "Array3", "Array4", "ArrayD", "DMatrix", "DVector", "String",
    ];
    let text = text.trim();
    if reference(text).is_some() {
        return true;
    }
    let head = text.split('<').next().unwrap_or("").trim();
    let last = head.rsplit("::").next().unwrap_or("");
    if last == "Box" || (HEADERS.contains(&last) && text.len() > head.len()) {
        return true;
    }
    // An alias of this file.
    depth < 4
        && !head.is_empty()
        && find_item(src, "type_item", head)
            .and_then(|item| field(item, "type"))
            .is_some_and(|t| is_header_type(src, &tidy(src.text(t)), depth + 1))
}

/// The type of `self.field`, or of `s.field`, for code at `at`, when the struct is in this file.
fn field_type(src: &Source, at: Node, place: &str) -> Option<String> {
    let (root, name) = place.split_once('.')?;
    let owner = match root {
        "self" => {
            let mut node = at;
            while node.kind() != "impl_item" {
                node = node.parent()?;
            }
            tidy(src.text(field(node, "type")?))
        }
        _ => match known(src, binder(src, at, root)?, root) {
            Known::Type(ty) => reference(&ty)
                .map_or(ty.as_str(), |(_, target)| target)
                .to_owned(),
            _ => return None,
        },
    };
    struct_field(src, &owner, name)
}

/// True when swapping the place `name` (through `&mut` when `borrowed`) moves only headers.
pub(crate) fn swaps_headers(src: &Source, at: Node, name: &str, borrowed: bool) -> bool {
    let of_type = |t: &str| {
        if borrowed {
            return is_header_type(src, t, 0);
        }
        reference(t).is_some_and(|(mutable, target)| mutable && is_header_type(src, target, 0))
    };
    if name.contains('.') {
        return borrowed && field_type(src, at, name).is_some_and(|t| of_type(&t));
    }
    let Some(binder) = binder(src, at, name) else {
        return false;
    };
    match (known(src, binder, name), binder) {
        (Known::Type(t), _) => of_type(&t),
        (Known::Value(Value::Owner | Value::Unclear), Binder::Let(l)) => {
            borrowed
                && initialiser(src, l, name)
                    .is_some_and(|v| is_heap(src, v) || clones_header(src, l, v))
        }
        (Known::Value(Value::Borrow), Binder::Let(l)) => {
            // `let mut a = &mut x[..]`: swapping `a` itself moves references.
            borrowed
                && initialiser(src, l, name)
                    .is_some_and(|v| peel(v).kind() == "reference_expression")
        }
        _ => false,
    }
}

/// Initialisers of heap-backed containers.
fn is_heap(src: &Source, value: Node) -> bool {
    let value = peel(value);
    let text: String = src
        .text(value)
        .chars()
        .filter(|c| !c.is_whitespace())
        .collect();
    match value.kind() {
        "macro_invocation" => text.starts_with("vec!") || text.starts_with("format!"),
        "call_expression" => {
            let method = callee(value)
                .and_then(|f| field(f, "field"))
                .map_or("", |f| src.text(f));
            [
                "Vec::",
                "Vec<",
                "Array1::",
                "Array2::",
                "Array3::",
                "Array4::",
                "DMatrix::",
                "DVector::",
            ]
            .iter()
            .any(|h| text.starts_with(h))
                || method == "to_vec"
        }
        _ => false,
    }
}

/// `x.clone()` of a variable whose type is a header by value.
fn clones_header(src: &Source, at: Node, value: Node) -> bool {
    let value = peel(value);
    let Some(function) = callee(value).filter(|f| f.kind() == "field_expression") else {
        return false;
    };
    let receiver = field(function, "value").map(peel);
    let (Some(receiver), Some("clone")) = (receiver, field(function, "field").map(|f| src.text(f)))
    else {
        return false;
    };
    // Cloning through a reference gives the value behind it.
    let header = |ty: &str| {
        let target = reference(ty).map_or(ty, |(_, target)| target);
        reference(target).is_none() && is_header_type(src, target, 0)
    };
    if receiver.kind() != "identifier" {
        return place_type(src, receiver, 0).is_some_and(|ty| header(&ty));
    }
    let name = src.text(receiver);
    match binder(src, at, name).map(|b| (known(src, b, name), b)) {
        Some((Known::Type(t), _)) => header(&t),
        Some((Known::Value(Value::Owner), Binder::Let(l))) => {
            initialiser(src, l, name).is_some_and(|v| is_heap(src, v))
        }
        _ => false,
    }
}

/// True for types that hold their elements elsewhere and are not copied.
pub(crate) fn is_container(text: &str) -> bool {
    const HEADS: [&str; 17] = [
        "Vec", "String", "Box", "HashMap", "HashSet", "BTreeMap", "BTreeSet", "VecDeque", "Array1",
        "Array2", "Array3", "Array4", "ArrayD", "DMatrix", "DVector", "Rc", "Arc",
    ];
    let head = text.split('<').next().unwrap_or("").trim();
    HEADS.contains(&head.rsplit("::").next().unwrap_or(""))
}

/// True for initialisers of containers.
pub(crate) fn makes_container(src: &Source, value: Node) -> bool {
    let value = peel(value);
    let method = callee(value)
        .and_then(|f| field(f, "field"))
        .map_or("", |f| src.text(f));
    is_heap(src, value) || OWNING.contains(&method)
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
