//! `private(x)`: which part of the analysis it takes a variable out of, and whether a task begins with the
//! value that it has outside.

use std::collections::HashSet;

use tree_sitter::Node;

use crate::c::lower::definite_assignment;
use crate::c::parse::names::{all_names, identifiers, statement};
use crate::c::parse::source::{Source, field, peel, place_name, set_at};
use crate::c::semantics::declarations::{self, Declared, Form};
use crate::c::semantics::pointer_types;
use crate::diag::{Diagnostic, Diagnostics, Severity, codes};
use crate::ir::{Region, Shape, Task, Use};
use crate::passes::tasks;

/// The names that mean something of the task's own in its code: arrays, structs, and pointers that the
/// task sets before it reaches something through them.
pub(in crate::c) fn own<'n>(
    src: &Source,
    code: Node,
    names: &'n [String],
    diags: &mut Diagnostics,
) -> Vec<&'n String> {
    for name in names {
        let lasting = declarations::find(src, code, name).is_some_and(|found| found.lasting);
        if lasting && let Some(function) = known_to(src, code, name) {
            let message =
                format!("`{name}` is private, and `{function}` uses the variable of the file");
            let at = first(src, code, name).unwrap_or(code).byte_range();
            let d = Diagnostic::new(Severity::Error, codes::C_NOT_YET, message, at);
            diags.push(d.help("hand the function what it uses, or leave the clause away"));
        }
    }
    let is_own = |name: &&String| {
        let Some(found) = declarations::find(src, code, name) else {
            return false;
        };
        match found.form() {
            Form::Array => pointer_types::leads(src, &found).is_none(),
            Form::Value => is_taken_apart(src, code, name),
            Form::Pointer => true,
        }
    };
    let own: Vec<&String> = names.iter().filter(is_own).collect();
    for name in &own {
        let found = declarations::find(src, code, name);
        let is_array = found.as_ref().is_some_and(|d| d.form() == Form::Array);
        if let Some(place) =
            first(src, code, name).filter(|p| is_array && reads_first(src, code, *p))
        {
            let message =
                format!("`{name}` is private, and the task may read it before it sets it");
            let at = place.byte_range();
            let d = Diagnostic::new(Severity::Warning, codes::PRIVATE_VALUE, message, at);
            diags.push(d.help("what a task sets in it is gone when the task is done: without the clause, tasks share the array"));
        }
        let pointer = found.filter(|found| found.form() == Form::Pointer);
        if let Some(found) = pointer
            && let Some(place) = first(src, code, name)
            && !is_set(src, code, place)
            && definite_assignment::needs(src, &found, code)
        {
            let place = definite_assignment::first_read(src, &found, code)
                .unwrap_or_else(|| place.byte_range());
            let message = format!("`{name}` is private, and the task uses it before it sets it");
            let d = Diagnostic::new(Severity::Error, codes::C_NOT_YET, message, place);
            diags.push(d.help(format!(
                "what is reached through it belongs to all: declare a pointer in the task, and set it to `{name}`"
            )));
        }
    }
    own
}

/// Where the code names it first.
fn first<'s>(src: &'s Source, code: Node<'s>, name: &str) -> Option<Node<'s>> {
    src.named(name, &code.byte_range()).into_iter().next()
}

/// The task sets elements of an array, and where its code names the array first, it reads one: `a[i] = a[i] + 1`,
/// `a[i]++`, `x = a[i]`. What functions do with it is not asked.
fn reads_first(src: &Source, code: Node, place: Node) -> bool {
    let name = src.text(place);
    let mut named = src.named(name, &code.byte_range()).into_iter();
    if !named.any(|at| set_at(element_at(at)).is_some()) {
        return false;
    }
    let element = element_at(place);
    let Some(set) = set_at(element) else {
        let handed = element.parent().is_none_or(|p| p.kind() == "argument_list");
        return element != place && !handed;
    };
    let plain = field(set, "operator").is_some_and(|o| src.text(o) == "=");
    let right = field(set, "right");
    !plain || right.is_some_and(|right| first(src, right, name).is_some())
}

/// The element that a name with its brackets stands for.
fn element_at(name: Node) -> Node {
    let mut at = name;
    while let Some(around) = at.parent()
        && (around.kind() == "parenthesized_expression"
            || (around.kind() == "subscript_expression" && field(around, "argument") == Some(at)))
    {
        at = around;
    }
    at
}

