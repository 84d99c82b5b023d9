//! A region that is a block in a loop, and registers the same tasks in each turn: what was
//! recorded in one turn is kept for the next (`hp5::rt::Recording`).
//!
//! The runtime holds each turn against the recording, so code around the region may do
//! anything: here it is only seen to that recording is not in vain. A region that waits in its
//! middle, or whose tasks have new partial results in each turn, is not recorded.

use tree_sitter::Node;

use super::heads;
use super::quiet::{Code, Varying, reads_only};
use crate::ir::{Addition, Region, RegionForm, Step};
use crate::passes::tasks;
use crate::syntax::rust::{Source, callee, children, field};

/// Where the recording of the region in `body` is made: before the loop that it stands in.
pub(super) fn recording(src: &Source, region: &Region, body: Node) -> Option<usize> {
    if region.form != RegionForm::Block || tasks(region).next().is_none() {
        return None;
    }
    let waits = region.steps.iter().any(|s| matches!(s, Step::Wait { .. }));
    let first = |a: &Addition| matches!(a, Addition::WaitFirst(_));
    let partial = |task: &crate::ir::Task| task.reductions.iter().any(|r| !r.ordered);
    let inline = |task: &crate::ir::Task| task.condition.is_some() && task.loops.is_empty();
    if waits
        || region.additions.iter().any(first)
        || !region.promoted.is_empty()
        || tasks(region).any(|t| partial(t) || inline(t) || t.nested.is_some())
    {
        return None;
    }
    let turns = loop_around(body)?;
    let mut code = Code::default();
    collect(src, region, turns, &mut code);
    let varying = Varying::of(src, field(turns, "pattern"), &code);
    let decides = code.decides.iter().map(|node| src.text(*node).to_owned());
    let shapes = tasks(region).flat_map(|task| heads(src, region, task));
    let same = decides
        .chain(shapes)
        .all(|text| varying.mentions(&text).is_none());
    let at = statement_begin(turns)?;
    same.then_some(at)
}

/// The innermost loop around the block, in the same function.
fn loop_around(body: Node<'_>) -> Option<Node<'_>> {
    let mut node = body.parent()?;
    loop {
        match node.kind() {
            "for_expression" | "while_expression" | "loop_expression" => return Some(node),
            "function_item" | "closure_expression" | "async_block" => return None,
            _ => node = node.parent()?,
        }
    }
}

/// Where a statement can be put before this one, its attributes included.
fn statement_begin(node: Node) -> Option<usize> {
    let mut statement = node;
    if let Some(parent) = node.parent().filter(|p| p.kind() == "expression_statement") {
        statement = parent;
    }
    if statement.parent()?.kind() != "block" {
        return None;
    }
    let mut at = statement.start_byte();
    while let Some(before) = statement
        .prev_named_sibling()
        .filter(|n| n.kind() == "attribute_item")
    {
        at = before.start_byte();
        statement = before;
    }
    Some(at)
}

/// What the loop binds and may change, and what decides which tasks its region registers.
fn collect<'t>(src: &Source, region: &Region, node: Node<'t>, code: &mut Code<'t>) {
    let inside = |n: Node| n.start_byte() >= region.body.start && n.end_byte() <= region.body.end;
    let mut stack = children(node);
    while let Some(node) = stack.pop() {
        if tasks(region).any(|t| t.stmt == node.byte_range()) {
            continue;
        }
        match node.kind() {
            "let_declaration" | "let_condition" => {
                if let Some(pattern) = field(node, "pattern") {
                    code.binds.push((pattern, field(node, "value")));
                }
            }
            "for_expression" => {
                if let (Some(pattern), Some(value)) = (field(node, "pattern"), field(node, "value"))
                {
                    code.binds.push((pattern, Some(value)));
                    code.decides.extend(Some(value).filter(|v| inside(*v)));
                }
            }
            "if_expression" | "while_expression" => {
                let condition = field(node, "condition").filter(|c| inside(*c));
                code.decides.extend(condition);
            }
            "assignment_expression" | "compound_assignment_expr" => {
                // An element that changes does not change which tasks there are.
                let left = field(node, "left").filter(|l| l.kind() != "index_expression");
                code.assigned.extend(left);
            }
            "reference_expression" => {
                let mutable = children(node)
                    .iter()
                    .any(|c| c.kind() == "mutable_specifier");
                code.assigned
                    .extend(field(node, "value").filter(|_| mutable));
            }
            "call_expression" => {
                let function = callee(node);
                if function.is_some_and(|f| src.text(f).ends_with("swap")) {
                    let arguments = field(node, "arguments").map(children);
                    code.assigned.extend(arguments.unwrap_or_default());
                } else if let Some(function) = function.filter(|f| f.kind() == "field_expression") {
                    let method = field(function, "field").map_or("", |m| src.text(m));
                    let receiver = field(function, "value");
                    code.assigned
                        .extend(receiver.filter(|_| !reads_only(method)));
                }
            }
            _ => {}
        }
        stack.extend(children(node));
    }
}
