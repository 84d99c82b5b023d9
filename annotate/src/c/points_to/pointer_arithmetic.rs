//! Pointers that are computed from others, `p += n`, `row = all + i * n`, of which nobody knows how far
//! tasks reach from there: such tasks may meet, although they name different places. They are taken to use
//! all that the pointer has come from.

use std::collections::{HashMap, HashSet};

use tree_sitter::Node;

use crate::c::parse::expressions::last;
use crate::c::parse::names::statement;
use crate::c::parse::source::{Source, root_of};
use crate::c::points_to::alias_uses::{reaches, unnamed};
use crate::c::points_to::pointer_sources::{Name, Origins, Sets, SetsOf, plain};
use crate::c::semantics::declarations::{self, Declared, Form};
use crate::c::semantics::pointer_types::{self, levels, points_to_struct};
use crate::diag::{Diagnostic, Diagnostics, Severity, codes};
use crate::ir::{LoopInfo, Mode, Poly, Region, Shape, Task, Use};
use crate::passes::{tasks, tasks_mut};

/// Adds to tasks what they use by pointers that move.
pub(in crate::c) fn run(src: &Source, sets: &Sets, region: &mut Region, diags: &mut Diagnostics) {
    let sets = sets.seen_from(region);
    let shared = hidden(src, region, &sets);
    // What pointers of tasks have come from, under names that the task knows.
    let known = |code: Node, from: &Origins| -> Vec<String> {
        let names = from.names.iter();
        let names = names.filter_map(|name| match sets.is_seen(code, name) {
            true => Some(name.text.clone()),
            false => shared.get(name).cloned(),
        });
        let is_here = |name: &String| declarations::find(src, code, root_of(plain(name))).is_some();
        names.filter(is_here).collect()
    };
    let moved = moved(src, region, &sets);
    let (mut open, mut warned) = (HashSet::new(), HashSet::new());
    for task in tasks_mut(region) {
        let Some(code) = statement(src, task) else {
            continue;
        };
        let mut added = Vec::new();
        for used in task.uses.iter().filter(|u| reaches_on(src, task, u, code)) {
            let from = sets.origins(code, &used.name);
            // Where another one is computed from the same, this one may reach that far.
            if !from.computed && !from.names.iter().any(|name| moved.contains(name)) {
                continue;
            }
            let mut names = known(code, &from);
            // It may reach what others are computed from it, `q = p + n`.
            let said = task.declared.iter().any(|d| d.name == used.name);
            if names.contains(&used.name) && !said && is_unsized(src, code, &used.name) {
                open.insert(used.name.clone());
            }
            names.retain(|name| *name != used.name);
            if !names.is_empty() && warned.insert(used.name.clone()) {
                diags.push(warning(used));
            }
            let open_ended = names.iter().filter(|name| is_unsized(src, code, name));
            open.extend(open_ended.cloned());
            added.extend(names.into_iter().map(|name| whole(used, name)));
        }
        task.uses.extend(added);
    }
    // They meet whatever else has come from there, however far that reaches.
    for task in tasks_mut(region) {
        let Some(code) = statement(src, task) else {
            continue;
        };
        // A member lies in what the pointer leads to.
        let ways = |used: &Use| {
            let through = used
                .name
                .contains("->")
                .then(|| root_of(&used.name).to_owned());
            let names = through.into_iter().chain([used.name.clone()]);
            names
                .filter(|name| is_pointer(src, code, name, false))
                .collect::<Vec<_>>()
        };
        let mut added: Vec<Use> = Vec::new();
        for used in task
            .uses
            .iter()
            .filter(|u| reaches(task, u) || u.name.contains("->"))
        {
            for way in ways(used) {
                let names = known(code, &sets.origins(code, &way)).into_iter();
                let names = names.filter(|name| open.contains(name) && *name != used.name);
                added.extend(names.map(|name| whole(used, name)));
            }
        }
        task.uses.extend(added);
    }
}

