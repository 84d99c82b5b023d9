//! Bindings and statements by which a name comes to refer into what another one stands for.
//!
//! Code around tasks in; pairs of a name and what it may refer into out. `let r = &mut a[..];` makes such a
//! pair, and so do `v.d = &mut a;` and `list.push(&mut a)`.

use std::collections::HashSet;

use tree_sitter::Node;

use crate::ir::Span;
use crate::semantics::functions::called;
use crate::semantics::headers::place_type;
use crate::semantics::held::held;
use crate::semantics::owning::owns;
use crate::semantics::roots::roots;
use crate::semantics::scopes::initialiser;
use crate::semantics::types::reference;
use crate::semantics::values::{Value, value_of};
use crate::syntax::names::pattern_names;
use crate::syntax::rust::{Source, callee, children, field, peel, place_name};

/// A name, and what it may refer into.
pub(super) type Pair = (String, String);

/// Methods that keep their arguments in what they are called on.
const KEEPING: [&str; 13] = [
    "append",
    "entry",
    "extend",
    "fill",
    "get_or_insert",
    "insert",
    "or_insert",
    "push",
    "push_back",
    "push_front",
    "replace",
    "resize",
    "set",
];

/// The pairs of the code `body`, without these statements, and of the code that is run before it.
pub(super) fn of(src: &Source, body: Node, without: &HashSet<Span>) -> Vec<Pair> {
    let mut pairs = Vec::new();
    let mut stack = vec![body];
    let mut inner = body;
    while let Some(outer) = inner.parent().filter(|_| inner.kind() != "function_item") {
        if outer.kind() == "block" {
            let before = |n: &Node| n.end_byte() <= inner.start_byte();
            stack.extend(children(outer).into_iter().filter(before));
        }
        bound_pairs(src, outer, &mut pairs);
        inner = outer;
    }
    while let Some(node) = stack.pop() {
        if node.id() != body.id() && without.contains(&node.byte_range()) {
            continue;
        }
        bound_pairs(src, node, &mut pairs);
        kept_pairs(src, node, &mut pairs);
        stack.extend(children(node));
    }
    pairs
}

/// Pairs of what is kept in a place: `v.d = &mut a;`, `list.push(&mut a)`, `attach(&mut v, &mut a)`.
fn kept_pairs(src: &Source, node: Node, pairs: &mut Vec<Pair>) {
    let mut keep = |place: Node, value: Node| {
        let ty = place_type(src, peel(place), 0);
        let target = ty
            .as_deref()
            .map(|ty| reference(ty).map_or(ty, |(_, target)| target));
        if target.is_some_and(|ty| !may_keep(src, ty)) || held(src, value).is_empty() {
            return;
        }
        for name in roots(src, place) {
            let into = roots(src, value).into_iter().filter(|root| *root != name);
            pairs.extend(into.map(|root| (name.clone(), root)));
        }
    };
    let arguments = field(node, "arguments").map(children).unwrap_or_default();
    match (node.kind(), callee(node)) {
        ("assignment_expression", _) => {
            if let (Some(left), Some(right)) = (field(node, "left"), field(node, "right"))
                && left.kind() != "identifier"
            {
                keep(left, right);
            }
        }
        ("call_expression", Some(function)) if function.kind() == "field_expression" => {
            if let Some(receiver) = field(function, "value").filter(|_| keeps(src, function)) {
                arguments
                    .iter()
                    .for_each(|argument| keep(receiver, *argument));
            }
        }
        ("call_expression", Some(function)) => {
            for (n, place) in arguments
                .iter()
                .enumerate()
                .filter(|(n, _)| keeps_in(src, function, *n))
            {
                let place = match place.kind() {
                    "reference_expression" => field(*place, "value").unwrap_or(*place),
                    _ => *place,
                };
                let others = arguments
                    .iter()
                    .enumerate()
                    .filter(|(other, _)| *other != n);
                others.for_each(|(_, other)| keep(place, *other));
            }
        }
        _ => {}
    }
}

/// There may be references in a value of the type, or in a slice's elements.
fn may_keep(src: &Source, ty: &str) -> bool {
    let slice = ty.strip_prefix('[').and_then(|ty| ty.strip_suffix(']'));
    !owns(src, slice.unwrap_or(ty))
}

/// The method may keep its arguments in what it is called on.
fn keeps(src: &Source, function: Node) -> bool {
    let name = field(function, "field").map_or("", |f| src.text(f));
    let changes = |item: Node| {
        let own = field(item, "parameters").and_then(|p| children(p).first().copied());
        let own = own.filter(|p| p.kind() == "self_parameter");
        let around = item.parent().and_then(|n| n.parent());
        let ty = around.and_then(|around| field(around, "type"));
        own.is_some_and(|p| src.text(p).contains("mut"))
            && ty.is_none_or(|ty| may_keep(src, src.text(ty)))
    };
    let own = src.functions(name);
    match own.is_empty() {
        true => KEEPING.contains(&name),
        false => own.into_iter().any(changes),
    }
}

