//! Accesses whose bounds can be checked once per task: those that surely reach all of a section, so that the
//! check fails only if the serial program would.

use crate::ir::{Extent, LoopInfo, Poly, Shape, Sure, Task, Use, VarKind, Variable};
use crate::passes::depend;
use crate::passes::sections::{Touched, unite};

/// The section to check, when every access is surely made, and one section holds all.
pub(super) fn all(variable: &Variable, task: &Task, touched: &[Touched]) -> Option<Vec<Extent>> {
    let sure = |t: &Touched| t.found.unconditional && is_known(variable, task, t);
    if has_hull(task) || touched.is_empty() || !touched.iter().all(sure) {
        return None;
    }
    let mut sections = touched.iter().map(|t| t.section.clone());
    let first = sections.next()?;
    sections.try_fold(first, |a, b| unite(&a, &b))
}

/// The sections of those that are surely made, where others are not, or lie elsewhere.
pub(super) fn some(variable: &Variable, task: &Task, touched: &[Touched]) -> Vec<Sure> {
    let mut list: Vec<Sure> = Vec::new();
    if has_hull(task) || task.nested.is_some() {
        return list;
    }
    for touch in touched {
        // What is done once is checked as well there.
        let repeated = touch
            .found
            .index
            .iter()
            .flatten()
            .any(|p| p.inner().next().is_some());
        let around = touch.found.under.as_ref();
        let turns = around.and_then(|loops| turns(task, loops));
        let Some(turns) = turns.filter(|turns| repeated || !turns.is_empty()) else {
            continue;
        };
        if touch.found.in_macro || !is_known(variable, task, touch) {
            continue;
        }
        let same = list.iter_mut().filter(|s| s.turns == turns);
        let united = same.into_iter().find_map(|s| {
            let section = unite(&s.section, &touch.section)?;
            Some((s, section))
        });
        match united {
            Some((sure, section)) => {
                sure.section = section;
                sure.uses.push(touch.found.span.clone());
            }
            None => list.push(Sure {
                section: touch.section.clone(),
                turns,
                uses: vec![touch.found.span.clone()],
            }),
        }
    }
    list
}

/// With bounds that depend on an outer tiled loop, a task may hold only some iterations.
fn has_hull(task: &Task) -> bool {
    task.loops.iter().any(|l| l.hull.is_some())
}

/// Each element of the section is reached by the access.
fn is_known(variable: &Variable, task: &Task, touch: &Touched) -> bool {
    let shorter = touch.found.indices.len() < variable.kind.dims()
        && !matches!(variable.kind, VarKind::Flat { .. });
    touch.exact
        && touch.found.shape != Shape::Slice
        && !shorter
        && is_box(task, touch.found)
        && depend::stays_in_row(task, variable, touch.found)
}

fn is_fixed(bound: &Option<Poly>) -> bool {
    bound.as_ref().is_some_and(|p| p.inner().next().is_none())
}

/// Every corner of the section is touched: loops run through all values between bounds that
/// do not depend on one another.
fn is_box(task: &Task, found: &Use) -> bool {
    let tiled = |l: &LoopInfo| task.loops.iter().any(|t| t.atom == l.atom);
    let mentioned = task
        .inner
        .iter()
        .filter(|l| found.index.iter().flatten().any(|p| p.mentions(&l.atom)));
    mentioned
        .into_iter()
        .all(|l| l.exact && (tiled(l) || (is_fixed(&l.lo) && is_fixed(&l.hi))))
}

/// The bounds of these loops, where they are known before the task runs.
fn turns(task: &Task, loops: &[String]) -> Option<Vec<(Poly, Poly)>> {
    let bounds = |atom: &String| {
        let mut inner = task.inner.iter();
        let found =
            inner.find(|l| l.atom == *atom && l.exact && is_fixed(&l.lo) && is_fixed(&l.hi))?;
        found.lo.clone().zip(found.hi.clone())
    };
    let all: Option<Vec<(Poly, Poly)>> = loops.iter().map(bounds).collect();
    // Of constants it is known.
    let many = |(lo, hi): &(Poly, Poly)| hi.minus(lo)?.as_constant();
    let mut all = all?;
    all.retain(|ends| many(ends).is_none_or(|n| n <= 0));
    Some(all)
}
