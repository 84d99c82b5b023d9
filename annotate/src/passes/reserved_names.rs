//! Names of the program that emitted code uses for something else.
//!
//! A task is emitted as code around the user's own: it binds views, chunks, what is registered. Those
//! names begin with two underscores, or stand for a field, as `self_u` does for `self.u`. A local of such
//! a name would be hidden by them, or hide them, and mean another thing without a word.

use std::collections::BTreeSet;

use tree_sitter::Node;

use crate::diag::{Diagnostic, Diagnostics, Severity, codes};
use crate::ir::{How, Region, Span, Task, VarKind};
use crate::lower::takes_name;
use crate::passes::tasks;
use crate::semantics::scopes::node_at;
use crate::syntax::rust::{Source, binding_of, children};

/// What emitted code binds whatever the program is.
const ALWAYS: [&str; 9] = [
    "__body", "__chunks", "__ends", "__first", "__g", "__if", "__loop", "__past", "__t",
];

/// What it binds once for each variable or access.
const BEFORE: [&str; 7] = [
    "__acc_", "__hp5", "__in_", "__red_", "__slot_", "__v_", "__w_",
];

/// What it binds by number: sections, whether they are reached, their ends.
const NUMBERED: [&str; 3] = ["__s", "__c", "__at"];

/// Reports names in the code of a region that emitted code uses.
pub(super) fn run(src: &Source, region: &mut Region, diags: &mut Diagnostics) {
    let mut names: BTreeSet<String> = BTreeSet::new();
    for variable in &region.variables {
        names.extend(other_name(&variable.name));
    }
    for task in tasks(region) {
        names.extend(task.captures.iter().filter_map(|c| other_name(&c.name)));
        for tiled in &task.loops {
            names.extend([tiled.chunk(), tiled.lo_atom(), tiled.hi_atom()]);
        }
        report_macros(src, region, task, diags);
    }
    let mut reported: BTreeSet<&str> = BTreeSet::new();
    let mut stack: Vec<Node> = node_at(src, &region.body).into_iter().collect();
    while let Some(node) = stack.pop() {
        let name = src.text(node);
        let is_taken = names.contains(name) || is_emitted(name);
        if node.kind() == "identifier" && is_taken && reported.insert(name) {
            diags.push(taken(name, node.byte_range()));
        }
        stack.extend(children(node).into_iter().rev());
    }
}

/// What a place is called in emitted code, where that is another name.
fn other_name(name: &str) -> Option<String> {
    Some(binding_of(name)).filter(|binding| binding != name && !name.starts_with('('))
}

fn is_emitted(name: &str) -> bool {
    let numbered = |start: &str| {
        let rest = name
            .strip_prefix(start)
            .and_then(|rest| rest.chars().next());
        rest.is_some_and(|c| c.is_ascii_digit())
    };
    ALWAYS.contains(&name)
        || BEFORE.iter().any(|start| name.starts_with(start))
        || NUMBERED.into_iter().any(numbered)
}

fn taken(name: &str, at: Span) -> Diagnostic {
    let message = format!("`{name}` is a name that the translated program uses itself");
    Diagnostic::new(Severity::Error, codes::TAKEN_NAME, message, at)
        .help("call it by another name in this region")
}

/// Reports macros that take the name of a number which a task writes: in a task the number is behind a
/// view, `(*x)`, which is no name.
fn report_macros(src: &Source, region: &Region, task: &Task, diags: &mut Diagnostics) {
    for binding in task
        .bindings
        .iter()
        .filter(|b| matches!(b.how, How::Scalar))
    {
        let variable = &region.variables[binding.var];
        let by_name = |at: &Span| takes_name(src, at);
        let mut uses = task
            .uses
            .iter()
            .filter(|u| u.in_macro && u.name == variable.name);
        if matches!(variable.kind, VarKind::Scalar { deref: true }) {
            continue;
        }
        if let Some(used) = uses.find(|u| by_name(&u.base)) {
            let name = &variable.name;
            let message =
                format!("a macro takes the name `{name}`, which tasks know by another one");
            let d = Diagnostic::new(
                Severity::Error,
                codes::TAKEN_NAME,
                message,
                used.base.clone(),
            );
            diags.push(d.help(
                "let the macro take an expression, `$x:expr` in the place of `$x:ident`, or write out what it does",
            ));
        }
    }
}