/// Members of it are used.
fn is_taken_apart(src: &Source, code: Node, name: &str) -> bool {
    let mut mine = src.named(name, &code.byte_range()).into_iter();
    mine.any(|node| {
        let around = src.parent(node);
        around.is_some_and(|p| p.kind() == "field_expression")
    })
}

/// It is set here, whatever the code does, to something that does not need it.
fn is_set(src: &Source, code: Node, place: Node) -> bool {
    let mut at = place;
    while let Some(around) = at.parent().filter(|_| at != code) {
        let sure = match around.kind() {
            "assignment_expression" => {
                let plain = field(around, "operator").is_some_and(|o| src.text(o) == "=");
                let left = field(around, "left").map(peel);
                let right = field(around, "right");
                let name = src.text(place);
                if left == Some(place) {
                    plain && right.is_some_and(|r| first(src, r, name).is_none())
                } else {
                    at != place
                }
            }
            "for_statement" => field(around, "initializer") == Some(at),
            "compound_statement"
            | "expression_statement"
            | "parenthesized_expression"
            | "comma_expression" => true,
            _ => false,
        };
        if !sure {
            return false;
        }
        at = around;
    }
    place != at
}

/// A clause says of a variable that it is private, and the serial program hands its value on.
pub(in crate::c) fn valued(
    src: &Source,
    region: &Region,
    task: &Task,
    name: &str,
    is_left: &mut dyn FnMut(&Declared) -> bool,
) -> Option<Diagnostic> {
    let stmt = statement(src, task)?;
    let found = declarations::find(src, stmt, name)?;
    let is_scalar = found.form() == Form::Value && !is_taken_apart(src, stmt, name);
    let mut named = src.named(name, &stmt.byte_range()).into_iter();
    let set = named
        .find(|node| access(src, *node).1)
        .map(|node| node.byte_range());
    let sets = |u: &&Use| u.name == name && u.shape == Shape::Scalar && u.mode.writes();
    let set = set.or_else(|| Some(task.uses.iter().find(sets)?.span.clone()))?;
    let mut left = || match found.lasting || (!is_scalar && found.form() != Form::Pointer) {
        true => is_read_behind(src, region, stmt, &found),
        false => is_left(&found),
    };
    let message = if is_scalar && definite_assignment::needs(src, &found, stmt) {
        format!("`{name}` is private, and the task may read it before it sets it")
    } else if left() {
        format!("`{name}` is private, and what tasks leave in it may be read behind them")
    } else {
        return None;
    };
    let d = Diagnostic::new(Severity::Warning, codes::PRIVATE_VALUE, message, set);
    Some(d.help("without the clause, tasks that hand its value on run in order, and others have it by themselves"))
}

/// Code of the function that runs behind the task, a turn later or in a function of the file, may read the variable;
/// tasks that have their own do not.
fn is_read_behind(src: &Source, region: &Region, stmt: Node, found: &Declared) -> bool {
    let Some(function) = src.function_at(stmt.start_byte()) else {
        return true;
    };
    let own: Vec<Node> = tasks(region)
        .filter(|task| task.privates.contains(&found.name))
        .filter_map(|task| statement(src, task))
        .collect();
    let turns = std::iter::successors(src.parent(stmt), |at| src.parent(*at));
    let turns = turns.take_while(|at| *at != function);
    let holds = |around: &Node, at: &Node| around.byte_range().contains(&at.start_byte());
    let repeats = |at: &Node| REPEATS.contains(&at.kind()) && !holds(at, &found.node);
    let turns: Vec<Node> = turns.filter(repeats).collect();
    let behind = |at: &Node| {
        let runs = at.start_byte() >= stmt.end_byte() || turns.iter().any(|t| holds(t, at));
        runs && !holds(&found.declarator, at) && !own.iter().any(|task| holds(task, at))
    };
    let reads = |at: Node| {
        let here = || declarations::find(src, at, &found.name);
        access(src, at).0 && here().is_some_and(|d| d.declarator == found.declarator)
    };
    let named = src.named(&found.name, &function.byte_range());
    let called = |(_, at): (&str, Node)| known_to(src, at, &found.name).is_some();
    let mut calls = identifiers(src, function).into_iter();
    named.into_iter().any(|at| behind(&at) && reads(at))
        || (found.lasting && calls.any(|one| behind(&one.1) && called(one)))
}

