//! One name for several things: an array in one scope, a number or another array in another one.
//!
//! A region knows what tasks share by name. Locals of one name and kind may go together under it: they
//! are told apart by their addresses. What tasks only read, a number or beside a reference of the same
//! name, is no shared variable at all; what remains has no meaning under one name, and is reported.

use std::collections::HashSet;

use tree_sitter::Node;

use crate::diag::{Diagnostic, Diagnostics, Severity, codes};
use crate::ir::{Region, Shape, Span, Task, Use, VarKind, Variable};
use crate::lower::{changed_through, is_number as is_number_value};
use crate::passes::items::item_of;
use crate::passes::variables::shared_uses;
use crate::passes::{tasks, tasks_mut};
use crate::semantics::headers::place_type;
use crate::semantics::scopes::{Binder, binder, node_at};
use crate::semantics::types::{element, is_primitive, reference};
use crate::semantics::values::{Known, Value, is_number, known};
use crate::syntax::rust::{Source, field, peel};

/// What uses show a name to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// `a[i] = ..`: elements are no rows.
    Elements,
    /// `a[i][j]`, by the number of brackets.
    Rows(usize),
    /// `a[[i, j]]`, by the number of indices.
    Grid(usize),
    /// `x += ..`.
    Number,
    /// `*x += ..`, where a number is behind `x`.
    NumberBehind,
    /// `x.iter_mut()`, where `x` is an array.
    Array,
    /// `*x += ..`: of the rest nothing is known.
    Behind,
}

/// One local of a name that tasks use.
struct Local {
    name: String,
    /// Where it is bound.
    at: Option<usize>,
    /// The use that shows what it is.
    shown: Option<(Kind, Span)>,
    /// Tasks only read it by its bare name.
    bare: bool,
    /// Tasks write what it refers to.
    behind: bool,
    /// Tasks use elements of it.
    indexed: bool,
}

/// Takes numbers that share an array's name out of the uses, and reports other clashes of names.
pub(super) fn run(src: &Source, region: &mut Region, diags: &mut Diagnostics) {
    let locals = locals_of(src, region);
    let mut reported: Vec<(String, Option<usize>)> = Vec::new();
    for (n, local) in locals.iter().enumerate() {
        let Some((kind, here)) = &local.shown else {
            continue;
        };
        let before = locals[..n].iter().filter(|other| other.name == local.name);
        let other = before
            .filter_map(|other| other.shown.as_ref())
            .find(|(other, _)| !go_together(unseen_behind(*kind), unseen_behind(*other)));
        if let Some((_, there)) = other {
            diags.push(clash(&local.name, here, there));
            reported.push((local.name.clone(), local.at));
        }
    }
    let indexed = |name: &str| {
        let mut shown = locals
            .iter()
            .filter(|l| l.name == name && l.shown.is_some());
        let is_indexed = |kind| matches!(kind, Kind::Elements | Kind::Rows(_) | Kind::Grid(_));
        shown.any(|l| l.shown.as_ref().is_some_and(|(kind, _)| is_indexed(*kind)))
    };
    for task in tasks_mut(region) {
        let Some(stmt) = node_at(src, &task.stmt) else {
            continue;
        };
        let number = |name: &str| {
            indexed(name) && binder(src, stmt, name).is_some_and(|b| is_number(src, b, name))
        };
        // What tasks only read they take along, where another local of its name is a reference or an array.
        let taken = |name: &str| {
            let at = binder(src, stmt, name).map(|b| place(&b));
            let mut same = locals.iter().filter(|local| local.name == name);
            let own = same.clone().find(|local| local.at == at);
            let copied = || binder(src, stmt, name).is_some_and(|b| !may_write(src, b, name));
            own.is_some_and(|own| own.bare)
                && same.any(|other| other.behind || other.indexed && copied())
        };
        let known = |name: &str| {
            let at = binder(src, stmt, name).map(|b| place(&b));
            reported
                .iter()
                .any(|(other, of)| other == name && *of == at)
        };
        (task.uses)
            .retain(|u| !(is_bare(u) && (number(&u.name) || taken(&u.name)) || known(&u.name)));
    }
}

/// Reports names that are references to numbers in some tasks and arrays in others, but where tasks have each as a
/// whole, whatever it is.
pub(super) fn behind(src: &Source, region: &mut Region, diags: &mut Diagnostics) {
    let is_whole = |v: &&Variable| v.kind == VarKind::Opaque;
    let wholes = region.variables.iter().filter(is_whole);
    let wholes: HashSet<&String> = wholes.map(|v| &v.name).collect();
    let locals = locals_of(src, region);
    for (n, local) in locals.iter().enumerate() {
        let Some((kind, here)) = local
            .shown
            .as_ref()
            .filter(|_| !wholes.contains(&local.name))
        else {
            continue;
        };
        let before = locals[..n].iter().filter(|other| other.name == local.name);
        let mut shown = before.filter_map(|other| other.shown.as_ref());
        let meets = |other: Kind| {
            !go_together(*kind, other) && go_together(unseen_behind(*kind), unseen_behind(other))
        };
        if let Some((_, there)) = shown.find(|(other, _)| meets(*other)) {
            diags.push(clash(&local.name, here, there));
        }
    }
}

/// The locals that tasks use, and what uses show of them.
fn locals_of(src: &Source, region: &Region) -> Vec<Local> {
    let mut locals: Vec<Local> = Vec::new();
    for task in tasks(region) {
        if let Some(stmt) = node_at(src, &task.stmt) {
            note(src, task, stmt, &mut locals);
        }
    }
    locals
}

