//! What the passes say that are the same for all languages, as it is said of C.

use std::collections::HashSet;

use crate::diag::{Diagnostic, codes};
use crate::ir::{Region, RegionForm};
use crate::passes::{ROWS_HELP, WIDENED_HELP, tasks};

/// Goes over the findings of a region. `alone`: no tasks of other functions may be among its own.
pub(super) fn in_c(region: &Region, alone: bool, findings: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let mut widened = HashSet::new();
    let told = findings.into_iter().filter(|d| {
        // Once for an array and a task.
        let stmt = tasks(region).position(|t| t.stmt.contains(&d.primary.span.start));
        d.code != codes::WIDENED
            || (!(alone && is_only_read(region, d)) && widened.insert((stmt, d.message.clone())))
    });
    told.map(in_words).collect()
}

fn in_words(mut finding: Diagnostic) -> Diagnostic {
    let in_c = |help: String| match help.as_str() {
        WIDENED_HELP => {
            "declare the section, such as `in(a[first:count])`, if it is smaller".to_owned()
        }
        ROWS_HELP => {
            "bounds in terms of the row length keep rows apart: `for (j = 1; j < m - 1; j++)` with \
                      `a[i * m + j]`; write that length by the same name in both"
                .to_owned()
        }
        _ => help,
    };
    finding.help = finding.help.into_iter().map(in_c).collect();
    finding
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
