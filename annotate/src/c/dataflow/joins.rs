//! Regions that are part of the region which calls them: `#pragma hp5 region joined`.
//!
//! A call in generating code of a region, as a statement, of a function of this file that has joined
//! regions hands them the caller's region: they register their tasks there, and wait for nothing at
//! their end. Called from anywhere else they are regions of their own.
//!
//! Tasks are then pending before and after a joined region whose text is elsewhere. So
//!
//! - a function with joined regions has nothing else that reaches memory (`check`),
//! - in joined regions, code outside of tasks that reaches memory waits, unless no task of the file
//!   can write it (`Joins::may_be_pending`),
//! - a joined call counts, in its caller, as a task that uses all that its pointers point to
//!   (`Joins::calls`),
//! - variables of the function that tasks have the address of are waited for (`waits_at_end`).

use std::collections::{HashMap, HashSet};

use tree_sitter::Node;

use crate::c::dataflow::stable_pointers;
use crate::c::parse::names::{identifiers, statement};
use crate::c::parse::source::{Source, any, children, field, function_name, root_of};
use crate::c::points_to::unknown_pointers;
use crate::c::semantics::declarations::{self, Declared, Form};
use crate::c::semantics::pointer_types::is_number;
use crate::c::semantics::union_members::lies_inside;
use crate::c::semantics::{constness, pointer_types};
use crate::diag::{Diagnostic, Diagnostics, Severity, codes};
use crate::ir::{Region, Span, VarKind};
use crate::passes::not_joined::{Why, first_line};
use crate::passes::tasks;

/// The joined regions of a file, and what its tasks write.
#[derive(Debug, Default)]
pub(in crate::c) struct Joins {
    /// By function: variables of the file that its tasks use, and whether they write them.
    functions: HashMap<String, Vec<(String, bool)>>,
    /// Variables of the file that tasks may write.
    written: HashSet<String>,
    /// Variables of the file, and members of them, that tasks set by their names.
    pub(in crate::c) set: HashSet<String>,
    /// What tasks write are numbers: no pointer changes.
    numbers: bool,
}

/// A call that joins, in the region of its caller.
#[derive(Debug)]
pub(in crate::c) struct Call<'t> {
    /// The whole expression.
    pub(in crate::c) node: Node<'t>,
    /// What its tasks may use.
    pub(in crate::c) reaches: Vec<Reach>,
    /// Names in its arguments whose memory the function is given, not their value.
    pub(in crate::c) pointers: Vec<Node<'t>>,
}

/// Memory that is reached from a variable.
#[derive(Debug, Clone)]
pub(in crate::c) struct Reach {
    /// The variable.
    pub(in crate::c) name: String,
    /// From so many brackets, stars and arrows on.
    pub(in crate::c) depth: i32,
    pub(in crate::c) written: bool,
}

impl Joins {
    /// Looks through the regions of a file, whose tasks have been analysed.
    pub(in crate::c) fn of(src: &Source, regions: &[Region]) -> Joins {
        let mut joins = Joins {
            numbers: true,
            ..Joins::default()
        };
        if !regions.iter().any(|r| r.joined) {
            return joins;
        }
        for region in regions {
            joins.add(src, region);
        }
        joins.add_addresses(src);
        joins.close_over_calls(src, regions);
        joins
    }

    /// The file has none.
    pub(in crate::c) fn is_empty(&self) -> bool {
        self.functions.is_empty()
    }

    fn add(&mut self, src: &Source, region: &Region) {
        let Some(function) = src.function_at(region.body.start) else {
            return;
        };
        self.numbers &= stable_pointers::writes_numbers(src, region);
        let mut globals = Vec::new();
        for variable in &region.variables {
            let found = declaration(src, region, &variable.name);
            if found.is_none_or(|d| d.lasting) {
                let name = root_of(&variable.name).to_owned();
                if variable.written {
                    self.written.insert(name.clone());
                }
                globals.push((name, variable.written));
            }
        }
        let set = unknown_pointers::set_by_name(region).into_iter();
        let of_file = set.filter(|name| declaration(src, region, name).is_none_or(|d| d.lasting));
        self.set.extend(of_file.map(str::to_owned));
        if let Some(name) = function_name(src, function).filter(|_| region.joined) {
            self.functions.entry(name).or_default().extend(globals);
        }
    }

