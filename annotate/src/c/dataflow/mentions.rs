//! How code of a region outside of its tasks names what tasks use: a pointer, or what it leads to.

use std::collections::HashSet;

use tree_sitter::Node;

use crate::c::parse::expressions::last;
use crate::c::parse::names::all_names;
use crate::c::parse::source::{Source, children, field, is_of, peel, root_of, set_at};
use crate::c::semantics::constants::is_plain;
use crate::c::semantics::declarations::{self, Declared, Form};
use crate::c::semantics::pointer_types;
use crate::ir::{VarKind, Variable};

/// How generating code names a variable.
pub(in crate::c) enum Mention {
    Size,
    /// The pointer itself, or the scalar's value.
    Pointer,
    Read,
    Other,
}

impl Mention {
    /// How the place is named that `node` is, of the variable `name`.
    pub(in crate::c) fn of(src: &Source, node: Node, name: &str) -> Mention {
        let mut at = node;
        let (mut reached, mut depth, mut member) = (false, 0_usize, false);
        let leads = !is_plain(src, node, name);
        while let Some(parent) = at.parent() {
            // The value may be a pointer yet, which is one with what it is computed from.
            let points = leads && (!reached || may_point(src, node, at));
            let is = |part: &str| field(parent, part) == Some(at);
            let operator = field(parent, "operator").map_or("", |o| src.text(o));
            match parent.kind() {
                "sizeof_expression" => return Mention::Size,
                "parenthesized_expression" | "cast_expression" => {}
                // `i[a]` is `a[i]`.
                "subscript_expression"
                    if is("argument") || (!reached && is_array(src, at, name)) =>
                {
                    (reached, depth) = (true, depth + 1);
                }
                "field_expression" => (reached, member) = (true, true), // of an element
                "pointer_expression" if operator == "*" => (reached, depth) = (true, depth + 1),
                // `p = &a[i]`: a pointer again, of the array's family.
                "pointer_expression" if reached && leads => {
                    (reached, depth) = (false, depth.saturating_sub(1))
                }
                "pointer_expression" => return Mention::Other,
                "assignment_expression" | "update_expression" if reached && !is("right") => {
                    return Mention::Other;
                }
                "assignment_expression" | "update_expression" if points && !is("right") => {}
                "binary_expression" if points && matches!(operator, "+" | "-") => {}
                "conditional_expression" if points && !is("condition") => {}
                "comma_expression" if points && is("right") => {}
                // `((int *[]){a, b})[k][i]`: what the literal has in it is reached through it.
                "initializer_list" | "initializer_pair" if points && !is("designator") => {}
                "compound_literal_expression" if points => {
                    return match is_set_to(parent) {
                        true => Mention::Pointer,
                        false => Mention::Other,
                    };
                }
                "argument_list" => {
                    return match reached && !may_point(src, node, at) {
                        true => Mention::Read,
                        false => Mention::Other,
                    };
                }
                "subscript_expression" => return Mention::Read,
                // Assembly writes there, or has a pointer there.
                "gnu_asm_output_operand" if reached => return Mention::Other,
                "gnu_asm_input_operand" if leads && !reached => return Mention::Other,
                _ => break,
            }
            at = parent;
        }
        let row = match member {
            true => is_array_of_element(src, node, at),
            false => is_row(src, node, depth),
        };
        match reached && !row {
            true => Mention::Read,
            false => Mention::Pointer,
        }
    }

    /// The place, of the family of a value that tasks write, may be that value, or a part of it.
    fn meets(&self, value: &str, named: &str) -> bool {
        let behind = |rest: &str| rest.starts_with("->");
        if root_of(named) == root_of(value) {
            // The pointer by itself is no look at the member.
            let pointer = value.strip_prefix(named).is_some_and(behind);
            return !(pointer && matches!(self, Mention::Pointer))
                && (is_of(named, value) || is_of(value, named));
        }
        // Another pointer to the same struct, or the struct itself.
        let through = named.contains("->") || value.contains("->");
        through
            && match (last(named), self) {
                (_, Mention::Other) | (None, Mention::Read) => true,
                (Some(member), _) => last(value) == Some(member),
                _ => false,
            }
    }

    /// Whether code that names a place of a variable's family so has to wait for its tasks.
    pub(in crate::c) fn conflicts(&self, variable: &Variable, named: &str) -> bool {
        let scalar = matches!(variable.kind, VarKind::Scalar { deref: false });
        match self {
            Mention::Size => false,
            // Tasks have copies of scalars that they only read.
            _ if scalar => variable.written && self.meets(&variable.name, named),
            Mention::Pointer => false,
            Mention::Read => variable.written,
            Mention::Other => true,
        }
    }
}

