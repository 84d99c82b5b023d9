//! Arrays and structs that each turn of a task sets before it reads them, and that nothing else reads: private by
//! themselves, as scalars are ([`captures`](crate::c::dataflow::captures)). A task has one of its own on its thread's stack.

use std::collections::{BTreeSet, HashMap, HashSet};

use tree_sitter::Node;

use crate::c::lower::array_assignment;
use crate::c::parse::names::{named_by, statement};
use crate::c::parse::source::{Macro, Source, expression, field, root_of};
use crate::c::semantics::affine::Env;
use crate::c::semantics::constants::with_numbers;
use crate::c::semantics::declarations::{self, Declared, Level};
use crate::c::semantics::induction_variables::counted_at;
use crate::diag::{Diagnostic, Diagnostics, Severity, codes};
use crate::ir::{Region, Task, Use};
use crate::passes::variables::shared_uses;
use crate::passes::{tasks, tasks_mut};

/// Bytes of an array for which a thread's stack is taken to have room: beside what the function has there already,
/// and where it does not lie on the stack.
const LARGE: i64 = 1 << 20;
const LARGE_STATIC: i64 = 1 << 16;

/// Elements are taken to be no larger, where a type is not known to be a struct.
const ELEMENT: i64 = 16;

/// By where tasks begin: variables that each turn sets first.
pub(in crate::c) struct Scratch {
    own: HashMap<usize, BTreeSet<String>>,
    /// What other macros than one of that name stand for.
    in_macros: HashSet<String>,
}

impl Scratch {
    /// Looks at the tasks of all regions of a file.
    pub(in crate::c) fn of(src: &Source, regions: &[Region]) -> Scratch {
        let mut said: HashSet<&str> = HashSet::new();
        for region in regions {
            let named = region.templates.iter().flat_map(|t| &t.arrays);
            said.extend(named.filter_map(|(name, _)| name.as_deref()));
            for task in tasks(region) {
                said.extend(task.declared.iter().map(|d| root_of(&d.name)));
                said.extend(task.reductions.iter().map(|r| root_of(&r.name)));
            }
        }
        let mut all: HashMap<usize, BTreeSet<String>> = HashMap::new();
        for task in regions.iter().flat_map(tasks) {
            let own = set_first(src, task).into_iter();
            let own = own.filter(|name| !said.contains(name.as_str()));
            all.entry(task.stmt.start).or_default().extend(own);
        }
        let named = |(name, known): (&String, &Macro)| {
            let mut named = named_by(known);
            named.retain(|other| other != name);
            named
        };
        Scratch {
            own: all,
            in_macros: src.macros.iter().flat_map(named).collect(),
        }
    }

