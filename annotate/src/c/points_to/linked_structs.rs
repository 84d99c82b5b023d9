//! Tasks that go from struct to struct by pointers which they load: lists, trees, graphs. What such a task comes
//! to has no name, and the graph knows where it begins alone. Where another task, or code between tasks, may
//! use one of these structs by another name, and one of the two writes, the task runs alone: the program waits
//! before and behind it, and says so.
//!
//! Two parts of one struct, `t->left` and `t->right`, are taken to lead to different structs, as are elements of an
//! array; clauses that name what the task begins with are believed.

use std::collections::HashSet;

use tree_sitter::Node;

use crate::c::parse::expressions::last;
use crate::c::parse::names::statement;
use crate::c::parse::source::{
    Source, any, changed_by, children, field, peel, place_name, root_of,
};
use crate::c::points_to::alias_uses::{declaration, reaches};
use crate::c::semantics::calls::functions_called;
use crate::c::semantics::declarations::{self, Form};
use crate::c::semantics::pointer_types;
use crate::diag::{Diagnostic, Diagnostics, Severity, codes};
use crate::ir::{Addition, Region, Span, Step, Task, Use};
use crate::passes::{tasks, variables::shared_uses};

/// What a task goes through.
struct Walk {
    /// Where it loads a pointer that it follows, in its code or where it calls what does.
    at: Span,
    /// The pointer's text.
    text: String,
    /// What it begins with.
    bases: Vec<String>,
    /// The structs that it may come to, by where their members stand.
    structs: HashSet<usize>,
    /// It may change some.
    writes: bool,
}

/// Makes such tasks run alone.
pub(in crate::c) fn run(src: &Source, region: &mut Region, diags: &mut Diagnostics) {
    let mut found = Vec::new();
    for (n, task) in tasks(region).enumerate() {
        let Some(walk) = Walk::of(src, task) else {
            continue;
        };
        let others = tasks(region).enumerate().filter(|(other, _)| *other != n);
        let mut others = others.filter(|(_, other)| !is_waited_for(src, region, task, other));
        let by_task = others.find_map(|(_, other)| walk.meets(src, other));
        let place = by_task
            .or_else(|| walk.meets_between(src, region, task))
            .or_else(|| walk.meets_itself(src, region, task));
        if let Some(place) = place {
            found.push((task.stmt.clone(), walk, place));
        }
    }
    for (stmt, walk, place) in found {
        let message = format!(
            "the program waits before and behind this task: it goes on by `{}`, and may come to what `{}` leads to",
            walk.text,
            src.slice(&place)
        );
        let d = Diagnostic::new(Severity::Warning, codes::IMPLICIT_WAIT, message, walk.at);
        let base = walk.bases.first().map_or("p", String::as_str);
        diags.push(d.also(place, "this").help(format!(
            "if it never does, a clause says so: `{}({base})`",
            if walk.writes { "inout" } else { "in" }
        )));
        let first = Addition::WaitFirst(stmt.clone());
        if !region.additions.contains(&first) {
            region.additions.push(first);
        }
        let behind = Addition::WaitBehind(stmt);
        if !region.additions.contains(&behind) {
            region.additions.push(behind);
        }
    }
}

impl Walk {
    fn of(src: &Source, task: &Task) -> Option<Walk> {
        let stmt = statement(src, task)?;
        let (functions, _) = functions_called(src, vec![stmt]);
        let (mut at, mut text, mut structs) = (None, String::new(), HashSet::new());
        for code in std::iter::once(stmt).chain(functions.iter().copied()) {
            for node in loaded(src, code) {
                let local = task.stmt.contains(&node.start_byte());
                // What its own code names from outside on is known by that name.
                let named = place_name(src, node)
                    .and_then(|name| declarations::find(src, node, root_of(&name)));
                if local && named.is_some_and(|d| !task.stmt.contains(&d.node.start_byte())) {
                    continue;
                }
                let place = if local {
                    node.byte_range()
                } else {
                    task.directive.clone()
                };
                if at.is_none() || (local && text.is_empty()) {
                    at = Some(place);
                    text = src.text(node).to_owned();
                }
                for member in pointer_types::fields(src, src, node) {
                    pointer_types::add_structs(src, &member, &mut structs);
                }
            }
        }
        let touches = |used: &Use| {
            let found = declaration(src, task, &used.name);
            let body = found.and_then(|found| pointer_types::struct_of(src, &found));
            reaches(task, used) && body.is_some_and(|body| structs.contains(&body.start_byte()))
        };
        let mut bases: Vec<String> = shared_uses(task)
            .filter(|u| touches(u))
            .map(|u| u.name.clone())
            .collect();
        bases.sort_unstable();
        bases.dedup();
        let said = |name: &String| {
            let mut declared = task.declared.iter();
            declared.any(|d| root_of(&d.name) == root_of(name))
        };
        let codes = std::iter::once(stmt).chain(functions);
        let writes = codes
            .into_iter()
            .any(|code| any(code, &|node| changes(src, node)));
        (at.is_some() && !bases.iter().any(said)).then(|| Walk {
            at: at.unwrap_or_default(),
            text,
            bases,
            structs,
            writes,
        })
    }

