//! Arrays of structs whose pointers lead into one another: `G[k].left = G[k - 1].u`.
//!
//! What the pointers of an element lead to counts with the element: of tasks that use `G[k].u[i]` and
//! `G[k + 1].u[i]` the graph knows that they use two elements of `G`. Where the file sets a member of one
//! struct to what a member of another one leads to, or to a struct, or members of several elements to the same memory
//! ([`member_aliases`](crate::c::points_to::member_aliases)), a task that names that member of an element is taken to use all of the array. Two arrays whose elements lead to the same memory are looked
//! at in [`alias_uses`](crate::c::points_to::alias_uses).

use std::collections::{HashMap, HashSet};

use tree_sitter::Node;

use crate::c::parse::names::{identifiers, statement, through_macros};
use crate::c::parse::source::{
    self, Source, children, field, peel, root_of, set_by, set_name, words,
};
use crate::c::points_to::alias_uses::{reaches, unnamed};
use crate::c::points_to::element_pointers::{Member, member_of, pointer_of, variable};
use crate::c::points_to::member_aliases;
use crate::c::semantics::calls::functions_called;
use crate::c::semantics::constants::is_plain;
use crate::c::semantics::{declarations, pointer_types};
use crate::diag::{Diagnostic, Diagnostics, Severity, codes};
use crate::ir::{Mode, Region, Shape, Span, Task, Use};
use crate::passes::{tasks, tasks_mut};

/// Members that the file sets to what other structs lead to.
pub(in crate::c) struct Crossed(HashSet<String>);

/// What a function, by its first byte, sets a name to; of its parameters what calls hand it.
type Values<'s> = HashMap<(usize, String), Vec<Value<'s>>>;

/// A value, and the function that it stands in.
type Value<'s> = (Node<'s>, usize);

impl Crossed {
    pub(in crate::c) fn of(src: &Source) -> Crossed {
        let (mut sets, mut values) = (Vec::new(), Values::new());
        let mut stack = vec![(src.tree.root_node(), 0)];
        while let Some((node, around)) = stack.pop() {
            let function = match node.kind() {
                "function_definition" => node.start_byte(),
                _ => around,
            };
            if let Some((place, value)) = set_by(node) {
                match set_name(src, place).filter(|name| name == root_of(name)) {
                    Some(name) => {
                        let list = values.entry((function, name)).or_default();
                        list.push((value, function));
                    }
                    None => sets.extend(pointer_of(src, place).map(|to| (to, (value, function)))),
                }
            }
            for (parameter, argument) in handed(src, node) {
                let list = values.entry(parameter).or_default();
                list.push((argument, function));
            }
            stack.extend(children(node).into_iter().map(|child| (child, function)));
        }
        let crossed = sets
            .iter()
            .filter(|(to, value)| is_crossed(src, to, *value, &values));
        let mut all: HashSet<String> = crossed.map(|(to, _)| to.name.clone()).collect();
        all.extend(member_aliases::members(src));
        Crossed(all)
    }
}

/// What a call hands to the parameters of a function of the file.
fn handed<'s>(src: &'s Source, node: Node<'s>) -> Vec<((usize, String), Node<'s>)> {
    let callee = field(node, "function").filter(|_| node.kind() == "call_expression");
    let Some(function) = callee.and_then(|callee| src.function(src.text(peel(callee)))) else {
        return Vec::new();
    };
    let arguments = field(node, "arguments").map_or_else(Vec::new, children);
    let parameters = declarations::parameters(src, function).into_iter();
    let named = parameters.map(|parameter| (function.start_byte(), parameter.name));
    named.zip(arguments).collect()
}

/// The value, or what its names are set to, leads elsewhere: `p = G[k - 1].u; G[k].left = p;`.
fn is_crossed(src: &Source, to: &Member, value: Value, values: &Values) -> bool {
    let (mut open, mut seen) = (vec![value], HashSet::new());
    while let Some((value, function)) = open.pop() {
        if leads_elsewhere(src, to, value) {
            return true;
        }
        for (name, _) in identifiers(src, value) {
            let key = (function, name.to_owned());
            if let Some(behind) = values.get(&key).filter(|_| seen.insert(key)) {
                open.extend(behind);
            }
        }
    }
    false
}

/// The value leads to what another struct leads to, or to a struct.
fn leads_elsewhere(src: &Source, to: &Member, value: Node) -> bool {
    let members = pointer_types::members(src, &to.name);
    let to_struct = members
        .iter()
        .any(|d| d.stars() > 0 && pointer_types::holds(src, d, 0));
    let mut stack = vec![value];
    while let Some(node) = stack.pop() {
        let called = field(node, "function").map_or("", |f| src.text(f));
        if node.kind() == "call_expression" && called.to_ascii_lowercase().contains("alloc") {
            continue;
        }
        if let Some(from) = member_of(src, node).filter(|_| node.kind() == "field_expression") {
            let points = |d: &declarations::Declared| pointer_types::levels(d) > 0;
            let leads = pointer_types::members(src, &from.name).iter().any(points);
            if leads && from.name != to.name && from.of != to.of {
                return true;
            }
        }
        if node.kind() == "identifier" && to_struct && !is_plain(src, node, src.text(node)) {
            let found = declarations::find(src, node, src.text(node));
            if found.is_some_and(|d| pointer_types::holds(src, &d, 0)) {
                return true;
            }
        }
        stack.extend(children(node));
    }
    false
}

