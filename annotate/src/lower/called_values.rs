//! Values that are called in a task, `f(x)`, and that a call may change: `FnMut`.

use tree_sitter::Node;

use crate::lower::bindings::is_mutable;
use crate::semantics::headers::place_type;
use crate::semantics::inner::bounds;
use crate::semantics::scopes::{Binder, binder};
use crate::semantics::types::{reference, tidy};
use crate::syntax::rust::{Source, children, field, peel};

/// The place that a call calls: `f` of `f(x)` and of `(*f)(x)`.
pub(super) fn place<'t>(src: &Source, function: Node<'t>) -> Node<'t> {
    let mut place = peel(function);
    while place.kind() == "unary_expression" && src.text(place).starts_with('*') {
        let Some(inner) = children(place).first().copied() else {
            break;
        };
        place = peel(inner);
    }
    place
}

/// A call of what `function` names, a local or a field, may change it.
pub(super) fn may_change(src: &Source, function: Node) -> bool {
    let place = place(src, function);
    match place.kind() {
        "identifier" => match binder(src, place, src.text(place)) {
            Some(Binder::Parameter(p)) => {
                field(p, "type").is_some_and(|ty| is_changed(src, place, &tidy(src.text(ty))))
            }
            Some(Binder::Let(declaration)) => {
                let value = field(declaration, "value").map(peel);
                let borrowed =
                    value.is_some_and(|v| v.kind() == "reference_expression" && is_mutable(v));
                let pattern = field(declaration, "pattern").map_or("", |p| src.text(p));
                let by_type = field(declaration, "type")
                    .is_some_and(|ty| is_changed(src, place, &tidy(src.text(ty))));
                is_mutable(declaration) || pattern.contains("mut ") || borrowed || by_type
            }
            // Of the items of a list of functions it is not seen whether they are shared.
            Some(Binder::For(at)) => {
                let items = field(at, "value").map_or("", |v| src.text(v));
                !(items.ends_with(".iter()") || (items.starts_with('&') && !items.contains("mut ")))
            }
            Some(Binder::Other(_)) => true,
            None => false,
        },
        "field_expression" | "index_expression" => {
            place_type(src, place, 0).is_some_and(|ty| is_changed(src, place, &ty))
        }
        _ => false,
    }
}

/// Calls of values of this type may change them: `impl FnMut(..)`, or a type parameter that is bound so.
fn is_changed(src: &Source, at: Node, ty: &str) -> bool {
    let target = reference(ty).map_or(ty, |(_, target)| target);
    target.contains("FnMut") || bounds(src, at, target.trim()).contains("FnMut")
}
