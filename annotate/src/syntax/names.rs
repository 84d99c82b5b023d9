//! Which names a piece of code uses and binds.
//!
//! Resolution is by scope, not by type: `let`, patterns, closure parameters, loop variables
//! and match arms bind; paths, fields, methods, types, labels and macro names are not uses.
//! Identifiers in macro arguments count (they cannot be parsed), as do `{name}` in strings.

use std::collections::HashSet;

use tree_sitter::Node;

use crate::ir::Span;
use crate::syntax::rust::{Source, callee, children, field};

/// A name used in a piece of code and bound outside of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FreeName {
    /// The identifier, or `self`.
    pub name: String,
    /// Where it stands.
    pub spans: Vec<Span>,
    /// One of its places is inside a macro's arguments.
    pub in_macro: bool,
}

/// Deepest nesting that is looked into.
const DEPTH: usize = 400;

/// Names that `node` uses and that are bound outside of it, in order of first use.
#[must_use]
pub fn free_names(src: &Source, node: Node) -> Vec<FreeName> {
    let mut walker = Walker {
        src,
        scopes: vec![HashSet::new()],
        found: Vec::new(),
        depth: 0,
        in_macro: false,
    };
    walker.visit(node);
    walker.found
}

/// Names that a pattern binds, with their places.
#[must_use]
pub fn pattern_names(src: &Source, pattern: Node) -> Vec<(String, Span)> {
    let mut bound = Bound {
        src,
        always: binds_always(pattern),
        list: Vec::new(),
    };
    bound.collect(pattern, 0);
    bound.list
}

/// True for patterns of `let`, `for` and parameters: every name in them is a new one, `N` too.
fn binds_always(pattern: Node) -> bool {
    let mut node = Some(pattern);
    while let Some(at) = node {
        match at.kind() {
            "let_declaration" => return field(at, "alternative").is_none(),
            "for_expression" | "parameters" | "closure_parameters" => return true,
            "match_arm" | "let_condition" | "block" => return false,
            _ => node = at.parent(),
        }
    }
    false
}

/// Names that a pattern binds.
struct Bound<'s> {
    src: &'s Source,
    always: bool,
    list: Vec<(String, Span)>,
}

impl Bound<'_> {
    fn all(&mut self, nodes: Vec<Node>, depth: usize) {
        nodes.into_iter().for_each(|node| self.collect(node, depth));
    }

    fn collect(&mut self, node: Node, depth: usize) {
        if depth > DEPTH {
            return;
        }
        match node.kind() {
            "identifier" | "shorthand_field_identifier" => {
                let name = self.src.text(node);
                // Where a pattern may fail, an upper-case name is a constant or a variant.
                if self.always || !name.starts_with(|c: char| c.is_ascii_uppercase()) {
                    self.list.push((name.to_owned(), node.byte_range()));
                }
            }
            // What stands behind the `if` of an arm binds nothing.
            "match_pattern" => {
                let condition = field(node, "condition").map(|c| c.id());
                let mut parts = children(node);
                parts.retain(|part| Some(part.id()) != condition);
                self.all(parts, depth + 1);
            }
            "scoped_identifier" | "type_identifier" | "field_identifier" => {}
            "tuple_struct_pattern" | "struct_pattern" => {
                let skip = field(node, "type").map(|t| t.id());
                let mut parts = children(node);
                parts.retain(|part| Some(part.id()) != skip);
                self.all(parts, depth + 1);
            }
            "parameter" => self.all(field(node, "pattern").into_iter().collect(), depth + 1),
            "field_pattern" => match field(node, "pattern") {
                Some(pattern) => self.collect(pattern, depth + 1),
                None => self.all(children(node), depth + 1),
            },
            _ => self.all(children(node), depth + 1),
        }
    }
}

/// The names and numbers in a type, or in other code.
pub(crate) fn words(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|c: char| !(c.is_alphanumeric() || c == '_'));
    words.filter(|word| !word.is_empty())
}

/// Names of the constants and statics of a block: they hold in all of it.
pub(crate) fn item_names(src: &Source, block: Node) -> Vec<String> {
    let items = children(block).into_iter();
    items
        .filter(|item| matches!(item.kind(), "const_item" | "static_item"))
        .filter_map(|item| field(item, "name").map(|name| src.text(name).to_owned()))
        .collect()
}

struct Walker<'s> {
    src: &'s Source,
    scopes: Vec<HashSet<String>>,
    found: Vec<FreeName>,
    depth: usize,
    in_macro: bool,
}