    /// Variables whose address is taken somewhere may be written through it.
    fn add_addresses(&mut self, src: &Source) {
        let mut stack = vec![src.tree.root_node()];
        while let Some(node) = stack.pop() {
            if node.kind() == "pointer_expression" && src.text(node).starts_with('&') {
                let names = identifiers(src, node).into_iter();
                self.written.extend(names.map(|(name, _)| name.to_owned()));
            }
            stack.extend(children(node));
        }
    }

    /// What a joined function uses, those that join it use too.
    fn close_over_calls(&mut self, src: &Source, regions: &[Region]) {
        loop {
            let mut more: Vec<(String, (String, bool))> = Vec::new();
            for region in regions.iter().filter(|r| r.joined) {
                let function = src.function_at(region.body.start);
                let Some(name) = function.and_then(|f| function_name(src, f)) else {
                    continue;
                };
                for reach in self.calls(src, region).into_iter().flat_map(|c| c.reaches) {
                    let global = declaration(src, region, &reach.name).is_none_or(|d| d.lasting);
                    let used = (reach.name, reach.written);
                    if global && !self.functions[&name].contains(&used) {
                        more.push((name.clone(), used));
                    }
                }
            }
            if more.is_empty() {
                return;
            }
            for (name, used) in more {
                if used.1 {
                    self.written.insert(used.0.clone());
                }
                let list = self.functions.entry(name).or_default();
                if !list.contains(&used) {
                    list.push(used);
                }
            }
        }
    }

