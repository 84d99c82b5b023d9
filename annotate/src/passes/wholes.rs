//! Loops whose tasks run one after the other because each may change all of something: a struct that
//! a method is called on, an array that is passed on whole.

use crate::diag::{Diagnostic, Diagnostics, Severity, codes};
use crate::ir::{Region, Shape, Task, Use, VarKind};
use crate::passes::scopes::{binder, node_at};
use crate::passes::tasks;
use crate::passes::variables::shared_uses;
use crate::syntax::rust::Source;

/// Says so of each such loop, which is right and has nothing to run at the same time.
pub(super) fn run(src: &Source, region: &mut Region, diags: &mut Diagnostics) {
    for task in tasks(region).filter(|t| !t.loops.is_empty() && !t.parallel) {
        let opaque = |name: &str| {
            let variable = region.variables.iter().find(|v| v.name == name);
            variable.is_some_and(|v| v.kind == VarKind::Opaque)
        };
        let found = shared_uses(task).find(|u| takes_all(task, u) && !is_cell(src, task, u));
        if let Some(found) = found {
            diags.push(serial(found, opaque(&found.name)));
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

fn serial(found: &Use, opaque: bool) -> Diagnostic {
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
    match opaque {
        true => d.help(format!(
            "index the arrays in it, each under a name of its own: `let u = &mut {name}.u;` before the loop, and `u[i]` in the task"
        )),
        false => d.help(format!(
            "pass the part that a task changes, `&mut {name}[lo..hi]`, or declare it: `inout({name}[lo..hi])`"
        )),
    }
}
