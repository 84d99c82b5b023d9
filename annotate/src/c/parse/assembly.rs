//! Assembly of GNU C: `__asm__ volatile ("..." : outputs : inputs : clobbers : labels)`.

use tree_sitter::Node;

use crate::c::parse::source::{Source, any, children, field};

/// It has no instruction: a barrier for the compiler.
pub(in crate::c) fn is_empty(src: &Source, node: Node) -> bool {
    let code = field(node, "assembly_code");
    code.is_some_and(|code| {
        !any(code, &|part| {
            part.kind() == "string_content" && !src.text(part).trim().is_empty()
        })
    })
}

/// It may touch any memory: it says so, or has no operands to say less.
pub(in crate::c) fn touches_all(src: &Source, node: Node) -> bool {
    let clobbers = field(node, "clobbers").map_or(Vec::new(), children);
    let memory = clobbers
        .into_iter()
        .any(|name| src.text(name).contains("memory"));
    let bare = ["output_operands", "input_operands", "clobbers"];
    let bare = bare.iter().all(|part| field(node, part).is_none());
    !is_empty(src, node) && (memory || bare)
}

fn operands<'t>(node: Node<'t>, of: &str) -> impl Iterator<Item = Node<'t>> {
    field(node, of).map_or(Vec::new(), children).into_iter()
}

/// The values that it is given.
pub(in crate::c) fn inputs(node: Node) -> impl Iterator<Item = Node> {
    operands(node, "input_operands").filter_map(|operand| field(operand, "value"))
}

/// The places that it sets, and whether it does so without a look at what they were.
pub(in crate::c) fn outputs<'t>(src: &Source, node: Node<'t>) -> Vec<(bool, Node<'t>)> {
    let all = operands(node, "output_operands");
    let all = all.filter_map(|operand| {
        let constraint = src.text(field(operand, "constraint")?);
        Some((constraint.starts_with("\"="), field(operand, "value")?))
    });
    all.collect()
}

/// The labels that it may go to.
pub(in crate::c) fn labels(node: Node) -> impl Iterator<Item = Node> {
    operands(node, "goto_labels")
}

/// What assembly calls an operand, or a label that it goes to, by what the name stands in.
pub(in crate::c) fn is_label(node: Node, parent: Node) -> bool {
    parent.kind() == "gnu_asm_goto_list"
        || (parent.kind().starts_with("gnu_asm_") && field(parent, "symbol") == Some(node))
}
