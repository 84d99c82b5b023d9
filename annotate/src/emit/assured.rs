//! Views whose bounds are checked once per task: the view `a`, or `__in_a` beside the view `a` whose indices
//! are checked one by one.

use crate::emit::rust::Context;
use crate::emit::task::{Lines, poly_text};
use crate::ir::{Binding, How, Sure, Task, Use, VarKind};

/// The sections that are checked, with what stands behind `__s` in their names.
pub(super) fn each<'c>(
    context: &'c Context,
    task: &'c Task,
) -> impl Iterator<Item = (String, &'c Sure)> {
    let lists = task.bindings.iter().filter(|b| is_used(context, task, b));
    lists.flat_map(|binding| {
        let name = &context.region.variables[binding.var].binding;
        let numbered = binding.sure.iter().enumerate();
        numbered.map(move |(n, sure)| (format!("{n}_{name}"), sure))
    })
}

/// What stands behind `__s` in the names of sections.
pub(super) fn names(context: &Context, task: &Task) -> Vec<String> {
    each(context, task).map(|(name, _)| name).collect()
}

/// Whether the loops around have turns, where tasks are registered.
pub(super) fn turns(context: &Context, task: &Task, out: &mut Lines) {
    for (name, sure) in each(context, task).filter(|(_, sure)| !sure.turns.is_empty()) {
        let turns = sure.turns.iter().map(|(lo, hi)| {
            let (lo, hi) = (poly_text(context, lo), poly_text(context, hi));
            format!("{lo} < {hi}")
        });
        let all = turns.collect::<Vec<_>>().join(" && ");
        out.put(format!("let __c{name} = {all};"));
    }
}

/// The view of a body whose bounds are checked here, all of them, or those of a second view.
pub(super) fn views(context: &Context, task: &Task, binding: &Binding, out: &mut Lines) {
    let variable = &context.region.variables[binding.var];
    let name = &variable.binding;
    let mutable = if binding.mutable { "mut " } else { "" };
    let trusted = matches!(binding.how, How::Trusted);
    if !trusted {
        out.put(format!("let {mutable}{name} = {name};"));
        if !is_used(context, task, binding) {
            return;
        }
    }
    let checked = match (&variable.kind, binding.sure.as_slice()) {
        (_, [sure]) if sure.turns.is_empty() => format!("within(&__s0_{name})"),
        (VarKind::Nested { .. }, list) => format!("within_all(&[{}])", sections(name, list)),
        (_, list) => {
            checks(name, list, out);
            "within(&hp5::rt::CHECKED)".to_owned()
        }
    };
    let second = if trusted { "" } else { "__in_" };
    out.put(format!("let {mutable}{second}{name} = {name}.{checked};"));
}

/// Sections that are checked together, as arguments.
fn sections(name: &str, list: &[Sure]) -> String {
    let each = list
        .iter()
        .enumerate()
        .map(|(n, sure)| match sure.turns.is_empty() {
            true => format!("&__s{n}_{name}"),
            false => format!("if __c{n}_{name} {{ &__s{n}_{name} }} else {{ &hp5::rt::CHECKED }}"),
        });
    each.collect::<Vec<_>>().join(", ")
}

fn checks(name: &str, list: &[Sure], out: &mut Lines) {
    for (n, sure) in list.iter().enumerate() {
        let check = format!("let _ = {name}.within(&__s{n}_{name});");
        out.put(match sure.turns.is_empty() {
            true => check,
            false => format!("if __c{n}_{name} {{ {check} }}"),
        });
    }
}

/// The name of that view for one of its accesses.
pub(super) fn name(
    context: &Context,
    task: &Task,
    binding: &Binding,
    found: &Use,
) -> Option<String> {
    let partly = matches!(binding.how, How::View) && is_used(context, task, binding);
    let sure = partly && binding.sure.iter().any(|s| s.uses.contains(&found.span));
    let name = &context.region.variables[binding.var].binding;
    sure.then(|| format!("__in_{name}"))
}

/// Instrumented bodies check each access.
fn is_used(context: &Context, task: &Task, binding: &Binding) -> bool {
    task.nested.is_none() && !context.options.checked && !binding.sure.is_empty()
}
