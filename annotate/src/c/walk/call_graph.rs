//! Functions that tasks and generating code call: what they may look at.

use std::collections::HashSet;

use tree_sitter::Node;

use crate::c::parse::names::{identifiers, statement, through_macros};
use crate::c::parse::source::{Source, expression};
use crate::c::semantics::calls::{functions_called, is_called, is_unknown};
use crate::c::semantics::declarations::{self, Declared};
use crate::c::semantics::library_functions::ENDS;
use crate::c::walk::accesses::Body;
use crate::c::walk::mod_ref::reaches;
use crate::ir::{Mode, Region, Use};
use crate::passes::tasks;

/// What functions that tasks call may look at when the tasks run.
#[derive(Default)]
pub(in crate::c) struct Called {
    /// Names in functions of the file.
    pub(in crate::c) names: HashSet<String>,
    /// Functions of other files are called, which know what is not `static`.
    others: bool,
}

impl Called {
    pub(in crate::c) fn of(src: &Source, region: &Region) -> Called {
        let code = tasks(region).filter_map(|task| statement(src, task));
        let (functions, others) = functions_called(src, code.collect());
        let inside = functions.into_iter().flat_map(|f| identifiers(src, f));
        let names = inside.map(|(name, _)| name.to_owned()).collect();
        Called { names, others }
    }

    /// The variable may be one of those.
    pub(in crate::c) fn looks_at(&self, src: &Source, found: &Declared) -> bool {
        found.lasting
            && (self.names.contains(&found.name) || (self.others && !found.is_static(src)))
    }
}

/// A function of this name may end the program, or show what it has done so far.
pub(in crate::c) fn ends_by_name(name: &str) -> bool {
    ENDS.split_whitespace().any(|known| known == name)
}

/// A function of the file may do so, or one that it calls.
pub(in crate::c) fn ends(src: &Source, function: Node) -> bool {
    let known = src
        .functions
        .ends
        .borrow()
        .get(&function.start_byte())
        .copied();
    known.unwrap_or_else(|| {
        let inside = |code: Node| {
            let mut names = identifiers(src, code).into_iter();
            names.any(|(name, _)| ends_by_name(name) && src.function(name).is_none())
        };
        let start = function.start_byte();
        let found = match src.function_at(start) {
            Some(own) => inside(own) || functions_called(src, vec![own]).0.into_iter().any(inside),
            None => true,
        };
        src.functions.ends.borrow_mut().insert(start, found);
        found
    })
}

/// The variables that are not its own which a function reads that is called at `at`; `None` where it may
/// do more than read those and the values that it is given.
pub(in crate::c) fn only_reads(src: &Source, name: &str, at: Node) -> Option<HashSet<String>> {
    if declarations::find(src, at, name).is_some_and(|found| !found.is_function()) {
        return None;
    }
    let function = src.function(name)?;
    let (functions, others) = functions_called(src, vec![function]);
    let mut body = Body::new(src);
    body.walk_callee(function, name, at);
    let is_seen = body.states.is_empty() && body.unseen.is_empty() && body.unread.is_empty();
    let mut given = body.callees.get(name).into_iter().flat_map(|c| &c.uses);
    let reads = |u: &Use| u.mode == Mode::In && !u.reborrow;
    if others || !is_seen || body.too_deep || given.any(reaches) || !body.uses.iter().all(reads) {
        return None;
    }
    let mut names: HashSet<String> = body.uses.into_iter().map(|u| u.name).collect();
    for code in functions.into_iter().chain([function]) {
        for (name, node) in identifiers(src, code) {
            for found in through_macros(src, vec![name.to_owned()]) {
                if src
                    .macros
                    .get(&found)
                    .is_some_and(|m| calls_others(src, &m.value))
                {
                    return None;
                }
                // A constant, or a variable of a header.
                if declarations::find(src, node, &found).is_none() {
                    names.insert(found);
                }
            }
        }
    }
    Some(names)
}

/// A function that is called at `at` may use more than what it is given.
pub(in crate::c) fn uses_more(src: &Source, name: &str, at: Node) -> bool {
    let Some(function) = src.function(name) else {
        return true;
    };
    let mut body = Body::new(src);
    body.walk_callee(function, name, at);
    let is_seen = body.states.is_empty() && body.unseen.is_empty() && body.unread.is_empty();
    let others = functions_called(src, vec![function]).1;
    others || !is_seen || body.too_deep || !body.refused.is_empty() || !body.uses.is_empty()
}

/// What a macro stands for calls a function of another file.
fn calls_others(src: &Source, text: &str) -> bool {
    expression(text, src).is_some_and(|inner| {
        let all = identifiers(&inner, inner.tree.root_node()).into_iter();
        let mut calls = all.filter(|(_, node)| is_called(*node));
        calls.any(|(name, _)| is_unknown(src, name))
    })
}
