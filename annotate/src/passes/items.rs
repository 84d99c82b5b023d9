//! What loops over iterators bind: `row` of `for row in u.iter_mut()`, `part` of `v.chunks_mut(n)`; and halves,
//! `let (low, high) = v.split_at_mut(n)`.
//!
//! Such a name is a reference to an array of its own in each turn. A task that uses all of it, without
//! an index, takes the array behind the reference: tasks of different turns then have different arrays,
//! and none needs the reference itself, which ends with its turn.

use tree_sitter::Node;

use crate::diag::Diagnostics;
use crate::ir::{How, Region, RegionForm, Task, VarKind};
use crate::passes::variables::shared_uses;
use crate::passes::{tasks, tasks_mut};
use crate::semantics::headers::place_type;
use crate::semantics::scopes::{Binder, binder, node_at};
use crate::semantics::types::{element, is_primitive, reference, tidy};
use crate::semantics::values::{PARTING, PARTING_ENDS};
use crate::syntax::items::find_item;
use crate::syntax::rust::{Source, callee, children, field, peel};

/// Items that tasks only use whole are arrays of one dimension, where types say so.
pub(super) fn kinds(src: &Source, region: &mut Region, _diags: &mut Diagnostics) {
    if region.form == RegionForm::Nested {
        return;
    }
    let arrays: Vec<bool> = (region.variables.iter())
        .map(|variable| {
            let used = |task: &&Task| {
                let declared = task.declared.iter().any(|d| d.name == variable.name);
                declared || shared_uses(task).any(|u| u.name == variable.name)
            };
            let item = |task: &Task| item_of(src, task, &variable.name);
            let array = |ty: String| element(&ty).is_some_and(|cell| is_plain(src, cell, 0));
            variable.kind == VarKind::Opaque
                && tasks(region)
                    .filter(used)
                    .all(|t| item(t).is_some_and(array))
        })
        .collect();
    for (variable, array) in region.variables.iter_mut().zip(arrays) {
        if array {
            variable.kind = VarKind::Flat { rows: Vec::new() };
        }
    }
}

/// A number, or a struct of this file or an array that is made of numbers: nothing is behind it.
fn is_plain(src: &Source, ty: &str, depth: usize) -> bool {
    let ty = ty.trim();
    if is_primitive(ty) || depth > 4 {
        return depth <= 4;
    }
    if ty.starts_with('[') && ty.contains(';') {
        return element(ty).is_some_and(|cell| is_plain(src, cell, depth + 1));
    }
    let fields = find_item(src, "struct_item", ty).and_then(|item| field(item, "body"));
    let fields = fields.filter(|body| body.kind() == "field_declaration_list");
    fields.is_some_and(|body| {
        let mut types = children(body).into_iter().filter_map(|f| field(f, "type"));
        types.all(|ty| is_plain(src, src.text(ty), depth + 1))
    })
}

/// Marks what tasks use whole behind the reference that a loop binds.
pub(super) fn behind(src: &Source, region: &mut Region, _diags: &mut Diagnostics) {
    if region.form == RegionForm::Nested {
        return;
    }
    let variables = region.variables.clone();
    for task in tasks_mut(region) {
        let mut bindings = std::mem::take(&mut task.bindings);
        for binding in &mut bindings {
            let variable = &variables[binding.var];
            binding.behind = matches!(binding.how, How::Whole)
                && matches!(variable.kind, VarKind::Flat { .. })
                && item_of(src, task, &variable.name).is_some();
        }
        task.bindings = bindings;
    }
}

/// The type behind the reference that a loop over an iterator, or what parts an array, binds to `name`.
pub(super) fn item_of(src: &Source, task: &Task, name: &str) -> Option<String> {
    match binder(src, node_at(src, &task.stmt)?, name)? {
        Binder::For(at) => {
            let items = items(src, field(at, "value")?, 0)?;
            named(src, &items, field(at, "pattern")?, name)
        }
        Binder::Let(at) => part_type(src, field(at, "pattern")?, field(at, "value")?, name),
        Binder::Other(at) => {
            let condition = field(at, "condition").filter(|c| c.kind() == "let_condition")?;
            let (pattern, value) = (field(condition, "pattern")?, field(condition, "value")?);
            part_type(src, pattern, value, name)
        }
        // A slice stays as long as it is.
        Binder::Parameter(at) => {
            let ty = tidy(src.text(field(at, "type")?));
            let (_, target) = reference(&ty)?;
            let plain = field(at, "pattern").is_some_and(|p| p.kind() == "identifier");
            (plain && target.starts_with('[') && !target.contains(';')).then(|| target.to_owned())
        }
    }
}

