//! What looks something up in an index of Rust: elements, calls, patterns.

use tree_sitter::Node;

use crate::lower::{integers, listed};
use crate::syntax::looked_up::{Language, Values};
use crate::syntax::names::pattern_names;
use crate::syntax::rust::{Source, callee, children, field};

/// Methods of ranges that give some of the same numbers, and what is no element of an array either.
const OF_RANGES: [&str; 3] = ["rev", "step_by", "len"];

/// Indices in Rust.
pub(super) struct Rust<'t>(pub(super) &'t Source);

impl<'t> Language<'t> for Rust<'t> {
    fn note(&self, node: Node<'t>, values: &mut Values<'t>) {
        let part = |name| field(node, name);
        let mut bind = |pattern: Node<'t>, value: Option<Node<'t>>| {
            for (name, _) in pattern_names(self.0, pattern) {
                values.entry(name).or_default().push(value);
            }
        };
        let (place, value) = match node.kind() {
            "let_declaration" => {
                let value = part("value");
                let pattern = part("pattern").filter(|_| value.is_some());
                return pattern.into_iter().for_each(|p| bind(p, value));
            }
            // What runs neither through a range nor a list that is written out runs through elements.
            "for_expression" | "let_condition" => {
                let Some((pattern, value)) = part("pattern").zip(part("value")) else {
                    return;
                };
                let range = Some(value).filter(|v| self.0.text(*v).contains(".."));
                return match listed::shown(self.0, value) {
                    Some(items) => items.into_iter().for_each(|item| bind(pattern, Some(item))),
                    None => bind(pattern, range.filter(|_| node.kind() == "for_expression")),
                };
            }
            "match_pattern" => return bind(node, None),
            "closure_parameters" => {
                let items = node.parent().and_then(|at| listed::called_with(self.0, at));
                return children(node).into_iter().for_each(|p| match &items {
                    Some(items) => items.iter().for_each(|item| bind(p, Some(*item))),
                    None => bind(p, None),
                });
            }
            "assignment_expression" | "compound_assignment_expr" => (part("left"), part("right")),
            "reference_expression" if is_mutable(node) => (part("value"), None),
            _ => return,
        };
        if let Some(place) = place {
            let set = values.entry(self.0.text(place).to_owned()).or_default();
            set.push(value);
            set.extend(ends_around(node).map(Some));
        }
    }

    fn looks_up(&self, node: Node<'t>, values: &Values<'t>) -> bool {
        match node.kind() {
            "index_expression" if is_listed(self.0, node) => false,
            "index_expression" | "macro_invocation" | "closure_expression" | "await_expression" => {
                true
            }
            "call_expression" => {
                let method = callee(node).and_then(|f| field(f, "field"));
                let shown = |m| OF_RANGES.contains(&m) || integers::is_of_numbers(m);
                !method.is_some_and(|m| shown(self.0.text(m)))
            }
            // A part of what the code binds: of an element.
            "field_expression" => {
                let is_method = node.parent().is_some_and(|call| callee(call) == Some(node));
                let root = self.0.text(node).split('.').next().unwrap_or_default();
                !is_method && values.contains_key(root)
            }
            _ => false,
        }
    }

    fn name(&self, node: Node<'t>) -> Option<&'t str> {
        (node.kind() == "identifier").then(|| self.0.text(node))
    }
}

/// The conditions of the loops around, which end what a variable counts.
fn ends_around<'t>(node: Node<'t>) -> impl Iterator<Item = Node<'t>> {
    let around = std::iter::successors(node.parent(), Node::parent);
    let loops = around.filter(|n| n.kind() == "while_expression");
    loops.filter_map(|n| field(n, "condition"))
}

/// `list[k]` of a list that is written out.
fn is_listed(src: &Source, element: Node) -> bool {
    let list = children(element).first().copied();
    list.is_some_and(|list| listed::shown(src, list).is_some())
}

fn is_mutable(reference: Node) -> bool {
    let mut cursor = reference.walk();
    let mut parts = reference.children(&mut cursor);
    parts.any(|c| c.kind() == "mutable_specifier")
}
