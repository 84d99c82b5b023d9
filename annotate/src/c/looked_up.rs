//! What looks something up in an index of C: elements, what pointers lead to, calls, macros.

use tree_sitter::Node;

use super::syntax::{Source, changed_by, declared_name, field, set_by};
use crate::syntax::looked_up::{Language, Values};

/// Functions of the standard library that only compute.
const COMPUTE: [&str; 4] = ["abs", "labs", "llabs", "imaxabs"];

/// Indices in C.
pub(super) struct C<'t>(pub(super) &'t Source);

impl<'t> Language<'t> for C<'t> {
    fn note(&self, node: Node<'t>, values: &mut Values<'t>) {
        let (place, value) = match set_by(node) {
            Some((place, value)) => (Some(place), Some(value)),
            None if self.is_by(node, '&') => (field(node, "argument"), None),
            None => (changed_by(node), None),
        };
        let Some(place) = place else {
            return;
        };
        let name = declared_name(self.0, place);
        let name = name.unwrap_or_else(|| self.0.text(place).to_owned());
        let set = values.entry(name).or_default();
        if node.kind() != "update_expression" {
            set.push(value);
        }
        if node.kind() != "init_declarator" {
            set.extend(ends_around(node).map(Some));
        }
    }

    fn looks_up(&self, node: Node<'t>, _: &Values<'t>) -> bool {
        match node.kind() {
            "identifier" => self.0.macros.contains_key(self.0.text(node)),
            "subscript_expression" => true,
            "pointer_expression" => self.is_by(node, '*'),
            "field_expression" => self.0.text(node).contains("->"),
            "call_expression" => {
                let function = field(node, "function").map(|f| self.0.text(f));
                !function.is_some_and(|name| COMPUTE.contains(&name))
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
    around.filter_map(|n| match n.kind() {
        "for_statement" | "while_statement" | "do_statement" => field(n, "condition"),
        _ => None,
    })
}

impl C<'_> {
    fn is_by(&self, node: Node, operator: char) -> bool {
        node.kind() == "pointer_expression" && self.0.text(node).starts_with(operator)
    }
}
