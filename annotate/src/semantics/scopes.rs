//! Where a name is bound: the binder of each use, found from the syntax tree.

use tree_sitter::Node;

use crate::ir::Span;
use crate::syntax::names::pattern_names;
use crate::syntax::rust::{Source, children, field, peel};

/// What binds a name.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Binder<'t> {
    /// A `let` declaration.
    Let(Node<'t>),
    /// A parameter of the function, `self` included.
    Parameter(Node<'t>),
    /// A `for` loop.
    For(Node<'t>),
    /// `if let`, `while let`, a match arm or a closure's parameter: the node whose scope it is.
    Other(Node<'t>),
}

impl<'t> Binder<'t> {
    /// The node that binds.
    pub(crate) fn node(&self) -> Node<'t> {
        match self {
            Binder::Let(n) | Binder::Parameter(n) | Binder::For(n) | Binder::Other(n) => *n,
        }
    }

    /// True when the binding is inside `span`.
    pub(crate) fn is_in(&self, span: &Span) -> bool {
        let node = self.node();
        !matches!(self, Binder::Parameter(_))
            && node.start_byte() >= span.start
            && node.end_byte() <= span.end
    }
}

/// The node of exactly this span, the outermost one.
pub(crate) fn node_at<'s>(src: &'s Source, span: &Span) -> Option<Node<'s>> {
    let mut node = src
        .tree
        .root_node()
        .descendant_for_byte_range(span.start, span.end)?;
    while let Some(parent) = node.parent().filter(|p| p.byte_range() == *span) {
        node = parent;
    }
    Some(node)
}

pub(crate) fn binds(src: &Source, pattern: Option<Node>, name: &str) -> bool {
    pattern.is_some_and(|p| pattern_names(src, p).iter().any(|(n, _)| n == name))
}

/// The name there is borrowed as it is, `&name`: where a body has a reference by that name, it is the reference.
pub(crate) fn is_borrowed(src: &Source, name: &Span) -> bool {
    let around = node_at(src, name).and_then(|node| node.parent());
    around.is_some_and(|around| around.kind() == "reference_expression")
}

/// What the name there leads to is used, `*name`.
pub(crate) fn is_gone_through(src: &Source, name: &Span) -> bool {
    let around = node_at(src, name).and_then(|node| node.parent());
    around.is_some_and(|at| at.kind() == "unary_expression" && src.text(at).starts_with('*'))
}

/// A place stands for its value: no part of it is named, it is not borrowed, and not called.
pub(crate) fn is_used_by_value(src: &Source, place: Node) -> bool {
    let mut node = place;
    while let Some(around) = node
        .parent()
        .filter(|p| p.kind() == "parenthesized_expression")
    {
        node = around;
    }
    node.parent().is_some_and(|parent| match parent.kind() {
        "field_expression" | "reference_expression" | "token_tree" => false,
        "unary_expression" => !src.text(parent).starts_with('*'),
        "index_expression" => parent.named_child(0) != Some(node),
        "call_expression" => field(parent, "function") != Some(node),
        _ => true,
    })
}

/// What binds `name` for code at `at`; `None` for items, constants and unknown names.
pub(crate) fn binder<'t>(src: &'t Source, at: Node<'t>, name: &str) -> Option<Binder<'t>> {
    let mut inner = at;
    while let Some(outer) = inner.parent() {
        if let Some(found) = bound_by(src, outer, inner, name) {
            return Some(found);
        }
        if outer.kind() == "function_item" {
            return None;
        }
        inner = outer;
    }
    None
}

/// What `outer` binds for its child `inner`.
fn bound_by<'t>(
    src: &'t Source,
    outer: Node<'t>,
    inner: Node<'t>,
    name: &str,
) -> Option<Binder<'t>> {
    let is = |part: &str| field(outer, part).is_some_and(|n| n.id() == inner.id());
    match outer.kind() {
        "block" => {
            let at = (outer, inner.start_byte());
            src.bound().by_let(src, at, name).map(Binder::Let)
        }
        "for_expression" if is("body") => {
            binds(src, field(outer, "pattern"), name).then_some(Binder::For(outer))
        }
        "if_expression" if is("consequence") => {
            conditions(src, field(outer, "condition")?, name).then_some(Binder::Other(outer))
        }
        "while_expression" if is("body") => {
            conditions(src, field(outer, "condition")?, name).then_some(Binder::Other(outer))
        }
        "match_arm" => binds(src, field(outer, "pattern"), name).then_some(Binder::Other(outer)),
        "closure_expression" if is("body") => {
            binds(src, field(outer, "parameters"), name).then_some(Binder::Other(outer))
        }
        "function_item" => {
            let found = src.bound().parameter(src, outer, name);
            found.map(Binder::Parameter)
        }
        _ => None,
    }
}

/// Whether a condition's `let`s bind the name.
fn conditions(src: &Source, condition: Node, name: &str) -> bool {
    match condition.kind() {
        "let_condition" => binds(src, field(condition, "pattern"), name),
        "let_chain" | "binary_expression" => children(condition)
            .into_iter()
            .any(|c| conditions(src, c, name)),
        _ => false,
    }
}

/// The part of a `let`'s value that `name` gets: element by element for tuples.
pub(crate) fn initialiser<'t>(src: &Source, declaration: Node<'t>, name: &str) -> Option<Node<'t>> {
    let (pattern, value) = (
        field(declaration, "pattern")?,
        peel(field(declaration, "value")?),
    );
    if pattern.kind() == "tuple_pattern" && value.kind() == "tuple_expression" {
        let parts = children(pattern);
        let at = parts
            .iter()
            .position(|p| pattern_names(src, *p).iter().any(|(n, _)| n == name))?;
        let values = children(value);
        return if values.len() == parts.len() {
            values.get(at).copied()
        } else {
            None
        };
    }
    (pattern.kind() == "identifier").then_some(value)
}
