//! Regions whose code may run as it stands, where a condition says so: the emitted program has that code twice.

use tree_sitter::Node;

use crate::c::parse::diagnostics::error;
use crate::c::parse::source::{Source, children};
use crate::c::semantics::declarations;
use crate::diag::{Diagnostic, Diagnostics, codes};
use crate::ir::{Region, RegionForm, Span};
use crate::passes::tasks;

/// The code that a region runs.
pub(in crate::c) fn code(src: &Source, region: &Region) -> Span {
    let body = &region.body;
    // From the beginning of its first line on.
    let lead = src.slice(body).len() - src.slice(body).trim_start().len();
    match region.form {
        RegionForm::Block => body.clone(),
        _ => body.start + lead..body.end,
    }
}

/// Reports what cannot stand twice in a function, in regions with a condition.
pub(in crate::c) fn check(src: &Source, region: &Region, diags: &mut Diagnostics) {
    if region.condition.is_some() {
        diags.list.extend(cannot_be_twice(src, region));
    }
}

/// What in a region cannot stand twice in a function.
pub(in crate::c) fn cannot_be_twice(src: &Source, region: &Region) -> Option<Diagnostic> {
    let own = |node: Node| {
        let mut around = tasks(region).filter(|t| t.stmt.contains(&node.start_byte()));
        around.all(|task| task.condition.is_some())
    };
    let inside =
        |node: &Node| region.body.start <= node.start_byte() && node.end_byte() <= region.body.end;
    let function = src.function_at(region.body.start)?;
    let mut stack = vec![function];
    while let Some(node) = stack.pop() {
        if node.end_byte() <= region.body.start || region.body.end <= node.start_byte() {
            continue;
        }
        stack.extend(children(node));
        if !inside(&node) {
            continue;
        }
        if node.kind() == "labeled_statement" && own(node) {
            let message = "a label in a region with a condition";
            let at = node.start_byte()
                ..node.start_byte() + src.text(node).find(':').map_or(1, |n| n + 1);
            let d = error(codes::C_NOT_YET, message, at);
            return Some(d.help(
                "its code stands twice in the translated program: write a loop in place of `goto`",
            ));
        }
        if node.kind() != "declaration" {
            continue;
        }
        let names = declarations::names(src, node, false);
        if names.iter().any(|found| found.is_static(src)) {
            let message = "a static variable in a region with a condition";
            let d = error(codes::C_NOT_YET, message, node.byte_range());
            return Some(d.help(
                "declare it before the region: its code stands twice in the translated program",
            ));
        }
        let open = matches!(region.form, RegionForm::Function { .. });
        let at_top =
            node.parent() == src.around(function_body_at(src, region)?, &["compound_statement"]);
        let later = names
            .iter()
            .find(|found| open && at_top && is_used_behind(src, region, node, &found.name));
        if let Some(found) = later {
            let message = format!(
                "`{}` is declared in a region with a condition, and used behind it",
                found.name
            );
            let d = error(codes::C_NOT_YET, message, node.byte_range());
            return Some(d.help("declare it before the region"));
        }
    }
    None
}

/// What stands where the region begins.
fn function_body_at<'s>(src: &'s Source, region: &Region) -> Option<Node<'s>> {
    let at = region.body.start;
    let node = src.tree.root_node().descendant_for_byte_range(at, at)?;
    Some(match node.kind() {
        "compound_statement" => children(node).into_iter().next().unwrap_or(node),
        _ => node,
    })
}

/// A name of the region's block is used behind the region.
fn is_used_behind(src: &Source, region: &Region, declaration: Node, name: &str) -> bool {
    let Some(block) = src.parent(declaration) else {
        return false;
    };
    let behind = region.body.end..block.end_byte().max(region.body.end);
    !src.named(name, &behind).is_empty()
}
