//! Items of a file by name: an index, made once.

use std::collections::{HashMap, HashSet};

use tree_sitter::Node;

use crate::ir::Span;
use crate::syntax::names::words;
use crate::syntax::rust::{Source, children, field};

/// Kind and place of the items of each name, at the top of the file and in its modules. Of several of one kind
/// the one that stands last.
#[derive(Debug, Default)]
pub(crate) struct Items {
    named: HashMap<String, Vec<(String, Span)>>,
    /// Statics, those in functions among them, and what `thread_local!` declares.
    statics: Vec<Span>,
    /// Words of what it takes in from its own package.
    imported: HashSet<String>,
    /// Macros that it defines, and names that it takes in from elsewhere than the standard library.
    macros: HashSet<String>,
    /// Words of macros that implement traits, and of calls of macros beside items.
    implemented: HashSet<String>,
}

impl Items {
    /// Those of a file.
    pub(crate) fn of(src: &Source) -> Items {
        let mut items = Items::default();
        let mut stack = vec![src.tree.root_node()];
        while let Some(node) = stack.pop() {
            if let Some(name) = field(node, "name") {
                let named = items.named.entry(src.text(name).to_owned()).or_default();
                if named.iter().all(|(kind, _)| kind != node.kind()) {
                    named.push((node.kind().to_owned(), node.byte_range()));
                }
            }
            if matches!(node.kind(), "source_file" | "mod_item" | "declaration_list") {
                stack.extend(children(node));
            }
        }
        items.statics = statics(src);
        items.imported = imported(src);
        items.macros = macros(src);
        items.implemented = implemented(src);
        items
    }

    /// Where the item of that kind and name stands.
    fn get(&self, kind: &str, name: &str) -> Option<&Span> {
        let named = self.named.get(name)?.iter();
        named
            .filter(|(k, _)| *k == kind)
            .map(|(_, span)| span)
            .next()
    }
}

fn statics(src: &Source) -> Vec<Span> {
    let (mut found, mut stack) = (Vec::new(), vec![src.tree.root_node()]);
    while let Some(node) = stack.pop() {
        match node.kind() {
            "static_item" => found.push(node.byte_range()),
            "macro_invocation" if src.text(node).contains("thread_local!") => {
                found.push(node.byte_range());
            }
            _ => stack.extend(children(node)),
        }
    }
    found
}

fn imported(src: &Source) -> HashSet<String> {
    let own = |node: &Node| {
        let here = ["crate::", "super::", "self::"];
        let text = src.text(*node);
        node.kind() == "use_declaration" && here.iter().any(|path| text.contains(path))
    };
    let declarations = children(src.tree.root_node()).into_iter().filter(own);
    let names = declarations.flat_map(|node| words(src.text(node)));
    names.map(str::to_owned).collect()
}

fn macros(src: &Source) -> HashSet<String> {
    let (mut found, mut stack) = (HashSet::new(), vec![src.tree.root_node()]);
    while let Some(node) = stack.pop() {
        match node.kind() {
            "macro_definition" => found.extend(field(node, "name").map(|n| src.text(n).to_owned())),
            "use_declaration" => {
                let taken = field(node, "argument").filter(|path| !is_library(src.text(*path)));
                found.extend(taken.map_or_else(Vec::new, |path| names_taken(src, path)));
            }
            _ => stack.extend(children(node)),
        }
    }
    found
}

fn implemented(src: &Source) -> HashSet<String> {
    let (mut found, mut stack) = (HashSet::new(), vec![src.tree.root_node()]);
    while let Some(node) = stack.pop() {
        let text = src.text(node);
        match node.kind() {
            "macro_definition" if !text.contains("impl") => {}
            "macro_definition" | "macro_invocation" => found.extend(words(text).map(str::to_owned)),
            "source_file" | "mod_item" | "declaration_list" | "expression_statement" => {
                stack.extend(children(node));
            }
            _ => {}
        }
    }
    found
}

/// A macro may implement the trait of that name.
pub(crate) fn is_implemented_by_macro(src: &Source, name: &str) -> bool {
    src.items().implemented.contains(name)
}

/// The path begins in a library whose macros are known here.
fn is_library(path: &str) -> bool {
    let first = path.trim_start_matches("::").split("::").next();
    matches!(first, Some("std" | "core" | "alloc" | "ndarray"))
}

/// The names by which the file knows what a `use` takes in.
fn names_taken(src: &Source, path: Node) -> Vec<String> {
    let (mut found, mut stack) = (Vec::new(), vec![path]);
    while let Some(node) = stack.pop() {
        match node.kind() {
            "identifier" => found.push(src.text(node).to_owned()),
            "scoped_identifier" => stack.extend(field(node, "name")),
            "use_as_clause" => stack.extend(field(node, "alias")),
            "scoped_use_list" => stack.extend(field(node, "list")),
            _ => stack.extend(children(node)),
        }
    }
    found
}

/// The macro that is called by this path may be another one than that of the standard library, or of
/// `ndarray`, of its name.
pub(crate) fn is_own_macro(src: &Source, path: &str) -> bool {
    match path.contains("::") {
        true => !is_library(path),
        false => src.items().macros.contains(path),
    }
}

/// The file takes in something of this name from its own package.
pub(crate) fn is_imported(src: &Source, name: &str) -> bool {
    src.items().imported.contains(name)
}

/// The statics of the file, those in functions among them, and its `thread_local!`.
pub(crate) fn static_items(src: &Source) -> impl Iterator<Item = Node<'_>> {
    let root = src.tree.root_node();
    let all = src.items().statics.iter();
    all.filter_map(move |span| root.descendant_for_byte_range(span.start, span.end))
}

/// An item of this file by kind and name.
pub(crate) fn find_item<'s>(src: &'s Source, kind: &str, name: &str) -> Option<Node<'s>> {
    let span = src.items().get(kind, name)?;
    let root = src.tree.root_node();
    let mut node = root.descendant_for_byte_range(span.start, span.end)?;
    while node.kind() != kind || node.byte_range() != *span {
        node = node.parent()?;
    }
    Some(node)
}