    /// Makes private what no other code uses.
    pub(in crate::c) fn privatise(&self, src: &Source, region: &mut Region) {
        for task in tasks_mut(region) {
            let Some(stmt) = statement(src, task) else {
                continue;
            };
            let own = self.own.get(&task.stmt.start);
            let mut private: HashSet<&str> = HashSet::new();
            for name in own.into_iter().flatten() {
                let Some(found) = declarations::find(src, stmt, name) else {
                    continue;
                };
                if !self.is_used_here_alone(src, &found) {
                    continue;
                }
                let place = found.node.byte_range();
                task.privates.push(name.clone());
                task.unset.push((name.clone(), place));
                private.insert(name);
            }
            let stays = |used: &Use| !private.contains(root_of(&used.name));
            task.uses.retain(stays);
            if let Some(precise) = &mut task.precise {
                precise.uses.retain(stays);
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
        if self.in_macros.contains(name) {
            return false;
        }
        let is_it = |node: Node| {
            let other = declarations::find(src, node, name);
            other.is_none_or(|other| other.node == found.node)
        };
        let in_task = |node: Node| {
            let own = |at: &Node| self.own.get(&at.start_byte());
            let holds = |at: &Node| own(at).is_some_and(|own| own.contains(name)) && is_task(at);
            src.ancestors(node).iter().any(holds)
        };
        let asked = |node: Node| src.around(node, &["sizeof_expression"]).is_some();
        // What others are set to in its declaration, `int tmp[16], *p = tmp;`, names it.
        let declares = |node: Node| found.declarator.byte_range().contains(&node.start_byte());
        let mut named = src.named(name, &scope.byte_range()).into_iter();
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
    let code = array_assignment::Code::of(src, task, body);
    let is_first = |name: &&str| {
        let found = declarations::find(src, stmt, name).filter(|found| {
            let inside = task.stmt.contains(&found.node.start_byte());
            let listed = task.privates.iter().any(|p| p == *name);
            !inside && !listed && is_own(src, task, found)
        });
        found.is_some_and(|found| array_assignment::sets_first(src, &found, task, &code))
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
    (is_struct || (is_array && has_room(src, found))) && !declarations::is_of_thread(src, found)
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

/// In place of what is said of them one by one: variables of the function that only tasks name, which may be
/// private to those of a loop that run in order because of them.
pub(in crate::c) fn suggest(src: &Source, region: &Region, diags: &mut Diagnostics) {
    for task in tasks(region).filter(|t| !t.loops.is_empty() && !t.parallel && t.nested.is_none()) {
        let names = shared_scratch(src, region, task);
        let is_one = |d: &Diagnostic| {
            let mut uses = task.uses.iter().filter(|u| u.span == d.primary.span);
            task.stmt.contains(&d.primary.span.start)
                && uses.any(|u| names.iter().any(|name| name == root_of(&u.name)))
        };
        let list = names.join(", ");
        let help = format!("where each turn sets what it reads of them, declare `private({list})`");
        let mut refused = diags.list.iter_mut();
        let refused = refused.find(|d| d.code == codes::NOT_PERMUTABLE && is_one(d));
        if let Some(refused) = refused {
            refused.help = vec![help];
            continue;
        }
        let is_said = |d: &Diagnostic| {
            matches!(d.code, codes::ORDERED_LOOP | codes::SERIAL_SCALAR) && is_one(d)
        };
        let Some(first) = diags.list.iter().position(is_said) else {
            continue;
        };
        let one = diags.list[first].code == codes::SERIAL_SCALAR && names.len() == 1;
        if one
            && !names[0].is_empty()
            && diags.list[first]
                .message
                .contains(&format!("`{}`", names[0]))
        {
            continue; // a sum, perhaps
        }
        let span = diags.list[first].primary.span.clone();
        diags.list.retain(|d| !is_said(d));
        let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
        let message = format!(
            "the tasks of this loop run one after the other because each writes {}",
            quoted.join(", ")
        );
        let d = Diagnostic::new(Severity::Warning, codes::SERIAL_SCALAR, message, span);
        diags.list.insert(first, d.help(help));
    }
}

/// Variables of the function that tasks alone name, of which a task writes what is the same for all turns.
fn shared_scratch(src: &Source, region: &Region, task: &Task) -> Vec<String> {
    let Some(stmt) = statement(src, task) else {
        return Vec::new();
    };
    let in_turn = |used: &Use| {
        let mut index = used.index.iter().flatten();
        index.any(|index| task.loops.iter().any(|l| index.mentions(&l.atom)))
    };
    let listed = |name: &str| {
        task.declared.iter().any(|d| root_of(&d.name) == name)
            || task.reductions.iter().any(|r| root_of(&r.name) == name)
            || region
                .templates
                .iter()
                .flat_map(|t| &t.arrays)
                .any(|(n, _)| n.as_deref() == Some(name))
    };
    let written = shared_uses(task).filter(|u| u.mode.writes() && !in_turn(u));
    let mut names: Vec<&str> = written.map(|u| root_of(&u.name)).collect();
    names.sort_unstable();
    names.dedup();
    let is_scratch = |name: &&str| {
        let found = declarations::find(src, stmt, name).filter(|found| {
            let outside = !task.stmt.contains(&found.node.start_byte());
            let value = found.levels().iter().all(|l| matches!(l, Level::Array(_)));
            outside && value && !found.lasting && found.node.kind() != "parameter_declaration"
        });
        found.is_some_and(|found| is_of_tasks(src, region, &found)) && !listed(name)
    };
    names
        .into_iter()
        .filter(is_scratch)
        .map(str::to_owned)
        .collect()
}

/// No code of its function but tasks names it.
fn is_of_tasks(src: &Source, region: &Region, found: &Declared) -> bool {
    let Some(function) = src.function_at(found.node.start_byte()) else {
        return false;
    };
    let named = src.named(&found.name, &function.byte_range());
    let mut named = named.into_iter();
    named.all(|at| {
        let place = at.start_byte();
        found.declarator.byte_range().contains(&place)
            || tasks(region).any(|t| t.stmt.contains(&place))
    })
}