/// Statements that may run again.
const REPEATS: [&str; 3] = ["for_statement", "while_statement", "do_statement"];

/// Whether what stands at a name reads the variable, or a part of it, and whether it sets some.
fn access(src: &Source, name: Node) -> (bool, bool) {
    let mut at = name;
    while let Some(around) = src.parent(at)
        && (around.kind() == "parenthesized_expression"
            || (["subscript_expression", "field_expression"].contains(&around.kind())
                && field(around, "argument") == Some(at)))
    {
        at = around;
    }
    let parent = src.parent(at);
    match (set_at(at), parent.map_or("", |p| p.kind())) {
        _ if src.around(at, &["sizeof_expression"]).is_some() => (false, false),
        (Some(set), _) => {
            let plain = field(set, "operator").is_some_and(|o| src.text(o) == "=");
            (!plain, true)
        }
        (None, "argument_list") => (true, true),
        (None, "pointer_expression") => (true, true),
        _ => (true, false),
    }
}

/// How a task gets a variable that is private.
pub(in crate::c) fn how(src: &Source, region: &Region, task: &Task, found: &Declared) -> How {
    if task.unset.iter().any(|(name, _)| *name == found.name) {
        return How::Own;
    }
    let stmt = statement(src, task).filter(|_| found.form() != Form::Array);
    let sets = stmt.is_some_and(|stmt| !definite_assignment::needs(src, found, stmt));
    match found.form() {
        _ if sets || !is_set_outside(src, region, found) => How::Own,
        Form::Value if found.is_of_unnamed_type() => How::Copy,
        Form::Value => How::Value,
        Form::Pointer => How::Pointer,
        Form::Array => How::Copy,
    }
}

/// Something outside of the region's tasks gives it a value.
fn is_set_outside(src: &Source, region: &Region, found: &Declared) -> bool {
    let is_parameter = found.node.kind() == "parameter_declaration";
    if found.value.is_some() || found.lasting || is_parameter {
        return true;
    }
    let Some(function) = src.function_at(found.node.start_byte()) else {
        return true;
    };
    let mut named = src.named(&found.name, &function.byte_range()).into_iter();
    named.any(|node| {
        let at = node.start_byte();
        let in_task = || tasks(region).any(|task| task.stmt.contains(&at));
        let here = || declarations::find(src, node, &found.name);
        !found.declarator.byte_range().contains(&at)
            && !in_task()
            && here().is_some_and(|d| d.node == found.node)
    })
}

/// The length of an array that is copied is a variable: a struct cannot hold it.
pub(in crate::c) fn is_variable(src: &Source, found: &Declared) -> bool {
    let variables = identifiers(src, found.declarator).into_iter();
    let mut lengths = variables.filter(|(name, _)| *name != found.name);
    lengths.any(|(name, node)| {
        let place = place_name(src, node).unwrap_or_default();
        declarations::find(src, node, name).is_some() && place == name
    })
}

/// A function of the file that the code names, and that uses the file's variable of this name, by a macro too.
pub(in crate::c) fn known_to(src: &Source, code: Node, name: &str) -> Option<String> {
    let mut seen = HashSet::new();
    let mut open: Vec<String> = all_names(src, code).into_iter().collect();
    open.sort_unstable();
    while let Some(word) = open.pop() {
        let Some(function) = src.function(&word).filter(|_| seen.insert(word.clone())) else {
            continue;
        };
        let mut named = src.named(name, &function.byte_range()).into_iter();
        let mut inner: Vec<String> = all_names(src, function).into_iter().collect();
        inner.sort_unstable();
        let lasts = |node: Node| declarations::find(src, node, name).is_some_and(|d| d.lasting);
        let uses = match named.next() {
            Some(first) => lasts(first) || named.any(lasts),
            None => inner.iter().any(|word| word == name),
        };
        if uses {
            return Some(word);
        }
        open.extend(inner);
    }
    None
}

/// How a task's code gets a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::c) enum How {
    /// A copy of its value.
    Value,
    /// A pointer that stands for it: of a pointer a copy, of an array its address.
    Pointer,
    /// Its address: the code says `(*name)`.
    Address,
    /// One of its own.
    Own,
    /// An array of its own, or a struct whose type has no name, that begins as a copy.
    Copy,
    /// One of its own, handed to a reduction at the end.
    Partial,
}
