//! Arrays and structs that each turn of a task sets before it reads them, and that nothing else reads: private by
//! themselves, as scalars are ([`captured`](super::captured)). A task has one of its own on its thread's stack.

use std::collections::HashSet;

use tree_sitter::Node;

use super::affine::Env;
use super::captured::{identifiers, statement, through_macros};
use super::counted::counted_at;
use super::declared::{self, Declared, Level};
use super::flow::with_numbers;
use super::fresh;
use super::syntax::{Source, expression, field, root_of};
use crate::ir::{Region, Task};
use crate::passes::{tasks, tasks_mut};

/// Bytes of an array for which a thread's stack is taken to have room: beside what the function has there already,
/// and where it does not lie on the stack.
const LARGE: i64 = 1 << 20;
const LARGE_STATIC: i64 = 1 << 16;

/// Elements are taken to be no larger, where a type is not known to be a struct.
const ELEMENT: i64 = 16;

/// By where tasks begin: variables that each turn sets first.
pub(super) struct Scratch(HashSet<(usize, String)>);

impl Scratch {
    /// Looks at the tasks of all regions of a file.
    pub(super) fn of(src: &Source, regions: &[Region]) -> Scratch {
        let mut said: HashSet<&str> = HashSet::new();
        for region in regions {
            let named = region.templates.iter().flat_map(|t| &t.arrays);
            said.extend(named.filter_map(|(name, _)| name.as_deref()));
            for task in tasks(region) {
                said.extend(task.declared.iter().map(|d| root_of(&d.name)));
                said.extend(task.reductions.iter().map(|r| root_of(&r.name)));
            }
        }
        let mut all = HashSet::new();
        for task in regions.iter().flat_map(tasks) {
            let own = set_first(src, task).into_iter();
            let own = own.filter(|name| !said.contains(name.as_str()));
            all.extend(own.map(|name| (task.stmt.start, name)));
        }
        Scratch(all)
    }

    /// Makes private what no other code uses.
    pub(super) fn privatise(&self, src: &Source, region: &mut Region) {
        for task in tasks_mut(region) {
            let Some(stmt) = statement(src, task) else {
                continue;
            };
            let own = self.0.iter().filter(|(at, _)| *at == task.stmt.start);
            let mut own: Vec<&String> = own.map(|(_, name)| name).collect();
            own.sort_unstable();
            for name in own {
                let Some(found) = declared::find(src, stmt, name) else {
                    continue;
                };
                if !self.is_used_here_alone(src, &found) {
                    continue;
                }
                let place = found.node.byte_range();
                task.privates.push(name.clone());
                task.unset.push((name.clone(), place));
                task.uses.retain(|used| root_of(&used.name) != name);
                if let Some(precise) = &mut task.precise {
                    precise.uses.retain(|used| root_of(&used.name) != name);
                }
            }
        }
    }

    /// All that names the variable are tasks that set it first, in its function or, of one of the file, in that.
    fn is_used_here_alone(&self, src: &Source, found: &Declared) -> bool {
        let name = &found.name;
        let function = src.function_at(found.node.start_byte());
        let scope = match function {
            Some(function) => function,
            None if found.is_static(src) => src.tree.root_node(),
            None => return false,
        };
        let in_macro = |hidden: &String| {
            hidden != name && through_macros(src, vec![hidden.clone()]).contains(name)
        };
        if src.macros.keys().any(in_macro) {
            return false;
        }
        let is_it = |node: Node| {
            let other = declared::find(src, node, name);
            other.is_none_or(|other| other.node == found.node)
        };
        let in_task = |node: Node| {
            let key = |at: &Node| self.0.contains(&(at.start_byte(), name.clone()));
            let holds = |at: &Node| key(at) && is_task(at);
            src.ancestors(node).iter().any(holds)
        };
        let asked = |node: Node| src.around(node, &["sizeof_expression"]).is_some();
        let declares = |node: Node| found.node.byte_range().contains(&node.start_byte());
        let named = identifiers(src, scope).into_iter();
        let mut named = named.filter(|(other, _)| other == name).map(|(_, at)| at);
        named.all(|at| declares(at) || in_task(at) || asked(at) || !is_it(at))
    }
}

/// It may be what a task is: a statement.
fn is_task(node: &Node) -> bool {
    node.kind().ends_with("_statement")
}

/// The arrays and structs that each turn of a task sets first.
fn set_first(src: &Source, task: &Task) -> Vec<String> {
    let Some(stmt) = statement(src, task).filter(|_| task.nested.is_none()) else {
        return Vec::new();
    };
    let body = match task.loops.last() {
        Some(last) => counted_at(src, &last.iterated).and_then(|(node, _)| field(node, "body")),
        None => Some(stmt),
    };
    let Some(body) = body else {
        return Vec::new();
    };
    let written = task.uses.iter().filter(|u| u.mode.writes());
    let mut names: Vec<&str> = written.map(|u| root_of(&u.name)).collect();
    names.sort_unstable();
    names.dedup();
    let is_first = |name: &&str| {
        let found = declared::find(src, stmt, name).filter(|found| {
            let inside = task.stmt.contains(&found.node.start_byte());
            let listed = task.privates.iter().any(|p| p == *name);
            !inside && !listed && is_own(src, task, found)
        });
        found.is_some_and(|found| fresh::sets_first(src, &found, task, body))
    };
    let found = names.into_iter().filter(is_first);
    found.map(str::to_owned).collect()
}

/// An array, or a struct of which the task names members, that has room on a stack.
fn is_own(src: &Source, task: &Task, found: &Declared) -> bool {
    let levels = found.levels();
    let is_array = !levels.is_empty()
        && levels
            .iter()
            .all(|level| matches!(level, Level::Array(Some(_))))
        && found.node.kind() != "parameter_declaration";
    let has_members = || {
        let mut names = task.uses.iter().map(|u| &u.name);
        names.any(|name| name != &found.name && root_of(name) == found.name)
    };
    let is_struct = levels.is_empty() && !found.is_function() && has_members();
    (is_struct || (is_array && has_room(src, found))) && !super::foreign::is_of_thread(src, found)
}

/// The array is not known to be large; where it does not lie on the stack, it is known not to be.
fn has_room(src: &Source, found: &Declared) -> bool {
    let number = |length: Option<crate::ir::Span>| {
        let parsed = expression(src.slice(&length?), src)?;
        let value = Env::default().poly(&parsed, parsed.value()?)?;
        with_numbers(src, value)?.as_constant()
    };
    let mut lengths = found.lengths().into_iter().map(number);
    let bytes = lengths.try_fold(ELEMENT, |all, length| all.checked_mul(length?));
    match (bytes, found.lasting) {
        (Some(bytes), false) => bytes <= LARGE,
        (Some(bytes), true) => bytes <= LARGE_STATIC,
        (None, lasting) => !lasting,
    }
}
