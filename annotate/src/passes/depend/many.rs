//! Arrays that a body names by very many indices: their pairs grow with the square of the body. Indices that
//! differ by numbers are taken together then, `a[i]` to `a[i + 999]`, and what that does not show to be apart
//! counts as met.

use std::collections::HashMap;

use super::{Verdict, is_opaque, judge_pair};
use crate::ir::{LoopInfo, Poly, Shape, Task, Use, Variable};

/// Pairs of uses that are judged one by one.
const PAIRS: usize = 4_096;

/// Hands on the pairs of which one writes; false where there are too many.
pub(super) fn pairs(uses: &[&Use], judge: &mut dyn FnMut(&Use, &Use)) -> bool {
    let writes = uses.iter().filter(|u| u.mode.writes()).count();
    let reads = uses.len() - writes;
    if writes * (writes + 1) / 2 + writes * reads > PAIRS {
        return false;
    }
    for (n, first) in uses.iter().enumerate() {
        for second in &uses[n..] {
            if first.mode.writes() || second.mode.writes() {
                judge(first, second);
            }
        }
    }
    true
}

/// Judges uses by groups of those whose indices differ by numbers.
pub(super) fn judge(
    task: &Task,
    variable: &Variable,
    uses: &[&Use],
    apart: bool,
    verdict: &mut Verdict,
) {
    let mut with_ranges = without_code(task);
    let (opaque, clear): (Vec<&Use>, Vec<&Use>) = uses.iter().copied().partition(|u| is_opaque(u));
    let grouped = groups(&clear, &mut with_ranges.inner);
    let of_opaque = opaque.into_iter().filter(|_| !apart).cloned();
    // All that is opaque meets all: one of each mode stands for the others.
    let mut opaque: Vec<Use> = Vec::new();
    for used in of_opaque {
        if !opaque.iter().any(|o| o.mode == used.mode) {
            opaque.push(used);
        }
    }
    let all: Vec<Use> = grouped.into_iter().chain(opaque).collect();
    let all: Vec<&Use> = all.iter().collect();
    let by_pair = &mut |first: &Use, second: &Use| {
        judge_pair(&with_ranges, variable, (first, second), verdict);
    };
    if !pairs(&all, by_pair) {
        verdict.parallel = false;
        let written = all.iter().find(|u| u.mode.writes());
        let pair = written.zip(all.iter().find(|u| !u.mode.writes()).or(written));
        if let Some((first, second)) = pair {
            let found = || ((*first).clone(), (*second).clone());
            verdict.meeting.get_or_insert_with(found);
        }
    }
}

/// One use for all whose indices differ by numbers: these become variables of loops, of which each runs
/// from the least number to the greatest.
fn groups(uses: &[&Use], loops: &mut Vec<LoopInfo>) -> Vec<Use> {
    let without = |index: &Option<Poly>| {
        let index = index.as_ref()?;
        index.minus(&Poly::constant(index.number()))
    };
    let mut order: Vec<Vec<&Use>> = Vec::new();
    let mut known = HashMap::new();
    for used in uses {
        let rest: Vec<Option<Poly>> = used.index.iter().map(without).collect();
        let next = order.len();
        let at = *known.entry((rest, used.mode, used.shape)).or_insert(next);
        if at == next {
            order.push(Vec::new());
        }
        order[at].push(used);
    }
    let mut list = Vec::new();
    for group in order {
        let mut one = group[0].clone();
        for (d, index) in one.index.iter_mut().enumerate() {
            let known = || group.iter().filter_map(|u| u.index[d].as_ref());
            let numbers = || known().map(Poly::number);
            let (Some(least), Some(most)) = (numbers().min(), numbers().max()) else {
                continue;
            };
            if least == most {
                continue;
            }
            // The ends of a slice are what they are at the outside.
            let range = match (used_as_slice(group[0]), d) {
                (true, 0) => Some(Poly::constant(least)),
                (true, _) => Some(Poly::constant(most)),
                (false, _) => {
                    let atom = format!("any@{}", loops.len());
                    loops.push(LoopInfo {
                        atom: atom.clone(),
                        lo: Some(Poly::constant(least)),
                        hi: Poly::constant(most).plus(&Poly::constant(1)),
                        exact: false,
                    });
                    Some(Poly::atom(atom))
                }
            };
            *index = without(index).and_then(|rest| rest.plus(&range?));
        }
        list.push(one);
    }
    list
}

fn used_as_slice(used: &Use) -> bool {
    used.shape == Shape::Slice
}

/// The task's loops, and what is known of their variables and of others, without what its code does.
fn without_code(task: &Task) -> Task {
    Task {
        line: task.line,
        text: task.text.clone(),
        start: task.start,
        directive: task.directive.clone(),
        stmt: task.stmt.clone(),
        loops: task.loops.clone(),
        inner: task.inner.clone(),
        facts: task.facts.clone(),
        sums: task.sums.clone(),
        unsigned: task.unsigned.clone(),
        residues: task.residues.clone(),
        wraps: task.wraps.clone(),
        repeats: task.repeats,
        parallel: task.parallel,
        target: task.target,
        ..Task::default()
    }
}
