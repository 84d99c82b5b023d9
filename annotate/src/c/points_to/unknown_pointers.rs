//! Tasks that run alone: they reach something through a pointer of which nobody knows where it leads when they are
//! registered. The program waits before and behind such a task, and says so.

use std::collections::HashSet;

use tree_sitter::Node;

use crate::c::parse::expressions::last;
use crate::c::parse::names::statement;
use crate::c::parse::source::{Source, any, field, peel, place_name};
use crate::c::points_to::alias_uses::{self, reaches};
use crate::c::points_to::unknown_pointers;
use crate::c::semantics::declarations::{self, Declared, Level};
use crate::c::semantics::pointer_types;
use crate::diag::{Diagnostic, Diagnostics, Severity, codes};
use crate::ir::{Addition, Region, Shape, Span, Task, VarKind};
use crate::passes::{tasks, variables::shared_uses};

/// Finds them, and adds the waits. `elsewhere`: what tasks of other regions in the graph set.
pub(in crate::c) fn run(
    src: &Source,
    region: &mut Region,
    elsewhere: &HashSet<&str>,
    diags: &mut Diagnostics,
) {
    let setting: Vec<&Task> = tasks(region).filter(|t| sets_by_address(src, t)).collect();
    refuse(src, &setting, diags);
    let is_set = !setting.is_empty();
    let by_address = |task| is_set.then(|| by_address(src, task)).flatten();
    let set = unknown_pointers::set_by_name(region);
    let found: Vec<(Span, Span, String)> = tasks(region)
        .filter_map(|task| {
            let by_name = unknown(src, region, task).or_else(|| follows(&set, task));
            let others = || follows(elsewhere, task).or_else(|| begins_with(src, elsewhere, task));
            let (place, name) = by_name.or_else(others).or_else(|| by_address(task))?;
            Some((task.stmt.clone(), place, name))
        })
        .collect();
    for (task, place, name) in found {
        let message = format!(
            "the program waits before and behind this task: tasks set the pointer `{name}`, and what it leads to is not known where the task is registered"
        );
        let d = Diagnostic::new(Severity::Warning, codes::IMPLICIT_WAIT, message, place);
        diags.push(d.help(format!(
            "set `{name}` between the tasks, or hand what it leads to on to the task"
        )));
        let first = Addition::WaitFirst(task.clone());
        if !region.additions.contains(&first) {
            region.additions.push(first);
        }
        region.additions.push(Addition::WaitBehind(task));
    }
}

/// A wait does not help a task that sets such a pointer itself.
fn refuse(src: &Source, setting: &[&Task], diags: &mut Diagnostics) {
    for task in setting {
        let Some((place, name)) = by_address(src, task) else {
            continue;
        };
        let message = format!(
            "the task sets a pointer by its address, perhaps `{name}`, and reaches something through `{name}`"
        );
        let d = Diagnostic::new(Severity::Error, codes::PLACE, message, place);
        diags.push(d.help(format!(
            "set the pointer in a task of its own or between tasks, or reach it by its address alone, not by `{name}`"
        )));
    }
}

/// The pointer that the task follows to a member, `p` of `p->n`, and that tasks set.
fn follows(set: &HashSet<&str>, task: &Task) -> Option<(Span, String)> {
    let mut uses = shared_uses(task);
    uses.find_map(|used| {
        let arrows = used.name.match_indices("->");
        let mut pointers = arrows.map(|(at, _)| &used.name[..at]);
        let pointer = pointers.find(|pointer| set.contains(pointer))?;
        Some((used.span.clone(), pointer.to_owned()))
    })
}

/// The pointer that the task reaches something by, `*p`, `p[i]`, and that tasks set.
fn begins_with(src: &Source, set: &HashSet<&str>, task: &Task) -> Option<(Span, String)> {
    let mut uses = shared_uses(task).filter(|u| set.contains(u.name.as_str()) && reaches(task, u));
    let used = uses.find(|u| {
        let found = alias_uses::declaration(src, task, &u.name);
        found.is_none_or(|d| d.levels().first() == Some(&Level::Pointer))
    })?;
    Some((used.span.clone(), used.name.clone()))
}

