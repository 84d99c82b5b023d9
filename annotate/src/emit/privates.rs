//! What each task has of its own: copies of `private` variables, and variables without a value.

use crate::emit::rust::Context;
use crate::emit::task::{Lines, outer_name};
use crate::ir::{Span, Task};
use crate::passes::uninitialized::declaration_of;
use crate::semantics::headers::place_type;
use crate::semantics::scopes::{Binder, binder, initialiser, node_at};
use crate::semantics::types::{reference, tidy};
use crate::syntax::rust::{Source, binding_of, field, peel};

/// Private names whose value tasks begin with.
pub(super) fn set_privates(task: &Task) -> impl Iterator<Item = &String> {
    let unset = move |name: &&String| task.unset.iter().any(|(other, _)| other == *name);
    task.privates.iter().filter(move |name| !unset(name))
}

/// Their copies, made where tasks are registered. What is behind a reference is copied, not the reference.
pub(super) fn copies(context: &Context, task: &Task, out: &mut Lines) {
    for name in set_privates(task) {
        let (binding, place) = (binding_of(name), outer_name(context, name));
        let promoted = context.region.promoted.iter();
        let promoted = promoted
            .filter(|p| p.scope.contains(&task.stmt.start))
            .any(|p| p.name == *name);
        out.put(match behind(context.src, task, name) {
            Some(_) => format!("let {binding} = ::std::borrow::ToOwned::to_owned(&*{place});"),
            None if promoted => format!("let {binding} = hp5::rt::cap_owned!(*{place});"),
            None => format!("let {binding} = hp5::rt::cap_owned!({place});"),
        });
    }
}

/// The first lines of a body about them.
pub(super) fn prologue(context: &Context, task: &Task, out: &mut Lines) {
    for name in set_privates(task) {
        let binding = binding_of(name);
        let Some(ty) = behind(context.src, task, name) else {
            out.put(format!("let mut {binding} = {binding};"));
            continue;
        };
        out.put(format!("let mut __own_{binding} = {binding};"));
        let nameable = !ty.is_empty() && !ty.contains("impl ") && !ty.contains('\'');
        let ty = if nameable {
            format!(": &mut {ty}")
        } else {
            String::new()
        };
        out.put(format!("let mut {binding}{ty} = &mut __own_{binding};"));
    }
    for (name, declaration) in &task.unset {
        if let Some(node) = node_at(context.src, declaration) {
            out.put(declaration_of(context.src, node, name).0);
        }
    }
}

/// The type that a private name refers to where it is a reference to be written through; empty where it
/// is not written down.
fn behind(src: &Source, task: &Task, name: &str) -> Option<String> {
    let stmt = node_at(src, &task.stmt)?;
    let target = |ty: &str| match reference(ty) {
        Some((true, target)) => Some(target.to_owned()),
        _ => None,
    };
    if name.contains('.') {
        let used = task.uses.iter().find(|u| u.name == name)?;
        let ty = place_type(src, peel(node_at(src, &used.base)?), 0)?;
        return target(&ty);
    }
    match binder(src, stmt, name)? {
        Binder::Parameter(p) => target(&tidy(src.text(field(p, "type")?))),
        Binder::Let(declaration) => match field(declaration, "type") {
            Some(ty) => target(&tidy(src.text(ty))),
            None => {
                let value = peel(initialiser(src, declaration, name)?);
                let mutable = src.text(value).trim_start_matches('&').trim_start();
                let refers = value.kind() == "reference_expression" && mutable.starts_with("mut ");
                refers.then(String::new)
            }
        },
        _ => None,
    }
}

/// Places in the body where a private field, `self.line`, stands.
pub(super) fn renamed(task: &Task) -> impl Iterator<Item = (Span, String)> {
    let own = move |name: &String| name.contains('.') && task.privates.contains(name);
    let uses = task.uses.iter().filter(move |u| own(&u.name));
    uses.map(|u| (u.base.clone(), binding_of(&u.name)))
}
