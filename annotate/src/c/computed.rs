//! Pointers that are computed from others, `p += n`, `row = all + i * n`, of which nobody knows how far
//! tasks reach from there: such tasks may meet, although they name different places. They are taken to use
//! all that the pointer has come from.

use std::collections::HashSet;

use tree_sitter::Node;

use super::aliases::unnamed;
use super::captured::{identifiers, statement};
use super::declared::{self, Form};
use super::leads::{levels, points_to_struct};
use super::syntax::{Source, children, field, peel, set_name};
use crate::diag::{Diagnostic, Diagnostics, Severity, codes};
use crate::ir::{LoopInfo, Mode, Poly, Region, Shape, Task, Use};
use crate::passes::{tasks, tasks_mut};

/// A value that a pointer of the function is set to.
struct Set<'s> {
    name: String,
    /// `None`: it is moved, `p++`.
    value: Option<Node<'s>>,
    /// In the region, outside of its tasks.
    generating: bool,
}

/// Adds to tasks what they use by pointers that move.
pub(super) fn run(src: &Source, region: &mut Region, diags: &mut Diagnostics) {
    let Some(function) = src.function_at(region.body.start) else {
        return;
    };
    let sets = sets(src, region, function);
    let mut said = HashSet::new();
    for task in tasks_mut(region) {
        let Some(code) = statement(src, task) else {
            continue;
        };
        let mut added = Vec::new();
        for used in task.uses.iter().filter(|u| reaches_on(src, task, u, code)) {
            let from = origins(src, code, &sets, &used.name);
            if from.is_empty() {
                continue;
            }
            added.extend(from.into_iter().map(|name| whole(used, name)));
            if said.insert(used.name.clone()) {
                diags.push(warning(used));
            }
        }
        task.uses.extend(added);
    }
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
    let pointer = || {
        let found = declared::find(src, code, &used.name);
        found.is_some_and(|d| {
            let sized = d.own_length().is_some() || points_to_struct(src, &d);
            d.form() == Form::Pointer && levels(&d) == 1 && !sized
        })
    };
    unknown && !task.privates.contains(&used.name) && pointer()
}

/// It is set to a place that is computed from another one. A pointer that is read from memory is no
/// window, and what a function returns that gets no pointer is memory of its own.
fn moves(src: &Source, set: &Set) -> bool {
    set.value.is_none_or(|value| is_computed(src, value))
}

fn is_computed(src: &Source, value: Node) -> bool {
    let value = peel(value);
    match value.kind() {
        "binary_expression"
        | "conditional_expression"
        | "call_expression"
        | "pointer_expression" => !ways(src, value).is_empty(),
        "cast_expression" => field(value, "value").is_some_and(|v| is_computed(src, v)),
        _ => false,
    }
}

/// Pointers and arrays that an expression names.
fn ways(src: &Source, value: Node) -> Vec<String> {
    let named = identifiers(src, value).into_iter();
    let way = |name: &str, at: Node| {
        declared::find(src, at, name).is_some_and(|d| d.form() != Form::Value)
    };
    let ways = named.filter(|(name, at)| way(name, *at));
    ways.map(|(name, _)| name.to_owned()).collect()
}

/// Where the function sets pointers, and where variables of the file begin.
fn sets<'s>(src: &'s Source, region: &Region, function: Node<'s>) -> Vec<Set<'s>> {
    let top = children(src.tree.root_node()).into_iter();
    let mut stack: Vec<Node> = top.filter(|n| n.kind() == "declaration").collect();
    stack.push(function);
    let mut list = Vec::new();
    while let Some(node) = stack.pop() {
        stack.extend(children(node));
        let (place, value) = match node.kind() {
            "assignment_expression" => {
                let plain = field(node, "operator").is_some_and(|o| src.text(o) == "=");
                let value = field(node, "right").filter(|_| plain);
                (field(node, "left"), value)
            }
            "update_expression" => (field(node, "argument"), None),
            "init_declarator" => (field(node, "declarator"), field(node, "value")),
            _ => continue,
        };
        let name = place.and_then(|place| set_name(src, place));
        let at = node.start_byte();
        let in_task = tasks(region).any(|task| task.stmt.contains(&at));
        list.extend(name.map(|name| Set {
            name,
            value,
            generating: region.body.contains(&at) && !in_task,
        }));
    }
    list
}

/// What a pointer has come from that is computed: names that are set to nothing else. Of a pointer that
/// the region moves and that comes from itself alone, its address stands for it.
fn origins(src: &Source, code: Node, sets: &[Set], name: &str) -> Vec<String> {
    let (mut seen, mut open) = (HashSet::new(), vec![name.to_owned()]);
    let (mut found, mut computed) = (Vec::new(), false);
    while let Some(name) = open.pop() {
        if !seen.insert(name.clone()) {
            continue;
        }
        let mine = || sets.iter().filter(|set| set.name == name);
        computed |= mine().any(|set| moves(src, set));
        let values = mine().filter_map(|set| set.value);
        let mut from: Vec<String> = values.flat_map(|value| ways(src, value)).collect();
        from.retain(|other| *other != name);
        if !from.is_empty() {
            open.extend(from);
        } else if declared::find(src, code, &name).is_some() {
            let moved = mine().any(|set| set.generating && moves(src, set));
            found.push(if moved { format!("&{name}") } else { name });
        }
    }
    found.retain(|_| computed);
    found
}
