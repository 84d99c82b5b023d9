//! What is said of arrays whose lengths nobody knows.

use crate::c::emit::Context;
use crate::diag::{Diagnostic, Diagnostics, Severity, codes};
use crate::ir::{Span, Task, Variable};

impl Context<'_> {
    /// No `dim(..)` and no declaration says the lengths of an array that a template cuts, or that tasks write.
    pub(super) fn report_extents(&self, task: &Task, variable: &Variable, diags: &mut Diagnostics) {
        let template = self.region.templates.iter().find(|t| {
            t.scope.contains(&task.start)
                && t.arrays
                    .iter()
                    .any(|(n, _)| n.as_deref() == Some(&variable.name))
        });
        let found = task
            .uses
            .iter()
            .find(|u| u.name == variable.name)
            .map_or(task.directive.clone(), |u| u.span.clone());
        let (severity, code, span) = match template {
            Some(template) => (Severity::Error, codes::C_EXTENT, template.span.clone()),
            // Other functions may cut it, and tiles are no part of a key.
            None if self.shares => (Severity::Error, codes::C_EXTENT, found),
            // Tasks that only read do not wait for one another.
            None if !variable.written || self.is_windowed(task, variable) => return,
            None => (Severity::Warning, codes::UNCUT, found),
        };
        let message = format!(
            "the lengths of `{}` are not known, so it cannot be cut into tiles",
            variable.name
        );
        // Once for an array of a region.
        let here = |at: &Span| at.start >= self.region.body.start && at.end <= self.region.body.end;
        let told = |d: &Diagnostic| d.message == message && here(&d.primary.span);
        let mut known = diags.list.iter();
        if known.any(|d| d.code == code && (d.primary.span == span || told(d))) {
            return;
        }
        let dims = ["n", "m", "l", "k"][..variable.kind.dims().min(4)].join(", ");
        let without = match (severity, template) {
            (Severity::Error, Some(_)) => "there are no tiles without",
            (Severity::Error, None) => {
                "where regions join, other functions may cut the same memory otherwise"
            }
            _ => "without, tasks that use it wait for one another",
        };
        let d = Diagnostic::new(severity, code, message, span).help(format!(
            "`#pragma hp5 array_tile dimtile(..) dim({dims}) arrvar({})` says them; {without}",
            variable.name
        ));
        let d = match self.leads_to_blocks(variable) {
            true => d.help(format!(
                "or clauses say which rows tasks use, such as `inout({}[i])`, and how far: `inout({0}[i][0:m])`",
                variable.name
            )),
            false => d,
        };
        diags.push(match self.hindering(task, variable) {
            [first, ..] if severity == Severity::Warning => d.help(bounded(first, &variable.name)),
            _ => d,
        });
    }
}

/// What lets tasks by themselves wait by their bytes of `array`: it is known how far all reach.
fn bounded(name: &str, array: &str) -> String {
    format!(
        "or clauses say how far tasks reach from `{name}`, such as `in({name}[0:n])`: then tasks that use other bytes of `{array}` do not wait for one another"
    )
}