    /// Where another task uses such a struct by a name of its own.
    fn meets(&self, src: &Source, other: &Task) -> Option<Span> {
        let met = |used: &&Use| {
            let written = self.writes || used.mode.writes();
            let said = other
                .declared
                .iter()
                .any(|d| root_of(&d.name) == root_of(&used.name));
            written && !said && self.is_other(&used.name) && self.may_be(src, other, used)
        };
        let used = shared_uses(other).find(met)?;
        Some(used.span.clone())
    }

    /// The use is of one of the structs, or of a member of one.
    fn may_be(&self, src: &Source, task: &Task, used: &Use) -> bool {
        let member = last(&used.name).is_some_and(|name| self.has_member(src, name));
        let found = declaration(src, task, &used.name);
        let body = || found.and_then(|found| pointer_types::struct_of(src, &found));
        member || (reaches(task, used) && body().is_some_and(|b| self.has(b)))
    }

    fn has(&self, body: Node) -> bool {
        self.structs.contains(&body.start_byte())
    }

    fn has_member(&self, src: &Source, name: &str) -> bool {
        let members = pointer_types::members(src, name);
        members
            .iter()
            .any(|m| m.node.parent().is_some_and(|body| self.has(body)))
    }

    /// It is not known that the name leads elsewhere, or that it is one of those which the task begins with.
    fn is_other(&self, name: &str) -> bool {
        let apart = |base: &String| {
            if root_of(base) != root_of(name) {
                return true;
            }
            let beyond = name.strip_prefix(base.as_str());
            beyond.is_some_and(|rest| rest.matches("->").count() > 1)
        };
        self.bases.is_empty() || self.bases.iter().any(apart)
    }

    /// Where code between tasks uses such a struct.
    fn meets_between(&self, src: &Source, region: &Region, task: &Task) -> Option<Span> {
        let function = src.function_at(region.body.start)?;
        let in_task = |at: usize| tasks(region).any(|t| t.stmt.contains(&at));
        let loops = loops_around(src, region, task);
        let mut stack = vec![function];
        while let Some(node) = stack.pop() {
            let place = node.byte_range();
            if place.end <= region.body.start || region.body.end <= place.start {
                continue;
            }
            stack.extend(children(node));
            let behind =
                task.stmt.end <= place.start || loops.iter().any(|l| l.contains(&place.start));
            let member = field(node, "field").map(|name| src.text(name));
            if !behind || in_task(place.start) || member.is_none() {
                continue;
            }
            let name = place_name(src, node).unwrap_or_else(|| src.text(node).to_owned());
            let arrow = name.contains("->");
            let set = src
                .ancestors(node)
                .into_iter()
                .any(|around| changed_by(around).is_some_and(|p| peel(p) == node));
            let met = member.is_some_and(|member| self.has_member(src, member));
            if arrow && met && (self.writes || set) && self.is_other(&name) {
                return Some(place);
            }
        }
        None
    }

