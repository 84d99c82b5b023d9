//! Views whose bounds are checked once per task, `__in_a`, beside the view `a` whose indices are checked one
//! by one.

use crate::emit::rust::Context;
use crate::emit::task::{Lines, poly_text};
use crate::ir::{Binding, How, Sure, Task, Use};

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

/// The view of a body whose bounds are checked here.
pub(super) fn views(context: &Context, task: &Task, binding: &Binding, out: &mut Lines) {
    if !is_used(context, task, binding) {
        return;
    }
    let name = &context.region.variables[binding.var].binding;
    for (n, sure) in binding.sure.iter().enumerate() {
        let check = format!("let _ = {name}.within(&__s{n}_{name});");
        out.put(match sure.turns.is_empty() {
            true => check,
            false => format!("if __c{n}_{name} {{ {check} }}"),
        });
    }
    let mutable = if binding.mutable { "mut " } else { "" };
    out.put(format!(
        "let {mutable}__in_{name} = {name}.within(&hp5::rt::CHECKED);"
    ));
}

/// The name of that view for one of its accesses.
pub(super) fn name(
    context: &Context,
    task: &Task,
    binding: &Binding,
    found: &Use,
) -> Option<String> {
    let sure = binding.sure.iter().any(|s| s.uses.contains(&found.span));
    let name = &context.region.variables[binding.var].binding;
    (sure && is_used(context, task, binding)).then(|| format!("__in_{name}"))
}

/// Instrumented bodies check each access.
fn is_used(context: &Context, task: &Task, binding: &Binding) -> bool {
    let view = matches!(binding.how, How::View) && task.nested.is_none();
    view && !context.options.checked && !binding.sure.is_empty()
}