/// The kind, where it is not asked what is behind a reference.
fn unseen_behind(kind: Kind) -> Kind {
    match kind {
        Kind::NumberBehind | Kind::Array => Kind::Behind,
        kind => kind,
    }
}

/// Adds what the uses of a task show.
fn note(src: &Source, task: &Task, stmt: Node, locals: &mut Vec<Local>) {
    let uses = shared_uses(task).map(|u| (u.name.as_str(), kind(src, task, u), &u.span, Some(u)));
    let reductions = task.reductions.iter();
    let reductions = reductions.map(|r| (r.name.as_str(), Some(Kind::Number), &r.span, None));
    for (name, kind, span, found) in uses.chain(reductions) {
        let root = name.split('.').next().unwrap_or(name);
        let at = binder(src, stmt, root).map(|b| place(&b));
        let known = locals.iter().position(|l| l.name == name && l.at == at);
        let known = known.unwrap_or_else(|| {
            locals.push(Local {
                name: name.to_owned(),
                at,
                shown: None,
                bare: true,
                behind: false,
                indexed: false,
            });
            locals.len() - 1
        });
        locals[known].bare &= found.is_some_and(is_bare);
        locals[known].behind |= found.is_some_and(|u| u.shape == Shape::Deref);
        locals[known].indexed |= found.is_some_and(|u| !u.index.is_empty());
        locals[known].bare &= task.declared.iter().all(|d| d.name != name);
        let shown = &mut locals[known].shown;
        let open = matches!(shown, None | Some((Kind::Behind | Kind::Array, _)));
        if let Some(kind) = kind.filter(|_| open) {
            *shown = Some((kind, span.clone()));
        }
    }
}

/// The local may be a reference that can be written through, which tasks cannot take along.
fn may_write(src: &Source, by: Binder, name: &str) -> bool {
    let mutable = |ty: String| reference(&ty).is_some_and(|(mutable, _)| mutable);
    match by {
        Binder::For(at) => {
            let (Some(pattern), Some(value)) = (field(at, "pattern"), field(at, "value")) else {
                return true;
            };
            let mut changed = changed_through(src, pattern, value).into_iter();
            let value = peel(value);
            changed.any(|changed| changed == name)
                || src.text(value).starts_with("&mut")
                || place_type(src, value, 0).is_some_and(mutable)
        }
        Binder::Let(_) | Binder::Parameter(_) => match known(src, by, name) {
            Known::Type(ty) => mutable(ty),
            Known::Value(value) => !matches!(value, Value::Plain | Value::Owner),
            Known::Nothing => true,
        },
        Binder::Other(_) => true,
    }
}

fn is_bare(found: &Use) -> bool {
    found.shape == Shape::Whole && !found.mode.writes()
}

fn place(binder: &Binder) -> usize {
    binder.node().start_byte()
}

/// What one use shows; of a row, `a[i]` of `a[i][j]`, nothing.
fn kind(src: &Source, task: &Task, found: &Use) -> Option<Kind> {
    match (found.shape, found.indices.len()) {
        (Shape::Element, 1) => (found.mode.writes() && !found.reborrow).then_some(Kind::Elements),
        (Shape::Element, n) => Some(Kind::Rows(n)),
        (Shape::Grid, n) => Some(Kind::Grid(n)),
        (Shape::Scalar, _) => Some(Kind::Number),
        (Shape::Deref, _) if is_number_behind(src, task, found) => Some(Kind::NumberBehind),
        (Shape::Deref, _) => Some(Kind::Behind),
        (Shape::Whole, _) if found.mode.writes() && is_array(src, task, found) => Some(Kind::Array),
        _ => None,
    }
}

/// The name is one of an array, by its type or by that of what a loop goes over.
fn is_array(src: &Source, task: &Task, found: &Use) -> bool {
    let place = node_at(src, &found.base).map(peel);
    let ty = place.and_then(|place| place_type(src, place, 0));
    let ty = ty.or_else(|| item_of(src, task, &found.name));
    ty.is_some_and(|ty| element(&ty).is_some())
}

/// What is behind the name is a number, by its type, by that of what a loop goes over, or by what is added to it.
fn is_number_behind(src: &Source, task: &Task, found: &Use) -> bool {
    let Some(place) = node_at(src, &found.span).map(peel) else {
        return false;
    };
    let ty = place_type(src, place, 0).or_else(|| item_of(src, task, &found.name));
    let added = place
        .parent()
        .filter(|p| p.kind() == "compound_assignment_expr");
    let added = added.and_then(|sum| field(sum, "right"));
    match ty {
        Some(ty) => is_primitive(&ty),
        None => added.is_some_and(|right| is_number_value(src, right, 0)),
    }
}

/// Fewer brackets may be a row, or a plane, of the same array, and arrays may be behind references.
fn go_together(a: Kind, b: Kind) -> bool {
    match (a, b) {
        (Kind::Behind, other) | (other, Kind::Behind) => other != Kind::Number,
        (Kind::Array, other) | (other, Kind::Array) => {
            !matches!(other, Kind::Number | Kind::NumberBehind)
        }
        _ => a == b || matches!((a, b), (Kind::Rows(_), Kind::Rows(_))),
    }
}

fn clash(name: &str, here: &Span, there: &Span) -> Diagnostic {
    let message = format!("`{name}` is not the same kind of thing in all tasks of the region");
    Diagnostic::new(Severity::Error, codes::HOMONYMS, message, here.clone())
        .also(there.clone(), "another local of this name")
        .help("give one of the two another name: a region knows by name what its tasks share")
}
