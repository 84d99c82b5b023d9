//! Findings in the words of C: what the passes that know no language say in, the same said of pointers, macros and
//! variables of C out.

use std::collections::HashSet;

use crate::c::parse::diagnostics::error;
use crate::c::parse::names::statement;
use crate::c::parse::source::{Source, field, root_of, words};
use crate::c::semantics::declarations::Level;
use crate::c::semantics::pointer_types;
use crate::c::walk::library_state;
use crate::diag::{Diagnostic, Severity, codes};
use crate::ir::{Region, RegionForm, Shape, Span, Task, Use};
use crate::passes::{ROWS_HELP, WIDENED_HELP, tasks};

/// What makes the section of an array smaller that is taken whole.
const SMALLER: &str = "declare the section, such as `in(a[first:count])`, if it is smaller";

/// Goes over the findings of a region. `alone`: no tasks of other functions may be among its own.
pub(in crate::c) fn in_c(
    src: &Source,
    region: &Region,
    alone: bool,
    findings: Vec<Diagnostic>,
) -> Vec<Diagnostic> {
    let task_of = |d: &Diagnostic| {
        let place = d.primary.span.start;
        tasks(region).position(|task| task.stmt.contains(&place))
    };
    let only_read = |d: &Diagnostic| alone && is_only_read(region, d);
    let wide = findings
        .iter()
        .filter(|d| d.code == codes::WIDENED && !only_read(d));
    let wide: HashSet<Option<usize>> = wide.map(task_of).collect();
    let mut widened = HashSet::new();
    let told = findings.into_iter().filter(|d| match d.code {
        // Once for an array and a task.
        codes::WIDENED => !only_read(d) && widened.insert((task_of(d), d.message.clone())),
        // That tasks meet in what is taken whole goes without saying.
        codes::ORDERED_LOOP => !wide.contains(&task_of(d)),
        // Tasks have pointers: any number of them may lead to one array.
        codes::WHOLE_USE => false,
        // It has been said of the function.
        codes::SERIAL_SCALAR => !is_of_state(src, region, d),
        _ => true,
    });
    let in_loop = |d: Diagnostic| {
        let task = task_of(&d).and_then(|n| tasks(region).nth(n));
        let found = task.and_then(|task| through_element(src, task, &d));
        found.unwrap_or(d)
    };
    let of_place = |d: Diagnostic| {
        let task = task_of(&d).and_then(|n| tasks(region).nth(n));
        let found = task.and_then(|task| of_pointer(src, task, &d));
        let mut d = found.unwrap_or(d);
        let writes = task.is_some_and(|task| is_written(task, &d));
        if writes && d.code == codes::WIDENED {
            let written = d.help.iter_mut().filter(|help| *help == SMALLER);
            written.for_each(|help| *help = help.replace("`in(", "`inout("));
        }
        d
    };
    told.map(in_loop).map(in_words).map(of_place).collect()
}

/// The scalar is the state of a function of the library.
fn is_of_state(src: &Source, region: &Region, finding: &Diagnostic) -> bool {
    tasks(region).any(|task| {
        let mut uses = task.uses.iter().filter(|u| u.span == finding.primary.span);
        let stmt = statement(src, task);
        uses.any(|u| stmt.is_some_and(|stmt| library_state::is_state(src, stmt, &u.name)))
    })
}

/// In place of an ordered loop: its tasks use what a pointer in one element leads to, `lev[k].u[i]`, and
/// that counts with the element.
fn through_element(src: &Source, task: &Task, finding: &Diagnostic) -> Option<Diagnostic> {
    if finding.code != codes::ORDERED_LOOP {
        return None;
    }
    let span = &finding.primary.span;
    let mut element = src
        .node_at(span, "subscript_expression")
        .filter(|node| node.byte_range() == *span)?;
    let of = element
        .parent()
        .filter(|of| of.kind() == "field_expression")?;
    let name = src.text(field(of, "field")?);
    let found = pointer_types::members(src, name)
        .into_iter()
        .find(|d| d.stars() > 0)?;
    let followed = of.parent().is_some_and(|around| {
        let stars = around.kind() == "pointer_expression" && src.text(around).starts_with('*');
        stars || around.kind() == "subscript_expression"
    });
    // Each index chooses one element for all tasks.
    while element.kind() == "subscript_expression" {
        let mut index = words(src.text(field(element, "index")?));
        if index.any(|word| task.loops.iter().any(|l| l.var == word)) {
            return None;
        }
        element = field(element, "argument")?;
    }
    let (whole, place) = (src.slice(span), src.text(of));
    let message = format!(
        "what `{place}` leads to counts with `{whole}`, which all of these tasks use: they run one after the other"
    );
    let serial = Diagnostic::new(
        Severity::Warning,
        codes::SERIAL_WHOLE,
        message,
        of.byte_range(),
    );
    let pointer = found.with_name(src, name);
    followed.then(|| {
        serial.help(format!(
            "a pointer of its own keeps them apart: `{pointer} = {place};` in front of the loop, and `{name}[..]` in it"
        ))
    })
}