/// The function may keep its other arguments in what it is given as argument `n`.
fn keeps_in(src: &Source, function: Node, n: usize) -> bool {
    let Some(item) = called(src, function) else {
        return n == 0 && src.text(function).ends_with("mem::replace");
    };
    let parameters = field(item, "parameters").map(children).unwrap_or_default();
    let ty = parameters
        .get(n)
        .and_then(|p| field(*p, "type"))
        .map_or("", |ty| src.text(ty));
    reference(ty).is_some_and(|(mutable, target)| mutable && may_keep(src, target))
}

/// Pairs (name, what it may refer into) that a node binds.
fn bound_pairs(src: &Source, node: Node, pairs: &mut Vec<Pair>) {
    let (pattern, value) = match node.kind() {
        "let_declaration" if field(node, "type").is_some() => {
            if field(node, "type").is_some_and(|ty| !owns(src, src.text(ty))) {
                all_pairs(src, field(node, "pattern"), field(node, "value"), pairs);
            }
            return;
        }
        "let_declaration" | "let_condition" | "for_expression" => {
            (field(node, "pattern"), field(node, "value"))
        }
        "match_expression" => {
            let arms = field(node, "body").map(children).unwrap_or_default();
            for arm in arms.into_iter().filter(|a| a.kind() == "match_arm") {
                add_pairs(src, field(arm, "pattern"), field(node, "value"), pairs);
            }
            return;
        }
        // `r = &mut a;`
        "assignment_expression" => (
            field(node, "left").filter(|l| l.kind() == "identifier"),
            field(node, "right"),
        ),
        _ => return,
    };
    if node.kind() == "let_declaration" {
        let names = pattern.map(|p| pattern_names(src, p)).unwrap_or_default();
        if names.len() > 1
            && names
                .iter()
                .all(|(n, _)| initialiser(src, node, n).is_some())
        {
            for (name, _) in names {
                let into = match initialiser(src, node, &name) {
                    Some(value) if refers(src, value) => roots(src, value),
                    Some(value) => inside(src, value),
                    None => Vec::new(),
                };
                pairs.extend(into.into_iter().map(|root| (name.clone(), root)));
            }
            return;
        }
    }
    add_pairs(src, pattern, value, pairs);
}

fn add_pairs(src: &Source, pattern: Option<Node>, value: Option<Node>, pairs: &mut Vec<Pair>) {
    let (Some(pattern), Some(value)) = (pattern, value) else {
        return;
    };
    if !refers(src, value) {
        let names = pattern_names(src, pattern);
        let found = inside(src, value);
        for (name, _) in names {
            let into = found.iter().filter(|root| **root != name);
            pairs.extend(into.map(|root| (name.clone(), root.clone())));
        }
        return;
    }
    if let Some(parts) = iterated_parts(src, pattern, value) {
        for (pattern, value) in parts {
            add_pairs(src, Some(pattern), Some(value), pairs);
        }
        return;
    }
    all_pairs(src, Some(pattern), Some(value), pairs);
}

/// Places that references in a value refer into, which is none itself.
fn inside(src: &Source, value: Node) -> Vec<String> {
    let place = |at: Node| {
        let fields = std::iter::successors(Some(at), |at| {
            at.parent().filter(|p| p.kind() == "field_expression")
        });
        fields.filter_map(|at| place_name(src, at)).last()
    };
    held(src, value).into_iter().filter_map(place).collect()
}

/// Each name of a pattern with each that the value may refer into.
fn all_pairs(src: &Source, pattern: Option<Node>, value: Option<Node>, pairs: &mut Vec<Pair>) {
    let (Some(pattern), Some(value)) = (pattern, value) else {
        return;
    };
    let names = pattern_names(src, pattern);
    for root in roots(src, value) {
        names
            .iter()
            .filter(|(name, _)| *name != root)
            .for_each(|(name, _)| pairs.push((name.clone(), root.clone())));
    }
}

/// Of `(k, (x, y))` and `a.iter().zip(b).enumerate()` the parts of the pattern with what they are taken
/// from; the number stands for nothing.
fn iterated_parts<'t>(
    src: &Source,
    pattern: Node<'t>,
    value: Node<'t>,
) -> Option<Vec<(Node<'t>, Node<'t>)>> {
    const AS_THEY_ARE: [&str; 4] = ["rev", "skip", "take", "step_by"];
    let [first, second] = children(pattern)[..] else {
        return None;
    };
    let value = peel(value);
    let function = callee(value)
        .filter(|f| f.kind() == "field_expression" && pattern.kind() == "tuple_pattern")?;
    let receiver = field(function, "value")?;
    match src.text(field(function, "field")?) {
        "enumerate" => Some(vec![(second, receiver)]),
        "zip" => {
            let other = *children(field(value, "arguments")?).first()?;
            Some(vec![(first, receiver), (second, other)])
        }
        method if AS_THEY_ARE.contains(&method) => iterated_parts(src, pattern, receiver),
        _ => None,
    }
}

/// True unless the value is surely no reference.
fn refers(src: &Source, value: Node) -> bool {
    matches!(value_of(src, value), Value::Borrow | Value::Unclear)
        || peel(value).kind() == "closure_expression"
}
