//! Loops whose tasks run in the order of their tiles because iterations meet: said with the two accesses,
//! where nothing else says why.

use crate::diag::{Diagnostic, Diagnostics, Severity, codes};
use crate::ir::Region;
use crate::passes::{depend, tasks};

/// What has been said of a loop whose tasks are ordered.
const SAID: [&str; 4] = [
    codes::ROWS,
    codes::SERIAL_SCALAR,
    codes::SERIAL_WHOLE,
    codes::NOT_PERMUTABLE,
];

/// Notes each such loop.
pub(super) fn run(region: &mut Region, diags: &mut Diagnostics) {
    for task in tasks(region).filter(|t| !t.loops.is_empty() && !t.parallel) {
        let here =
            |d: &Diagnostic| SAID.contains(&d.code) && task.stmt.contains(&d.primary.span.start);
        if diags.list.iter().any(here) {
            continue;
        }
        let Some((first, second)) = depend::meeting(task, &region.variables) else {
            continue;
        };
        // What is named without an index is a number or a cell, which the program orders itself.
        let ordered = task.reductions.iter().any(|r| r.name == first.name);
        if ordered || (first.indices.is_empty() && second.indices.is_empty()) {
            continue;
        }
        let name = &first.name;
        let message = match task.chain {
            true => {
                "each task of this loop may meet the next one, so they run one after the other: no \
                 parallelism is left in it"
            }
            false => "iterations of this loop meet, so its tasks run in the order of their tiles",
        };
        let d = Diagnostic::new(
            Severity::Note,
            codes::ORDERED_LOOP,
            message,
            first.span.clone(),
        );
        diags.push(match first.span == second.span {
            true => d.label(format!("several may have one element of `{name}` here")),
            false => d
                .label(format!("what one iteration has of `{name}` here"))
                .also(second.span, "another one may have here"),
        });
    }
}