    /// Calls in a region's generating code that join it.
    pub(in crate::c) fn calls<'s>(&self, src: &'s Source, region: &Region) -> Vec<Call<'s>> {
        let mut list = Vec::new();
        let Some(function) = src
            .function_at(region.body.start)
            .filter(|_| !self.is_empty())
        else {
            return list;
        };
        let mut stack = vec![function];
        while let Some(node) = stack.pop() {
            let in_task = task_around(region, node).is_some();
            let call = self.call(src, node).and_then(Result::ok);
            match call.filter(|_| holds(&region.body, node) && !in_task) {
                Some(call) => list.push(call),
                None if !in_task => stack.extend(children(node)),
                None => {}
            }
        }
        list.sort_by_key(|c| c.node.start_byte());
        list
    }

    /// Notes calls in a region that do not join it.
    pub(in crate::c) fn note(&self, src: &Source, region: &Region, diags: &mut Diagnostics) {
        let function = src.function_at(region.body.start);
        let mut stack: Vec<Node> = function.filter(|_| !self.is_empty()).into_iter().collect();
        let mut notes = Vec::new();
        while let Some(node) = stack.pop() {
            stack.extend(children(node));
            let why = match self.call(src, node).filter(|_| holds(&region.body, node)) {
                Some(Ok(_)) => {
                    task_around(region, node).map(|span| Why::task(first_line(&src.text, &span)))
                }
                Some(Err(why)) => Some(why),
                None => None,
            };
            notes.extend(why.map(|why| (node, why)));
        }
        notes.sort_by_key(|(node, _)| node.start_byte());
        for (node, why) in notes {
            let name = field(node, "function").map_or("", |f| src.text(f));
            diags.push(why.note(name, node.byte_range()));
        }
    }

    /// A call of a function with joined regions.
    fn call<'s>(&self, src: &'s Source, node: Node<'s>) -> Option<Result<Call<'s>, Why>> {
        if node.kind() != "call_expression" {
            return None;
        }
        let called = field(node, "function").filter(|f| f.kind() == "identifier")?;
        let globals = self.functions.get(src.text(called))?;
        let parameters = declarations::parameters(src, src.function(src.text(called))?);
        let arguments = children(field(node, "arguments")?);
        if node.parent()?.kind() != "expression_statement" {
            return Some(Err(Why::expression(node.byte_range())));
        }
        // A function of this file that is called on the way would be handed the region.
        let own = |n: Node| {
            let function = field(n, "function").map_or("", |f| src.text(f));
            n.kind() == "call_expression" && src.function(function).is_some()
        };
        if let Some(argument) = arguments.iter().find(|a| any(**a, &own)) {
            return Some(Err(Why::argument(argument.byte_range())));
        }
        let mut reaches: Vec<Reach> = Vec::new();
        let mut pointers = Vec::new();
        for (name, written) in globals {
            let found = declarations::find(src, node, name);
            reaches.push(Reach {
                name: name.clone(),
                depth: i32::from(found.is_some_and(|d| d.form() != Form::Value)),
                written: *written,
            });
        }
        for (n, argument) in arguments.into_iter().enumerate() {
            let parameter = parameters.get(n);
            if parameter.is_some_and(|p| p.form() == Form::Value && is_number(src, p)) {
                continue;
            }
            let written =
                !parameter.is_some_and(|p| p.is_const(src) && !pointer_types::holds(src, p, 0));
            for (name, at) in bases(src, argument) {
                reaches.push(Reach {
                    name: name.to_owned(),
                    depth: reach_of(src, at) + 1,
                    written,
                });
                pointers.push(at);
            }
        }
        Some(Ok(Call {
            node,
            reaches,
            pointers,
        }))
    }

    /// Whether code of a joined region that names a variable here may touch what tasks use that are
    /// registered elsewhere.
    pub(in crate::c) fn may_be_pending(&self, src: &Source, name: &str, at: Node) -> bool {
        let reach = reach_of(src, at);
        if let Some(known) = src.macros.get(name) {
            let text = &known.value;
            return reach > 0
                || text.starts_with('*')
                || ["[", "->", "(*"].iter().any(|c| text.contains(c));
        }
        let Some(found) = declarations::find(src, at, name) else {
            // A constant of an enumeration, a function, a name of another file.
            return self.written.contains(name) || reach > 0;
        };
        if reach <= 0 {
            return found.lasting && found.form() == Form::Value && self.written.contains(name);
        }
        let own = found.form() == Form::Array && !found.lasting;
        let fixed = found.form() == Form::Array && constness::is_constant(src, &found);
        !(own || fixed || self.is_pointer_that_stays(src, name, at))
    }

    /// Tasks of the file may write this variable of the file.
    pub(in crate::c) fn is_written(&self, name: &str) -> bool {
        self.written.contains(root_of(name))
    }

    /// What is named is a pointer, by its declaration, and tasks write nothing but numbers.
    pub(in crate::c) fn is_pointer_that_stays(&self, src: &Source, name: &str, at: Node) -> bool {
        self.numbers && stable_pointers::is_pointer(src, name, at)
    }
}

fn holds(span: &Span, node: Node) -> bool {
    span.start <= node.start_byte() && node.end_byte() <= span.end
}

/// The task that a node is in.
fn task_around(region: &Region, node: Node) -> Option<Span> {
    let mut around = tasks(region).filter(|task| holds(&task.stmt, node));
    around.next().map(|task| task.stmt.clone())
}

/// The declaration of a variable that tasks of a region use, or calls in it.
fn declaration<'s>(src: &'s Source, region: &Region, name: &str) -> Option<Declared<'s>> {
    let mut using = tasks(region).filter(|task| task.uses.iter().any(|u| u.name == name));
    let task = using.find_map(|task| statement(src, task));
    let root = src.tree.root_node();
    let last = region.body.end.saturating_sub(1);
    let at = task.or_else(|| root.descendant_for_byte_range(last, last))?;
    declarations::find(src, at, root_of(name))
}

/// Names in an expression that are no part of an index.
fn bases<'s>(src: &'s Source, expression: Node<'s>) -> Vec<(&'s str, Node<'s>)> {
    let inside = |node: Node| {
        let mut at = node;
        while at != expression {
            let Some(parent) = at.parent() else { break };
            if parent.kind() == "subscript_expression" && field(parent, "index") == Some(at) {
                return true;
            }
            at = parent;
        }
        false
    };
    let names = identifiers(src, expression).into_iter();
    names.filter(|(_, node)| !inside(*node)).collect()
}

