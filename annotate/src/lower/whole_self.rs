//! Tasks that change what `self` refers to by other names than fields of it: `let S { p, v } = self; p[i] += 1;`,
//! `let me = &mut *self;`, `step(self)`. Such a task uses all of `self`, by one name.

use std::collections::BTreeSet;

use tree_sitter::Node;

use crate::ir::{Mode, Shape, Span, Use};
use crate::syntax::names::pattern_names;
use crate::syntax::rust::{Source, callee, children, field, function_around};

/// Whether the function that is called with these arguments only reads the one.
type ReadBy = fn(&Source, Node, Node) -> bool;

/// The code may change what `self`, which stands by itself at `node`, refers to; `changed` are names that it
/// changes otherwise than by assignments to them.
pub(super) fn is_changed(
    src: &Source,
    node: Node,
    changed: &BTreeSet<String>,
    is_read_by: ReadBy,
) -> bool {
    if node.kind() != "self" || !is_by_mutable_reference(src, node) {
        return false;
    }
    let Some(user) = user(node) else {
        return true;
    };
    let names = |pattern: Option<Node>| {
        let found = pattern.map(|pattern| pattern_names(src, pattern));
        let mut found = found.unwrap_or_default().into_iter();
        found.any(|(name, _)| changed.contains(&name) || is_handed_on(src, user, &name, is_read_by))
    };
    match user.kind() {
        "let_declaration" | "let_condition" => names(field(user, "pattern")),
        "match_expression" => {
            let arms = field(user, "body").map_or_else(Vec::new, children);
            arms.into_iter().any(|arm| names(field(arm, "pattern")))
        }
        // What is copied out of it.
        "unary_expression" => false,
        _ => true,
    }
}

/// All uses of `self` and its fields as uses of all of it, where one of them, which calls no method, changes it.
pub(super) fn take_all(src: &Source, uses: &mut [Use]) -> bool {
    let changes = |used: &Use| {
        let whole = used.name == "self" && used.mode.writes() && used.shape != Shape::Meta;
        let node = whole.then(|| node_of(src, used)).flatten();
        node.is_some_and(|node| is_by_mutable_reference(src, node) && !is_receiver(node))
    };
    if !uses.iter().any(changes) {
        return false;
    }
    for used in uses.iter_mut().filter(|used| is_of_self(used)) {
        let Some(base) = node_of(src, used).map(|node| node.byte_range()) else {
            continue;
        };
        used.name = "self".to_owned();
        used.span = base.clone();
        used.base = base;
        used.shape = Shape::Whole;
        used.indices.clear();
        used.index.clear();
        used.unconditional = false;
        used.under = None;
        if used.mode == Mode::Out {
            used.mode = Mode::InOut;
        }
    }
    true
}

pub(super) fn is_of_self(used: &Use) -> bool {
    used.name == "self" || used.name.starts_with("self.")
}

/// The `self` that the use begins with.
fn node_of<'t>(src: &'t Source, used: &Use) -> Option<Node<'t>> {
    let at = used.base.start + src.slice(&used.base).find("self")?;
    let word: Span = at..at + "self".len();
    let root = src.tree.root_node();
    let node = root.descendant_for_byte_range(word.start, word.end)?;
    (node.byte_range() == word).then_some(node)
}

/// The function around has `&mut self`.
fn is_by_mutable_reference(src: &Source, node: Node) -> bool {
    let list = function_around(node).and_then(|function| field(function, "parameters"));
    let mut parameters = list.map_or_else(Vec::new, children).into_iter();
    let own = parameters.find(|p| p.kind() == "self_parameter");
    own.is_some_and(|own| {
        let mut parts = children(own).into_iter();
        src.text(own).starts_with('&') && parts.any(|part| part.kind() == "mutable_specifier")
    })
}

/// What has the value of the expression, parentheses aside.
fn user(node: Node<'_>) -> Option<Node<'_>> {
    let mut user = node.parent()?;
    while user.kind() == "parenthesized_expression" {
        user = user.parent()?;
    }
    Some(user)
}

fn is_receiver(node: Node) -> bool {
    let function = user(node).filter(|user| user.kind() == "field_expression");
    let call = function.and_then(|function| function.parent());
    call.and_then(callee)
        .is_some_and(|called| Some(called.id()) == function.map(|f| f.id()))
}

/// The name stands somewhere by itself, `f(p)`, `for x in p`, where what `user` binds is known: what is behind it
/// may be changed by another name.
fn is_handed_on(src: &Source, user: Node, name: &str, is_read_by: ReadBy) -> bool {
    let scope = match user.kind() {
        "let_declaration" => user.parent(),
        "let_condition" => conditional(user),
        _ => Some(user),
    };
    let mut stack = vec![scope.unwrap_or(user)];
    while let Some(node) = stack.pop() {
        let named = node.kind() == "identifier" && src.text(node) == name;
        if named && stands_alone(src, node, is_read_by) {
            return true;
        }
        stack.extend(children(node));
    }
    false
}

/// The `if` or `while` that a `let` in a condition is of.
fn conditional(condition: Node<'_>) -> Option<Node<'_>> {
    let mut at = condition.parent()?;
    while !matches!(at.kind(), "if_expression" | "while_expression") {
        at = at.parent()?;
    }
    Some(at)
}

/// The name is neither bound here, nor a part of a place or of a computation, nor read by what is called.
fn stands_alone(src: &Source, node: Node, is_read_by: ReadBy) -> bool {
    let Some(user) = user(node) else {
        return true;
    };
    let is = |part: &str| field(user, part).is_some_and(|n| n.id() == node.id());
    match user.kind() {
        "field_expression"
        | "index_expression"
        | "unary_expression"
        | "binary_expression"
        | "reference_expression"
        | "type_cast_expression"
        | "token_tree" => false,
        "compound_assignment_expr" | "assignment_expression" => !is("left"),
        "let_declaration" | "for_expression" => !is("pattern"),
        "arguments" => !is_read_by(src, user, node),
        kind => !kind.ends_with("_pattern"),
    }
}
