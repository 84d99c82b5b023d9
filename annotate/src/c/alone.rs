//! Tasks that run alone: they reach something through a pointer of which nobody knows where it leads when they are
//! registered. The program waits before and behind such a task, and says so.

use super::aliases::reaches;
use super::captured::statement;
use super::declared::Level;
use super::leads;
use super::syntax::Source;
use crate::diag::{Diagnostic, Diagnostics, Severity, codes};
use crate::ir::{Addition, Region, Shape, Span, Task, VarKind};
use crate::passes::{tasks, variables::shared_uses};

/// Finds them, and adds the waits.
pub(super) fn run(src: &Source, region: &mut Region, diags: &mut Diagnostics) {
    let found: Vec<(Span, Span, String)> = tasks(region)
        .filter_map(|task| {
            let (place, name) = unknown(src, region, task)?;
            Some((task.stmt.clone(), place, name))
        })
        .collect();
    for (task, place, name) in found {
        let message = format!(
            "the program waits before and behind this task: tasks set the pointer `{name}`, and what it leads to is not known where the task is registered"
        );
        let d = Diagnostic::new(Severity::Warning, codes::IMPLICIT_WAIT, message, place);
        diags.push(d.help(format!(
            "set `{name}` between the tasks, or hand what it leads to on to the task"
        )));
        let first = Addition::WaitFirst(task.clone());
        if !region.additions.contains(&first) {
            region.additions.push(first);
        }
        region.additions.push(Addition::WaitBehind(task));
    }
}

/// The pointer by which the task reaches something, and which tasks set.
fn unknown(src: &Source, region: &Region, task: &Task) -> Option<(Span, String)> {
    let is_set = |name: &str| {
        let mut uses = tasks(region).flat_map(shared_uses);
        uses.any(|u| u.name == name && u.shape == Shape::Scalar && u.mode.writes())
    };
    let variables = region.variables.iter();
    let mut values = variables.filter(|v| v.kind == VarKind::Scalar { deref: false });
    values.find_map(|v| {
        let mut uses = task.uses.iter();
        let used = uses.find(|u| u.name == v.name && reaches(task, u))?;
        let found = statement(src, task).and_then(|at| leads::declaration(src, at, &v.name));
        let is_pointer = found.is_none_or(|d| d.levels().first() == Some(&Level::Pointer));
        let said = task.declared.iter().any(|d| d.name == v.name);
        (is_pointer && !said && is_set(&v.name)).then(|| (used.span.clone(), v.name.clone()))
    })
}