/// Makes tasks that name such members of elements use all of the array.
pub(in crate::c) fn run(
    src: &Source,
    crossed: &Crossed,
    region: &mut Region,
    diags: &mut Diagnostics,
) {
    if crossed.0.is_empty() {
        return;
    }
    let written: HashSet<String> = (tasks(region).flat_map(|task| &task.uses))
        .filter(|used| used.mode.writes())
        .map(|used| used.name.clone())
        .collect();
    let mut told: HashSet<(usize, &str)> = HashSet::new();
    for task in tasks_mut(region) {
        let found = task.uses.iter().filter(|used| written.contains(&used.name));
        let found = found.filter(|used| reaches(task, used));
        let found = found.filter_map(|used| {
            let place = crossed.named(src, task, used)?;
            Some((used.clone(), place))
        });
        let found: Vec<(Use, Span)> = found.collect();
        for (used, place) in found {
            if told.insert((task.line, src.slice(&place))) {
                diags.push(said(src, &used.name, place));
            }
            let mode = if used.mode.writes() {
                Mode::InOut
            } else {
                Mode::In
            };
            task.uses.push(unnamed(&used, Shape::Whole, mode));
        }
    }
}

impl Crossed {
    /// Where the use names such a member of an element of an array of structs.
    fn named(&self, src: &Source, task: &Task, used: &Use) -> Option<Span> {
        let here = statement(src, task)?;
        let found = pointer_types::declaration(src, here, &used.name)?;
        let of_structs = pointer_types::levels(&found) > 0 && pointer_types::holds(src, &found, 0);
        let declared = task.declared.iter().any(|d| d.name == used.name);
        if declared || used.shape != Shape::Element {
            return None;
        }
        // What a pointer leads to counts with it, where no index goes through it.
        let is_inner = found.levels().get(used.index.len()) == Some(&declarations::Level::Pointer);
        if is_inner && self.0.contains(&variable(&found)) {
            let element = src.over(&used.span);
            return (!source::set_at(element).is_some_and(|set| plain(src, set)))
                .then(|| used.span.clone());
        }
        let element = src.over(&used.base).parent().map_or("", |p| p.kind());
        let is_one = used.name != root_of(&used.name) && element != "subscript_expression";
        if !of_structs || is_one {
            return None;
        }
        let root = src.tree.root_node();
        let base = root.descendant_for_byte_range(used.base.start, used.base.end);
        let Some(base) = base.filter(|base| src.text(*base) == used.name) else {
            // Through a function of the file, or a macro.
            let named = words(src.text(here)).map(str::to_owned).collect();
            let all = through_macros(src, named);
            let any = functions_called(src, vec![here]).0.into_iter();
            let mut code = any.map(|function| src.text(function));
            let named = all.iter().any(|name| self.0.contains(name))
                || code.any(|text| words(text).any(|name| self.0.contains(name)));
            return named.then(|| used.span.clone());
        };
        let (mut inside, mut member) = (base, false);
        for around in src.ancestors(base).into_iter().rev() {
            let part = field(around, "argument") == Some(inside);
            let of_sum = field(around, "left") == Some(inside);
            match around.kind() {
                "parenthesized_expression" => {}
                "subscript_expression" | "pointer_expression" if part => {}
                "field_expression" if part => {
                    member = true;
                    let name = field(around, "field")?;
                    if self.0.contains(src.text(name)) {
                        return (!is_set(src, around)).then(|| around.byte_range());
                    }
                }
                "binary_expression" if of_sum => {}
                _ => break,
            }
            inside = around;
        }
        // A copy of the element leads on by all of its members.
        let last = |way: &String| way.rsplit('.').next().is_some_and(|m| self.0.contains(m));
        let copied = !member && used.mode == Mode::InOut && !used.compound;
        let leads = copied && pointer_types::ways(src, &found, 0).iter().any(last);
        leads.then(|| used.span.clone())
    }
}

/// `=`, not `+=`.
fn plain(src: &Source, set: Node) -> bool {
    field(set, "operator").is_some_and(|o| src.text(o) == "=")
}

/// The member is what an assignment sets: nothing is reached through it.
fn is_set(src: &Source, member: Node) -> bool {
    let around = src.around(member, &["assignment_expression"]);
    let place = around.and_then(|set| field(set, "left"));
    place.map(peel) == Some(member)
}

fn said(src: &Source, name: &str, place: Span) -> Diagnostic {
    let what = src.slice(&place);
    let message = format!(
        "`{what}` may lead to what other elements of `{name}` lead to: the task is taken to use all of `{name}`"
    );
    let d = Diagnostic::new(Severity::Warning, codes::WIDENED, message, place);
    d.help(format!(
        "a clause says which elements of `{name}` the task uses what of: `in({name}[..])`"
    ))
}
