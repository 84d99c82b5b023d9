//! The text of a setter's call: the assignment that the method is, with the arguments in it.

use tree_sitter::Node;

use crate::expand::scope::Scope;
use crate::expand::write::text;
use crate::syntax::rust::{Source, children, field, peel};

/// The callee's last statement is one.
pub(super) fn is_assignment(node: Node) -> bool {
    matches!(
        node.kind(),
        "assignment_expression" | "compound_assignment_expr"
    )
}

/// What the assignment is at the call.
pub(super) fn assignment<'t>(src: &'t Source, node: Node<'t>, scope: &Scope<'t>) -> Option<String> {
    let (left, right) = (field(node, "left")?, field(node, "right")?);
    let operator = match node.kind() {
        "compound_assignment_expr" => src.text(field(node, "operator")?),
        _ => "=",
    };
    // What a parameter stands for is no place to write to.
    if peel(left).kind() == "identifier" {
        return None;
    }
    let value = text(src, right, Some(scope))?;
    if let Some((array, index)) = in_an_element(src, peel(left), scope)? {
        // The index may read from the element, which is borrowed as mutable once the place is entered.
        return Some(format!(
            "{{ let hp5_at = {index}; {array}[hp5_at] {operator} {value}; }}"
        ));
    }
    let place = text(src, left, Some(scope))?;
    Some(format!("{place} {operator} {value}"))
}

/// The array and the index of a place that is reached through an element of another, `layers[k].d[i * layers[k].w]`,
/// where the index has more than names.
fn in_an_element<'t>(
    src: &'t Source,
    place: Node<'t>,
    scope: &Scope<'t>,
) -> Option<Option<(String, String)>> {
    let receiver = scope.receiver.as_deref().filter(|r| r.contains('['));
    let [array, index] = children(place)[..] else {
        return Some(None);
    };
    if place.kind() != "index_expression" || receiver.is_none() {
        return Some(None);
    }
    let (array, index) = (
        text(src, array, Some(scope))?,
        text(src, index, Some(scope))?,
    );
    let reads = index.contains('[') && array.contains('[');
    Some(reads.then_some((array, index)))
}