    /// Turns of a loop begin with different structs, and go on to the same.
    fn meets_itself(&self, src: &Source, region: &Region, task: &Task) -> Option<Span> {
        let loops = loops_around(src, region, task);
        let outermost = loops
            .iter()
            .min_by_key(|l| l.start)
            .filter(|_| self.writes)?;
        let stmt = statement(src, task)?;
        let around = src.ancestors(stmt).into_iter();
        let turns = around.into_iter().find(|n| n.byte_range() == *outermost)?;
        let moves = |base: &&String| {
            let found = declarations::find(src, stmt, root_of(base));
            let inside = found.is_some_and(|d| outermost.contains(&d.node.start_byte()));
            let set = any(turns, &|node| {
                let place = changed_by(node).and_then(|p| place_name(src, p));
                !task.stmt.contains(&node.start_byte())
                    && place.is_some_and(|p| p == **base || p == root_of(base))
            });
            inside || set
        };
        let base = self.bases.iter().find(moves)?;
        let used = shared_uses(task).find(|u| u.name == *base)?;
        Some(used.span.clone())
    }
}

/// Places in code that are pointers to structs which lead on to their like, and that the code follows or keeps.
fn loaded<'s>(src: &'s Source, code: Node<'s>) -> Vec<Node<'s>> {
    let (mut found, mut stack) = (Vec::new(), vec![code]);
    while let Some(node) = stack.pop() {
        stack.extend(children(node));
        if node.kind() == "field_expression" && is_followed(node) {
            let members = pointer_types::fields(src, src, node);
            if members
                .iter()
                .any(|m| pointer_types::leads_to_its_like(src, m))
            {
                found.push(node);
            }
        }
    }
    found.sort_by_key(|node| node.start_byte());
    found
}

/// What a pointer leads to is used, or it is kept: it is not only compared, nor set.
fn is_followed(node: Node) -> bool {
    let mut at = node;
    while let Some(around) = at.parent() {
        match around.kind() {
            "parenthesized_expression"
            | "cast_expression"
            | "conditional_expression"
            | "comma_expression" => at = around,
            "subscript_expression" if field(around, "argument") == Some(at) => at = around,
            "assignment_expression" => return field(around, "right") == Some(at),
            "init_declarator" => return field(around, "value") == Some(at),
            "field_expression" | "pointer_expression" | "argument_list" | "return_statement"
            | "initializer_list" | "initializer_pair" => return true,
            _ => return false,
        }
    }
    false
}

/// The node sets something behind a pointer.
fn changes(src: &Source, node: Node) -> bool {
    changed_by(node).is_some_and(|place| {
        any(place, &|n| match n.kind() {
            "field_expression" => field(n, "operator").is_some_and(|o| src.text(o) == "->"),
            "pointer_expression" => src.text(n).starts_with('*'),
            "subscript_expression" => {
                let name = field(n, "argument").map(peel);
                let found = name.and_then(|name| declarations::find(src, name, src.text(name)));
                found.is_none_or(|d| d.form() != Form::Array)
            }
            _ => false,
        })
    })
}

/// Loops of the region's code around a task.
fn loops_around(src: &Source, region: &Region, task: &Task) -> Vec<Span> {
    let Some(stmt) = statement(src, task) else {
        return Vec::new();
    };
    let around = src
        .ancestors(stmt)
        .into_iter()
        .map(|n| (n.kind(), n.byte_range()));
    let inside =
        around.filter(|(_, at)| region.body.start <= at.start && at.end <= region.body.end);
    let loops = inside.filter(|(kind, at)| {
        *at != task.stmt && matches!(*kind, "for_statement" | "while_statement" | "do_statement")
    });
    loops.map(|(_, at)| at).collect()
}

/// A wait stands between the two, on every way to the second one, and no loop leads back.
fn is_waited_for(src: &Source, region: &Region, task: &Task, other: &Task) -> bool {
    let (first, second) = match task.stmt.start < other.stmt.start {
        true => (task, other),
        false => (other, task),
    };
    let common = loops_around(src, region, first)
        .iter()
        .any(|l| l.contains(&second.stmt.start));
    let root = src.tree.root_node();
    let between = |step: &Step| match step {
        Step::Wait { at, .. } => {
            let here = root.descendant_for_byte_range(*at, *at);
            let block = here.and_then(|here| match here.kind() {
                "compound_statement" => Some(here),
                _ => src.around(here, &["compound_statement"]),
            });
            let reached = block.is_none_or(|b| b.byte_range().contains(&second.stmt.start));
            first.stmt.end <= *at && *at < second.stmt.start && reached
        }
        Step::Task(_) => false,
    };
    !common && region.steps.iter().any(between)
}