/// Brackets, stars and arrows that an expression puts around a name; an `&` takes one away.
pub(in crate::c) fn reach_of(src: &Source, name: Node) -> i32 {
    let (mut at, mut reach) = (name, 0);
    while let Some(parent) = at.parent() {
        match parent.kind() {
            "subscript_expression" if field(parent, "argument") == Some(at) => reach += 1,
            "field_expression"
                if field(parent, "operator").is_some_and(|o| src.text(o) == "->") =>
            {
                reach += 1;
            }
            "field_expression" | "parenthesized_expression" => {}
            "cast_expression" if field(parent, "value") == Some(at) => {}
            "pointer_expression" if src.text(parent).starts_with('*') => reach += 1,
            "pointer_expression" => reach -= 1,
            // `*(p + i)`
            "binary_expression" => {}
            _ => break,
        }
        at = parent;
    }
    reach
}

/// Reports functions that have more than their joined regions.
pub(in crate::c) fn check(src: &Source, regions: &[Region], diags: &mut Diagnostics) {
    for region in regions.iter().filter(|r| r.joined) {
        let Some(function) = src.function_at(region.body.start) else {
            continue;
        };
        let others: Vec<&Region> = (regions.iter())
            .filter(|r| function.byte_range().contains(&r.body.start))
            .collect();
        let Some(body) = field(function, "body") else {
            continue;
        };
        let bad = children(body).into_iter().find(|node| {
            let inside = others.iter().any(|r| {
                r.joined && r.body.start <= node.start_byte() && node.end_byte() <= r.body.end
            });
            !(inside || is_harmless(src, *node))
        });
        if let Some(bad) = bad {
            let d = Diagnostic::new(
                Severity::Error,
                codes::C_JOINED,
                "a function with a joined region has code outside of it",
                first_line(&src.text, &bad.byte_range()),
            );
            diags.push(
                d.label("this may touch what tasks of the caller use")
                    .help("only declarations of values that are computed from parameters stand there; move the rest into the region, or to the caller"),
            );
        }
    }
}

/// A declaration, or a `return` without a value, that reaches no memory and calls nothing.
fn is_harmless(src: &Source, node: Node) -> bool {
    let reaches = |n: Node| match n.kind() {
        "subscript_expression" | "assignment_expression" | "update_expression" => true,
        "call_expression" => field(n, "function").is_none_or(|f| {
            let known = src.macros.get(src.text(f));
            known.is_none_or(|m| m.value.contains(['[', '=']) || m.value.contains("->"))
        }),
        "pointer_expression" => src.text(n).starts_with('*'),
        "field_expression" => field(n, "operator").is_some_and(|o| src.text(o) == "->"),
        _ => false,
    };
    match node.kind() {
        "declaration" => !any(node, &reaches),
        "return_statement" => children(node).is_empty(),
        kind => kind.starts_with("preproc"),
    }
}

/// Whether tasks have the address of a variable of the function, which ends before they do.
pub(in crate::c) fn waits_at_end(src: &Source, region: &Region) -> bool {
    if !region.joined {
        return false;
    }
    let taken = region.variables.iter().any(|variable| {
        let found = declaration(src, region, &variable.name);
        found.is_some_and(|d| {
            let scalar = matches!(variable.kind, VarKind::Scalar { deref: false });
            // An array in a struct that is a copy.
            let member = d.form() == Form::Value && !scalar && lies_inside(src, variable);
            !d.lasting && (d.form() == Form::Array || (scalar && variable.written) || member)
        })
    });
    let ends = |name: &str| declaration(src, region, name).is_none_or(|d| !d.lasting);
    let led_to = region.waits_at_end;
    led_to || taken || tasks(region).any(|task| task.reductions.iter().any(|r| ends(&r.name)))
}
