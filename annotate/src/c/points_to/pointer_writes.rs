//! Pointers of structs that tasks may set: `swap(&a, &b)`, `grow(&list)`. Where a later task is registered
//! that reaches something through them, the program waits; and until an earlier one is done, they stay.

use std::collections::HashSet;

use tree_sitter::Node;

use crate::c::parse::expressions::last;
use crate::c::parse::names::statement;
use crate::c::parse::source::{Source, children, root_of};
use crate::c::points_to::alias_classes::Families;
use crate::c::points_to::alias_uses::{reaches, unnamed};
use crate::c::points_to::pointer_sources::handed_to;
use crate::c::semantics::declarations::{self, Form};
use crate::c::semantics::pointer_types::{self, points_to_struct};
use crate::ir::{Mode, Region, Shape, Task, Use};
use crate::passes::{tasks, tasks_mut, variables::shared_uses};

/// Structs, and pointers to them, whose pointers tasks of a region may set, by the heads of their families.
pub(in crate::c) struct Replaced(HashSet<String>);

impl Replaced {
    pub(in crate::c) fn of(src: &Source, region: &Region, families: &Families) -> Replaced {
        let names = tasks(region).flat_map(|task| set_in(src, task));
        let heads = names.map(|name| families.head(root_of(&name)));
        Replaced(heads.collect())
    }

    /// It is one, or a member of one.
    pub(in crate::c) fn has(&self, families: &Families, name: &str) -> bool {
        self.0.contains(&families.head(root_of(name)))
    }

    /// The task reaches something through a member of one.
    pub(in crate::c) fn reached<'t>(
        &self,
        task: &'t Task,
        families: &Families,
    ) -> impl Iterator<Item = &'t Use> {
        let of_one = |u: &&Use| {
            let root = root_of(&u.name);
            root != u.name && reaches(task, u) && self.has(families, root)
        };
        shared_uses(task).filter(of_one)
    }
}

/// Structs whose pointers a task may set. Clauses that name members, or what these lead to, say that it
/// sets none.
fn set_in(src: &Source, task: &Task) -> Vec<String> {
    let Some(code) = statement(src, task) else {
        return Vec::new();
    };
    let mut names = Vec::new();
    let mut stack = vec![code];
    while let Some(node) = stack.pop() {
        if node.kind() == "call_expression" {
            names.extend(handed_to(src, node).into_iter().map(|(name, _)| name));
        }
        stack.extend(children(node));
    }
    let said = |name: &String| task.declared.iter().any(|d| d.name == *name);
    names.retain(|name| task.declared.is_empty() || said(name));
    let set = shared_uses(task).filter(|u| u.mode.writes() && is_set(src, code, u));
    names.extend(set.map(|u| u.name.clone()));
    names
}

/// A struct that is assigned, or a member that is a pointer.
fn is_set(src: &Source, code: Node, used: &Use) -> bool {
    let found = || declarations::find(src, code, root_of(&used.name));
    match (used.shape, last(&used.name)) {
        (Shape::Scalar, Some(member)) => {
            let members = pointer_types::members(src, member);
            members.iter().any(|d| d.form() == Form::Pointer)
        }
        (Shape::Scalar, None) => {
            let holds = |d| pointer_types::holds(src, &d, 0);
            !used.reborrow && found().is_some_and(holds)
        }
        (Shape::Deref, None) => found().is_some_and(|d| points_to_struct(src, &d)),
        _ => false,
    }
}

/// Tasks that reach something through such a pointer read the struct.
pub(in crate::c) fn run(src: &Source, families: &Families, region: &mut Region) {
    let replaced = Replaced::of(src, region, families);
    for task in tasks_mut(region) {
        let mut read = Vec::new();
        for used in replaced.reached(task, families) {
            let name = root_of(&used.name).to_owned();
            let shape = match used.name[name.len()..].starts_with('.') {
                true => Shape::Scalar,
                false => Shape::Whole,
            };
            let like = Use {
                name,
                ..used.clone()
            };
            read.push(unnamed(&like, shape, Mode::In));
        }
        task.uses.extend(read);
    }
}
