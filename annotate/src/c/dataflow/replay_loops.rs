//! Loops around tasks whose turns register the same tasks: they are recorded once and replayed
//! (`hp5_laps_begin`), as [`crate::passes`] finds them in Rust.
//!
//! What is proved of a `for` that counts, so that turns may be left out:
//! - its body is nothing but tasks and assignments of pointers to one another, whose names then
//!   change places: after a period of turns each is what it was;
//! - no task mentions the loop's variable or a name that is left over from exchanging, none has
//!   a reduction, a name or a condition, or is a graph itself;
//! - bounds, tile sizes and lengths call nothing and look at no element;
//! - nothing waits in the loop, and the pointers are locals.
//!
//! Which turns are left out is found when the loop runs (`rt/laps.rs`).

use std::collections::{HashMap, HashSet};

use tree_sitter::Node;

use crate::c::lower::region::dims_of;
use crate::c::parse::source::{Source, children, field, peel, words};
use crate::c::semantics::declarations::{self, Form};
use crate::c::semantics::induction_variables::{counted, counted_at};
use crate::ir::{Addition, LapLoop, Region, Step, Task, TileSize};
use crate::passes::tasks;

/// Most turns after which pointers must be what they were.
const LONGEST: usize = 8;

/// Finds the loops of a region that may be replayed.
pub(in crate::c) fn run(src: &Source, region: &mut Region) {
    if region.joined {
        return; // the region that it is part of may be in a lap
    }
    let mut laps = Vec::new();
    // Of its function alone: a file may have thousands.
    let around = src.function_at(region.body.start);
    let mut stack = vec![around.unwrap_or_else(|| src.tree.root_node())];
    while let Some(node) = stack.pop() {
        let (from, to) = (node.start_byte(), node.end_byte());
        if to <= region.body.start || region.body.end <= from {
            continue;
        }
        let inside = region.body.start <= from && to <= region.body.end;
        if inside && tasks(region).any(|t| t.stmt == node.byte_range()) {
            continue;
        }
        match (inside && node.kind() == "for_statement").then(|| lap(src, region, node)) {
            Some(Some(found)) => laps.push(found),
            _ => stack.extend(children(node)),
        }
    }
    region.laps = laps;
}

fn lap(src: &Source, region: &Region, node: Node) -> Option<LapLoop> {
    let known = counted(src, node).filter(|k| k.declares && !k.down)?;
    let body = field(node, "body").filter(|b| b.kind() == "compound_statement")?;
    let span = node.byte_range();
    let waits = region
        .steps
        .iter()
        .any(|s| matches!(s, Step::Wait { at, .. } if span.contains(at)));
    let adds = |a: &Addition| match a {
        Addition::WaitFirst(at) | Addition::AskFirst { set: at, .. } => span.contains(&at.start),
        _ => false,
    };
    let local = region.promoted.iter().any(|p| span.contains(&p.init.start));
    if waits || local || region.additions.iter().any(adds) {
        return None;
    }
    let inner: Vec<&Task> = tasks(region)
        .filter(|t| span.contains(&t.stmt.start))
        .collect();
    let mut exchange = Exchange::default();
    for statement in children(body) {
        if !inner.iter().any(|t| t.stmt == statement.byte_range()) {
            // Tasks use what pointers are at the beginning of a turn.
            exchange.take(src, statement)?;
        } else if exchange.begun() {
            return None;
        }
    }
    let period = exchange.period()?;
    let mut varies = exchange.left_over();
    varies.insert(known.var.clone());
    let changed = |name: &str| varies.contains(name);
    let quiet = |text: &str| is_quiet(text) && !words(text).any(changed);
    let moved = |name: &str| exchange.now.contains_key(name);
    let fixed = |text: &str| quiet(text) && !words(text).any(moved);
    let heads: Vec<&str> = known.ends().map(|end| src.text(end)).collect();
    let same = inner
        .iter()
        .all(|task| is_same(src, region, task, &changed, &fixed));
    (!inner.is_empty() && heads.into_iter().all(fixed) && same).then(|| LapLoop {
        span,
        turns: known.bounds_span(),
        line: src.line(node.start_byte()),
        period,
        replays: true,
    })
}

/// A task that is registered with the same tiles and the same arguments.
fn is_same(
    src: &Source,
    region: &Region,
    task: &Task,
    changed: &impl Fn(&str) -> bool,
    fixed: &impl Fn(&str) -> bool,
) -> bool {
    let plain = task.nested.is_none()
        && task.reductions.is_empty()
        && task.condition.is_none()
        && task.included.is_none()
        && task.name.is_none()
        && task.priority.as_deref().is_none_or(fixed);
    let (from, to) = (task.directive.start, task.stmt.end);
    let code = words(src.text.get(from..to).unwrap_or("")).any(changed);
    plain && !code && cut_by(src, region, task).is_some_and(|texts| texts.into_iter().all(fixed))
}

