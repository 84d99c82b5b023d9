//! Which places tasks are handed by a pointer that is made to be written through.
//!
//! By Rust's rules a pointer that `&raw const` makes is one to read through: it is undecided whether
//! writing is sound. `&raw mut` needs a place that is mutable, and that nothing else borrows where the
//! task is registered. The serial statement needs the same, but only where it writes: `let first = &a[0];`
//! may still be read by the task itself.

use tree_sitter::Node;

use crate::diag::Diagnostics;
use crate::ir::{Binding, Region, RegionForm, Task, VarKind, Variable};
use crate::passes::tasks_mut;
use crate::semantics::scopes::{Binder, binder, node_at};
use crate::semantics::values::{Known, Value, known};
use crate::syntax::names::pattern_names;
use crate::syntax::rust::{Source, children, field};

/// Marks what the tasks of a region write through pointers to be written through.
pub(super) fn run(src: &Source, region: &mut Region, _: &mut Diagnostics) {
    let nested = region.form == RegionForm::Nested;
    let variables = region.variables.clone();
    for task in tasks_mut(region) {
        let Some(stmt) = node_at(src, &task.stmt) else {
            continue;
        };
        let mut bindings = std::mem::take(&mut task.bindings);
        let borrowed = task.captures.iter().any(|c| may_borrow(src, stmt, &c.name));
        for binding in bindings.iter_mut().filter(|_| !borrowed) {
            let variable = &variables[binding.var];
            let place = match nested {
                true => matches!(variable.kind, VarKind::Scalar { .. }),
                false => is_mutable(src, stmt, variable),
            };
            binding.to_write = place && writes(task, binding, variable);
        }
        task.bindings = bindings;
        let named = |name: &str| variables.iter().find(|v| v.name == name);
        for reduction in task.reductions.iter_mut().filter(|_| !borrowed && !nested) {
            reduction.to_write = named(&reduction.name).is_some_and(|v| is_mutable(src, stmt, v));
        }
    }
}

/// The task's code writes it by its name.
fn writes(task: &Task, binding: &Binding, variable: &Variable) -> bool {
    let mut uses = task.uses.iter().filter(|u| u.name == variable.name);
    binding.mutable && uses.any(|u| u.mode.writes())
}

/// The name is one that `&mut` may stand before.
fn is_mutable(src: &Source, stmt: Node, variable: &Variable) -> bool {
    if matches!(variable.kind, VarKind::Scalar { deref: true }) {
        return true;
    }
    let root = variable.name.split('.').next().unwrap_or("");
    let says = |node: Node| {
        children(node)
            .iter()
            .any(|c| c.kind() == "mutable_specifier")
    };
    match binder(src, stmt, root) {
        Some(Binder::Parameter(_)) if root != "self" && variable.name.contains('.') => true,
        // The reference itself stays.
        Some(Binder::Parameter(_)) if variable.name == "self" => false,
        Some(Binder::Parameter(node)) => says(node),
        Some(Binder::Let(node)) => {
            let Some(pattern) = field(node, "pattern") else {
                return false;
            };
            let named = pattern_names(src, pattern)
                .into_iter()
                .find(|(n, _)| n == root);
            let within = named.and_then(|(_, span)| node_at(src, &span)?.parent());
            match pattern.kind() {
                "identifier" => says(node),
                _ => within.is_some_and(|p| p.kind() == "mut_pattern"),
            }
        }
        _ => false,
    }
}

/// The name may stand for a reference into what the region's code has.
fn may_borrow(src: &Source, stmt: Node, name: &str) -> bool {
    let name = name.trim_start_matches("(*").trim_end_matches(')');
    let Some(by) = binder(src, stmt, name).filter(|by| !matches!(by, Binder::Parameter(_))) else {
        return false;
    };
    match known(src, by, name) {
        Known::Type(ty) => ty.contains(['&', '\'']),
        Known::Value(value) => !matches!(value, Value::Plain | Value::Owner),
        Known::Nothing => true,
    }
}
