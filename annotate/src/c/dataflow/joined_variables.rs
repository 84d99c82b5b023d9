//! Values that tasks of several regions use which are one graph, in files with joined regions.
//!
//! The tasks of a region have copies of values that none of them writes, or look at the file's variables as
//! they are. Where regions join, tasks whose text is in another one may write them: such values are memory
//! which tasks read (`note_uses`), and which tasks write (`note_written`), whatever region they are of.
//! These are variables of the file and members that tasks write, and values whose address the file hands on.

use std::collections::{HashMap, HashSet};

use tree_sitter::Node;

use crate::c::parse::expressions::last;
use crate::c::parse::names::{identifiers, statement};
use crate::c::parse::source::{Source, children, field, function_name, root_of, set_by};
use crate::c::points_to::alias_uses::taken;
use crate::c::semantics::calls::is_called;
use crate::c::semantics::declarations::{self, Form};
use crate::c::semantics::pointer_types;
use crate::c::walk::call_graph::Called;
use crate::ir::{Mode, Region, Shape, Task, VarKind};
use crate::passes::{tasks, tasks_mut, variables::shared_uses};

/// What the tasks of a file write that other regions of their graph may read.
pub(in crate::c) struct Common {
    /// Functions with joined regions, and those that call these, by where they begin.
    concerned: HashSet<usize>,
    /// Variables of the file.
    written: HashSet<String>,
    /// Members, whatever they are of.
    members: HashSet<String>,
    /// By function, where it begins: variables of its own whose address it hands on.
    handed: HashMap<usize, HashSet<String>>,
}

impl Common {
    /// Looks through the regions of a file; `None` where none of them is joined.
    pub(in crate::c) fn of(src: &Source, regions: &[Region]) -> Option<Common> {
        let joined = regions.iter().filter(|r| r.joined);
        let joined = joined.filter_map(|r| function_name(src, src.function_at(r.body.start)?));
        let joined: HashSet<String> = joined.collect();
        if joined.is_empty() {
            return None;
        }
        let functions = regions.iter().filter_map(|r| src.function_at(r.body.start));
        let concerned = functions.filter(|function| takes_part(src, *function, &joined));
        let mut common = Common {
            concerned: concerned.map(|f| f.start_byte()).collect(),
            written: HashSet::new(),
            members: HashSet::new(),
            handed: HashMap::new(),
        };
        regions.iter().for_each(|region| common.add(src, region));
        common.add_addresses(src);
        Some(common)
    }

    fn add(&mut self, src: &Source, region: &Region) {
        for task in tasks(region) {
            let writes = shared_uses(task).filter(|u| u.mode.writes());
            let said = task.declared.iter().filter(|d| d.mode.writes());
            let names = writes.map(|u| &u.name).chain(said.map(|d| &d.name));
            for name in names.chain(task.reductions.iter().map(|r| &r.name)) {
                match last(name) {
                    Some(member) => drop(self.members.insert(member.to_owned())),
                    None if is_value(src, task, name) == Some(true) => {
                        self.written.insert(name.clone());
                    }
                    None => {}
                }
            }
            if let Some(inside) = &task.nested {
                self.add(src, inside);
            }
        }
    }

    /// Values whose address a function of the file is given, or something is set to.
    fn add_addresses(&mut self, src: &Source) {
        let mut stack = vec![src.tree.root_node()];
        while let Some(node) = stack.pop() {
            stack.extend(children(node));
            let called = field(node, "function").map_or("", |f| src.text(f));
            let given = src.function(called).and_then(|_| field(node, "arguments"));
            let value = given.or_else(|| Some(set_by(node)?.1));
            for name in value.map_or_else(Vec::new, |value| taken(src, value)) {
                let Some(found) = declarations::find(src, node, &name) else {
                    continue;
                };
                match src.function_at(node.start_byte()) {
                    Some(function) if !found.lasting => {
                        let own = self.handed.entry(function.start_byte()).or_default();
                        own.insert(name);
                    }
                    _ => drop(self.written.insert(name)),
                }
            }
        }
    }