/// What says how a task's loops and its arrays are cut: bounds, tile sizes and lengths; `None` for
/// loops that do not count.
pub(in crate::c) fn cut_by<'a>(
    src: &'a Source,
    region: &'a Region,
    task: &'a Task,
) -> Option<Vec<&'a str>> {
    let sizes = task.bindings.iter().flat_map(|b| &b.template);
    let sizes = sizes.chain(task.loops.iter().map(|l| &l.tile));
    let mut texts: Vec<&str> = sizes.filter_map(TileSize::text).collect();
    for binding in &task.bindings {
        let name = &region.variables[binding.var].name;
        texts.extend(dims_of(region, name, task.start).unwrap_or_default());
    }
    for tiled in &task.loops {
        let (_, known) = counted_at(src, &tiled.iterated)?;
        texts.extend(known.ends().map(|end| src.text(end)).collect::<Vec<_>>());
    }
    Some(texts)
}

/// It calls nothing, assigns nothing, and looks at no element.
fn is_quiet(text: &str) -> bool {
    let calls = text.match_indices('(').any(|(at, _)| {
        let before = text[..at].trim_end();
        before.ends_with(|c: char| c.is_alphanumeric() || c == '_' || c == ')')
    });
    !calls
        && !["[", "=", "++", "--", "->"]
            .iter()
            .any(|sign| text.contains(sign))
}

/// Assignments of pointers to one another, one after the other.
#[derive(Default)]
struct Exchange {
    /// What a name is now: what that one was at the beginning of the turn.
    now: HashMap<String, String>,
    /// Names that the turn itself declares.
    own: HashSet<String>,
}

impl Exchange {
    fn begun(&self) -> bool {
        !self.now.is_empty()
    }

    /// `a = b;`, `double *t = a;` of locals; `None` for anything else.
    fn take(&mut self, src: &Source, statement: Node) -> Option<()> {
        if statement.kind() == "declaration" {
            let found = declarations::names(src, statement, false);
            for one in &found {
                let Some(value) = one.value else {
                    (one.form() != Form::Array).then(|| self.own.insert(one.name.clone()))?;
                    continue;
                };
                (one.form() == Form::Pointer && !one.lasting).then_some(())?;
                self.set(src, &one.name, value)?;
                self.own.insert(one.name.clone());
            }
            return (!found.is_empty()).then_some(());
        }
        let assignment = peel(statement);
        let plain = statement.kind() == "expression_statement"
            && assignment.kind() == "assignment_expression"
            && src.text(field(assignment, "operator")?) == "=";
        let left = field(assignment, "left").filter(|l| plain && l.kind() == "identifier")?;
        let name = src.text(left).to_owned();
        declarations::find(src, left, &name).filter(|d| d.form() == Form::Pointer && !d.lasting)?;
        self.set(src, &name, field(assignment, "right")?)
    }

    fn set(&mut self, src: &Source, name: &str, value: Node) -> Option<()> {
        let value = peel(value);
        (value.kind() == "identifier").then_some(())?;
        let other = src.text(value);
        let found = declarations::find(src, value, other)?;
        (found.form() == Form::Pointer && !found.lasting).then_some(())?;
        let was = self
            .now
            .get(other)
            .cloned()
            .unwrap_or_else(|| other.to_owned());
        self.now.insert(name.to_owned(), was);
        Some(())
    }

    /// Names that are set to what another turn has no way to know.
    fn left_over(&self) -> HashSet<String> {
        let sources: HashSet<&String> = self.now.values().collect();
        let mut list = self.own.clone();
        list.extend(self.now.keys().filter(|n| !sources.contains(n)).cloned());
        list
    }

    /// After so many turns each pointer that is exchanged is what it was.
    fn period(&self) -> Option<usize> {
        let over = self.left_over();
        // What is read is what the turn began with, never a name that is left over.
        let kept = || self.now.iter().filter(|(name, _)| !over.contains(*name));
        if kept().any(|(_, was)| over.contains(was)) {
            return None;
        }
        (1..=LONGEST).find(|turns| {
            kept().all(|(name, _)| {
                let mut at = name;
                for _ in 0..*turns {
                    at = self.now.get(at).unwrap_or(at);
                }
                at == name
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_quiet() {
        for text in ["n - 1", "(n + 1) * 2", "N"] {
            assert!(is_quiet(text), "{text}");
        }
        for text in ["f(n)", "a[0]", "n++", "p->n", "sizeof (x) (y)"] {
            assert!(!is_quiet(text), "{text}");
        }
    }
}