/// What pointers of tasks have come from that lead elsewhere than where it begins.
fn moved(src: &Source, region: &Region, sets: &SetsOf) -> HashSet<Name> {
    let (mut seen, mut names) = (HashSet::new(), HashSet::new());
    for task in tasks(region) {
        let Some(code) = statement(src, task) else {
            continue;
        };
        for used in &task.uses {
            let root = root_of(&used.name);
            let pointer = |name: &str| match name == root {
                true => declarations::find(src, code, name).is_some_and(|d| d.stars() > 0),
                false => is_pointer(src, code, name, true),
            };
            for name in [root, &used.name] {
                if seen.insert(name) && pointer(name) {
                    let from = sets.origins(code, name);
                    names.extend(from.names.iter().filter(|_| from.computed).cloned());
                }
            }
        }
    }
    names
}

/// Of names that other functions have for memory, one that tasks have for it: one that begins where it
/// does, if there is one.
fn hidden(src: &Source, region: &Region, sets: &SetsOf) -> HashMap<Name, String> {
    let mut known: HashMap<Name, (bool, String)> = HashMap::new();
    for task in tasks(region) {
        let Some(code) = statement(src, task) else {
            continue;
        };
        for used in task
            .uses
            .iter()
            .filter(|u| is_pointer(src, code, &u.name, true))
        {
            let from = sets.origins(code, &used.name);
            for name in from.names.iter().filter(|n| !sets.is_seen(code, n)) {
                let first = (from.computed, used.name.clone());
                let one = known.entry(name.clone()).or_insert_with(|| first.clone());
                if first < *one {
                    *one = first;
                }
            }
        }
    }
    known
        .into_iter()
        .map(|(name, (_, text))| (name, text))
        .collect()
}

fn warning(used: &Use) -> Diagnostic {
    let name = &used.name;
    let message = format!(
        "`{name}` is computed from other pointers, and how far the task reaches from it is not known: it waits for all that use these"
    );
    let d = Diagnostic::new(
        Severity::Warning,
        codes::WIDENED,
        message,
        used.span.clone(),
    );
    d.help(format!("a clause says it, such as `inout({name}[0:n])`"))
}

/// No declaration says its lengths; of those that are known the place tells.
fn is_unsized(src: &Source, code: Node, name: &str) -> bool {
    let found = pointer_types::declaration(src, code, name);
    found.is_none_or(|d| d.own_length().is_none())
}

/// A use of all that a name leads to.
fn whole(like: &Use, name: String) -> Use {
    let mode = match like.mode.writes() {
        true => Mode::InOut,
        false => Mode::In,
    };
    let whole = unnamed(like, Shape::Whole, mode);
    Use { name, ..whole }
}

/// The task reaches elements through a pointer of which it is not known which ones.
fn reaches_on(src: &Source, task: &Task, used: &Use, code: Node) -> bool {
    let bounded = |index: &Option<Poly>| {
        let known = |l: &LoopInfo| l.lo.is_some() && l.hi.is_some();
        let mut open = task.inner.iter().filter(|l| !known(l));
        (index.as_ref()).is_some_and(|p| !open.any(|l| p.mentions(&l.atom)))
    };
    let unknown = match used.shape {
        Shape::Whole => used.reborrow,
        Shape::Element => !used.index.iter().all(bounded),
        _ => false,
    };
    let one = used.shape != Shape::Element;
    unknown && !task.privates.contains(&used.name) && is_pointer(src, code, &used.name, one)
}

/// A pointer to elements of which nobody says how many there are: a variable, or a member. Of structs it is
/// taken that there is `one`.
fn is_pointer(src: &Source, code: Node, name: &str, one: bool) -> bool {
    let unsized_pointer = |d: &Declared| {
        let sized = d.own_length().is_some() || (one && points_to_struct(src, d));
        d.form() == Form::Pointer && levels(d) == 1 && !sized
    };
    let found = declarations::find(src, code, root_of(name));
    match last(name) {
        None => found.is_some_and(|d| unsized_pointer(&d)),
        Some(member) => {
            found.is_some()
                && pointer_types::members(src, member)
                    .iter()
                    .all(unsized_pointer)
        }
    }
}
