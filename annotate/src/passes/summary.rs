//! A summary of regions: their IR and the findings in, one note for each region out, which says how its tasks
//! run and where it waits.

use crate::diag::{Diagnostic, Diagnostics, Severity, codes};
use crate::ir::{Region, RegionForm, Span, Step, Task, Unit};
use crate::passes::{depend, tasks};

/// Why the tasks of a loop run in order, the cause first.
const CAUSES: [&str; 7] = [
    codes::SERIAL_SCALAR,
    codes::SERIAL_WHOLE,
    codes::ROWS,
    codes::WIDENED,
    codes::UNCUT,
    codes::ORDERED_LOOP,
    codes::ONE_TILE,
];

/// Of these, what says itself how tasks run.
const SAYS_HOW: [&str; 3] = [codes::SERIAL_SCALAR, codes::SERIAL_WHOLE, codes::ROWS];

/// Adds a note about each region of a file with this text, the findings of which are known.
pub(crate) fn run(unit: &Unit, text: &str, diags: &mut Diagnostics) {
    let mut notes = Vec::new();
    for region in &unit.regions {
        note(region, text, &diags.list, &mut notes);
    }
    diags.list.append(&mut notes);
}

fn note(region: &Region, text: &str, found: &[Diagnostic], notes: &mut Vec<Diagnostic>) {
    let waits = waits_put_in(region, text, found);
    let place = match &region.form {
        RegionForm::Function { name, .. } => name.clone(),
        RegionForm::Statement { directive } => directive.clone(),
        RegionForm::Block | RegionForm::Nested => region.body.start..region.body.start + 1,
    };
    let message = line(region, waits.len());
    let mut summary = Diagnostic::new(Severity::Note, codes::SUMMARY, message, place);
    for task in tasks(region).filter(|task| in_order(task)) {
        summary = summary.also(task.directive.clone(), why_in_order(region, task, found));
    }
    for (place, why) in waits {
        summary = summary.also(place, why);
    }
    summary.secondary.sort_by_key(|label| label.span.start);
    notes.push(summary);
    for nested in tasks(region).filter_map(|task| task.nested.as_deref()) {
        note(nested, text, found, notes);
    }
}

/// ``region `sweep`: 2 loops in parallel, 1 in order, 3 tasks; 1 wait written, 2 put in``
fn line(region: &Region, put_in: usize) -> String {
    let loops = || tasks(region).filter(|task| !task.loops.is_empty());
    let count = |number: usize, one: &str, more: &str| match number {
        0 => None,
        1 => Some(format!("1 {one}")),
        _ => Some(format!("{number} {more}")),
    };
    let ordered = loops().filter(|task| in_order(task)).count();
    let parallel = loops().count() - ordered;
    let single = tasks(region).count() - loops().count();
    let composite = tasks(region).filter(|task| task.nested.is_some()).count();
    let written = region.steps.iter().filter(|step| is_written_wait(step));
    let list = |parts: &[Option<String>], none: &str| {
        let parts: Vec<&str> = parts.iter().flatten().map(String::as_str).collect();
        match parts.is_empty() {
            true => none.to_owned(),
            false => parts.join(", "),
        }
    };
    let work = list(
        &[
            count(parallel, "loop in parallel", "loops in parallel"),
            count(ordered, "loop in order", "loops in order"),
            count(single, "task", "tasks"),
            count(
                composite,
                "of them with a region of its own",
                "of them with regions of their own",
            ),
        ],
        "no tasks",
    );
    let waits = list(
        &[
            count(written.count(), "wait written", "waits written"),
            count(put_in, "wait put in", "waits put in"),
        ],
        "no waits inside",
    );
    let kind = match region.form {
        RegionForm::Nested => "code of",
        RegionForm::Function { .. } | RegionForm::Block | RegionForm::Statement { .. } => "region",
    };
    let joined = if region.joined {
        "; joins the region that calls it"
    } else {
        ""
    };
    format!("{kind} `{}`: {work}; {waits}{joined}", region.name)
}

fn in_order(task: &Task) -> bool {
    !task.loops.is_empty() && !task.parallel
}

fn is_written_wait(step: &Step) -> bool {
    matches!(
        step,
        Step::Wait {
            implicit: false,
            ..
        }
    )
}

/// What findings say of the loop, the cause first.
fn why_in_order(region: &Region, task: &Task, found: &[Diagnostic]) -> String {
    let here = |d: &&Diagnostic| {
        let place = d.primary.span.start;
        task.stmt.contains(&place) || task.directive.contains(&place)
    };
    let of_code = |code: &&str| found.iter().filter(here).find(|d| d.code == *code);
    let how = match task.chain {
        true => "one after the other",
        false => "in the order of its tiles",
    };
    match CAUSES.iter().find_map(of_code) {
        Some(d) if SAYS_HOW.contains(&d.code) => format!("{} ({})", d.message, d.code),
        Some(d) if d.code != codes::ORDERED_LOOP => format!("{how}: {} ({})", d.message, d.code),
        _ => match depend::meeting(task, &region.variables) {
            Some((first, _)) => format!("{how}: iterations meet in `{}`", first.name),
            None => format!("{how}: its clauses do not keep iterations apart"),
        },
    }
}

/// Waits that nobody wrote, with what findings say about them.
fn waits_put_in(region: &Region, text: &str, found: &[Diagnostic]) -> Vec<(Span, String)> {
    let inside = |at: usize| {
        let composite = |task: &Task| task.nested.is_some() && task.stmt.contains(&at);
        region.body.contains(&at) && !tasks(region).any(composite)
    };
    let told = found
        .iter()
        .filter(|d| d.code == codes::IMPLICIT_WAIT && inside(d.primary.span.start));
    let mut waits: Vec<(Span, String)> = told
        .map(|d| (d.primary.span.clone(), d.message.clone()))
        .collect();
    // At the ends of blocks there are waits of which no finding tells.
    for step in &region.steps {
        if let Step::Wait { at, implicit: true } = step
            && text.as_bytes().get(*at) == Some(&b'}')
        {
            let why = "the program waits here for tasks that use what the block declares";
            waits.push((*at..*at + 1, why.to_owned()));
        }
    }
    waits
}
