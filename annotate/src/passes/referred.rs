//! Names of references that a body uses whole: `std::mem::swap(a, b)`, `f(s)`, `let old = *s`.
//!
//! Such a body has references of its own, to the same places. Through a reference to the reference that the
//! function has, generic functions would exchange the references, and `*s` would not be the value.

use tree_sitter::Node;

use crate::diag::Diagnostics;
use crate::ir::{How, Region, RegionForm, VarKind};
use crate::lower::changed_through;
use crate::passes::tasks_mut;
use crate::semantics::scopes::{Binder, binder, initialiser, node_at};
use crate::semantics::types::reference;
use crate::semantics::values::{Known, known};
use crate::syntax::rust::{Source, children, field, peel};

/// Marks bindings and captures that are references of the body's own.
pub(super) fn run(src: &Source, region: &mut Region, _diags: &mut Diagnostics) {
    if region.form == RegionForm::Nested {
        return;
    }
    let variables = region.variables.clone();
    for task in tasks_mut(region) {
        let Some(stmt) = node_at(src, &task.stmt) else {
            continue;
        };
        for binding in &mut task.bindings {
            let variable = &variables[binding.var];
            if matches!(variable.kind, VarKind::Scalar { deref: true }) {
                binding.referred = is_handed_on(src, stmt, &variable.name);
                continue;
            }
            let whole = matches!(binding.how, How::Whole) && !binding.behind;
            let kind = matches!(variable.kind, VarKind::Flat { .. } | VarKind::Opaque);
            let reference = is_reference(src, stmt, &variable.name);
            // What changes behind a shared reference does so without `&mut`.
            let shared = reference == Some(false) && variable.kind == VarKind::Opaque;
            binding.mutable &= !(whole && shared);
            binding.referred = whole
                && kind
                && reference.is_some_and(|mutable| mutable || !binding.mutable)
                && !is_itself_used(src, stmt, &variable.name);
        }
        for capture in task.captures.iter_mut().filter(|c| !c.inside) {
            capture.referred = is_reference(src, stmt, &capture.name) == Some(true)
                && is_read_through(src, stmt, &capture.name);
        }
    }
}

/// What `name` stands for is a reference by its type or its value; whether it is a `&mut` one.
fn is_reference(src: &Source, stmt: Node, name: &str) -> Option<bool> {
    let by = binder(src, stmt, name)?;
    if let Known::Type(ty) = known(src, by, name) {
        return reference(&ty).map(|(mutable, _)| mutable);
    }
    if let Binder::Let(declaration) = by
        && let Some(value) = initialiser(src, declaration, name).map(peel)
        && value.kind() == "reference_expression"
    {
        return Some(src.text(value).starts_with("&mut"));
    }
    let (pattern, value) = matched(by).filter(|_| is_argument(src, stmt, name))?;
    let mut names = changed_through(src, pattern, value).into_iter();
    names.any(|changed| changed == name).then_some(true)
}

/// A pattern, and the value that it is for.
fn matched(by: Binder) -> Option<(Node, Node)> {
    let node = match by {
        Binder::Let(node) | Binder::For(node) => node,
        Binder::Other(arm) if arm.kind() == "match_arm" => {
            let value = field(arm.parent()?.parent()?, "value")?;
            return Some((field(arm, "pattern")?, value));
        }
        Binder::Other(node) => field(node, "condition")?,
        Binder::Parameter(_) => return None,
    };
    Some((field(node, "pattern")?, field(node, "value")?))
}

/// True where a node of the body is one for which `wanted` says so.
fn any(body: Node, wanted: impl Fn(Node) -> bool) -> bool {
    let mut stack = vec![body];
    while let Some(node) = stack.pop() {
        if wanted(node) {
            return true;
        }
        stack.extend(children(node));
    }
    false
}

/// The body borrows or sets the reference itself, or hands its name to a macro, which might.
fn is_itself_used(src: &Source, stmt: Node, name: &str) -> bool {
    let is = |node: Option<Node>| node.is_some_and(|n| src.text(peel(n)) == name);
    any(stmt, |node| match node.kind() {
        "reference_expression" => is(field(node, "value")),
        "assignment_expression" => is(field(node, "left")),
        "identifier" => {
            src.text(node) == name && node.parent().is_some_and(|p| p.kind() == "token_tree")
        }
        _ => false,
    })
}

/// The body has the name by itself, not `*name` or a field, and does not set it.
fn is_handed_on(src: &Source, stmt: Node, name: &str) -> bool {
    let by_itself = any(stmt, |node| {
        let kind = node.parent().map_or("", |parent| parent.kind());
        node.kind() == "identifier"
            && src.text(node) == name
            && !matches!(kind, "unary_expression" | "field_expression" | "token_tree")
    });
    by_itself && !is_itself_used(src, stmt, name)
}

/// The body hands the name on, `f(name)`.
fn is_argument(src: &Source, body: Node, name: &str) -> bool {
    any(body, |node| {
        let around = node.parent().filter(|p| p.kind() == "arguments");
        around.is_some() && node.kind() == "identifier" && src.text(node) == name
    })
}

/// The body has `*name`.
fn is_read_through(src: &Source, stmt: Node, name: &str) -> bool {
    any(stmt, |node| {
        let text = src.text(node);
        node.kind() == "unary_expression"
            && text.strip_prefix('*').is_some_and(|t| t.trim() == name)
    })
}