/// The pointer by which the task reaches something, and which tasks set.
fn unknown(src: &Source, region: &Region, task: &Task) -> Option<(Span, String)> {
    let is_set = |name: &str| {
        let mut uses = tasks(region).flat_map(shared_uses);
        uses.any(|u| u.name == name && u.shape == Shape::Scalar && u.mode.writes())
    };
    let variables = region.variables.iter();
    let mut values = variables.filter(|v| v.kind == VarKind::Scalar { deref: false });
    values.find_map(|v| {
        let mut uses = task.uses.iter();
        let used = uses.find(|u| u.name == v.name && reaches(task, u))?;
        let found =
            statement(src, task).and_then(|at| pointer_types::declaration(src, at, &v.name));
        let is_pointer = found.is_none_or(|d| d.levels().first() == Some(&Level::Pointer));
        let said = task.declared.iter().any(|d| d.name == v.name);
        (is_pointer && !said && is_set(&v.name)).then(|| (used.span.clone(), v.name.clone()))
    })
}

/// The pointer by which the task reaches something, and whose address is taken, where tasks set pointers by
/// their addresses: `int **way = &pointer` and `*way = a`.
fn by_address(src: &Source, task: &Task) -> Option<(Span, String)> {
    let mut uses = task.uses.iter().filter(|u| reaches(task, u));
    let found = uses.find(|u| {
        let found = alias_uses::declaration(src, task, &u.name);
        let levels = found.as_ref().map(Declared::levels);
        let is_pointer = levels.is_none_or(|levels| levels.first() == Some(&Level::Pointer));
        is_pointer && is_address_taken(src, &u.name, found.as_ref())
    })?;
    Some((found.span.clone(), found.name.clone()))
}

/// The task writes a pointer that another one leads to.
fn sets_by_address(src: &Source, task: &Task) -> bool {
    task.uses.iter().any(|used| {
        let writes = used.mode.writes() && used.shape != Shape::Scalar;
        // Uses by other names of the same memory stand elsewhere.
        let own = task.stmt.contains(&used.span.start);
        if !own || !writes {
            return false;
        }
        let brackets = match used.shape {
            Shape::Deref => 1,
            _ => used.index.len(),
        };
        let found = alias_uses::declaration(src, task, &used.name);
        let levels = found.map_or_else(Vec::new, |d| d.levels());
        levels
            .iter()
            .skip(brackets.max(1))
            .any(|l| *l == Level::Pointer)
    })
}

/// The file takes the address of this variable, or of a member of this name: `&x`, `&s.x`.
fn is_address_taken(src: &Source, name: &str, found: Option<&Declared>) -> bool {
    let is_it = |of: &str, at: Node| match (last(name), last(of)) {
        (Some(member), Some(other)) => member == other,
        (None, None) if of == name => {
            let other = declarations::find(src, at, of);
            let known = other.as_ref().zip(found);
            known.is_none_or(|(other, found)| other.node == found.node || other.lasting)
        }
        _ => false,
    };
    any(src.tree.root_node(), &|node| {
        let operator = field(node, "operator").map_or("", |o| src.text(o));
        let of = field(node, "argument").and_then(|of| place_name(src, peel(of)));
        node.kind() == "pointer_expression"
            && operator == "&"
            && of.is_some_and(|of| is_it(&of, node))
    })
}

/// Variables and members that tasks of a region set by their names.
pub(in crate::c) fn set_by_name(region: &Region) -> HashSet<&str> {
    let uses = tasks(region).flat_map(shared_uses);
    let set = uses.filter(|u| u.shape == Shape::Scalar && u.mode.writes());
    set.map(|u| u.name.as_str()).collect()
}
