//! Names in code: a node in, the identifiers that stand for variables out, also those that macros stand for.

use std::collections::HashSet;

use tree_sitter::Node;

use crate::c::parse::assembly;
use crate::c::parse::source::{Macro, Source, children, words};
use crate::ir::Task;

/// The statement of a task.
pub(in crate::c) fn statement<'s>(src: &'s Source, task: &Task) -> Option<Node<'s>> {
    let mut node = src.over(&task.stmt);
    while node.byte_range() != task.stmt {
        node = src.parent(node)?;
    }
    Some(node)
}

/// Identifiers in `node` that stand for variables, by name and place.
pub(in crate::c) fn identifiers<'s>(src: &'s Source, node: Node<'s>) -> Vec<(&'s str, Node<'s>)> {
    let mut list = Vec::new();
    let mut stack = vec![(node, src.parent(node))];
    while let Some((node, parent)) = stack.pop() {
        let is_label = || parent.is_some_and(|parent| assembly::is_label(node, parent));
        if node.kind() == "identifier" && !is_label() {
            list.push((src.text(node), node));
        }
        stack.extend(children(node).into_iter().map(|child| (child, Some(node))));
    }
    list.sort_by_key(|(_, node)| node.start_byte());
    list
}

/// Names that stand for variables in `node`, also in the macros of the file that it names; not those that
/// a macro has for its arguments.
pub(in crate::c) fn all_names(src: &Source, node: Node) -> HashSet<String> {
    through_macros(src, names_in(src, node))
}

/// Names, and those that macros among them stand for.
pub(in crate::c) fn through_macros(src: &Source, mut wanted: Vec<String>) -> HashSet<String> {
    let mut names = HashSet::new();
    while let Some(name) = wanted.pop() {
        let words = src.macros.get(&name).map_or_else(Vec::new, named_by);
        if names.insert(name) {
            wanted.extend(words);
        }
    }
    names
}

/// What a macro names, besides its arguments.
pub(in crate::c) fn named_by(found: &Macro) -> Vec<String> {
    let is_own = |word: &str| found.parameters.iter().flatten().any(|p| p == word);
    let named = words(&found.value).filter(|word| !is_own(word));
    named.map(str::to_owned).collect()
}

/// `__typeof__(x)`, which is one word for the parser, or a type that stands in for it.
pub(in crate::c) fn is_measure(node: Node, text: &str) -> bool {
    let kinds = ["identifier", "type_identifier", "struct_specifier"];
    kinds.contains(&node.kind()) && text.trim_start_matches('_').starts_with("typeof")
}

pub(in crate::c) fn names_in(src: &Source, node: Node) -> Vec<String> {
    let (mut names, mut stack) = (Vec::new(), vec![node]);
    while let Some(node) = stack.pop() {
        let text = || src.text(node);
        match node.kind() {
            _ if is_measure(node, text()) => names.extend(words(text()).map(str::to_owned)),
            "identifier" => names.push(text().to_owned()),
            _ => stack.extend(children(node)),
        }
    }
    names
}
