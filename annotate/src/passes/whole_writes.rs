//! Loops whose tasks run one after the other because each may change all of something: a struct that
//! a method is called on, an array that is passed on whole.

use crate::diag::{Diagnostic, Diagnostics, Severity, codes};
use crate::ir::{Region, Shape, Task, Use};
use crate::passes::tasks;
use crate::passes::variables::shared_uses;
use crate::semantics::headers::place_type;
use crate::semantics::inner::may_change;
use crate::semantics::scopes::{binder, node_at};
use crate::semantics::types::{element, reference};
use crate::syntax::items::find_item;
use crate::syntax::rust::{Source, children, field, peel};

/// Says so of each such loop, which is right and has nothing to run at the same time.
pub(super) fn run(src: &Source, region: &mut Region, diags: &mut Diagnostics) {
    for task in tasks(region).filter(|t| !t.loops.is_empty() && !t.parallel) {
        let found = shared_uses(task).find(|u| takes_all(task, u) && !is_cell(src, task, u));
        if let Some(found) = found {
            diags.push(match is_called(src, found) {
                true => called(found),
                false => serial(src, found),
            });
        }
    }
}

/// What it names is declared as something that is made to be changed by several.
fn is_cell(src: &Source, task: &Task, found: &Use) -> bool {
    const CELLS: [&str; 4] = ["Cell", "Atomic", "Mutex", "RwLock"];
    let root = found.name.split('.').next().unwrap_or("");
    let declared = node_at(src, &task.stmt).and_then(|stmt| binder(src, stmt, root));
    declared.is_some_and(|by| CELLS.iter().any(|cell| src.text(by.node()).contains(cell)))
}

/// A use that may change all of what it names, of which no clause says less.
fn takes_all(task: &Task, found: &Use) -> bool {
    let declared = task.declared.iter().any(|d| d.name == found.name);
    found.shape == Shape::Whole && found.mode.writes() && !found.in_macro && !declared
}

/// It is a function or closure that is called here.
fn is_called(src: &Source, found: &Use) -> bool {
    let mut node = node_at(src, &found.span);
    while let Some(parent) = node.and_then(|n| n.parent()) {
        match parent.kind() {
            "parenthesized_expression" => node = Some(parent),
            "call_expression" => {
                return field(parent, "function")
                    .is_some_and(|f| Some(f.id()) == node.map(|n| n.id()));
            }
            _ => return false,
        }
    }
    false
}

fn called(found: &Use) -> Diagnostic {
    let message = format!(
        "the tasks of this loop run one after the other because each calls `{}`, which may change what it keeps",
        found.name
    );
    let d = Diagnostic::new(
        Severity::Warning,
        codes::SERIAL_WHOLE,
        message,
        found.span.clone(),
    );
    d.help("if it keeps nothing from call to call, take `impl Fn(..)` in place of `impl FnMut(..)`, or a closure without `mut`")
}

fn serial(src: &Source, found: &Use) -> Diagnostic {
    let name = &found.name;
    let message = format!(
        "the tasks of this loop run one after the other because each may write all of `{name}`"
    );
    let d = Diagnostic::new(
        Severity::Warning,
        codes::SERIAL_WHOLE,
        message,
        found.span.clone(),
    );
    let place = node_at(src, &found.base).map(peel);
    if place.is_some_and(|place| may_change(src, place)) {
        return d.help(format!(
            "what `{name}` keeps in an atomic, a lock or the like is changed in the order of the tasks; where that is for nothing but a sum, use a reduction"
        ));
    }
    let ty = place.and_then(|place| place_type(src, place, 0));
    d.help(advice(src, name, ty.as_deref()))
}

/// What to do about it, as far as the type shows that.
fn advice(src: &Source, name: &str, ty: Option<&str>) -> String {
    let target = ty.map(|ty| reference(ty).map_or(ty, |(_, target)| target).trim());
    let head = target.and_then(|t| t.split('<').next());
    let head = head.and_then(|h| h.rsplit("::").next()).unwrap_or("");
    match target {
        Some(ty) if element(ty).is_some() => format!(
            "pass the part that a task changes, `&mut {name}[lo..hi]`, or declare it: `inout({name}[lo..hi])`"
        ),
        Some(ty) if ty.starts_with('(') => format!(
            "give its parts names of their own before the loop, `let (first, second) = &mut {name};`, and index these in the task"
        ),
        _ if head.starts_with("Array") || matches!(head, "DMatrix" | "DVector") => format!(
            "use a part of it in the task, `{name}[(i, j)]`, `{name}.row_mut(i)`, `{name}.column_mut(j)` or a slice: what methods do with all of it is not seen"
        ),
        _ => match array_field(src, head) {
            Some(field) => {
                let own = match field == name {
                    true => format!("its_{field}"),
                    false => field.to_owned(),
                };
                format!(
                    "index the arrays in it, each under a name of its own: `let {own} = &mut {name}.{field};` before the loop, and `{own}[i]` in the task"
                )
            }
            None => format!(
                "index its elements in the task, or pass the part that a task changes: what a method or function does with all of `{name}` is not seen"
            ),
        },
    }
}

/// The first field of a struct of this file that is an array.
fn array_field<'s>(src: &'s Source, name: &str) -> Option<&'s str> {
    let structure = find_item(src, "struct_item", name)?;
    let fields = children(field(structure, "body")?).into_iter();
    let mut arrays = fields.filter(|f| {
        let ty = field(*f, "type").map(|ty| src.text(ty));
        ty.is_some_and(|ty| element(ty).is_some())
    });
    arrays.find_map(|f| Some(src.text(field(f, "name")?)))
}
