//! What a body uses besides arrays and task-written scalars: captured by value where the
//! type allows, else by reference (declared outside the region) or by clone (inside).

use tree_sitter::Node;

use crate::diag::Diagnostics;
use crate::ir::{Capture, Region, RegionForm, Span};
use crate::passes::tasks_mut;
use crate::syntax::names::free_names;
use crate::syntax::rust::{Source, binding_of, place_name};

/// Fills the captures of every task.
pub(super) fn run(src: &Source, region: &mut Region, _diags: &mut Diagnostics) {
    let shared: Vec<String> = region.variables.iter().map(|v| v.name.clone()).collect();
    let (body, nested) = (region.body.clone(), region.form == RegionForm::Nested);
    for task in tasks_mut(region) {
        let Some(stmt) = node_at(src, &task.stmt) else { continue };
        let bound: Vec<String> = task.bindings.iter().map(|b| shared[b.var].clone()).collect();
        let mut list: Vec<Capture> = Vec::new();
        for free in free_names(src, stmt) {
            if free.name == "self" {
                capture_self(src, stmt, &free.spans, &bound, &mut list);
            } else if !bound.contains(&free.name)
                && !task.privates.contains(&free.name)
                && !task.reductions.iter().any(|r| r.name == free.name && !r.ordered)
                && is_variable(&free.name)
            {
                let inside = nested || declared_in(src, stmt, &free.name, &body);
                list.push(Capture { binding: free.name.clone(), name: free.name, uses: free.spans, inside });
            }
        }
        // The nest's own header is evaluated where tasks are registered.
        task.captures = list;
    }
}

/// Constants and statics are reached from everywhere.
fn is_variable(name: &str) -> bool {
    !name.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_')
}

/// The node of exactly this span.
pub(super) fn node_at<'s>(src: &'s Source, span: &Span) -> Option<Node<'s>> {
    src.tree.root_node().descendant_for_byte_range(span.start, span.end)
}

/// `self.n` is captured as `self_n`; `self` by itself as a reference.
fn capture_self(src: &Source, stmt: Node, spans: &[Span], bound: &[String], list: &mut Vec<Capture>) {
    for span in spans {
        let Some(mut node) = stmt.descendant_for_byte_range(span.start, span.end) else { continue };
        // Up to the longest `self.a.b` that is a place and not a method's name.
        while let Some(parent) = node.parent().filter(|p| p.kind() == "field_expression" && place_name(src, *p).is_some()) {
            let called = parent.parent().is_some_and(|g| {
                g.kind() == "call_expression" && g.child_by_field_name("function").is_some_and(|f| f.id() == parent.id())
            });
            if called {
                break;
            }
            node = parent;
            if bound.iter().any(|b| place_name(src, node).as_deref() == Some(b)) {
                break;
            }
        }
        let Some(name) = place_name(src, node) else { continue };
        if bound.contains(&name) {
            continue;
        }
        match list.iter_mut().find(|c| c.name == name) {
            Some(capture) => capture.uses.push(node.byte_range()),
            None => list.push(Capture { binding: binding_of(&name), name, uses: vec![node.byte_range()], inside: false }),
        }
    }
}

/// True when a `let` or loop of the region, before the task, binds the name.
pub(super) fn declared_in(src: &Source, stmt: Node, name: &str, body: &Span) -> bool {
    let mut at = Some(stmt);
    while let Some(node) = at {
        if node.start_byte() < body.start {
            return false;
        }
        let mut sibling = node.prev_named_sibling();
        while let Some(before) = sibling {
            if before.start_byte() > body.start && binds(src, before, name) {
                return true;
            }
            sibling = before.prev_named_sibling();
        }
        at = node.parent();
        if let Some(parent) = at.filter(|p| p.start_byte() >= body.start) {
            if parent.kind() == "for_expression" && binds(src, parent, name) {
                return true;
            }
        }
    }
    false
}

fn binds(src: &Source, node: Node, name: &str) -> bool {
    let pattern = match node.kind() {
        "let_declaration" | "for_expression" => node.child_by_field_name("pattern"),
        _ => None,
    };
    pattern.is_some_and(|p| crate::syntax::names::pattern_names(src, p).iter().any(|(n, _)| n == name))
}