/// A variable is set to the value, or a member: it is reached by that one's name.
fn is_set_to(value: Node) -> bool {
    let plain = |n: &Node| {
        matches!(
            n.kind(),
            "parenthesized_expression"
                | "initializer_pair"
                | "initializer_list"
                | "compound_literal_expression"
        )
    };
    let mut outward = std::iter::successors(value.parent(), Node::parent);
    let around = outward.find(|n| !plain(n));
    around.is_some_and(|n| matches!(n.kind(), "init_declarator" | "assignment_expression"))
}

/// The name by itself is a pointer or an array.
fn is_array(src: &Source, at: Node, name: &str) -> bool {
    let found = (at.kind() == "identifier")
        .then(|| declarations::find(src, at, name))
        .flatten();
    found.is_some_and(|d| d.form() != Form::Value)
}

/// `b[k]` of `b[2][8]` is where a row lies, which takes no look at the array.
fn is_row(src: &Source, node: Node, depth: usize) -> bool {
    let found = declarations::find(src, node, src.text(node));
    found.is_some_and(|d| d.stars() == 0 && d.lengths().len() > depth)
}

/// `b[k].u` of an array of structs in which `u` is an array: where it lies takes no look either.
fn is_array_of_element(src: &Source, node: Node, whole: Node) -> bool {
    let by_dot = field(whole, "operator").is_some_and(|o| src.text(o) == ".");
    let mut element = field(whole, "argument").map(peel);
    while let Some(at) = element.filter(|at| at.kind() == "subscript_expression") {
        element = field(at, "argument").map(peel);
    }
    let array = |d: &Declared| d.stars() == 0 && !d.lengths().is_empty();
    let member = field(whole, "field").map_or("", |name| src.text(name));
    let member = || pointer_types::declaration(src, node, &format!("{}.{member}", src.text(node)));
    by_dot
        && element == Some(node)
        && declarations::find(src, node, src.text(node)).is_some_and(|d| array(&d))
        && member().is_some_and(|d| array(&d))
}

/// Fewer brackets than dimensions: a row is handed on.
fn may_point(src: &Source, node: Node, whole: Node) -> bool {
    let mut brackets = 0;
    let mut at = peel(whole);
    while at.kind() == "subscript_expression" {
        brackets += 1;
        match field(at, "argument") {
            Some(inner) => at = peel(inner),
            None => return true,
        }
    }
    let found = declarations::find(src, node, src.text(node));
    found.is_none_or(|d| d.lengths().len() + d.stars() > brackets)
}

/// The place is measured, or its address is taken: its value is not looked at.
pub(in crate::c) fn only_measured(place: Node) -> bool {
    let outward = std::iter::successors(place.parent(), Node::parent);
    let mut around = outward.skip_while(|n| n.kind() == "parenthesized_expression");
    around.next().is_some_and(|n| {
        n.kind() == "sizeof_expression"
            || (n.kind() == "pointer_expression"
                && n.child(0).is_some_and(|sign| sign.kind() == "&"))
    })
}

/// What a call returns is where something is set: `*at(k) = 1`, `find(h)->n++`.
pub(in crate::c) fn sets_by_call(function: Node) -> bool {
    let kinds = [
        "call_expression",
        "parenthesized_expression",
        "pointer_expression",
        "subscript_expression",
        "field_expression",
    ];
    let outer = std::iter::successors(function.parent(), Node::parent);
    let place = outer.take_while(|n| kinds.contains(&n.kind())).last();
    place.is_some_and(|place| place.kind() != "call_expression" && set_at(place).is_some())
}

/// `&place`, with what stands around it that changes no value.
pub(in crate::c) fn address_of<'t>(src: &Source, place: Node<'t>) -> Option<Node<'t>> {
    let plain = |n: &Node| matches!(n.kind(), "parenthesized_expression" | "cast_expression");
    let outward = |from: Node<'t>| std::iter::successors(from.parent(), Node::parent);
    let taken = outward(place).find(|n| !plain(n))?;
    let is_taken = taken.kind() == "pointer_expression" && src.text(taken).starts_with('&');
    let whole = outward(taken).take_while(plain).last();
    is_taken.then(|| whole.unwrap_or(taken))
}

/// The names that an expression reads, those in its macros too.
pub(in crate::c) fn read_names(parsed: &Source) -> HashSet<String> {
    let mut names = HashSet::new();
    let mut stack: Vec<Node> = parsed.value().into_iter().collect();
    while let Some(node) = stack.pop() {
        match node.kind() {
            "sizeof_expression" => {}
            "identifier" => names.extend(all_names(parsed, node)),
            _ => stack.extend(children(node)),
        }
    }
    names
}