/// The access that the finding is of writes.
fn is_written(task: &Task, finding: &Diagnostic) -> bool {
    let span = &finding.primary.span;
    let mut uses = task.uses.iter().filter(|u| u.mode.writes());
    uses.any(|u| u.span == *span || u.indices.contains(span))
}

/// In place of an array that a task cannot replace: it is a pointer.
fn of_pointer(src: &Source, task: &Task, finding: &Diagnostic) -> Option<Diagnostic> {
    let span = &finding.primary.span;
    let sets = |u: &&Use| u.span == *span && u.shape == Shape::Scalar && u.mode.writes();
    let used = task
        .uses
        .iter()
        .find(sets)
        .filter(|_| finding.code == codes::PLACE)?;
    let found = pointer_types::declaration(src, statement(src, task)?, &used.name)?;
    let is_pointer = found.levels().first() == Some(&Level::Pointer);
    is_pointer.then(|| set_pointer(&used.name, span.clone()))
}

/// A task sets a pointer by which tasks reach something: what that is is not known where they are registered.
pub(in crate::c) fn set_pointer(name: &str, span: Span) -> Diagnostic {
    let message = format!("a task sets the pointer `{name}` and reaches something through it");
    error(codes::PLACE, message, span).help(
        "declare the pointer in the task; where it is set before it is used, `private(..)` says the same",
    )
}

fn in_words(mut finding: Diagnostic) -> Diagnostic {
    let in_c = |help: String| match help.as_str() {
        WIDENED_HELP => SMALLER.to_owned(),
        ROWS_HELP => {
            "bounds in terms of the row length keep rows apart: `for (j = 1; j < m - 1; j++)` with \
                      `a[i * m + j]`; write that length by the same name in both"
                .to_owned()
        }
        _ => help,
    };
    finding.help = finding.help.into_iter().map(in_c).collect();
    if finding.code == codes::SERIAL_SCALAR {
        let of_struct = finding.help.iter_mut();
        of_struct.for_each(|help| *help = of_variables(help));
    }
    finding
}

/// Reductions are of variables, and of a struct all is private, or nothing.
fn of_variables(help: &str) -> String {
    let inside = help.split_once("private(");
    let name = inside.and_then(|(_, rest)| Some(rest.split_once(')')?.0));
    match name {
        Some(name) if root_of(name) != name => {
            let sum = format!(
                "sum up in a variable, `sum` with `reduction(+: sum)`, and add it to `{name}` behind `#pragma hp5 task_wait`"
            );
            match name.contains("->") || name.starts_with('*') {
                true => sum,
                false => format!("{sum}; or declare `private({})`", root_of(name)),
            }
        }
        _ => help.to_owned(),
    }
}

/// No task of the region writes the array that is taken whole: nothing waits because of that.
fn is_only_read(region: &Region, finding: &Diagnostic) -> bool {
    if region.joined || region.form == RegionForm::Nested {
        return false;
    }
    let mut uses = tasks(region).flat_map(|task| &task.uses);
    let used = uses.find(|u| u.span == finding.primary.span);
    used.is_some_and(|u| {
        !region
            .variables
            .iter()
            .any(|v| v.name == u.name && v.written)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_are_summed_up_in_variables() {
        let of = |name: &str| {
            of_variables(&format!(
                "declare `reduction(+: {name})` or `private({name})`"
            ))
        };
        assert!(of("v.x").contains("add it to `v.x`") && of("v.x").contains("`private(v)`"));
        assert!(of("p->x").contains("add it to `p->x`") && !of("p->x").contains("private"));
        assert!(of("s").contains("`reduction(+: s)`"));
    }
}
