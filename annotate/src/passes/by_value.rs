//! Values that some task hands on by a reference, `next(&mut seed)`, and some task uses as they are, `let x = seed;`.
//!
//! Of what is only handed on bodies have a reference, by its name. Where the value itself is used, they name
//! its place instead, `(*seed)`, as they do with what is assigned.

use crate::diag::Diagnostics;
use crate::ir::{Region, Shape, Use, VarKind};
use crate::passes::tasks;
use crate::passes::variables::shared_uses;
use crate::semantics::headers::place_type;
use crate::semantics::scopes::{binder, node_at};
use crate::semantics::types::reference;
use crate::semantics::values::{Known, Value, known};
use crate::syntax::rust::{Source, field, peel};

/// Takes such variables for scalars.
pub(super) fn run(src: &Source, region: &mut Region, _diags: &mut Diagnostics) {
    let mut variables = std::mem::take(&mut region.variables);
    for variable in &mut variables {
        let uses = tasks(region).flat_map(shared_uses);
        let mut own = uses.filter(|used| used.name == variable.name);
        let opaque = variable.kind == VarKind::Opaque;
        if opaque && own.any(|used| is_value(src, used) && is_owned(src, used)) {
            variable.kind = VarKind::Scalar { deref: false };
        }
    }
    region.variables = variables;
}

/// The name stands for its value: no part of it is named, it is not borrowed, and not called.
fn is_value(src: &Source, used: &Use) -> bool {
    let node = node_at(src, &used.base).filter(|_| used.shape == Shape::Whole && !used.in_macro);
    let mut around = node.and_then(|node| Some((node, node.parent()?)));
    while let Some((node, parent)) = around.filter(|(_, p)| p.kind() == "parenthesized_expression")
    {
        around = parent
            .parent()
            .map(|next| (node.parent().unwrap_or(node), next));
    }
    around.is_some_and(|(node, parent)| match parent.kind() {
        "field_expression" | "reference_expression" | "token_tree" => false,
        "unary_expression" => !src.text(parent).starts_with('*'),
        "index_expression" => parent.named_child(0) != Some(node),
        "call_expression" => field(parent, "function") != Some(node),
        _ => true,
    })
}

/// By its type or by what it begins with it is no reference.
fn is_owned(src: &Source, used: &Use) -> bool {
    let Some(node) = node_at(src, &used.base).map(peel) else {
        return false;
    };
    let ty = place_type(src, node, 0);
    ty.map_or_else(
        || {
            let by = binder(src, node, &used.name);
            let known = by.map(|by| known(src, by, &used.name));
            matches!(known, Some(Known::Value(Value::Plain | Value::Owner)))
        },
        |ty| reference(&ty).is_none(),
    )
}