    /// The region is joined, or others join it.
    fn concerns(&self, src: &Source, region: &Region) -> bool {
        let function = src.function_at(region.body.start);
        function.is_some_and(|f| self.concerned.contains(&f.start_byte()))
    }

    /// Tasks elsewhere in the graph may write it.
    fn is_written(&self, src: &Source, task: &Task, name: &str) -> bool {
        let root = root_of(name);
        let own = || {
            let function = src.function_at(task.start)?;
            self.handed.get(&function.start_byte())
        };
        match (is_value(src, task, root), last(name)) {
            (Some(true), _) if self.written.contains(root) => true,
            (Some(false), _) if own().is_some_and(|names| names.contains(root)) => true,
            (Some(false), Some(_)) => false,
            (_, Some(member)) => self.members.contains(member) && is_number(src, member),
            _ => false,
        }
    }

    /// Values that others may write are memory to the region's tasks.
    pub(in crate::c) fn note_uses(&self, src: &Source, region: &mut Region) {
        if !self.concerns(src, region) {
            return;
        }
        // What its functions look at, code between other tasks may set.
        let called = Called::of(src, region).names;
        let assigned = src.functions.assigned(src);
        let looked_at = called.iter().filter(|name| assigned.contains(*name));
        let looked_at: HashSet<&str> = looked_at.map(String::as_str).collect();
        for task in tasks_mut(region) {
            let value = |n: &usize| {
                let used = &task.uses[*n];
                used.mode == Mode::In && used.shape == Shape::Whole && !used.reborrow
            };
            let common = |n: &usize| {
                let name = &task.uses[*n].name;
                let root = root_of(name);
                self.is_written(src, task, name)
                    || (looked_at.contains(root) && is_value(src, task, root) == Some(true))
            };
            let found: Vec<usize> = (0..task.uses.len()).filter(value).filter(common).collect();
            for n in found {
                task.uses[n].shape = Shape::Scalar;
                task.uses[n].reborrow = true;
            }
        }
    }

    /// They are written, also where no task of the region does.
    pub(in crate::c) fn note_written(&self, src: &Source, region: &mut Region) {
        if !self.concerns(src, region) {
            return;
        }
        let mut variables = std::mem::take(&mut region.variables);
        for variable in &mut variables {
            let named = |task: &&Task| task.uses.iter().any(|u| u.name == variable.name);
            let task = tasks(region).find(named);
            variable.written |= variable.kind == VarKind::Scalar { deref: false }
                && task.is_some_and(|task| self.is_written(src, task, &variable.name));
        }
        region.variables = variables;
    }

    /// Names in indices that stand for no number where a task is registered.
    pub(in crate::c) fn unsettled(&self) -> impl Iterator<Item = String> {
        let members = self.members.iter();
        let members = members.flat_map(|name| [format!(".{name}"), format!("->{name}")]);
        self.written.iter().cloned().chain(members)
    }

    /// A variable of the file that a task elsewhere may write, among these.
    pub(in crate::c) fn first_written(&self, names: &HashSet<String>) -> Option<String> {
        let mut found: Vec<&String> = names.iter().filter(|n| self.written.contains(*n)).collect();
        found.sort();
        found.first().map(|name| (*name).clone())
    }
}

/// The function is one of these, or calls one.
fn takes_part(src: &Source, function: Node, joined: &HashSet<String>) -> bool {
    let own = function_name(src, function).is_some_and(|name| joined.contains(&name));
    let mut names = identifiers(src, function).into_iter();
    own || names.any(|(name, node)| is_called(node) && joined.contains(name))
}

/// It is a number, or a struct: one of the file, or not. `None`: something else.
fn is_value(src: &Source, task: &Task, name: &str) -> Option<bool> {
    let found = declarations::find(src, statement(src, task)?, name)?;
    let value = found.form() == Form::Value && found.levels().is_empty() && !found.is_function();
    value.then_some(found.lasting)
}

fn is_number(src: &Source, member: &str) -> bool {
    let found = pointer_types::members(src, member);
    found.iter().all(|d| d.levels().is_empty())
}
