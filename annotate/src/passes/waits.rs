//! Waits that generating code needs and does not have (CONTRACT: "generating code that
//! touches data of pending tasks").
//!
//! A data-flow over generating code: the state is what pending tasks read and write, by
//! classes of names that may stand for the same data. Registering a task adds to it,
//! `task_wait` clears it; branches join, loops go to a fixpoint. An access of generating
//! code that meets a pending write, or a write that meets a pending read, gets a wait before
//! its statement (`while` conditions: inside the condition) and a warning.
//!
//! Not every use is an access: shapes (`a.len()`) and swaps of headers
//! (`std::mem::swap(&mut a, &mut b)` of vectors) leave elements where they are, and tasks
//! know elements by address. A swap exchanges what is pending on the two names.

mod access;
mod classes;
mod flow;
mod pairs;
mod state;

use crate::diag::{Diagnostic, Diagnostics, Severity, codes};
use crate::ir::{Addition, How, Region, Span, Step, Task};
use crate::passes::lifetime::THROUGH_REFERENCE;
use crate::passes::tasks;
use crate::syntax::rust::Source;

/// Why a wait is needed.
#[derive(Debug, Clone)]
struct Reason {
    /// The access of generating code.
    access: Span,
    /// Source text of what it touches.
    name: String,
    /// What it does: reads, writes, uses.
    verb: &'static str,
    /// Directive of a task that it meets.
    task: Option<Span>,
}

/// Adds the missing waits to the region's steps.
pub(super) fn run(src: &Source, region: &mut Region, diags: &mut Diagnostics) {
    let found = flow::analyse(src, region);
    for (at, reason) in &found.statements {
        region.steps.push(Step::Wait {
            at: *at,
            implicit: true,
        });
        diags.push(warning(region, reason));
    }
    for (span, reason) in &found.conditions {
        region.additions.push(Addition::WaitFirst(span.0..span.1));
        diags.push(warning(region, reason));
    }
    let by_header = |task: &Task| (task.bindings.iter()).any(|b| matches!(b.how, How::Whole));
    region.waits_at_end |= region.joined && (found.leaves_hidden || tasks(region).any(by_header));
    for reason in &found.hopeless {
        diags.push(hopeless(reason));
    }
    for addition in found.held.iter().filter_map(|n| region.additions.get(*n)) {
        if let Some(d) = held(addition) {
            diags.push(d);
        }
    }
    region.steps.sort_by_key(|step| match step {
        Step::Task(task) => (task.start, 1),
        Step::Wait { at, .. } => (*at, 0),
    });
}

fn warning(region: &Region, reason: &Reason) -> Diagnostic {
    let Reason { name, verb, .. } = reason;
    let by_itself = reason.task.as_ref() == Some(&reason.access);
    let by_task = tasks(region).any(|task| task.directive == reason.access);
    let message = if by_itself {
        format!(
            "a wait is put in: this task {verb} `{name}`, which earlier tasks use without declaring it"
        )
    } else if by_task {
        format!(
            "a wait is put in: this task {verb} `{name}`, which earlier tasks use by another name"
        )
    } else {
        let whose = match (&reason.task, region.joined) {
            (None, true) => "tasks of the caller may use",
            _ => "pending tasks use",
        };
        format!("a wait is put in: generating code {verb} `{name}`, which {whose}")
    };
    let mut d = Diagnostic::new(
        Severity::Warning,
        codes::IMPLICIT_WAIT,
        message,
        reason.access.clone(),
    )
    .label("this must wait for the tasks");
    if let Some(task) = reason.task.as_ref().filter(|_| !by_itself) {
        d = d.also(task.clone(), "one of the tasks");
    }
    d.help(match by_task {
        true => "write `#[hp5::task_wait]` before this task to say so, or index what tasks share in all of them by one name",
        false => "write `#[hp5::task_wait]` before this statement to say so, or move the statement into a task",
    })
}

/// A guard that has something to wait for where its scope ends.
fn held(addition: &Addition) -> Option<Diagnostic> {
    let Addition::Hold {
        name,
        declared,
        why: Some(why),
        ..
    } = addition
    else {
        return None;
    };
    let message =
        format!("a wait is put in where the scope of `{name}` ends: tasks use it, and {why}");
    let d = Diagnostic::new(
        Severity::Warning,
        codes::IMPLICIT_WAIT,
        message,
        declared.clone(),
    );
    // Tasks on what a name refers to are known by that name alone, all turns' alike.
    Some(d.help(match *why {
        THROUGH_REFERENCE => format!(
            "use the array by its own name: a loop over numbers, and `a[i][j]` or `f(&mut a[lo..hi])` in the task in place of `{name}`, whose tasks are told apart and run at the same time"
        ),
        _ => format!(
            "declare `{name}` before the loop, or with a `let` of its own and an initialiser that makes its value"
        ),
    }))
}

fn hopeless(reason: &Reason) -> Diagnostic {
    let message = format!(
        "`{}` is used by tasks inside of the expression that uses it here",
        reason.name
    );
    let d = Diagnostic::new(
        Severity::Error,
        codes::PLACE,
        message,
        reason.access.clone(),
    );
    d.help(
        "take the block with the tasks out of the expression: give its value to a variable first",
    )
}
