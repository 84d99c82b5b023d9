//! A region in a loop that registers the same tasks in each turn: what was recorded in one turn is
//! kept for the next (`hp5_recording_begin`), as `passes::replay` does it in Rust.
//!
//! The runtime holds each turn against the recording, so code around the region may do anything: here
//! it is only seen to that recording is not in vain. A region that waits in its middle, whose tasks
//! have new partial results in each turn, or whose arrays change places from turn to turn, is not
//! recorded; nor is one in a function with labels, which code may jump to past the recording's begin.

use std::collections::HashSet;

use tree_sitter::Node;

use crate::c::dataflow::joins::Joins;
use crate::c::dataflow::replay_loops::cut_by;
use crate::c::parse::foreign_pragmas;
use crate::c::parse::source::{Source, any, children, field, words};
use crate::c::semantics::declarations;
use crate::c::semantics::induction_variables::counted;
use crate::c::semantics::modified_variables::assigned;
use crate::ir::{Addition, Computed, Extent, Region, Step, Task};
use crate::passes::tasks;

/// Finds out whether the region is recorded.
pub(in crate::c) fn run(src: &Source, joins: &Joins, region: &mut Region) {
    let found = around(src, region).filter(|node| {
        can_be_recorded(region)
            && joins.calls(src, region).is_empty()
            && is_same(src, region, *node)
    });
    region.recording = found.map(|node| node.start_byte());
}

/// The innermost loop around the region, where a block can be put around it: it has no pragma.
pub(in crate::c) fn around<'s>(src: &'s Source, region: &Region) -> Option<Node<'s>> {
    let function = src.function_at(region.body.start)?;
    let jumps = ["goto_statement", "labeled_statement", "case_statement"];
    if any(function, &|node| jumps.contains(&node.kind())) {
        return None;
    }
    let root = src.tree.root_node();
    let inside = root.descendant_for_byte_range(region.body.start, region.body.end)?;
    let loops = ["for_statement", "while_statement", "do_statement"];
    let node = match loops.contains(&inside.kind()) {
        true => inside,
        false => src.around(inside, &loops)?,
    };
    let alone = foreign_pragmas::before(src, 0, node.start_byte()).is_empty();
    (alone && node.parent()?.kind() == "compound_statement").then_some(node)
}

fn can_be_recorded(region: &Region) -> bool {
    let waits = region.steps.iter().any(|s| matches!(s, Step::Wait { .. }));
    let first = |a: &Addition| matches!(a, Addition::WaitFirst(_) | Addition::AskFirst { .. });
    let repeats = |task: &Task| {
        let partial = task.reductions.iter().any(|r| !r.ordered);
        let inline = task.condition.is_some() && task.loops.is_empty();
        !partial && !inline && task.nested.is_none()
    };
    !region.joined
        && !waits
        && !region.additions.iter().any(first)
        && region.promoted.is_empty()
        && tasks(region).next().is_some()
        && tasks(region).all(repeats)
}

/// Nothing that decides which tasks there are, with which tiles, changes from turn to turn.
fn is_same(src: &Source, region: &Region, turns: Node) -> bool {
    let mut changed = HashSet::new();
    collect(src, region, turns, &mut changed);
    let steady = |text: &str| !words(text).any(|word| changed.contains(word));
    let is_steady = |task: &Task| {
        let cut = cut_by(src, region, task);
        let cut = cut.is_some_and(|texts| texts.into_iter().all(steady));
        let heads = [&task.condition, &task.included, &task.priority];
        let mut heads = heads.into_iter().flatten();
        let accesses = task.accesses.iter().all(|access| {
            let mut bounds = access.section.iter().flat_map(|extent| match extent {
                Extent::Range { lo, hi } => [lo.atoms(), hi.atoms()].concat(),
                Extent::All => Vec::new(),
            });
            steady(&region.variables[access.var].name) && bounds.all(steady)
        });
        let mut computed = task.computed.iter().flat_map(Computed::both);
        cut && heads.all(|text| steady(text)) && accesses && computed.all(|text| steady(text))
    };
    tasks(region).all(is_steady)
}

/// The names that the loop changes or declares, tasks aside. What the region's own loops count is
/// the same in each turn.
fn collect(src: &Source, region: &Region, node: Node, changed: &mut HashSet<String>) {
    let span = node.byte_range();
    if tasks(region).any(|t| t.stmt == span) {
        return;
    }
    if !tasks(region).any(|t| span.contains(&t.stmt.start)) {
        assigned(src, node, 0, changed);
        if node.kind() == "declaration" {
            let found = declarations::names(src, node, false);
            changed.extend(found.into_iter().map(|one| one.name));
        }
        return;
    }
    let inside = region.body.start <= span.start && span.end <= region.body.end;
    let counts = node.kind() == "for_statement" && counted(src, node).is_some();
    let head = ["initializer", "condition", "update"].map(|part| field(node, part));
    for child in children(node) {
        if !(inside && counts && head.iter().flatten().any(|part| *part == child)) {
            collect(src, region, child, changed);
        }
    }
}