impl Walker<'_> {
    fn bound(&self, name: &str) -> bool {
        self.scopes.iter().any(|scope| scope.contains(name))
    }

    fn use_name(&mut self, name: &str, span: Span) {
        if self.bound(name) {
            return;
        }
        let in_macro = self.in_macro;
        match self.found.iter_mut().find(|f| f.name == name) {
            Some(found) => {
                found.spans.push(span);
                found.in_macro |= in_macro;
            }
            None => self.found.push(FreeName {
                name: name.to_owned(),
                spans: vec![span],
                in_macro,
            }),
        }
    }

    fn bind(&mut self, pattern: Node) {
        for (name, _) in pattern_names(self.src, pattern) {
            self.bind_name(name);
        }
    }

    fn bind_name(&mut self, name: String) {
        if let Some(scope) = self.scopes.last_mut() {
            scope.insert(name);
        }
    }

    fn scoped(&mut self, visit: impl FnOnce(&mut Self)) {
        self.scopes.push(HashSet::new());
        visit(self);
        self.scopes.pop();
    }

    fn visit_field(&mut self, node: Node, name: &str) {
        if let Some(child) = field(node, name) {
            self.visit(child);
        }
    }

    fn visit_children(&mut self, node: Node) {
        children(node)
            .into_iter()
            .for_each(|child| self.visit(child));
    }

    fn visit(&mut self, node: Node) {
        self.depth += 1;
        if self.depth <= DEPTH {
            self.visit_kind(node);
        }
        self.depth -= 1;
    }

    fn visit_kind(&mut self, node: Node) {
        match node.kind() {
            "identifier" | "self" | "shorthand_field_identifier" => {
                self.use_name(self.src.text(node), node.byte_range());
            }
            "field_expression" => self.visit_field(node, "value"),
            "let_declaration" => {
                self.visit_field(node, "value");
                self.visit_field(node, "alternative");
                if let Some(pattern) = field(node, "pattern") {
                    self.bind(pattern);
                }
            }
            "block" => self.scoped(|w| {
                let items = item_names(w.src, node).into_iter();
                items.for_each(|name| w.bind_name(name));
                w.visit_children(node);
            }),
            "for_expression" => {
                self.visit_field(node, "value");
                self.scoped(|w| {
                    if let Some(pattern) = field(node, "pattern") {
                        w.bind(pattern);
                    }
                    w.visit_field(node, "body");
                });
            }
            "closure_expression" => self.scoped(|w| {
                if let Some(parameters) = field(node, "parameters") {
                    for parameter in children(parameters) {
                        w.bind(field(parameter, "pattern").unwrap_or(parameter));
                    }
                }
                w.visit_field(node, "body");
            }),
            "if_expression" | "while_expression" => self.scoped(|w| {
                w.visit_field(node, "condition");
                w.visit_field(node, "consequence");
                w.visit_field(node, "body");
                w.visit_field(node, "alternative");
            }),
            "let_condition" => {
                self.visit_field(node, "value");
                if let Some(pattern) = field(node, "pattern") {
                    self.bind(pattern);
                }
            }
            "match_arm" => self.scoped(|w| {
                if let Some(pattern) = field(node, "pattern") {
                    let parts = children(pattern);
                    let condition = field(pattern, "condition");
                    for part in parts
                        .into_iter()
                        .filter(|p| Some(p.id()) != condition.map(|c| c.id()))
                    {
                        w.bind(part);
                    }
                    if let Some(condition) = condition {
                        w.visit(condition);
                    }
                }
                w.visit_field(node, "value");
            }),
            "call_expression" => {
                if let Some(function) = callee(node)
                    && (function.kind() != "identifier" || self.bound(self.src.text(function)))
                {
                    self.visit(function);
                }
                self.visit_field(node, "arguments");
            }
            "struct_expression" => self.visit_field(node, "body"),
            "field_initializer" => self.visit_field(node, "value"),
            "shorthand_field_initializer" => self.visit_children(node),
            "macro_invocation" => {
                let before = std::mem::replace(&mut self.in_macro, true);
                children(node)
                    .into_iter()
                    .filter(|c| c.kind() == "token_tree")
                    .for_each(|c| self.visit_tokens(c));
                self.in_macro = before;
            }
            "type_cast_expression" => self.visit_field(node, "value"),
            "generic_function" | "scoped_identifier" | "type_identifier" | "primitive_type"
            | "generic_type" | "function_item" | "struct_item" | "impl_item"
            | "use_declaration" | "const_item" | "static_item" | "attribute_item" | "label"
            | "lifetime" | "reference_type" | "array_type" | "type_arguments" => {}
            _ => self.visit_children(node),
        }
    }

    fn visit_tokens(&mut self, node: Node) {
        if self.depth > DEPTH {
            return;
        }
        self.depth += 1;
        // `println!("{v}", v = x)` names an argument: `v` is none of ours in here.
        let named = self.named_arguments(node);
        self.scopes.push(named);
        self.visit_token_list(node);
        self.scopes.pop();
        self.depth -= 1;
    }

    /// Names before a single `=` at the top level of a macro's tokens.
    fn named_arguments(&self, node: Node) -> HashSet<String> {
        let mut cursor = node.walk();
        let tokens: Vec<Node> = node.children(&mut cursor).collect();
        let named = tokens.windows(3).filter(|w| {
            w[1].kind() == "identifier" && self.src.text(w[0]) == "," && self.src.text(w[2]) == "="
        });
        named.map(|w| self.src.text(w[1]).to_owned()).collect()
    }

    fn visit_token_list(&mut self, node: Node) {
        let mut cursor = node.walk();
        let mut before = "";
        for child in node.children(&mut cursor) {
            let text = self.src.text(child);
            match child.kind() {
                "identifier" | "self" => {
                    let after = self
                        .src
                        .text
                        .get(child.end_byte()..)
                        .unwrap_or("")
                        .trim_start();
                    let called = after.starts_with('!')
                        || after.starts_with("::")
                        || (after.starts_with('(') && before == ".");
                    if !matches!(before, "." | "::") && !called {
                        self.use_name(text, child.byte_range());
                    }
                }
                "string_literal" => self.visit_format(child),
                "token_tree" => self.visit_tokens(child),
                _ => {}
            }
            before = text;
        }
    }

    /// `{name}` and `{name:..}` in a format string.
    fn visit_format(&mut self, node: Node) {
        let text = self.src.text(node).to_owned();
        let base = node.start_byte();
        let mut at = 0;
        while let Some(open) = text[at..].find('{').map(|n| n + at) {
            let name: String = text[open + 1..]
                .chars()
                .take_while(|c| c.is_alphanumeric() || *c == '_')
                .collect();
            let end = open + 1 + name.len();
            let closes = text[end..].starts_with('}') || text[end..].starts_with(':');
            if closes && name.starts_with(|c: char| c.is_alphabetic() || c == '_') {
                self.use_name(&name, base + open + 1..base + end);
            }
            at = open + 1;
        }
    }
}
