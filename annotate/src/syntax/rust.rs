//! A parsed Rust file, and small questions about its nodes.

use std::path::{Path, PathBuf};

use tree_sitter::{Node, Parser, Tree};

use crate::ir::Span;

/// A source file with its syntax tree.
#[derive(Debug)]
pub struct Source {
    /// Name for people and for emitted source positions.
    pub path: PathBuf,
    /// The text.
    pub text: String,
    /// Its tree; erroneous source has `ERROR` nodes in it.
    pub tree: Tree,
}

/// Parses a file; `None` only if the parser gives up (it has no time limit, so it does not).
#[must_use]
pub fn parse(path: &Path, text: String) -> Option<Source> {
    let mut parser = Parser::new();
    parser.set_language(&tree_sitter_rust::LANGUAGE.into()).ok()?;
    let tree = parser.parse(&text, None)?;
    Some(Source { path: path.to_owned(), text, tree })
}

impl Source {
    /// The text of a node.
    #[must_use]
    pub fn text(&self, node: Node) -> &str {
        self.slice(&node.byte_range())
    }

    /// The text of a span; empty when it is none of this file.
    #[must_use]
    pub fn slice(&self, span: &Span) -> &str {
        self.text.get(span.clone()).unwrap_or("")
    }

    /// The line (1-based) of a byte.
    #[must_use]
    pub fn line(&self, byte: usize) -> usize {
        1 + self.text.as_bytes()[..byte.min(self.text.len())].iter().filter(|&&b| b == b'\n').count()
    }

    /// The white space that the line of `byte` begins with.
    #[must_use]
    pub fn indent(&self, byte: usize) -> &str {
        let start = self.text[..byte].rfind('\n').map_or(0, |n| n + 1);
        let line = &self.text[start..];
        &line[..line.len() - line.trim_start_matches([' ', '\t']).len()]
    }
}

/// Named children, comments left out.
#[must_use]
pub fn children<'t>(node: Node<'t>) -> Vec<Node<'t>> {
    let mut cursor = node.walk();
    node.named_children(&mut cursor).filter(|n| !is_comment(*n)).collect()
}

/// True for comments.
#[must_use]
pub fn is_comment(node: Node) -> bool {
    matches!(node.kind(), "line_comment" | "block_comment")
}

/// The expression inside parentheses and expression statements.
#[must_use]
pub fn peel(node: Node) -> Node {
    let mut node = node;
    while matches!(node.kind(), "parenthesized_expression" | "expression_statement") {
        match children(node).first() {
            Some(inner) => node = *inner,
            None => break,
        }
    }
    node
}

/// A named field, comments aside.
#[must_use]
pub fn field<'t>(node: Node<'t>, name: &str) -> Option<Node<'t>> {
    node.child_by_field_name(name)
}

/// The attributes directly before a statement or item, nearest last.
#[must_use]
pub fn attributes<'t>(node: Node<'t>) -> Vec<Node<'t>> {
    let mut list = Vec::new();
    let mut at = node.prev_named_sibling();
    while let Some(before) = at {
        match before.kind() {
            "attribute_item" => list.push(before),
            _ if is_comment(before) => {}
            _ => break,
        }
        at = before.prev_named_sibling();
    }
    list.reverse();
    list
}

/// `a` or `self.u`: a name that a view can stand for, as text without white space.
#[must_use]
pub fn place_name(src: &Source, node: Node) -> Option<String> {
    match node.kind() {
        "identifier" | "self" => Some(src.text(node).to_owned()),
        "field_expression" => {
            let value = field(node, "value")?;
            let base = place_name(src, value)?;
            (base == "self" || base.starts_with("self.")).then(|| format!("{base}.{}", field(node, "field").map_or("", |f| src.text(f))))
        }
        "parenthesized_expression" => place_name(src, peel(node)),
        _ => None,
    }
}

/// The identifier that emitted code uses for a place: `self.u` is `self_u`.
#[must_use]
pub fn binding_of(name: &str) -> String {
    match name {
        "self" => "self_".to_owned(),
        _ => name.replace('.', "_"),
    }
}
