//! Looked-up indices: from the accesses of a task, those of which the index comes from elements, calls or
//! patterns, or goes as far as such. What they touch is hidden; that of all others the code shows, also where
//! analysis does not follow it.

use std::collections::{HashMap, HashSet};

use tree_sitter::Node;

use crate::ir::{Span, Use};

/// What the names are set to that code binds or assigns; `None`: the code does not show it.
pub(crate) type Values<'t> = HashMap<String, Vec<Option<Node<'t>>>>;

/// What differs from language to language.
pub(crate) trait Language<'t> {
    /// Notes what this node sets.
    fn note(&self, node: Node<'t>, values: &mut Values<'t>);

    /// The node looks something up by itself.
    fn looks_up(&self, node: Node<'t>, values: &Values<'t>) -> bool;

    /// The name that this node is.
    fn name(&self, node: Node<'t>) -> Option<&'t str>;
}

/// The spans of accesses in this code whose indices are looked up.
pub(crate) fn among<'t>(language: &impl Language<'t>, code: Node<'t>, uses: &[Use]) -> Vec<Span> {
    let wanted: HashSet<&Span> = uses.iter().flat_map(|u| &u.indices).collect();
    if wanted.is_empty() {
        return Vec::new();
    }
    let mut values = Values::new();
    let mut indices: HashMap<Span, Node> = HashMap::new();
    each(code, &mut |node| {
        if wanted.contains(&node.byte_range()) {
            indices.entry(node.byte_range()).or_insert(node);
        }
        language.note(node, &mut values);
        true
    });
    let hidden = hidden(language, &values);
    let is_hidden = |at: &Span| {
        let index = indices.get(at);
        let names = index.and_then(|index| names(language, *index, &values));
        names.is_none_or(|names| names.iter().any(|name| hidden.contains(name)))
    };
    let looked_up = uses.iter().filter(|u| u.indices.iter().any(is_hidden));
    looked_up.map(|u| u.span.clone()).collect()
}

/// The names whose values are looked up, or made of such.
fn hidden<'v, 't: 'v>(language: &impl Language<'t>, values: &'v Values<'t>) -> HashSet<&'v str> {
    let mut left = Vec::new();
    let mut made_of: HashMap<&str, Vec<&str>> = HashMap::new();
    for (name, each) in values {
        for value in each {
            match value.and_then(|value| names(language, value, values)) {
                None => left.push(name.as_str()),
                Some(parts) => {
                    (parts.into_iter()).for_each(|part| made_of.entry(part).or_default().push(name))
                }
            }
        }
    }
    let mut hidden = HashSet::new();
    while let Some(name) = left.pop() {
        if hidden.insert(name) {
            left.extend(made_of.get(name).into_iter().flatten());
        }
    }
    hidden
}

/// The names in an expression; `None`: it looks something up.
fn names<'t>(
    language: &impl Language<'t>,
    expression: Node<'t>,
    values: &Values<'t>,
) -> Option<Vec<&'t str>> {
    let mut names = Vec::new();
    let mut looks_up = false;
    each(expression, &mut |node| {
        looks_up |= language.looks_up(node, values);
        names.extend(language.name(node));
        !looks_up
    });
    (!looks_up).then_some(names)
}

/// Visits a tree's nodes, those within a node where `visit` says so.
fn each<'t>(root: Node<'t>, visit: &mut impl FnMut(Node<'t>) -> bool) {
    let mut stack = vec![root];
    let mut cursor = root.walk();
    while let Some(node) = stack.pop() {
        if visit(node) {
            stack.extend(node.named_children(&mut cursor));
        }
    }
}
