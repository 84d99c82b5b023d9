//! What a call calls, or an index is computed by, as far as it is in this file.

use tree_sitter::Node;

use crate::semantics::functions;
use crate::semantics::headers::{made_by, place_type};
use crate::semantics::scopes::{Binder, binder, initialiser};
use crate::semantics::types::reference;
use crate::syntax::items::find_item;
use crate::syntax::rust::{Source, callee, children, field, peel};

/// A function, a method or a closure that is called.
pub(super) struct Callee<'t> {
    /// Its item, or the closure.
    pub(super) item: Node<'t>,
    /// What `self` is.
    pub(super) receiver: Option<Node<'t>>,
    /// The arguments.
    pub(super) arguments: Vec<Node<'t>>,
}

/// What is called.
pub(super) fn called<'t>(src: &'t Source, call: Node<'t>) -> Option<Callee<'t>> {
    let function = callee(call)?;
    let arguments = children(field(call, "arguments")?);
    let plain = |item| Callee {
        item,
        receiver: None,
        arguments: arguments.clone(),
    };
    match function.kind() {
        "identifier" => match binder(src, function, src.text(function)) {
            Some(Binder::Let(declaration)) => closure(src, declaration, function).map(plain),
            Some(_) => None,
            None => functions::called(src, function)
                .filter(|item| module_of(*item) == module_of(call))
                .map(plain),
        },
        "scoped_identifier" => functions::called(src, function).map(plain),
        "field_expression" => {
            let receiver = peel(field(function, "value")?);
            let ty = type_name(src, receiver)?;
            let item = method(src, &ty, src.text(field(function, "field")?), call)?;
            Some(Callee {
                item,
                receiver: Some(receiver),
                arguments,
            })
        }
        _ => None,
    }
}

/// The functions that an index expression calls to read and to write: of the type's `Index` and `IndexMut`.
pub(super) fn indexed<'t>(src: &'t Source, node: Node<'t>) -> Option<Vec<Callee<'t>>> {
    let [array, index] = children(node)[..] else {
        return None;
    };
    if !src.text.contains("Index<") {
        return None;
    }
    let array = peel(array);
    let ty = type_name(src, array)?;
    let structure = find_item(src, "struct_item", &ty)?;
    let fits = |item: &Node| module_of(*item) == module_of(structure);
    let mut list = Vec::new();
    for name in ["index", "index_mut"] {
        let mut methods = src.functions(name);
        methods.retain(|m| owner(src, *m).as_deref() == Some(&ty) && takes(src, *m, index));
        match methods[..] {
            [] if name == "index_mut" => {}
            [item] if fits(&item) && fits(&node) => list.push(Callee {
                item,
                receiver: Some(array),
                arguments: vec![index],
            }),
            _ => return None,
        }
    }
    Some(list)
}

/// The method has a parameter of the form of this index: a tuple for a tuple, and so on.
fn takes(src: &Source, method: Node, index: Node) -> bool {
    let parameters = field(method, "parameters")
        .map(children)
        .unwrap_or_default();
    let Some(ty) = parameters.get(1).and_then(|p| field(*p, "type")) else {
        return false;
    };
    match index.kind() {
        "tuple_expression" => ty.kind() == "tuple_type",
        "array_expression" => ty.kind() == "array_type",
        "range_expression" | "reference_expression" => false,
        _ => ty.kind() == "primitive_type" && src.text(ty) == "usize",
    }
}

/// The one method of that name of a struct whose fields are seen at `at`.
fn method<'t>(src: &'t Source, ty: &str, name: &str, at: Node) -> Option<Node<'t>> {
    let structure = find_item(src, "struct_item", ty)?;
    let mut methods = src.functions(name);
    methods.retain(|method| owner(src, *method).as_deref() == Some(ty));
    match methods[..] {
        [item] if [item, at].map(module_of) == [module_of(structure); 2] => Some(item),
        _ => None,
    }
}

/// The type whose `impl` the item stands in.
fn owner(src: &Source, item: Node) -> Option<String> {
    let mut node = item;
    while node.kind() != "impl_item" {
        node = node.parent()?;
    }
    head(src.text(field(node, "type")?))
}

/// The module around a node: its identity.
fn module_of(node: Node) -> usize {
    let mut at = node;
    while let Some(parent) = at.parent() {
        if at.kind() == "mod_item" {
            break;
        }
        at = parent;
    }
    at.id()
}

/// `Grid` of a place of the type `&mut Grid<f64>`.
pub(super) fn type_name(src: &Source, place: Node) -> Option<String> {
    match place.kind() {
        "self" => owner(src, place),
        "unary_expression" if src.text(place).starts_with('*') => {
            type_name(src, peel(*children(place).first()?))
        }
        _ => {
            let ty = place_type(src, place, 0).or_else(|| made_by(src, place))?;
            let target = reference(&ty).map_or(ty.as_str(), |(_, target)| target);
            head(target)
        }
    }
}

/// `Grid` of `grid::Grid<f64>` and of `Grid::<f64>`.
fn head(ty: &str) -> Option<String> {
    let name = ty.split('<').next()?.trim().trim_end_matches(':');
    let name = name.rsplit("::").next()?.trim();
    let plain = name.chars().all(|c| c.is_alphanumeric() || c == '_');
    (plain && !name.is_empty()).then(|| name.to_owned())
}

/// The closure that a `let` without `mut` names, and that sees what its caller sees.
fn closure<'t>(src: &'t Source, declaration: Node<'t>, function: Node) -> Option<Node<'t>> {
    let parts = children(declaration);
    let mutable = parts.iter().any(|part| part.kind() == "mutable_specifier");
    let value = peel(initialiser(src, declaration, src.text(function))?);
    let own = value.kind() == "closure_expression" && !src.text(value).starts_with("move");
    (own && !mutable).then_some(value)
}
