//! What lets tasks run at the same time that each write one variable: a reduction is of a number, and neither that nor
//! `private` is of what functions set.

use crate::c::parse::names::statement;
use crate::c::parse::source::{Source, root_of};
use crate::c::semantics::calls::is_called;
use crate::c::semantics::declarations::{self, Form};
use crate::c::semantics::pointer_types::is_struct;
use crate::diag::{Diagnostic, Diagnostics, codes};
use crate::ir::{Region, Task, Use};
use crate::passes::tasks;

/// Says so of the tasks of a region.
pub(in crate::c) fn run(src: &Source, region: &Region, diags: &mut Diagnostics) {
    for task in tasks(region) {
        let inside = |d: &&mut Diagnostic| task.stmt.contains(&d.primary.span.start);
        for d in diags.list.iter_mut().filter(inside) {
            if let Some(help) = of(src, task, d) {
                d.help = vec![help];
            }
        }
    }
}

/// The help for a loop whose tasks run in order because of a variable; `None` where the general one holds.
fn of(src: &Source, task: &Task, finding: &Diagnostic) -> Option<String> {
    if finding.code != codes::SERIAL_SCALAR {
        return None;
    }
    let is_it = |u: &&Use| u.span == finding.primary.span && u.mode.writes();
    let used = task.uses.iter().find(is_it)?;
    let name = &used.name;
    if let Some(function) = set_by(src, used) {
        return Some(format!(
            "`{function}` sets `{name}`, and there is one of it for all tasks: let it be an argument, of which each task has its own"
        ));
    }
    let found = declarations::find(src, statement(src, task)?, name)?;
    let one = root_of(name) == name && (found.form() == Form::Pointer || is_struct(src, &found));
    one.then(|| {
        format!(
            "declare `private({name})` if each turn sets what it reads of it, and nothing needs the last value"
        )
    })
}

/// The function that is called where the variable is used.
fn set_by<'s>(src: &'s Source, used: &Use) -> Option<&'s str> {
    let called = src
        .node_at(&used.base, "identifier")
        .filter(|node| is_called(*node))?;
    let function = src.text(called);
    (function != used.name && !src.macros.contains_key(function)).then_some(function)
}
