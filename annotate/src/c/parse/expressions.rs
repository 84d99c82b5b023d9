//! Small questions about expressions: a node or a place's text in, what it goes through or ends with out.

use tree_sitter::Node;

use crate::c::parse::source::{Source, any, field};

/// `p->u` of `p`.
pub(in crate::c) fn whole_place(node: Node) -> Node {
    let mut at = node;
    while let Some(parent) = at.parent() {
        if parent.kind() != "field_expression" || field(parent, "argument") != Some(at) {
            break;
        }
        at = parent;
    }
    at
}

/// The member that a place ends with.
pub(in crate::c) fn last(name: &str) -> Option<&str> {
    let at = name.rfind(['.', '>'])?;
    Some(&name[at + 1..])
}

/// What an expression goes through.
pub(in crate::c) fn gone_through<'t>(src: &Source, node: Node<'t>) -> Option<Node<'t>> {
    let operator = field(node, "operator").map_or("", |operator| src.text(operator));
    let through = match node.kind() {
        "subscript_expression" => true,
        "pointer_expression" => operator != "&",
        "field_expression" => operator == "->",
        _ => false,
    };
    field(node, "argument").filter(|_| through)
}

/// A part that is evaluated under a condition, or never.
pub(in crate::c) fn is_left_out(src: &Source, node: Node, part: Node) -> bool {
    let is = |name: &str| field(node, name) == Some(part);
    let operator = field(node, "operator").map_or("", |operator| src.text(operator));
    match node.kind() {
        "binary_expression" => is("right") && matches!(operator, "&&" | "||"),
        "conditional_expression" | "if_statement" | "while_statement" | "switch_statement" => {
            !is("condition")
        }
        "for_statement" => !is("initializer") && !is("condition"),
        _ => false,
    }
}

pub(in crate::c) fn without_blanks(text: &str) -> String {
    text.split_whitespace().collect()
}

/// A clause's expression changes something.
pub(in crate::c) fn has_effect(parsed: &Source) -> bool {
    any(parsed.tree.root_node(), &|node| {
        matches!(node.kind(), "assignment_expression" | "update_expression")
    })
}