/// The type behind `low` of `let (low, high) = a.split_at_mut(n)`, and `rest` of
/// `Some((first, rest)) = a.split_first_mut()`.
fn part_type(src: &Source, pattern: Node, value: Node, name: &str) -> Option<String> {
    let value = peel(value);
    let function = callee(value).filter(|f| f.kind() == "field_expression")?;
    let method = src.text(field(function, "field")?);
    let parts = match pattern.kind() {
        "tuple_struct_pattern" if PARTING_ENDS.contains(&method) => {
            // `Some` is a child, too.
            *children(pattern).last()?
        }
        "tuple_pattern" if PARTING.contains(&method) => pattern,
        _ => return None,
    };
    let names = children(parts);
    let is_part = |n: usize| n == 1 || PARTING.contains(&method);
    let at = names.iter().position(|part| src.text(*part) == name)?;
    let array = place_type(src, peel(field(function, "value")?), 0)?;
    let element = element(&array).filter(|_| is_part(at) && names.len() == 2)?;
    Some(format!("[{element}]"))
}

/// What an iterator gives.
enum Items {
    /// References to values of this type.
    References(String),
    /// Numbers.
    Counted,
    /// Pairs.
    Both(Box<Items>, Box<Items>),
}

fn items(src: &Source, value: Node, depth: usize) -> Option<Items> {
    const AS_THEY_ARE: [&str; 4] = ["rev", "skip", "take", "step_by"];
    if depth > 20 {
        return None;
    }
    let value = peel(value);
    let elements = |place: Node| {
        let ty = written(src, &place_type(src, peel(place), 0)?);
        element(&ty).map(|part| written(src, part))
    };
    match value.kind() {
        "reference_expression" => elements(field(value, "value")?).map(Items::References),
        "identifier" => {
            reference(&place_type(src, value, 0)?)?;
            elements(value).map(Items::References)
        }
        "call_expression" => {
            let function = callee(value).filter(|f| f.kind() == "field_expression")?;
            let receiver = field(function, "value")?;
            match src.text(field(function, "field")?) {
                "iter" | "iter_mut" => elements(receiver).map(Items::References),
                "chunks" | "chunks_mut" | "chunks_exact" | "chunks_exact_mut" | "rchunks"
                | "rchunks_mut" | "windows" => {
                    elements(receiver).map(|part| Items::References(format!("[{part}]")))
                }
                "enumerate" => {
                    let counted = items(src, receiver, depth + 1)?;
                    Some(Items::Both(Box::new(Items::Counted), Box::new(counted)))
                }
                "zip" => {
                    let other = *children(field(value, "arguments")?).first()?;
                    let both = (
                        items(src, receiver, depth + 1)?,
                        items(src, other, depth + 1)?,
                    );
                    Some(Items::Both(Box::new(both.0), Box::new(both.1)))
                }
                method if AS_THEY_ARE.contains(&method) => items(src, receiver, depth + 1),
                _ => None,
            }
        }
        _ => None,
    }
}

/// A type without the alias of this file that it may be written with.
pub(super) fn written(src: &Source, ty: &str) -> String {
    let (before, target) = match reference(ty) {
        Some((true, target)) => ("&mut ", target),
        Some((false, target)) => ("&", target),
        None => ("", ty),
    };
    let last = target.rsplit("::").next().unwrap_or(target);
    let alias = find_item(src, "type_item", last).and_then(|item| field(item, "type"));
    format!(
        "{before}{}",
        alias.map_or(target.to_owned(), |ty| tidy(src.text(ty)))
    )
}

/// The part of a pattern's value that `name` gets.
fn named(src: &Source, items: &Items, pattern: Node, name: &str) -> Option<String> {
    match (items, pattern.kind()) {
        (Items::References(ty), "identifier") => (src.text(pattern) == name).then(|| ty.clone()),
        (Items::Both(a, b), "tuple_pattern") => {
            let [first, second] = children(pattern)[..] else {
                return None;
            };
            named(src, a, first, name).or_else(|| named(src, b, second, name))
        }
        _ => None,
    }
}
